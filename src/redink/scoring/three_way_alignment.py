"""Source, hypothesis and reference tokens in; what happened to each aligned column, counted, out.

M. Felice and T. Briscoe (2015) align all three sentences at once by the least sum of pairs: two equal
tokens cost 0, two unlike tokens 3, a token beside a gap 2, two gaps 0. The plain method fills a cube. Here
only cells are visited that can lie on a cheapest alignment: the three pairwise distances bound from below
what any alignment through a cell costs (Carrillo & Lipman 1988). All cheapest alignments stay, so the
path back is the one the full cube gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.records import Tokens

MISMATCH = 3
GAP = 2
_SLACK = 2
"""By how much the bound grows when no alignment fits it; costs of alignments differ by at least 1."""
_FAR = 1 << 30

Table: TypeAlias = list[list[int]]
Cell: TypeAlias = tuple[int, int, int]

MOVES: tuple[Cell, ...] = (
    (1, 1, 1),
    (1, 1, 0),
    (1, 0, 1),
    (0, 1, 1),
    (1, 0, 0),
    (0, 1, 0),
    (0, 0, 1),
)
"""Which of source, hypothesis, reference have a token in a column, in the order of preference."""


class Columns(NamedTuple):
    """How many aligned columns are of which kind (correction; `detection` has the other view)."""

    tp: int
    """S ≠ H, S ≠ R, H = R."""
    tn: int
    """S = H = R."""
    fp: int
    """S ≠ H and not H = R."""
    fn: int
    """S ≠ R and not H = R."""
    fpn: int
    """S ≠ H, S ≠ R, H ≠ R: counted in `fp` and in `fn`."""


def count_columns(source: Tokens, hypothesis: Tokens, reference: Tokens) -> Columns:
    """Align three sentences and count the kinds of columns.

    When two of them are equal, aligning the third is a matter of pairs, and only the number of columns
    with equal and with unlike tokens counts.
    """
    if source == hypothesis:
        same, other = count_pairs(source, reference)
        return Columns(0, same, 0, other, 0)
    if source == reference:
        same, other = count_pairs(source, hypothesis)
        return Columns(0, same, other, 0, 0)
    if hypothesis == reference:
        same, other = count_pairs(hypothesis, source)
        return Columns(other, same, 0, 0, 0)
    end = _common_suffix((source, hypothesis, reference))
    cut = slice(None, -end or None)
    found = _count_along(_align(source[cut], hypothesis[cut], reference[cut]))
    return found._replace(tn=found.tn + end)


def _common_suffix(sentences: Sequence[Tokens]) -> int:
    """Count the last tokens all share. The path back starts by taking them: that costs nothing."""
    length = 0
    for tokens in zip(*(reversed(sentence) for sentence in sentences), strict=False):
        if any(left != right for left, right in pairwise(tokens)):
            break
        length += 1
    return length


@lru_cache(maxsize=1 << 15)
def count_pairs(first: Tokens, second: Tokens) -> tuple[int, int]:
    """Align two sentences; give the number of columns with equal tokens, and of all others.

    The path back prefers a column with both tokens, then a gap in `second`, then a gap in `first`. Equal
    beginnings may be cut off as well as equal ends: where only one of the two goes on into the shared
    beginning, every cheapest alignment has just as many gaps as tokens are over.
    """
    end = _common_suffix((first, second))
    first, second = first[: len(first) - end], second[: len(second) - end]
    start = _common_suffix((first[::-1], second[::-1]))
    first, second = first[start:], second[start:]
    table: Table = _distances((_unlike(first, second),))[:, 0].tolist()
    same, other = start + end, 0
    i, j = len(first), len(second)
    while i and j:
        equal = first[i - 1] == second[j - 1]
        if table[i][j] == table[i - 1][j - 1] + (0 if equal else MISMATCH):
            same, other = same + equal, other + (not equal)
            i, j = i - 1, j - 1
        else:
            other += 1
            i, j = (i - 1, j) if table[i][j] == table[i - 1][j] + GAP else (i, j - 1)
    return same, other + i + j


def _unlike(first: Tokens, second: Tokens) -> NDArray[np.int32]:
    """Give the cost of each token of one sentence beside each of the other."""
    numbers: dict[str, int] = {}
    a = np.array([numbers.setdefault(token, len(numbers)) for token in first], dtype=np.int32)
    b = np.array([numbers.setdefault(token, len(numbers)) for token in second], dtype=np.int32)
    unlike: NDArray[np.int32] = (MISMATCH * (a[:, None] != b[None, :])).astype(np.int32)
    return unlike


def _distances(unlike: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Fill tables of the distances between beginnings, all at once: (n+1, tables, m+1).

    "Cost − GAP × column" is kept while filling, so that gaps along a row are a running minimum.
    """
    costs = np.stack(unlike, axis=1) - GAP
    n, tables, m = costs.shape
    sloped = np.zeros((n + 1, tables, m + 1), dtype=np.int32)
    for i in range(1, n + 1):
        row = sloped[i]
        np.add(sloped[i - 1], GAP, out=row)
        np.minimum(row[:, 1:], sloped[i - 1, :, :-1] + costs[i - 1], out=row[:, 1:])
        np.minimum.accumulate(row, axis=1, out=row)
    filled: NDArray[np.int32] = sloped + GAP * np.arange(m + 1, dtype=np.int32)
    return filled


