"""Sums of `pairs.statistics` in; every number that is reported of a system, by name, out."""

from __future__ import annotations

import numpy as np

from redink.arrays import Floats
from redink.questions.faithfulness.mathematics.pairs import BINS, COLUMNS
from redink.stats.resampling import ScoreFromSums


def formulas(measure: str, mix: Floats, *, errors: bool, fluency: bool) -> dict[str, ScoreFromSums]:
    """Give for the name of every number the function that computes it from sums, (r × columns) → (r,).

    `mix` has the number of changed sentences at each amount of change, over all systems.
    """
    return {
        measure: _ratio("usim", "has_usim"),
        f"{measure} changed": _ratio("usim_changed", "has_usim_changed"),
        f"{measure} matched": _matched(mix),
        f"{measure} unlabelled": _ratio("unlabelled", "has_usim"),
        "precision forward": _ratio("precision_forward", "has_usim"),
        "recall forward": _ratio("recall_forward", "has_usim"),
        "precision backward": _ratio("precision_backward", "has_usim"),
        "recall backward": _ratio("recall_backward", "has_usim"),
        "WordChange": _ratio("word_change", "one"),
        "at risk": _ratio("at_risk", "checked"),
        **(_ERRORS if errors else {}),
        **(_FLUENCY if fluency else {}),
    }


def _column(sums: Floats, name: str) -> Floats:
    values: Floats = sums[:, COLUMNS.index(name)]
    return values


def _ratio(above: str, below: str) -> ScoreFromSums:
    return lambda sums: _column(sums, above) / _column(sums, below)


def _per_hundred(plus: str, minus: str = "") -> ScoreFromSums:
    """Give errors per 100 tokens of the source; the common denominator makes before = removed + left."""

    def formula(sums: Floats) -> Floats:
        number = _column(sums, plus) - (_column(sums, minus) if minus else 0.0)
        return 100 * number / _column(sums, "source_tokens")

    return formula


def _perplexity(side: str) -> ScoreFromSums:
    return lambda sums: np.exp(-_column(sums, f"log_{side}") / _column(sums, f"words_{side}"))


def _fall(sums: Floats) -> Floats:
    return 1 - _perplexity("after")(sums) / _perplexity("before")(sums)


_ERRORS: dict[str, ScoreFromSums] = {
    "errors before": _per_hundred("errors_before"),
    "errors removed": _per_hundred("errors_removed"),
    "errors left": _per_hundred("errors_before", "errors_removed"),
    "errors introduced": _per_hundred("errors_introduced"),
    "errors fewer": _per_hundred("errors_removed", "errors_introduced"),
}
_FLUENCY: dict[str, ScoreFromSums] = {
    "perplexity before": _perplexity("before"),
    "perplexity": _perplexity("after"),
    "fluency": _fall,
    "Scribendi": _ratio("scribendi", "one"),
}


def _matched(mix: Floats) -> ScoreFromSums:
    """Give mean USim at equal amounts of change: bins are weighted as over all systems; empty bins are left out."""

    def formula(sums: Floats) -> Floats:
        usim_sums, number = sums[:, -2 * len(BINS) : -len(BINS)], sums[:, -len(BINS) :]
        weights = np.where(number > 0, mix, 0.0)
        means = usim_sums / np.where(number > 0, number, 1.0)
        values: Floats = (weights * means).sum(axis=1) / weights.sum(axis=1)
        return values

    return formula
