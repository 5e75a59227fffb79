"""USim (Choshen & Abend 2018): the units of a source and of its correction in; P, R, F in both directions out.

A_l is the alignment of the leaves, which are words (`annotation.word_alignment`). A unit v is aligned to the unit u
that maximises

    w(v, u) = |A_l ∩ yield(v) × yield(u)| / |yield(u)|,                                  w(v, u) > 0.

Among units with the same w, v is aligned to the one with the larger intersection, or to all that still tie. An edge
matches if it has the label of the edge above the unit that its child is aligned to. For the alignment source →
correction, recall is the share of source edges that match, and precision the share of correction edges that a source
edge matches; F is their harmonic mean. USim is the mean of F over both directions of alignment.

The printed ratio is 1 for every part of v and leaves ties open. Without the two rules for ties, a graph would not
always be equal to itself. `released` is what the published program does: only units of more than one word count,
w = F1 of the two yields, each side is aligned separately, ties go to the same label, and the labels P = S, H = C,
N = L and F = R are equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.annotation.word_alignment import Rule, align_words
from redink.arrays import Flags, Floats
from redink.questions.faithfulness.mathematics.units import Labels, Units

Compat: TypeAlias = Literal["printed", "released"]
Indices: TypeAlias = npt.NDArray[np.intp]

_ALIKE = {"S": "P", "H": "C", "L": "N", "R": "F"}
"""Labels that the published program treats as equal."""


class Match(NamedTuple):
    """How far two graphs agree, by one alignment."""

    precision: float | None
    """Matched share of the correction's edges; `None` if it has no edge."""
    recall: float | None
    """Matched share of the source's edges; `None` if it has no edge."""

    @property
    def f(self) -> float | None:
        """Harmonic mean; 0 when only one side has edges, `None` when neither has."""
        if self.precision is None or self.recall is None:
            return None if self.precision is self.recall else 0.0
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


class USim(NamedTuple):
    """Similarity of two texts by their units."""

    forward: Match
    """Units of the source aligned to those of the correction; labels must agree."""
    backward: Match
    """Units of the correction aligned to those of the source."""
    unlabelled_forward: Match
    """Like `forward`, but labels are ignored."""
    unlabelled_backward: Match
    """Like `backward`, but labels are ignored."""

    @property
    def value(self) -> float | None:
        """USim: mean of F over both directions."""
        return _mean(self.forward.f, self.backward.f)

    @property
    def unlabelled(self) -> float | None:
        """Like `value`, but labels are ignored."""
        return _mean(self.unlabelled_forward.f, self.unlabelled_backward.f)


def _mean(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else (first + second) / 2


class _Aligned(NamedTuple):
    """How the units of a source and of its correction overlap."""

    overlap: Floats
    """(source units × correction units) number of aligned leaves that two units share."""
    source_sizes: Floats
    """(source units,) number of words of each unit."""
    correction_sizes: Floats
    """(correction units,) number of words of each unit."""
    same_label: Flags
    """(source units × correction units) whether two units share a label."""


def usim(source: Units, correction: Units, *, compat: Compat = "printed", alignment: Rule = "thesis") -> USim:
    """Compare the units of a source with those of its correction.

    The rule is the papers' definition (`printed`) or that of the published program (`released`).
    """
    if compat == "released":
        return _released(_multi_word(source), _multi_word(correction), alignment)
    if not len(source) or not len(correction):
        return USim(*[Match(0.0 if len(correction) else None, 0.0 if len(source) else None)] * 4)
    overlap, source_sizes, correction_sizes, same = _align(source, correction, alignment)
    forward = _best(overlap, correction_sizes)
    backward = _best(overlap.T, source_sizes).T
    return USim(*map(_match, (forward & same, backward & same, forward, backward)))


def _align(source: Units, correction: Units, rule: Rule) -> _Aligned:
    pairs = align_words(source.words, correction.words, rule=rule).pairs
    # The yields of the correction over the leaves of the source, one column for each source word; 0 if not aligned.
    correction_yields = np.zeros((len(correction), len(source.words)))
    if pairs:
        rows, columns = zip(*pairs, strict=True)
        correction_yields[:, list(rows)] = correction.yields[:, list(columns)]
    return _Aligned(
        source.yields.astype(np.float64) @ correction_yields.T,
        source.yields.sum(axis=1, dtype=np.float64),
        correction.yields.sum(axis=1, dtype=np.float64),
        _same_label(source.labels, correction.labels),
    )


def _same_label(source_labels: tuple[Labels, ...], correction_labels: tuple[Labels, ...]) -> Flags:
    """Tell for every two units whether they share a label, by way of the few distinct sets of labels."""
    number: dict[Labels, int] = {}
    rows = [number.setdefault(labels, len(number)) for labels in source_labels]
    columns = [number.setdefault(labels, len(number)) for labels in correction_labels]
    table = _meeting(tuple(number))
    return table[np.ix_(rows, columns)]


@lru_cache(4096)
def _meeting(sets: tuple[Labels, ...]) -> Flags:
    return np.array([[not labels.isdisjoint(other_labels) for other_labels in sets] for labels in sets], dtype=np.bool_)


def _best(overlap: Floats, sizes: Floats) -> Flags:
    """Mark in every row the columns with the largest w, and among these the ones with the largest intersection.

    n is the number of words of the largest unit. Two different ratios of whole numbers up to n differ by at least 1/n²,
    so a smaller term only breaks ties.
    """
    step = 1 / (4 * sizes.max() ** 3 + 4)
    key = overlap / sizes + step * overlap
    best: Flags = (key == key.max(axis=1, keepdims=True)) & (overlap > 0)
    return best


def _match(matched: Flags) -> Match:
    """Give the share of matched columns (precision) and of matched rows (recall)."""
    return Match(float(matched.any(axis=0).mean()), float(matched.any(axis=1).mean()))


def _multi_word(units: Units) -> Units:
    """Give the units that the published program compares, with its names of labels."""
    is_multi_word = units.yields.sum(axis=1) > 1
    labels = tuple(
        frozenset(_ALIKE.get(label, label) for label in unit_labels)
        for unit_labels, stays in zip(units.labels, is_multi_word, strict=True)
        if stays
    )
    return Units(units.words, units.positions, units.yields[is_multi_word], labels)


def _released(source: Units, correction: Units, rule: Rule) -> USim:
    """Give USim by the published rule: F1 of the yields. It is 1 if neither side has units, 0 if only one has."""
    if not len(source) or not len(correction):
        return USim(*[Match(1.0, 1.0) if len(source) == len(correction) else Match(0.0, 0.0)] * 4)
    overlap, source_sizes, correction_sizes, same = _align(source, correction, rule)
    weight = 2 * overlap / (source_sizes[:, np.newaxis] + correction_sizes)
    step = np.where(same, 1e-9, 0.0)
    overlaps = weight > 0
    best, best_back = np.argmax(weight + step, axis=1), np.argmax((weight + step).T, axis=1)
    labelled, whatever = (Match(_share(best_back, good.T), _share(best, good)) for good in (same & overlaps, overlaps))
    return USim(labelled, labelled, whatever, whatever)


def _share(best: Indices, good: Flags) -> float:
    return float(good[np.arange(len(best)), best].mean())
