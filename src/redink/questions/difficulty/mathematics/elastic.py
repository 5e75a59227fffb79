"""Gold chunks and a system's edits in; the chunks that elastic matching (§3.2, step 3 of the paper) leaves unmatched.

Both chunk sequences of a sentence are aligned without crossings, so that every chunk has at least one link. A link
costs 0 if the two chunks match (same tokens, same place in the source), else 1, and the cheapest alignment is taken.
b = 1 where a gold chunk has a link to its match. Footnote 3: where one chunk of the system has links to several gold
chunks, the dummy chunks among these count as matched.

The paper leaves ties open. Among the cheapest alignments, this one has the fewest links between chunks that do not
share a place in the source, and then the most matches; so it gives the alignments of the paper's Figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from redink.arrays import Ints
from redink.questions.difficulty.mathematics.chunks import Chunk, GoldChunks, changing_edits, spelled_out
from redink.records import Edits, Tokens


class Piece(NamedTuple):
    """A chunk with the texts that it may have."""

    start: int
    end: int
    texts: tuple[Tokens, ...]
    """Its text; a gold edit may have alternatives."""
    is_dummy: bool


def unmatched_chunks(gold: GoldChunks, sources: Sequence[Tokens], edits: Sequence[Edits]) -> Ints:
    """Give the gold chunks of the corpus with b = 0 for one system, ascending."""
    unmatched: list[int] = []
    with_errors = set(gold.sentence.tolist())
    lengths = gold.lengths.tolist()
    for number, tokens in enumerate(sources):
        changes = changing_edits(tokens, edits[number])
        if not lengths[number] or (not changes and number not in with_errors):
            continue
        first = int(gold.chunk_starts[number])
        gold_pieces = _pieces(tokens, gold.sentence_chunks(number))
        system_pieces = _pieces(tokens, list(spelled_out(len(tokens), changes)))
        unmatched += [first + place for place in unmatched_pieces(gold_pieces, system_pieces)]
    return np.array(unmatched, dtype=np.int64)


def _pieces(tokens: Tokens, chunks: Sequence[Chunk]) -> list[Piece]:
    return [
        Piece(start, end, (tokens[start:end],), is_dummy=start == end)
        if edit is None
        else Piece(start, end, (edit.replacement, *edit.alternatives), is_dummy=False)
        for start, end, edit in chunks
    ]


def unmatched_pieces(gold: Sequence[Piece], system: Sequence[Piece]) -> list[int]:
    """Give the places of the gold chunks with b = 0, ascending."""
    linked: dict[int, set[int]] = {}
    for place, other in _links(gold, system):
        linked.setdefault(other, set()).add(place)
    right: set[int] = set()
    for other, places in linked.items():
        right |= {place for place in places if _match(gold[place], system[other])}
        if len(places) > 1:
            right |= {place for place in places if gold[place].is_dummy}
    return [place for place in range(len(gold)) if place not in right]


def _links(gold: Sequence[Piece], system: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Give the links of the cheapest alignment, part by part where it goes through all matches.

    An alignment has at least as many links as the longer side has chunks. One through all matches has no more than that
    if, between two matches, one side never has fewer chunks than the other. Then it is the cheapest.
    """
    matches = _matches(gold, system)
    if not _leans_one_way([(-1, -1), *matches, (len(gold), len(system))]):
        matches = []
    yield from matches
    ends = (len(gold) - 1, len(system) - 1)
    for (row, column), (last_row, last_column) in pairwise([(0, 0), *matches, ends]):
        if last_row - row > 1 or last_column - column > 1 or not matches:
            part = cheapest_links(gold[row : last_row + 1], system[column : last_column + 1])
            yield from ((row + place, column + other) for place, other in part)


def _matches(gold: Sequence[Piece], system: Sequence[Piece]) -> list[tuple[int, int]]:
    """Give the places of the chunks that match, from left to right."""
    places = {(piece.start, piece.end): place for place, piece in enumerate(system)}
    pairs = [(row, places.get((piece.start, piece.end), -1)) for row, piece in enumerate(gold)]
    return [(row, column) for row, column in pairs if column >= 0 and _match(gold[row], system[column])]


def _leans_one_way(borders: Sequence[tuple[int, int]]) -> bool:
    steps = [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(borders)]
    in_order = all(columns > 0 for _, columns in steps)  # clashing gold edits show places twice
    return in_order and (all(a >= b for a, b in steps) or all(a <= b for a, b in steps))


def cheapest_links(gold: Sequence[Piece], system: Sequence[Piece]) -> list[tuple[int, int]]:
    """Link all chunks of both sides, without crossings and as cheaply as possible."""
    scale = len(gold) + len(system) + 1  # an alignment has fewer links than this
    costs = [[_cost(piece, other, scale) for other in system] for piece in gold]
    for row, line in enumerate(costs):
        for column, cost in enumerate(line):
            line[column] = cost + min((costs[i][j] for i, j in _before(row, column)), default=0)
    links = [(len(gold) - 1, len(system) - 1)]
    while steps := _before(*links[-1]):
        links.append(min(steps, key=lambda step: costs[step[0]][step[1]]))
    return links[::-1]


def _before(row: int, column: int) -> list[tuple[int, int]]:
    """Give the links that may come before a link; the diagonal comes first."""
    steps = ((row - 1, column - 1), (row - 1, column), (row, column - 1))
    return [step for step in steps if min(step) >= 0]


def _cost(piece: Piece, other: Piece, scale: int) -> int:
    """Count a mismatch first, then a mismatch between different places, then matches, of which more are better."""
    if _match(piece, other):
        return -1
    low, high = max(piece.start, other.start), min(piece.end, other.end)
    share_tokens = low < high
    inside = low == high and (piece.start < other.start < piece.end or other.start < piece.start < other.end)
    same = (piece.start, piece.end) == (other.start, other.end)
    return scale * scale + (0 if share_tokens or inside or same else scale)


def _match(piece: Piece, other: Piece) -> bool:
    return piece.start == other.start and piece.end == other.end and other.texts[0] in piece.texts
