"""Lines of a source and of its correction in; which source sentences were split and which were merged out.

Lines are what the files hold. A sentence ends at final punctuation, and with its line; but within a document a
line without final punctuation runs on if the next line begins with a small letter. Where a line ends a sentence
in both versions they are in step. Between two such places a dynamic programme divides source and correction
into blocks of p source and q corrected sentences with the least

    Σ (word edit distance within the block) + (1 for each block that is not one sentence for one)

over blocks 1–1, 1–q, p–1 (up to 4), 2–2, and 1–0 and 0–1 (a sentence deleted or written anew). Ties go to the
block that stands first in this list. 1–q is a split, p–1 a merge; 2–2 only moves a boundary. Turning source and
correction round turns every split into a merge: the released program has the two labels the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from redink.records import Tokens

ENDINGS = frozenset({".", "!", "?", "…", "...", "?!", "!?", "!!", "??", "。", "！", "？", "।"})
"""Tokens that end a sentence."""
_CLOSING = frozenset({'"', "'", "''", "”", "’", ")", "]", "-RRB-", "»", "」", "）"})
"""Tokens that still belong to the sentence that ended before them."""
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
    """What became of sentence boundaries in one place."""

    line: int
    """Line of the source in which the first sentence of the block begins, from 0."""
    source: int
    """Source sentences of the block, p."""
    correction: int
    """Corrected sentences of the block, q."""

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
    """Find every block that is not one sentence for one.

    Args:
        sources: Lines of the source.
        corrections: The same lines, corrected.
        documents: The document of each line; without it every line stands alone.
    """
    changes: list[Boundaries] = []
    for lines in _stretches(sources, corrections, documents):
        if len(lines) == 1 and _is_one(sources[lines[0]]) and _is_one(corrections[lines[0]]):
            continue
        ours, theirs = _sentences(sources, lines), _sentences(corrections, lines)
        if len(ours) != 1 or len(theirs) != 1:
            changes += _changed_blocks(ours, theirs, lines[0])
    return changes


def _stretches(
    sources: Sequence[Tokens], corrections: Sequence[Tokens], documents: Sequence[str] | None
) -> Iterator[list[int]]:
    """Cut where both versions end a sentence with the line, and where a document ends."""
    stretch: list[int] = []
    for number in range(len(sources)):
        stretch.append(number)
        more = documents is not None and number + 1 < len(sources) and documents[number] == documents[number + 1]
        if not (more and (_runs_on(sources, number) or _runs_on(corrections, number))):
            yield stretch
            stretch = []


def _runs_on(lines: Sequence[Tokens], number: int) -> bool:
    """Tell whether the last sentence of a line goes on in the next; an empty line belongs to the one before it."""
    following = lines[number + 1]
    return not following or (not _ends(lines[number]) and following[0][0].islower())


def _is_one(tokens: Tokens) -> bool:
    """Tell quickly that a line is one sentence; `False` may also be said of one."""
    return bool(tokens) and ENDINGS.isdisjoint(tokens[:-1])


def _ends(tokens: Tokens) -> bool:
    last = next((token for token in reversed(tokens) if token not in _CLOSING), "")
    return last in ENDINGS


def _sentences(lines: Sequence[Tokens], numbers: Sequence[int]) -> list[_Sentence]:
    """Cut lines into sentences; what has no final punctuation runs on into the next line."""
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


def _changed_blocks(ours: Sequence[_Sentence], theirs: Sequence[_Sentence], line: int) -> Iterator[Boundaries]:
    i = 0
    for p, q in _blocks(ours, theirs):
        if (p, q) != (1, 1):
            yield Boundaries(ours[min(i, len(ours) - 1)].line if ours else line, p, q)
        i += p


def _blocks(ours: Sequence[_Sentence], theirs: Sequence[_Sentence]) -> list[tuple[int, int]]:
    """Divide always from the same side, so that ties cannot break the mirror."""
    if [sentence.words for sentence in ours] <= [sentence.words for sentence in theirs]:
        return _best_blocks(ours, theirs)
    return [(p, q) for q, p in _best_blocks(theirs, ours)]


def _best_blocks(ours: Sequence[_Sentence], theirs: Sequence[_Sentence]) -> list[tuple[int, int]]:
    """Fill the table from the end, so that the blocks read off it from the start."""
    n, m = len(ours), len(theirs)
    costs: dict[tuple[int, int], int] = {(n, m): 0}
    choice: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            options = [
                (costs[i + p, j + q] + _block_cost(ours[i : i + p], theirs[j : j + q]), order)
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


def _block_cost(ours: Sequence[_Sentence], theirs: Sequence[_Sentence]) -> int:
    from rapidfuzz.distance import Levenshtein

    before = [word for sentence in ours for word in sentence.words]
    after = [word for sentence in theirs for word in sentence.words]
    return int(Levenshtein.distance(before, after)) + ((len(ours), len(theirs)) != (1, 1))
