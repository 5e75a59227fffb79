"""The name of a measure in, the measure out: our own, those of the questions, and those of plug-ins.

Names round-trip: `parse_measure(measure.name).name == measure.name`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from redink.errors import UsageError
from redink.records import EvalSet
from redink.registry import contribution
from redink.registry import names as contributors
from redink.scoring.measure import Conventions, HasLimits, Measure, Need, WithoutReferences, refuse_filters
from redink.scoring.measures import scoring_measure, scoring_names

GROUP = "redink.measures"
Maker: TypeAlias = Callable[[str, Conventions], Measure | None]
"""Gives the measure of a name, or `None` if the name is not its own."""


def parse_measure(name: str, conventions: Conventions | None = None) -> Measure:
    """Find the measure of a name; case does not matter for our own."""
    conventions = conventions or Conventions()
    for spelling in dict.fromkeys((name, _usual_spelling(name))):
        if (measure := scoring_measure(spelling, conventions)) is not None:
            return measure
    for maker, names in _makers():
        alike = [known for known in names if known.casefold() == name.casefold()]
        for spelling in dict.fromkeys((name, *alike)):
            if (measure := maker(spelling, conventions)) is not None:
                return measure
    raise UsageError(f"there is no measure {name!r}", remedy=_suggestion(name))


def _makers() -> Iterator[tuple[Maker, tuple[str, ...]]]:
    """Give the makers of questions, then those of plug-ins, each with the names it knows."""
    for point in contributors(GROUP):
        maker: Maker = contribution(GROUP, point)
        yield maker, getattr(maker, "names", (point,))


def _usual_spelling(name: str) -> str:
    """Write `f0.5-Token` as `F0.5-token`, and `m2-f1` as `M2-F1`."""
    head, dash, tail = name.partition("-")
    head = head.upper()
    if head == "M2":
        return head + dash + tail.upper()
    # β, P and R keep their capital letters at the end: GREEN-char-F1, CLEME-dependent-P.
    return head + dash + re.sub(r"(?:^|(?<=-))(f[0-9.]+|p|r)$", lambda end: end[0].upper(), tail.lower())


def lower_is_better(name: str) -> bool:
    """Tell whether the measure of this name counts faults."""
    return name.startswith("CLEME2-") and name.endswith(("-wrong", "-under", "-over"))


def measure_names() -> tuple[str, ...]:
    """Name all measures there are, those with a β by the usual one."""
    return (*scoring_names(), *(name for _, names in _makers() for name in names))


_PROGRAMS = {"errant": "F0.5", "maxmatch": "M2", "m2scorer": "M2", "accuracy": "EM"}
"""Programs and other words that people type for a measure."""


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    known = {measure.casefold(): measure for measure in measure_names()}
    program = _PROGRAMS.get(name.casefold())
    close = [program] if program else [known[match] for match in get_close_matches(name.casefold(), known, 3, 0.5)]
    start = f"did you mean {' or '.join(close)}? " if close else ""
    variants = tuple(f"{measure}-" for measure in known.values())
    main = [measure for measure in known.values() if not measure.startswith(variants) and ":" not in measure]
    return f"{start}the measures are {', '.join(main)}; docs/measures has their variants, such as F0.5-detection"


def parse_measures(names: Sequence[str], conventions: Conventions) -> list[Measure]:
    """Find measures, each once; refuse to leave edits out for those that do not look at a system's edits."""
    measures = {measure.name: measure for measure in (parse_measure(name, conventions) for name in names)}
    for measure in measures.values():
        if measure.needs != "edits":
            refuse_filters(measure.name, conventions)
    return list(measures.values())


def expect_scorable(names: Sequence[str], data: EvalSet) -> None:
    """Refuse measures that need a reference where there is none, and lines that are too long for a measure."""
    for name in names:
        measure = parse_measure(name)
        if not data.references and not isinstance(measure, WithoutReferences):
            raise UsageError(
                f"{name} needs a reference",
                remedy="give at least one: --references FILE (-r); or name its column: --columns reference=NAME",
            )
        if isinstance(measure, HasLimits):
            for system in data.systems:
                measure.expect_scorable(data, system)


def expect_max_match(names: Sequence[str], conventions: Conventions) -> None:
    """Refuse settings of M2 in a run without M2; no names stand for measures that are not known yet."""
    measures = [parse_measure(name, conventions) for name in names]
    if not measures or not conventions.matches_otherwise:
        return
    from redink.scoring.gold_measures import MaxMatch

    if not any(isinstance(measure, MaxMatch) for measure in measures):
        raise UsageError(
            "--max-unchanged and --ignore-whitespace-casing are for M2, which is not among the measures",
            remedy="add -m M2, or leave them out",
        )


def need_of(measures: Sequence[str], conventions: Conventions | None = None) -> Need:
    """Tell what the measures of these names must know together."""
    needs = {parse_measure(name, conventions).needs for name in measures}
    return "edits" if "edits" in needs else "reference edits" if "reference edits" in needs else "texts"
