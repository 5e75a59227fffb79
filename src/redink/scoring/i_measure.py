"""Source, hypothesis and gold edits in; token counts, weighted accuracy and I-measure out.

M. Felice and T. Briscoe (2015), "Towards a standard evaluation method for grammatical error detection and
correction". I says how much a system improves the text (up to 1) or damages it (down to −1), compared with leaving it
alone (0). docs/measures/i-measure.md has the formulas, the zero cases and the quirks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np

from redink.arrays import Floats, ratio
from redink.records import Tokens
from redink.scoring.i_measure_references import Alternative, Clusters
from redink.scoring.i_measure_segments import MixedCounts, Row

COLUMNS = ("tp", "tn", "fp", "fn", "fpn", "base_tn", "base_fn")
"""Counts of aligned columns for correction, and the counts when the source itself is the hypothesis."""
WEIGHT = 2.0
"""w: how many times a changed token counts."""
MAX_COMBINATIONS = 64
"""All mixed references of a sentence are tried if there are at most this many; otherwise a search is made."""


def sentence_stats(
    hypotheses: Iterable[Tokens],
    clusters: Sequence[Clusters],
    *,
    mixing: bool = True,
    max_combinations: int = MAX_COMBINATIONS,
) -> Floats:
    """Give (sentences × 7) counts against the reference that is best for each sentence.

    Args:
        hypotheses: The output of one system.
        clusters: The result of `cluster_edits` for each sentence: its source and all its possible corrections.
        mixing: Whether corrections of several annotators may be mixed.
        max_combinations: With more mixed references than this, a sentence is searched: each cluster in turn takes the
            alternative that is best while the others stay fixed, until nothing changes. The search starts once from all
            first and once from all last alternatives. The result is never worse than without mixing.
    """
    return system_stats([hypotheses], clusters, mixing=mixing, max_combinations=max_combinations)[0]


def system_stats(
    outputs: Sequence[Iterable[Tokens]],
    clusters: Iterable[Clusters],
    *,
    mixing: bool = True,
    max_combinations: int = MAX_COMBINATIONS,
) -> list[Floats]:
    """Give what `sentence_stats` gives, for several systems; what two of them write alike is counted once."""
    rows = []
    for sentence, *hypotheses in zip(clusters, *outputs, strict=True):
        best = {text: _best_row(text, sentence, mixing=mixing, most=max_combinations) for text in set(hypotheses)}
        rows.append([best[text] for text in hypotheses])
    table = np.array(rows, dtype=np.float64).reshape(-1, len(outputs), len(COLUMNS))
    return [np.ascontiguousarray(table[:, number]) for number in range(len(outputs))]


def _best_row(hypothesis: Tokens, clusters: Clusters, *, mixing: bool, most: int) -> Row:
    counts = MixedCounts(clusters, hypothesis)
    if mixing and clusters.combinations <= most:
        rows = [row for row in map(counts.of_choice, product(*clusters.alternatives)) if row is not None]
        return _best(rows or [counts.of_text(clusters.source)])
    rows = [counts.of_text(text) for text in clusters.single_texts]
    if mixing:
        row_of = cache(counts.of_choice)  # both searches try many choices again
        for start in (0, -1):
            rows.append(_climb(row_of, clusters, start) or rows[0])
    return _best(rows)


def _best(rows: Iterable[Row]) -> Row:
    """Give the row with the highest WAcc of correction; ties: I, Acc, then WAcc, I, Acc of detection."""
    return max(rows, key=_preference)


@lru_cache(maxsize=1 << 10)  # references of a sentence often have equal rows
def _preference(row: Row) -> tuple[float, ...]:
    tp, tn, fp, fn, fpn, base_tn, base_fn = row
    base = _ratio(base_tn, base_tn + base_fn)
    keys: list[float] = []
    # A detection is right wherever the source needed a change, whatever the change.
    for good, bad, missed, wrong_both in ((tp, fp, fn, fpn), (tp + fpn, fp - fpn, fn - fpn, 0)):
        denominator = WEIGHT * (good + bad) + tn + missed - (WEIGHT + 1) * wrong_both / 2
        wacc = _ratio(WEIGHT * good + tn, denominator)
        keys += wacc, _improvement(wacc, base), _ratio(good + tn, good + tn + bad + missed - wrong_both)
    return tuple(keys)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _improvement(wacc: float, base: float) -> float:
    if wacc == base:
        return float(wacc // 1)
    return (wacc - base) / (1 - base) if wacc > base else wacc / base - 1


def _climb(row_of: Callable[[tuple[Alternative, ...]], Row | None], clusters: Clusters, start: int) -> Row | None:
    choice = tuple([choices[start] for choices in clusters.alternatives])
    best: tuple[tuple[float, ...], Row] | None = None
    improved = True
    while improved:
        improved = False
        for number, choices in enumerate(clusters.alternatives):
            for alternative in choices:
                trial = (*choice[:number], alternative, *choice[number + 1 :])
                row = row_of(trial)
                if row is None:
                    continue
                candidate = _preference(row), row
                if best is None or candidate[0] > best[0]:
                    best, choice, improved = candidate, trial, True
    return best[1] if best else None


def weighted_accuracy(sums: Floats) -> Floats:
    """Turn (…, 7) sums into WAcc = (w·TP + TN) / (w·(TP+FP) + TN + FN − (w+1)·FPN/2); NaN for 0/0."""
    tp, tn, fp, fn, fpn, _, _ = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    return ratio(WEIGHT * tp + tn, WEIGHT * (tp + fp) + tn + fn - (WEIGHT + 1) * fpn / 2)


def baseline_accuracy(sums: Floats) -> Floats:
    """Turn (…, 7) sums into the WAcc of the source itself, TN / (TN + FN); NaN for 0/0."""
    tn, fn = np.moveaxis(np.asarray(sums, dtype=np.float64)[..., 5:], -1, 0)
    return ratio(tn, tn + fn)


def score_from_sums(sums: Floats) -> Floats:
    """Turn (…, 7) sums into I, from −1 to 1; NaN where there is no token at all.

    I = ⌊WAcc⌋ if WAcc equals the baseline's; (WAcc − base) / (1 − base) if above; WAcc / base − 1 if below.
    """
    wacc = weighted_accuracy(sums)
    base = baseline_accuracy(sums)
    better, worse = ratio(wacc - base, 1 - base), ratio(wacc, base) - 1
    return np.where(wacc > base, better, np.where(wacc < base, worse, np.floor(wacc)))
