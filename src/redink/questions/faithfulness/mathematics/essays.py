"""Two UCCA passages of one essay in, the units of their sentences, paired, out: USim by sentence instead of by essay.

A sentence ends with a token that ends in `.`, `!` or `?`, and with a paragraph. Sentences of the two essays are paired
in order, in blocks of p source and q corrected sentences (p, q ≤ 2), with the least Σ (word edit distance) + ½ for
each block that is not one for one. A unit belongs to every block it has words in, with those words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from redink.questions.faithfulness.mathematics.units import Units, units_of_passage
from redink.reading.ucca import Passage

_END = re.compile(r"""[^.]*[.!?]+['"’”)\]]*""")
_BLOCKS = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 0), (0, 1))
_UNEVEN = 0.5
Stretch = range
"""Word numbers of a sentence or of several."""


def sentence_pairs(source: Passage, correction: Passage) -> list[tuple[Units, Units]]:
    """Pair the sentences of an essay with those of its correction."""
    own, other = units_of_passage(source), units_of_passage(correction)
    ours, theirs = _sentences(source, own), _sentences(correction, other)
    return [(_within(own, one), _within(other, two)) for one, two in _pair(own, ours, other, theirs)]


def _sentences(passage: Passage, units: Units) -> list[Stretch]:
    """Give the words of each sentence; stretches without a word are left out."""
    ends = [
        place
        for place, terminal in enumerate(passage.terminals, start=1)
        if _END.fullmatch(terminal.text)
        or place == len(passage.terminals)
        or passage.terminals[place].paragraph != terminal.paragraph
    ]
    borders = [0, *(int(np.searchsorted(units.positions, end)) for end in ends)]
    return [range(start, end) for start, end in pairwise(borders) if start < end]


def _pair(
    own: Units, ours: Sequence[Stretch], other: Units, theirs: Sequence[Stretch]
) -> list[tuple[Stretch, Stretch]]:
    """Find the cheapest way through both lists of sentences."""
    from rapidfuzz.distance import Levenshtein

    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for i in range(len(ours) + 1):
        for j in range(len(theirs) + 1):
            for p, q in _BLOCKS:
                if i < p or j < q:
                    continue
                one, two = _joined(ours[i - p : i]), _joined(theirs[j - q : j])
                distance = Levenshtein.distance(own.words[one.start : one.stop], other.words[two.start : two.stop])
                cost = best[i - p, j - q][0] + distance + (0.0 if p == q == 1 else _UNEVEN)
                if (i, j) not in best or cost < best[i, j][0]:
                    best[i, j] = (cost, (p, q))
    return [(_joined(ours[i - p : i]), _joined(theirs[j - q : j])) for i, j, p, q in _way(best, len(ours), len(theirs))]


def _way(
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]], i: int, j: int
) -> Iterator[tuple[int, int, int, int]]:
    """Walk back from the end, and give the blocks from the beginning."""
    steps = []
    while i or j:
        p, q = best[i, j][1]
        steps.append((i, j, p, q))
        i, j = i - p, j - q
    return reversed(steps)


def _joined(sentences: Sequence[Stretch]) -> Stretch:
    return range(sentences[0].start, sentences[-1].stop) if sentences else range(0)


def _within(units: Units, words: Stretch) -> Units:
    """Cut units down to a stretch of words."""
    yields = units.yields[:, words.start : words.stop]
    kept = [bool(own.any()) for own in yields]
    return Units(
        units.words[words.start : words.stop],
        units.positions[words.start : words.stop],
        yields[kept],
        tuple(labels for labels, stays in zip(units.labels, kept, strict=True) if stays),
    )
