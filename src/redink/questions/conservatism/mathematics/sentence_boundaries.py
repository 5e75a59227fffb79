"""Lines of a source and of its correction in; which source sentences were split and which were merged out.

A sentence ends at final punctuation and at the end of its line. Within a document, however, a line without final
punctuation runs on if the next line begins with a small letter. The two versions are in step wherever a line ends a
sentence in both. Between two such places, a dynamic programme divides source and correction into blocks of p source
and q corrected sentences with the least

    Σ (word edit distance within the block) + (1 for each block that is not 1–1)

over the blocks 1–1, 1–q, p–1 (p, q up to 4), 2–2, 1–0 (a sentence deleted) and 0–1 (a sentence added). Ties go to the
block that comes first in this list. 1–q is a split, p–1 a merge; 2–2 only moves a boundary. Exchanging source and
correction turns every split into a merge: the released program has the two labels the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from redink.records import Tokens

ENDINGS = frozenset({".", "!", "?", "…", "...", "?!", "!?", "!!", "??", "。", "！", "？", "।"})
"""Tokens that end a sentence."""
_CLOSING = frozenset({'"', "'", "''", "”", "’", ")", "]", "-RRB-", "»", "」", "）"})
"""Tokens that belong to the sentence that ended before them."""
_MOST = 4
_BLOCKS = (
    (1, 1),
    *((1, many) for many in range(2, _MOST + 1)),
    *((many, 1) for many in range(2, _MOST + 1)),
    (2, 2),
    (1, 0),
    (0, 1),
)


class Boundaries(NamedTuple):
    """One block: what became of the sentence boundaries in one place."""

    line: int
    """Number, from 0, of the source line in which the first sentence of the block begins."""
    source: int
    """p, the number of source sentences in the block."""
    correction: int
    """q, the number of corrected sentences in the block."""

    @property
    def is_split(self) -> bool:
        """One source sentence became several."""
        return self.source == 1 and self.correction > 1

    @property
    def is_merge(self) -> bool:
        """Several source sentences became one."""
        return self.source > 1 and self.correction == 1


class _Sentence(NamedTuple):
    line: int
    words: Tokens


def boundary_changes(
    sources: Sequence[Tokens], corrections: Sequence[Tokens], documents: Sequence[str] | None = None
) -> list[Boundaries]:
    """Give every block that is not 1–1.

    Without documents, every line stands alone.
    """
    changes: list[Boundaries] = []
    for lines in _stretches(sources, corrections, documents):
        if len(lines) == 1 and _is_one(sources[lines[0]]) and _is_one(corrections[lines[0]]):
            continue
        source, correction = _sentences(sources, lines), _sentences(corrections, lines)
        if len(source) != 1 or len(correction) != 1:
            changes += _changed_blocks(source, correction, lines[0])
    return changes


def _stretches(
    sources: Sequence[Tokens], corrections: Sequence[Tokens], documents: Sequence[str] | None
) -> Iterator[list[int]]:
    """Give line numbers in groups that end where both versions end a sentence with the line, or with a document."""
    stretch: list[int] = []
    for number in range(len(sources)):
        stretch.append(number)
        more = documents is not None and number + 1 < len(sources) and documents[number] == documents[number + 1]
        if not (more and (_runs_on(sources, number) or _runs_on(corrections, number))):
            yield stretch
            stretch = []


def _runs_on(lines: Sequence[Tokens], number: int) -> bool:
    """Tell whether the last sentence of a line runs on in the next; an empty line belongs to the line before it."""
    following = lines[number + 1]
    return not following or (not _ends(lines[number]) and following[0][0].islower())


def _is_one(tokens: Tokens) -> bool:
    """Tell quickly whether a line is a single sentence; `False` is not certain."""
    return bool(tokens) and ENDINGS.isdisjoint(tokens[:-1])


def _ends(tokens: Tokens) -> bool:
    last = next((token for token in reversed(tokens) if token not in _CLOSING), "")
    return last in ENDINGS


def _sentences(lines: Sequence[Tokens], numbers: Sequence[int]) -> list[_Sentence]:
    """Cut lines into sentences; a sentence without final punctuation runs on into the next line."""
    sentences: list[_Sentence] = []
    words: list[str] = []
    first, ended = numbers[0], False
    for number in numbers:
        ended = ended or (bool(words) and not _runs_on(lines, number - 1))
        for token in lines[number]:
            if ended and token not in _CLOSING:
                sentences.append(_Sentence(first, tuple(words)))
                words, ended = [], False
            if not words:
                first = number
            words.append(token.casefold())
            ended = token in ENDINGS or (ended and token in _CLOSING)
    if words:
        sentences.append(_Sentence(first, tuple(words)))
    return sentences


def _changed_blocks(source: Sequence[_Sentence], correction: Sequence[_Sentence], line: int) -> Iterator[Boundaries]:
    i = 0
    for p, q in _blocks(source, correction):
        if (p, q) != (1, 1):
            yield Boundaries(source[min(i, len(source) - 1)].line if source else line, p, q)
        i += p


def _blocks(source: Sequence[_Sentence], correction: Sequence[_Sentence]) -> list[tuple[int, int]]:
    """Give the best blocks; exchanging source and correction mirrors them.

    The smaller side always comes first, so ties are broken the same way in both directions.
    """
    if [sentence.words for sentence in source] <= [sentence.words for sentence in correction]:
        return _best_blocks(source, correction)
    return [(p, q) for q, p in _best_blocks(correction, source)]


def _best_blocks(source: Sequence[_Sentence], correction: Sequence[_Sentence]) -> list[tuple[int, int]]:
    """Give the cheapest blocks. The table is filled from the end, so the blocks are read off from the start."""
    n, m = len(source), len(correction)
    costs: dict[tuple[int, int], int] = {(n, m): 0}
    choice: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            options = [
                (costs[i + p, j + q] + _block_cost(source[i : i + p], correction[j : j + q]), order)
                for order, (p, q) in enumerate(_BLOCKS)
                if i + p <= n and j + q <= m
            ]
            if options:
                costs[i, j], order = min(options)
                choice[i, j] = _BLOCKS[order]
    blocks, place = [], (0, 0)
    while place in choice:
        blocks.append(choice[place])
        place = (place[0] + blocks[-1][0], place[1] + blocks[-1][1])
    return blocks


def _block_cost(source: Sequence[_Sentence], correction: Sequence[_Sentence]) -> int:
    from rapidfuzz.distance import Levenshtein

    source_words = [word for sentence in source for word in sentence.words]
    correction_words = [word for sentence in correction for word in sentence.words]
    return int(Levenshtein.distance(source_words, correction_words)) + ((len(source), len(correction)) != (1, 1))
