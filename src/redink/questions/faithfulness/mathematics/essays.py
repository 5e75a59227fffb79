"""The UCCA passages of an essay and of its correction in; the units of their sentences, paired, out.

They give USim by sentence instead of by essay. A sentence ends with a token that ends in `.`, `!` or `?`, and at the
end of a paragraph. Sentences of the two essays are paired in order, in blocks of p source and q corrected sentences
(p, q ≤ 2), with the least Σ (word edit distance) + ½ for each block that is not 1–1. A unit belongs to every block in
which it has words, with those words.
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
"""Word numbers of one or several sentences."""


def sentence_pairs(source: Passage, correction: Passage) -> list[tuple[Units, Units]]:
    """Give the units of each sentence of an essay, paired with those of its correction."""
    old, new = units_of_passage(source), units_of_passage(correction)
    old_spans, new_spans = _sentences(source, old), _sentences(correction, new)
    return [(_within(old, a), _within(new, b)) for a, b in _pair(old, old_spans, new, new_spans)]


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
    old: Units, old_spans: Sequence[Stretch], new: Units, new_spans: Sequence[Stretch]
) -> list[tuple[Stretch, Stretch]]:
    """Give the cheapest pairing of two lists of sentences."""
    from rapidfuzz.distance import Levenshtein

    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for i in range(len(old_spans) + 1):
        for j in range(len(new_spans) + 1):
            for p, q in _BLOCKS:
                if i < p or j < q:
                    continue
                a, b = _joined(old_spans[i - p : i]), _joined(new_spans[j - q : j])
                distance = Levenshtein.distance(old.words[a.start : a.stop], new.words[b.start : b.stop])
                cost = best[i - p, j - q][0] + distance + (0.0 if p == q == 1 else _UNEVEN)
                if (i, j) not in best or cost < best[i, j][0]:
                    best[i, j] = (cost, (p, q))
    return [
        (_joined(old_spans[i - p : i]), _joined(new_spans[j - q : j]))
        for i, j, p, q in _way(best, len(old_spans), len(new_spans))
    ]


def _way(
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]], i: int, j: int
) -> Iterator[tuple[int, int, int, int]]:
    """Give the blocks of the cheapest pairing from the beginning; they are found by walking back from the end."""
    blocks = []
    while i or j:
        p, q = best[i, j][1]
        blocks.append((i, j, p, q))
        i, j = i - p, j - q
    return reversed(blocks)


def _joined(sentences: Sequence[Stretch]) -> Stretch:
    return range(sentences[0].start, sentences[-1].stop) if sentences else range(0)


def _within(units: Units, words: Stretch) -> Units:
    """Give the units restricted to a stretch of words."""
    yields = units.yields[:, words.start : words.stop]
    has_words = [bool(covered.any()) for covered in yields]
    return Units(
        units.words[words.start : words.stop],
        units.positions[words.start : words.stop],
        yields[has_words],
        tuple(labels for labels, stays in zip(units.labels, has_words, strict=True) if stays),
    )
