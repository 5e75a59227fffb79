"""The name of a measure of this room in, the measure out. Modules are imported when one of their measures is named."""

from __future__ import annotations

import re
from typing import cast

from redink.scoring.beta import read_beta
from redink.scoring.measure import Conventions, Measure

_OVERLAP = re.compile(r"(?:(P|R)|F(\d+(?:\.\d+)?))(?:-(detection|token|type))?")
_MAX_MATCH = re.compile(r"M2(?:-F(\d+(?:\.\d+)?))?")
_GREEN = re.compile(r"GREEN(?:-(koyama|gecmetrics))?(-char)?(?:-F(\d+(?:\.\d+)?))?")
_WITHOUT_CHOICE = ("GLEU", "GLEU-multiset", "I", "I-nomix", "EM", "EIM", "EIM-printed")


def scoring_measure(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure of a name that this room knows; `None` for any other name."""
    if parts := _OVERLAP.fullmatch(name):
        from redink.scoring.edit_measures import EditOverlap
        from redink.scoring.edit_overlap import Level, Quantity

        quantity = cast(Quantity, parts[1] or "F")
        level = cast(Level, parts[3] or "correction")
        return EditOverlap(quantity, read_beta(parts[2]), level, conventions)
    if parts := _MAX_MATCH.fullmatch(name):
        from redink.scoring.gold_measures import MaxMatch

        return MaxMatch(read_beta(parts[1]), conventions)
    if parts := _GREEN.fullmatch(name):
        from redink.scoring import green
        from redink.scoring.text_measures import Green

        reading = cast(green.Reading, parts[1] or "koyama")
        return Green(read_beta(parts[3], usual=green.BETA), reading, "char" if parts[2] else "word", conventions)
    if name in _WITHOUT_CHOICE:
        return _without_choice(name, conventions)
    if name.startswith("CLEME"):
        from redink.scoring.cleme_measures import cleme_measure

        return cleme_measure(name, conventions)
    return None


def _without_choice(name: str, conventions: Conventions) -> Measure:
    """Give a measure that has nothing to choose but its variant."""
    family, _, variant = name.partition("-")
    if family == "I":
        from redink.scoring.gold_measures import IMeasure

        return IMeasure(conventions, mixing=not variant)
    from redink.scoring.text_measures import ExactIndexMatch, ExactMatch, Gleu

    if family == "GLEU":
        return Gleu(conventions, "multiset" if variant else "type")
    return ExactMatch(conventions) if family == "EM" else ExactIndexMatch(conventions, insertions=not variant)


def scoring_names() -> tuple[str, ...]:
    """Name the measures of this room, those with a β by the usual one."""
    from redink.scoring import cleme_measures

    return (
        *(f"{quantity}{level}" for level in ("", "-detection", "-token", "-type") for quantity in ("F0.5", "P", "R")),
        *("F1", "F2", "M2"),
        *_WITHOUT_CHOICE,
        *("GREEN", "GREEN-char", "GREEN-gecmetrics", "GREEN-gecmetrics-char"),
        *cleme_measures.NAMES,
    )
