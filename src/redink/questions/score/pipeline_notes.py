"""Scores of systems whose edits a pipeline found in; what a reader should know about that pipeline out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from redink.evaluation.results import SystemScores
from redink.records import EvalSet
from redink.scoring.measure import Measure

UNCERTAINTY = 0.004
"""About the largest known distance between a score of `redink-en`'s edits and the same score of ERRANT's edits.

It was measured on English outputs (docs/english.md has the table). Two systems that are closer than this may
change places with ERRANT's edits.
"""

_NAMED = 3
"""Pairs of systems that a footnote names."""


def pipeline_notes(
    data: EvalSet, systems: Sequence[SystemScores], measures: Sequence[Measure], pipeline: str
) -> tuple[str, ...]:
    """Say how to get ERRANT's own edits when `redink-en` found them, and which systems are too close to rank by it."""
    if not pipeline.startswith("redink-en") or all(measure.needs == "texts" for measure in measures):
        return ()
    usual = "Edits come from redink-en; --pipeline errant gives ERRANT-identical ones."
    pairs = close_pairs(data, systems, [measure.name for measure in measures if measure.needs == "edits"])
    return (usual, _close_note(pairs)) if pairs else (usual,)


def close_pairs(
    data: EvalSet, systems: Sequence[SystemScores], measures: Sequence[str]
) -> Mapping[tuple[str, str], Sequence[str]]:
    """Give the pairs of systems whose scores differ by less than `UNCERTAINTY`, each with the measures concerned.

    Systems with identical outputs are left out: their scores are equal with any pipeline.
    """
    texts = {system.name: system.texts for system in data.systems}
    close = {
        (first.name, second.name): [measure for measure in measures if _are_close(first, second, measure)]
        for first, second in combinations(systems, 2)
        if texts[first.name] != texts[second.name]
    }
    return {pair: concerned for pair, concerned in close.items() if concerned}


def _are_close(first: SystemScores, second: SystemScores, measure: str) -> bool:
    values = first[measure].value, second[measure].value
    return values[0] is not None and values[1] is not None and abs(values[0] - values[1]) < UNCERTAINTY


def _close_note(pairs: Mapping[tuple[str, str], Sequence[str]]) -> str:
    named = [f"{first} and {second} ({', '.join(measures)})" for (first, second), measures in pairs.items()]
    more = len(named) - _NAMED
    shown = "; ".join([*named[:_NAMED], *([f"and {more} more"] if more > 0 else [])])
    return (
        f"Too close to rank by redink-en (its scores differ from scores with ERRANT's edits by up to "
        f"{100 * UNCERTAINTY:g} points): {shown}. To rank these systems, use --pipeline errant."
    )
