"""The data in; the names of all measures that can score them, and why the others cannot, out."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from redink.errors import RedinkError
from redink.evaluation.data import picked
from redink.evaluation.preparation import prepare
from redink.records import EvalSet
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import expect_scorable, measure_names, parse_measures

ALL = "all"
"""The name that stands for every measure."""
_NEVER = (
    "Not part of all measures: gecmetrics:NAME (each needs a local model: docs/guests.md), and variants that only the "
    "page of a measure names, such as GREEN-F1 (docs/measures)."
)


def named_measures(
    measures: str | Sequence[str], data: EvalSet, conventions: Conventions
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the names with `all` replaced by every measure that works here, and notes about those left out.

    A measure works if it scores the first sentence that every reference has and one of them corrects.
    """
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    if ALL not in names:
        return names, ()
    sample = prepare(_first_sentence(data), pipeline="plain").data
    works: list[str] = []
    reasons: dict[str, list[str]] = {}
    for name in measure_names():
        try:
            expect_scorable([name], data)
            _try(parse_measures([name], conventions)[0], sample)
        except RedinkError as error:
            reasons.setdefault(f"{error.cause.replace(name, 'it')}; {error.remedy}", []).append(name)
        else:
            works.append(name)
    notes = tuple(f"Left out of all measures: {', '.join(left)} ({reason})." for reason, left in reasons.items())
    return tuple(dict.fromkeys((*(name for name in names if name != ALL), *works))), (*notes, _NEVER)


def _try(measure: Measure, sample: EvalSet) -> None:
    """Score the sample; warnings about it say nothing about the data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for system in sample.systems:
            measure.sentence_stats(sample, system)


def _first_sentence(data: EvalSet) -> EvalSet:
    everyone = zip(*(reference.texts for reference in data.references), strict=True)
    complete = [number for number, texts in enumerate(everyone) if None not in texts]
    corrected = (n for n in complete if any(each.texts[n] != data.sources[n] for each in data.references))
    here = next(corrected, complete[0] if complete else 0)
    return picked(data, [here])
