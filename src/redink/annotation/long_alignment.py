"""Texts too long for the exact alignment: two sequences of words in, pieces that can be aligned alone out.

The exact table (align.py) grows with the product of both lengths, which does not matter for sentences but is
hopeless for a novel on one line. Beyond `MOST_CELLS` the texts are cut at words that occur exactly once
in each and stand in the same order (the anchors of the patience diff), or at such runs of words; the
words between two anchors are aligned exactly. Where even that leaves too much (two long texts with nothing in common)
words are paired by their place. So the time is bounded, and the result is still a correct alignment, if not
the cheapest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from redink.errors import InputError
from redink.records import Tokens

MOST_CELLS = 1_000_000
"""The largest table that is filled: 1,000 tokens on each side."""
PIECE_CELLS = 10_000
"""The largest table of a piece, of which there may be many."""


_WIDEST = 6
"""The longest run of words tried as an anchor."""


_LONG = 200
"""Tokens of a line beyond which it is looked at before it is aligned."""
_ALIKE = 0.3
"""The share of common tokens, in order, below which two long lines are unrelated; two English texts share about 0.2."""
_LOOK = 10_000
"""Tokens at the beginning of lines that are looked at."""
_MOST_WORK = 12_000_000
"""Cells of unrelated long lines that are aligned in one run: about half a minute."""
_CELLS_BY_TOKEN = 150
"""What a token costs where lines are cut into pieces."""


class Piece(NamedTuple):
    """Stretches of both texts that belong together."""

    start: int
    end: int
    target_start: int
    target_end: int

    @property
    def cells(self) -> int:
        """Size of the table an exact alignment would fill."""
        return (self.end - self.start) * (self.target_end - self.target_start)


def expect_related(pairs: Iterable[tuple[Tokens, Tokens]], *, in_pieces: bool) -> None:
    """Refuse unrelated long lines that would together take more than about half a minute.

    `in_pieces` tells whether lines beyond `MOST_CELLS` are cut into pieces before they are aligned. Lines that are
    related take little time, however many there are in a corpus, and are not counted.
    """
    long_pairs = [pair for pair in pairs if max(map(len, pair)) > _LONG]
    costs = [_work(*pair, in_pieces=in_pieces) for pair in long_pairs]
    if sum(costs) <= _MOST_WORK:
        return
    work = number = 0
    for (source, correction), cost in zip(long_pairs, costs, strict=True):
        if not _are_unrelated(source, correction):
            continue
        work += cost
        number += 1
        if work > _MOST_WORK:
            raise InputError(
                f"lines of more than {_LONG} tokens that have next to nothing in common with their corrections would "
                f"take too long ({number} found so far, the last with {len(source)} tokens)",
                remedy="check that the files belong together, and give one sentence per line",
            )


def _work(source: Tokens, correction: Tokens, *, in_pieces: bool) -> int:
    cells = len(source) * len(correction)
    return (len(source) + len(correction)) * _CELLS_BY_TOKEN if in_pieces and cells > MOST_CELLS else cells


def _are_unrelated(source: Tokens, correction: Tokens) -> bool:
    if source == correction:
        return False
    from rapidfuzz.distance import LCSseq

    return LCSseq.normalized_similarity(source[:_LOOK], correction[:_LOOK]) < _ALIKE


def pieces(source: Sequence[str], target: Sequence[str], width: int = 1) -> Iterator[Piece]:
    """Cut both texts before each anchor; the pieces tile both, in order.

    A piece that is still too long is cut at runs of two words, three words and so on, which are unique more often.
    """
    start = target_start = 0
    for i, j in [*anchors(source, target, width), (len(source), len(target))]:
        piece = Piece(start, i, target_start, j)
        if piece.cells > PIECE_CELLS and width < _WIDEST:
            for part in pieces(source[start:i], target[target_start:j], width + 1):
                yield Piece(
                    *(place + by for place, by in zip(part, (start, start, target_start, target_start), strict=True))
                )
        else:
            yield piece
        start, target_start = i, j


def anchors(source: Sequence[str], target: Sequence[str], width: int = 1) -> list[tuple[int, int]]:
    """Give the longest chain of runs of `width` words that occur once in each text, by their places."""
    runs, target_runs = _runs(source, width), _runs(target, width)
    counts, target_counts = Counter(runs), Counter(target_runs)
    place = {run: j for j, run in enumerate(target_runs) if target_counts[run] == 1}
    pairs = [(i, place[run]) for i, run in enumerate(runs) if counts[run] == 1 and run in place]
    return _longest_rise(pairs)


def _runs(words: Sequence[str], width: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[shift:] for shift in range(width)), strict=False))


def _longest_rise(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Choose the most pairs whose second parts rise, as their first parts do, by patience sorting in n log n."""
    tops: list[int] = []
    """The least last value of all rises of each length."""
    last: list[int] = []
    """The number of the pair with that value."""
    before: list[int] = []
    """The number of the pair that stands before each pair in its rise."""
    for number, (_, value) in enumerate(pairs):
        length = bisect_left(tops, value)
        before.append(last[length - 1] if length else -1)
        tops[length : length + 1] = [value]
        last[length : length + 1] = [number]
    chain, number = [], last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]
