"""USim (Choshen & Abend 2018): the units of a source and of its correction in; P, R, F in both directions out.

Leaves are aligned as words are (`annotation.word_alignment`), A_l. A unit v is aligned to the u that maximises

    w(v, u) = |A_l ∩ yield(v) × yield(u)| / |yield(u)|,                                  w(v, u) > 0,

and among units with the same w to the one with the larger intersection, or to all that tie. An edge matches if it has
the label of the
edge above the unit that its own child is aligned to. Of the alignment source → correction, recall is the matched share
of source edges, precision the share of correction edges that are matched by one; F is their harmonic mean. USim is the
mean of F over both directions of alignment.

The printed ratio is 1 for every part of v, and leaves ties open; without the two rules for them a graph would not be
sure to be like itself. `released` is what the published program does: only units of more than one word, w = F1
of the two yields, each side aligned on its own, ties to the same label, and P = S, H = C, N = L, F = R as labels.
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
"""Labels that the published program takes for one another."""


class Match(NamedTuple):
    """How far two graphs agree, by one alignment."""

    precision: float | None
    """Matched share of the correction's edges; `None` without any."""
    recall: float | None
    """Matched share of the source's edges; `None` without any."""

    @property
    def f(self) -> float | None:
        """Harmonic mean; 0 when one side alone has no edge, `None` when neither has."""
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
    """The same whatever the labels."""
    unlabelled_backward: Match
    """The same whatever the labels."""

    @property
    def value(self) -> float | None:
        """USim: mean of F over both directions."""
        return _mean(self.forward.f, self.backward.f)

    @property
    def unlabelled(self) -> float | None:
        """The same whatever the labels."""
        return _mean(self.unlabelled_forward.f, self.unlabelled_backward.f)


def _mean(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else (first + second) / 2


class _Aligned(NamedTuple):
    """Units of both sides over the same leaves."""

    overlap: Floats
    """(source units × correction units) aligned leaves that two units share."""
    source_sizes: Floats
    """(source units,) words of each unit."""
    correction_sizes: Floats
    """(correction units,) words of each unit."""
    same_label: Flags
    """(source units × correction units) whether labels meet."""


def usim(source: Units, correction: Units, *, compat: Compat = "printed", alignment: Rule = "thesis") -> USim:
    """Compare the units of a source with those of its correction.

    Args:
        source: Units of the source.
        correction: Units of the correction.
        compat: `printed` (the papers' definition) or `released` (the published program's rule).
        alignment: How leaves are aligned.
    """
    if compat == "released":
        return _released(_multi_word(source), _multi_word(correction), alignment)
    if not len(source) or not len(correction):
        return USim(*[Match(0.0 if len(correction) else None, 0.0 if len(source) else None)] * 4)
    overlap, own, other, same = _align(source, correction, alignment)
    forward = _best(overlap, other)
    backward = _best(overlap.T, own).T
    return USim(*map(_match, (forward & same, backward & same, forward, backward)))


def _align(source: Units, correction: Units, rule: Rule) -> _Aligned:
    pairs = align_words(source.words, correction.words, rule=rule).pairs
    # The correction's yields over the leaves of the source: a column for each aligned source word.
    moved = np.zeros((len(correction), len(source.words)))
    if pairs:
        rows, columns = zip(*pairs, strict=True)
        moved[:, list(rows)] = correction.yields[:, list(columns)]
    return _Aligned(
        source.yields.astype(np.float64) @ moved.T,
        source.yields.sum(axis=1, dtype=np.float64),
        correction.yields.sum(axis=1, dtype=np.float64),
        _same_label(source.labels, correction.labels),
    )


def _same_label(own: tuple[Labels, ...], other: tuple[Labels, ...]) -> Flags:
    """Tell of every two units whether they share a label; there are few distinct sets of labels."""
    number: dict[Labels, int] = {}
    rows = [number.setdefault(labels, len(number)) for labels in own]
    columns = [number.setdefault(labels, len(number)) for labels in other]
    table = _meeting(tuple(number))
    return table[np.ix_(rows, columns)]


@lru_cache(4096)
def _meeting(sets: tuple[Labels, ...]) -> Flags:
    return np.array([[not one.isdisjoint(two) for two in sets] for one in sets], dtype=np.bool_)


def _best(overlap: Floats, sizes: Floats) -> Flags:
    """Mark for every row the columns with the largest w, and among these with the largest intersection.

    Two unlike ratios of whole numbers up to n, the words of the largest unit, differ by 1/n² or more, so that a term
    below that only breaks ties.
    """
    step = 1 / (4 * sizes.max() ** 3 + 4)
    key = overlap / sizes + step * overlap
    best: Flags = (key == key.max(axis=1, keepdims=True)) & (overlap > 0)
    return best


def _match(matched: Flags) -> Match:
    """Count matched rows (recall) and matched columns (precision)."""
    return Match(float(matched.any(axis=0).mean()), float(matched.any(axis=1).mean()))


def _multi_word(units: Units) -> Units:
    """Keep what the published program compares, under its names of labels."""
    kept = units.yields.sum(axis=1) > 1
    labels = tuple(
        frozenset(_ALIKE.get(label, label) for label in own)
        for own, stays in zip(units.labels, kept, strict=True)
        if stays
    )
    return Units(units.words, units.positions, units.yields[kept], labels)


def _released(source: Units, correction: Units, rule: Rule) -> USim:
    """Each side looks for its best partner by F1 of the yields; nothing on both sides counts 1, on one side 0."""
    if not len(source) or not len(correction):
        return USim(*[Match(1.0, 1.0) if len(source) == len(correction) else Match(0.0, 0.0)] * 4)
    overlap, own, other, same = _align(source, correction, rule)
    weight = 2 * overlap / (own[:, np.newaxis] + other)
    step = np.where(same, 1e-9, 0.0)
    found = weight > 0
    best, best_back = np.argmax(weight + step, axis=1), np.argmax((weight + step).T, axis=1)
    labelled, whatever = (Match(_share(best_back, good.T), _share(best, good)) for good in (same & found, found))
    return USim(labelled, labelled, whatever, whatever)


def _share(best: Indices, good: Flags) -> float:
    return float(good[np.arange(len(best)), best].mean())