@lru_cache(maxsize=8)  # source × hypothesis is wanted again for the next reference of the sentence
def _through(first: Tokens, second: Tokens) -> tuple[NDArray[np.int32], int]:
    """Give for each cell the least cost of a pairwise alignment that passes it, and the least of all."""
    unlike = _unlike(first, second)
    tables = _distances((unlike, unlike[::-1, ::-1]))
    through = tables[:, 0] + tables[::-1, 1, ::-1]
    return through, int(through[0, 0])


def _align(source: Tokens, hypothesis: Tokens, reference: Tokens) -> list[tuple[str | None, ...]]:
    """Give the aligned columns; `None` is a gap."""
    sentences = (source, hypothesis, reference)
    tables = (
        _through(source, hypothesis),
        _through(source, reference),
        _through(hypothesis, reference),
    )
    least = sum(distance for _, distance in tables)
    bound = least
    while True:
        cells = _cells(tables, bound)
        costs = _fill(cells, sentences)
        end = (len(source), len(hypothesis), len(reference))
        cost = costs.get(end, _FAR)
        if cost <= bound:
            return _path_back(costs, sentences)
        bound = min(cost, bound + _SLACK) if cost < _FAR else bound + _SLACK


def _cells(tables: Sequence[tuple[NDArray[np.int32], int]], bound: int) -> list[Cell]:
    """List the cells no alignment through which is known to cost more than `bound`, in ascending order."""
    (sh, d_sh), (sr, d_sr), (hr, d_hr) = tables
    spare = bound - d_sh - d_sr - d_hr
    over_hr = (hr - d_hr).tolist()
    columns_h = _within(sh, d_sh + spare, d_sh)
    columns_r = _within(sr, d_sr + spare, d_sr)
    return [
        (i, j, k)
        for i in range(len(columns_h))
        for j, over_h in columns_h[i]
        for k, over_r in columns_r[i]
        if over_h + over_r + over_hr[j][k] <= spare
    ]


def _within(table: NDArray[np.int32], most: int, least: int) -> list[list[tuple[int, int]]]:
    rows: list[list[tuple[int, int]]] = [[] for _ in range(len(table))]
    found = np.nonzero(table <= most)
    over = table[found] - least
    for i, j, more in zip(found[0].tolist(), found[1].tolist(), over.tolist(), strict=True):
        rows[i].append((j, more))
    return rows


def _pair_cost(sentences: Sequence[Tokens], move: Cell) -> Callable[[Cell], int]:
    """Give the function "cost of the column that ends in a cell" for one kind of column."""
    present = [number for number in range(3) if move[number]]
    if len(present) == 1:
        return lambda _: 2 * GAP
    if len(present) == 2:
        a, b = present
        left, right = sentences[a], sentences[b]
        return lambda cell: 2 * GAP + (0 if left[cell[a] - 1] == right[cell[b] - 1] else MISMATCH)
    s, h, r = sentences

    def all_three(cell: Cell) -> int:
        x, y, z = s[cell[0] - 1], h[cell[1] - 1], r[cell[2] - 1]
        return MISMATCH * ((x != y) + (x != z) + (y != z))

    return all_three


def _fill(cells: Sequence[Cell], sentences: Sequence[Tokens]) -> dict[Cell, int]:
    moves = [(di, dj, dk, _pair_cost(sentences, (di, dj, dk))) for di, dj, dk in MOVES]
    costs: dict[Cell, int] = {(0, 0, 0): 0}
    for cell in cells:
        i, j, k = cell
        best = _FAR
        for di, dj, dk, column_cost in moves:
            before = costs.get((i - di, j - dj, k - dk))
            if before is not None and before < best:
                best = min(best, before + column_cost(cell))
        if best < _FAR:
            costs[cell] = best
    return costs


def _path_back(costs: dict[Cell, int], sentences: Sequence[Tokens]) -> list[tuple[str | None, ...]]:
    moves = [(move, _pair_cost(sentences, move)) for move in MOVES]
    cell = (len(sentences[0]), len(sentences[1]), len(sentences[2]))
    columns: list[tuple[str | None, ...]] = []
    while any(cell):
        for move, column_cost in moves:
            before = (cell[0] - move[0], cell[1] - move[1], cell[2] - move[2])
            if before in costs and costs[before] + column_cost(cell) == costs[cell]:
                columns.append(
                    tuple(
                        tokens[at - 1] if has else None for tokens, at, has in zip(sentences, cell, move, strict=True)
                    )
                )
                cell = before
                break
    return columns[::-1]


def _count_along(columns: Sequence[tuple[str | None, ...]]) -> Columns:
    tp = tn = fp = fn = fpn = 0
    for s, h, r in columns:
        if s == h:
            tn, fn = tn + (h == r), fn + (h != r)
        elif s == r:
            fp += 1
        elif h == r:
            tp += 1
        else:
            fp, fn, fpn = fp + 1, fn + 1, fpn + 1
    return Columns(tp, tn, fp, fn, fpn)
