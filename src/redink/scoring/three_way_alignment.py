"""Source, hypothesis and reference tokens in; what happened to each aligned column, counted, out.

M. Felice and T. Briscoe (2015) align all three sentences at once by the least sum of pairs: two equal
tokens cost 0, two unlike tokens 3, a token beside a gap 2, two gaps 0. The plain method fills a cube. Here
only cells are visited that can lie on a cheapest alignment: the three pairwise distances bound from below
what any alignment through a cell costs (Carrillo & Lipman 1988). All cheapest alignments stay, so the
path back is the one the full cube gives. Where too many cells are left, the cube is filled (`alignment_cube`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.errors import InputError
from redink.records import Tokens
from redink.scoring.alignment_cube import (
    FAR,
    GAP,
    MISMATCH,
    Cell,
    Column,
    CostOf,
    align_by_source,
    distances,
    fill_cube,
    unlike,
)
from redink.scoring.lattice import forced_beginning

_SLACK = 2
"""By how much the bound grows when no alignment fits it; costs of alignments differ by at least 1."""
MAX_VISITS = 20_000
"""So many cells are looked at one by one; where there are more, the whole cube is filled."""
MAX_CUBE = 10_000_000
"""A larger cube (three sentences of more than 214 tokens each) is not filled; see `align_by_source`."""
_MAX_CELLS = 16_000_000

Table: TypeAlias = list[list[int]]

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
    _expect_sentences(source, hypothesis, reference)
    if source == hypothesis:
        same, other = count_pairs(source, reference)
        return Columns(0, same, 0, other, 0)
    if source == reference:
        same, other = count_pairs(source, hypothesis)
        return Columns(0, same, other, 0, 0)
    if hypothesis == reference:
        same, other = count_pairs(hypothesis, source)
        return Columns(other, same, 0, 0, 0)
    # What is left of an alignment when a forced beginning is taken out costs less, unless it joined all three of it:
    # of two sentences, each token of the beginning that stands beside a later one has pushed a token of the other
    # beginning beside a gap, which is saved; and the last token of the beginning equals nothing later (see `lattice`).
    start = forced_beginning(source, hypothesis, reference)
    sentences = source[start:], hypothesis[start:], reference[start:]
    end = _common_suffix(sentences)
    found = _count_along(_align(*(sentence[: len(sentence) - end] for sentence in sentences)))
    return found._replace(tn=found.tn + start + end)


def _expect_sentences(*sentences: Tokens) -> None:
    shorter, longer = sorted(map(len, sentences))[1:]
    if (shorter + 1) * (longer + 1) > _MAX_CELLS:
        raise InputError(
            f"I-measure cannot align a sentence of {shorter} tokens with one of {longer}",
            remedy="give one sentence a line",
        )


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
    table: Table = distances((unlike(first, second),))[:, 0].tolist()
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


@lru_cache(maxsize=8)  # source × hypothesis is wanted again for the next reference of the sentence
def _through(first: Tokens, second: Tokens) -> tuple[NDArray[np.int32], int]:
    """Give for each cell the least cost of a pairwise alignment that passes it, and the least of all."""
    costs = unlike(first, second)
    tables = distances((costs, costs[::-1, ::-1]))
    through = tables[:, 0] + tables[::-1, 1, ::-1]
    return through, int(through[0, 0])


def _align(source: Tokens, hypothesis: Tokens, reference: Tokens) -> list[Column]:
    """Give the aligned columns; `None` is a gap."""
    sentences = (source, hypothesis, reference)
    end = (len(source), len(hypothesis), len(reference))
    tables = (
        _through(source, hypothesis),
        _through(source, reference),
        _through(hypothesis, reference),
    )
    bound = sum(distance for _, distance in tables)
    left = MAX_VISITS
    while (cells := _cells(tables, bound, left)) is not None:
        left -= len(cells)
        costs = _fill(cells, sentences)
        cost = costs.get(end, FAR)
        if cost <= bound:
            return _path_back(lambda cell, known=costs: known.get(cell, FAR), sentences)  # type: ignore[misc]
        bound = min(cost, bound + _SLACK) if cost < FAR else bound + _SLACK
    if math.prod(length + 1 for length in end) <= MAX_CUBE:
        return _path_back(fill_cube(*sentences), sentences)
    return align_by_source(*sentences)


def _cells(tables: Sequence[tuple[NDArray[np.int32], int]], bound: int, most: int) -> list[Cell] | None:
    """List the cells no alignment through which is known to cost more than `bound`, in ascending order.

    `None` where more than `most` cells would have to be looked at.
    """
    (sh, d_sh), (sr, d_sr), (hr, d_hr) = tables
    spare = bound - d_sh - d_sr - d_hr
    near_h, near_r = sh <= d_sh + spare, sr <= d_sr + spare
    if int(near_h.sum(axis=1) @ near_r.sum(axis=1)) > most:
        return None
    over_hr = (hr - d_hr).tolist()
    columns_h, columns_r = _rows(near_h, sh - d_sh), _rows(near_r, sr - d_sr)
    return [
        (i, j, k)
        for i in range(len(columns_h))
        for j, over_h in columns_h[i]
        for k, over_r in columns_r[i]
        if over_h + over_r + over_hr[j][k] <= spare
    ]


def _rows(near: NDArray[np.bool_], over: NDArray[np.int32]) -> list[list[tuple[int, int]]]:
    rows: list[list[tuple[int, int]]] = [[] for _ in range(len(near))]
    found = np.nonzero(near)
    for i, j, more in zip(found[0].tolist(), found[1].tolist(), over[found].tolist(), strict=True):
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
        best = FAR
        for di, dj, dk, column_cost in moves:
            before = costs.get((i - di, j - dj, k - dk))
            if before is not None and before < best:
                best = min(best, before + column_cost(cell))
        if best < FAR:
            costs[cell] = best
    return costs


def _path_back(cost_of: CostOf, sentences: Sequence[Tokens]) -> list[Column]:
    moves = [(move, _pair_cost(sentences, move)) for move in MOVES]
    cell = (len(sentences[0]), len(sentences[1]), len(sentences[2]))
    cost = cost_of(cell)
    columns: list[Column] = []
    while any(cell):
        for move, column_cost in moves:
            before = (cell[0] - move[0], cell[1] - move[1], cell[2] - move[2])
            known = cost_of(before)
            if known <= cost and known + column_cost(cell) == cost:
                columns.append(
                    tuple(
                        tokens[at - 1] if has else None for tokens, at, has in zip(sentences, cell, move, strict=True)
                    )
                )
                cell, cost = before, known
                break
    return columns[::-1]


def _count_along(columns: Sequence[Column]) -> Columns:
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
