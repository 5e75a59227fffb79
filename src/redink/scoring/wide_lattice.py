"""A lattice with too many arcs to list in; MaxMatch's cheapest choice of edits out.

A hypothesis that repeats itself has lattices of many thousand vertices and millions of arcs, on which the published
scorer runs for hours. Here no arc is listed. Each vertex has the cost of the cheapest path to it, and also the cost of
the cheapest path that is *inside* an edit there, once for each number of equal tokens in that edit. All vertices of an
anti-diagonal are computed at once, so time and memory grow only with the number of vertices.

The rules are those of `arcs`, as the paper states them: an arc exists if *some* path of it passes at most
`max_unchanged` equal tokens, and an arc pays once for its change. (The scorer forgets longer paths and counts an arc
once for each copy in its list. This makes a difference in 2 % of random strings of a few letters.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.arrays import Ints
from redink.records import Tokens
from redink.scoring.arcs import Pair
from redink.scoring.gold_arcs import Corrections, pair_off
from redink.scoring.lattice import Lattice, Vertex

VertexPair: TypeAlias = tuple[Vertex, Vertex]

_PROPOSED = 1 << 13
_STEP = 1000 * _PROPOSED
_EDIT = _PROPOSED + 1
_MATCHED = -(1 << 36)
_FAR = 1 << 60

_DIAGONAL, _DELETION, _INSERTION = 0, 1, 2
_MOVES = ((1, 1), (1, 0), (0, 1))
_MAX_ROW = 450
_BY_MATCH = 100
"""Mark of a vertex that is reached by an arc equal to a gold edit."""


class _Front(NamedTuple):
    """One anti-diagonal: the cost of each vertex, by the number of source tokens before it (+1 for the border)."""

    closed: Ints
    """(rows + 1,): cost of the cheapest path that has finished all its edits."""
    open: Ints
    """(max_unchanged + 1, rows + 1): cost of the cheapest path inside an edit, by the equal tokens in that edit."""


def cheapest_edits(
    lattice: Lattice, low: Vertex, high: Vertex, max_unchanged: int, matched: Sequence[VertexPair]
) -> list[VertexPair]:
    """Give the arcs of the path of least weight from `low` to `high`, which both lie on every path."""
    box = _cut(lattice, low, high)
    rows, columns = box.on_path.shape
    ends: dict[int, list[VertexPair]] = {}
    for first, last in matched:
        inner = _moved(first, low), _moved(last, low)
        ends.setdefault(sum(inner[1]), []).append(inner)
    closed = np.full((rows + columns, rows + 1), _FAR, dtype=np.int64)
    closed[0, 1] = 0
    empty = np.full((max_unchanged + 1, rows + 1), _FAR, dtype=np.int64)
    before, last_front = _Front(np.full(rows + 1, _FAR, dtype=np.int64), empty), _Front(closed[0], empty)
    marks: list[NDArray[np.int8]] = [np.zeros((max_unchanged + 2, rows + 1), dtype=np.int8)]
    by_match: dict[Vertex, Vertex] = {}
    for t in range(1, rows + columns - 1):
        front, mark = _advance(box, t, before, last_front)
        for first, last in ends.get(t, ()):
            weight = closed[sum(first), first[0] + 1] + _MATCHED + 1
            if weight < front.closed[last[0] + 1]:
                front.closed[last[0] + 1] = weight
                mark[-1, last[0] + 1] = _BY_MATCH
                by_match[last] = first
        closed[t] = front.closed
        marks.append(mark)
        before, last_front = last_front, front
    taken = _walk_back(box, marks, by_match)
    return [(_moved(first, low, -1), _moved(last, low, -1)) for first, last in taken]


def _cut(lattice: Lattice, low: Vertex, high: Vertex) -> Lattice:
    rows, columns = slice(low[0], high[0] + 1), slice(low[1], high[1] + 1)
    return Lattice(
        lattice.on_path[rows, columns],
        lattice.diagonal[rows, columns],
        lattice.deletion[rows, columns],
        lattice.insertion[rows, columns],
        lattice.equal[rows, columns],
    )


def _moved(vertex: Vertex, origin: Vertex, sign: int = 1) -> Vertex:
    return vertex[0] - sign * origin[0], vertex[1] - sign * origin[1]


def _advance(box: Lattice, t: int, before: _Front, last: _Front) -> tuple[_Front, NDArray[np.int8]]:
    """Give anti-diagonal t = i + j from the two before it, with marks that say where each cost came from.

    The mark of an open path is 2 × move + (1 if the edit was open before). The mark of a closed path is 0 if it passed
    an equal token, and 1 + u if it closed an edit with u equal tokens.
    """
    rows, columns = box.on_path.shape
    low, high = max(0, t - columns + 1), min(rows - 1, t)
    at_rows = slice(low + 1, high + 2)
    rows_above = slice(low, high + 1)
    diagonal, deletion, insertion, equal = (
        table[:, ::-1].diagonal(columns - 1 - t).astype(np.bool_)
        for table in (box.diagonal, box.deletion, box.insertion, box.equal)
    )
    passes = diagonal & equal
    moves = (
        (_DIAGONAL, diagonal & ~equal, before, rows_above),
        (_DELETION, deletion, last, rows_above),
        (_INSERTION, insertion, last, at_rows),
    )
    opened, closed = np.full_like(last.open, _FAR), np.full_like(last.closed, _FAR)
    mark = np.zeros((len(opened) + 1, rows + 1), dtype=np.int8)
    for u in range(len(opened)):
        ways: list[tuple[int, NDArray[np.bool_], Ints]] = []
        for move, mask, front, at in moves:
            ways.append((2 * move + 1, mask, front.open[u, at]))
            if u == 0:
                ways.append((2 * move, mask, front.closed[at]))
        if u > 0:
            ways.append((2 * _DIAGONAL + 1, passes, before.open[u - 1, rows_above]))
        if u == 1:
            ways.append((2 * _DIAGONAL, passes, before.closed[rows_above]))
        for code, mask, cost in ways:
            _relax(opened[u, at_rows], mark[u, at_rows], mask, cost + _STEP, code)
    _relax(closed[at_rows], mark[-1, at_rows], passes, before.closed[rows_above] + _STEP, 0)
    for u in range(len(opened)):
        _relax(closed[at_rows], mark[-1, at_rows], opened[u, at_rows] < _FAR, opened[u, at_rows] + _EDIT, 1 + u)
    return _Front(closed, opened), mark


def _relax(best: Ints, mark: NDArray[np.int8], mask: NDArray[np.bool_], cost: Ints, code: int) -> None:
    better = mask & (cost < best)
    best[better] = cost[better]
    mark[better] = code


def _walk_back(box: Lattice, marks: list[NDArray[np.int8]], by_match: Mapping[Vertex, Vertex]) -> list[VertexPair]:
    i, j = box.on_path.shape[0] - 1, box.on_path.shape[1] - 1
    taken: list[VertexPair] = []
    while i or j:
        code = int(marks[i + j][-1, i + 1])
        if code == 0:
            i, j = i - 1, j - 1
            continue
        last = (i, j)
        i, j = by_match[last] if code == _BY_MATCH else _start_of_edit(box, marks, last, code - 1)
        taken.append(((i, j), last))
    return taken[::-1]


def _start_of_edit(box: Lattice, marks: list[NDArray[np.int8]], vertex: Vertex, unchanged: int) -> Vertex:
    i, j = vertex
    while True:
        code = int(marks[i + j][unchanged, i + 1])
        move, was_open = divmod(code, 2)
        if move == _DIAGONAL and box.equal[i, j]:
            unchanged -= 1
        i, j = i - _MOVES[move][0], j - _MOVES[move][1]
        if not was_open:
            return i, j


def matched_arcs_wide(
    lattice: Lattice,
    low: Vertex,
    high: Vertex,
    hypothesis: Tokens,
    spans: Mapping[tuple[int, int], Sequence[Corrections]],
    max_unchanged: int,
) -> list[VertexPair]:
    """Give the arcs between two gates that equal a gold edit."""
    matches: list[VertexPair] = []
    for (start, end), answers in spans.items():
        if not low[0] <= start <= end <= high[0]:
            continue
        if start == end:
            pairs = _insertions(lattice.insertion[start, low[1] : high[1] + 1], hypothesis[low[1] :], answers)
            matches.extend(((start, low[1] + first), (start, low[1] + last)) for first, last in pairs)
            continue
        columns = (low[1] + np.nonzero(lattice.on_path[start, low[1] : high[1] + 1])[0]).tolist()
        for text in {text for texts in answers for text in texts}:
            for j in columns:
                pair = (start, j), (end, j + len(text))
                if hypothesis[j : j + len(text)] == text and _is_arc(lattice, *pair, high, max_unchanged):
                    matches.append(pair)
    return matches


def _insertions(copies: NDArray[np.uint8], text: Tokens, answers: Sequence[Corrections]) -> list[Pair]:
    """Give the insertions of one row of the lattice that are paired with the gold insertions there.

    If a row has too many arcs to list, only arcs with the text of a gold insertion are considered: each gold insertion
    takes, in order, the first arc that is adjacent to the previous one.
    """
    fits: dict[Pair, list[int]] = {}
    for number, texts in enumerate(answers):
        for answer in set(texts):
            for j in range(len(text) - len(answer) + 1):
                if answer and text[j : j + len(answer)] == answer and copies[j + 1 : j + 1 + len(answer)].all():
                    fits.setdefault((j, j + len(answer)), []).append(number)
    if not fits:
        return []
    if len(copies) > _MAX_ROW:
        return _first_come(fits, len(answers))
    ends = _ends_of_runs(copies)
    single = copies.tolist()
    listed: list[Pair] = []
    for j, end in enumerate(ends):
        if end > j:
            listed.extend([(j, j + 1)] * single[j + 1])
            listed.extend((j, last) for last in range(j + 2, end + 1))
    return sorted(pair for pair, visit in pair_off(0, listed, fits, len(answers)).items() if visit.matched)


def _ends_of_runs(copies: NDArray[np.uint8]) -> list[int]:
    """Give for each column the last column that insertions reach from it without a break."""
    ends = list(range(len(copies)))
    for j in range(len(copies) - 2, -1, -1):
        if copies[j + 1]:
            ends[j] = ends[j + 1]
    return ends


def _first_come(fits: Mapping[Pair, Sequence[int]], answers: int) -> list[Pair]:
    taken: list[Pair] = []
    for number in range(answers):
        joined = (pair for pair in sorted(fits) if number in fits[pair] and (not taken or pair[0] == taken[-1][1]))
        pair = next(joined, None)
        if pair is not None:
            taken.append(pair)
    return taken


def _is_arc(lattice: Lattice, first: Vertex, last: Vertex, high: Vertex, max_unchanged: int) -> bool:
    """Tell whether a path of the lattice joins two vertices over at most `max_unchanged` equal tokens."""
    if last[0] > high[0] or last[1] > high[1] or not lattice.on_path[last]:
        return False
    length = last[0] - first[0]
    if last[1] - first[1] == length and all(lattice.equal[first[0] + n, first[1] + n] for n in range(1, length + 1)):
        return False  # a "gold edit" that changes nothing is no edit
    fewest = {first: 0}
    for i in range(first[0], last[0] + 1):
        for j in range(first[1], last[1] + 1):
            ways = [
                fewest[i - di, j - dj] + int(di == dj and lattice.equal[i, j])
                for (di, dj), table in zip(_MOVES, (lattice.diagonal, lattice.deletion, lattice.insertion), strict=True)
                if table[i, j] and (i - di, j - dj) in fewest
            ]
            if ways and (i, j) != first:
                fewest[i, j] = min(ways)
    return fewest.get(last, max_unchanged + 1) <= max_unchanged
