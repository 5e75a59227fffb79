"""Source, hypothesis and reference tokens in; the number of aligned columns of each kind out.

M. Felice and T. Briscoe (2015) align all three sentences at once by the least sum of pairs: two equal tokens cost 0,
two different tokens 3, a token beside a gap 2, two gaps 0. The plain method fills a cube. Here only the cells are
visited that can lie on a cheapest alignment: the three pairwise distances give a lower bound for the cost of any
alignment through a cell (Carrillo & Lipman 1988). No cheapest alignment is lost, so the path back is the same as in
the full cube. If too many cells remain, the cube is filled (`alignment_cube`).

A sentence is a string with one letter for each token (`alignment_gates.Letters`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.errors import InputError
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
from redink.scoring.alignment_gates import Letters, halves, pair_cost
from redink.scoring.lattice import forced_beginning, shared_beginning

_SLACK = 2
"""How much the bound is raised when no alignment is within it; costs of alignments differ by at least 1."""
MAX_VISITS = 20_000
"""Number of cells that may be visited one by one; if there are more, the whole cube is filled."""
MAX_CUBE = 10_000_000
"""A larger cube (three sentences of more than 214 tokens each) is not filled; see `align_by_source`."""
_MAX_CELLS = 9_000_000

Table: TypeAlias = list[list[int]]

MOVES: tuple[Cell, ...] = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""Which of source, hypothesis and reference have a token in a column, in order of preference."""


class Columns(NamedTuple):
    """Number of aligned columns of each kind, for correction (not detection)."""

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


def count_columns(source: str, hypothesis: str, reference: str) -> tuple[Columns, int]:
    """Give the number of columns of each kind in the alignment of three sentences, and its cost.

    If two of the sentences are equal, a pairwise alignment with the third is enough, and only the numbers of columns
    with equal and with different tokens matter.
    """
    expect_sentences(source, hypothesis, reference)
    return _count(source, hypothesis, reference)


@lru_cache(maxsize=1 << 12)  # the references of a sentence share most of their parts
def _count(*sentences: str) -> tuple[Columns, int]:
    if (counted := _two_alike(*sentences)) is not None:
        return counted
    alike, inner = _trimmed(*sentences)
    columns, cost = _count_inner(*inner)
    return columns._replace(tn=columns.tn + alike), cost


def _trimmed(*sentences: str) -> tuple[int, tuple[str, ...]]:
    """Cut off the beginning and the end that every cheapest alignment matches; give the number of columns cut off.

    A forced beginning is aligned with itself in every cheapest alignment. Suppose that it is not: wherever a token of
    the beginning is aligned with a later token of another sentence, a token of that sentence's beginning is aligned
    with a gap, whose cost could be saved; and the last token of the beginning equals no later one (see `lattice`).
    """
    start = forced_beginning(*sentences)
    endings = [sentence[start:] for sentence in sentences]
    end = _common_suffix(endings)
    return start + end, tuple([sentence[: len(sentence) - end] for sentence in endings])


def _count_inner(*inner: str) -> tuple[Columns, int]:
    """Count half by half if the halves are proved to be those of the whole (see `alignment_gates`)."""
    spare = 0
    while spare < MISMATCH and len(parts := halves(*inner, spare=spare)) > 1:
        (first, cost), (second, second_cost) = [_count(*part) for part in parts]
        cost += second_cost
        above = cost - sum([pair_cost(*pair) for pair in combinations(inner, 2)])
        if above <= spare:
            return Columns(*[x + y for x, y in zip(first, second, strict=True)]), cost
        spare = above  # a better gate: the halves together cannot cost more
    letters = Letters()  # parts that are alike but for their tokens are counted once
    return _count_spelt(*[letters.spell(text) for text in inner])


@lru_cache(maxsize=1 << 12)
def _count_spelt(source: str, hypothesis: str, reference: str) -> tuple[Columns, int]:
    if (counted := _two_alike(source, hypothesis, reference)) is not None:
        return counted
    columns = _align(source, hypothesis, reference)
    cost = sum(_cost(a, b) + _cost(a, c) + _cost(b, c) for a, b, c in columns)
    return _count_along(columns), cost


def _cost(first: str | None, second: str | None) -> int:
    if first == second:
        return 0
    return GAP if first is None or second is None else MISMATCH


def _two_alike(source: str, hypothesis: str, reference: str) -> tuple[Columns, int] | None:
    """Give the columns and the cost if two of the sentences are equal."""
    if source == hypothesis:
        same, different = count_pairs(source, reference)
        return Columns(0, same, 0, different, 0), 2 * pair_cost(source, reference)
    if reference not in {source, hypothesis}:
        return None
    same, different = count_pairs(source, hypothesis)
    wrong = (0, different) if source == reference else (different, 0)
    return Columns(wrong[0], same, wrong[1], 0, 0), 2 * pair_cost(source, hypothesis)


def expect_sentences(*sentences: Sequence[str]) -> None:
    """Refuse sentences that are too long for a table of all their tokens."""
    shorter, longer = sorted(map(len, sentences))[1:]
    if (shorter + 1) * (longer + 1) > _MAX_CELLS:
        raise InputError(
            f"I-measure cannot align a sentence of {shorter} tokens with one of {longer}",
            remedy="give one sentence per line",
        )


def _common_suffix(sentences: Sequence[str]) -> int:
    """Give the number of last tokens that all share. The path back starts with them, because they cost nothing."""
    return shared_beginning([sentence[::-1] for sentence in sentences])


@lru_cache(maxsize=1 << 15)
def count_pairs(first: str, second: str) -> tuple[int, int]:
    """Give the number of columns with equal tokens, and of all others, in the alignment of two sentences."""
    if (counted := _by_cost(first, second)) is not None:
        return counted
    if len(parts := halves(first, second)) == 1:
        return _by_path(first, second)
    (same, different), (more_same, more_different) = [count_pairs(*part) for part in parts]
    return same + more_same, different + more_different


def _by_cost(first: str, second: str) -> tuple[int, int] | None:
    """Give what `count_pairs` gives, if the cost of the alignment tells it.

    x mismatches and g gaps cost 3x + 2g, and g is even just if the lengths together are. Two such sums are equal only
    if one has at least 4 mismatches more: costs below 12 tell x and g.
    """
    cost, tokens = pair_cost(first, second), len(first) + len(second)
    if cost >= 4 * MISMATCH:
        return None
    for mismatches in range(cost % GAP, 4, 2):
        gaps = (cost - MISMATCH * mismatches) // GAP
        if (tokens - gaps) % 2 == 0:
            break
    return (tokens - gaps) // 2 - mismatches, mismatches + gaps


def _by_path(first: str, second: str) -> tuple[int, int]:
    """Give what `count_pairs` gives, from the table of all distances.

    The path back prefers a column with both tokens, then a gap in `second`, then a gap in `first`. Equal beginnings may
    be cut off like equal ends: if only one of the sentences has tokens left when the path reaches the shared beginning,
    every cheapest alignment has exactly as many gaps as there are tokens left.
    """
    end = _common_suffix((first, second))
    first, second = first[: len(first) - end], second[: len(second) - end]
    start = shared_beginning((first, second))
    first, second = first[start:], second[start:]
    table: Table = distances((unlike(first, second),))[:, 0].tolist()
    same, different = start + end, 0
    i, j = len(first), len(second)
    while i and j:
        equal = first[i - 1] == second[j - 1]
        if table[i][j] == table[i - 1][j - 1] + (0 if equal else MISMATCH):
            same, different = same + equal, different + (not equal)
            i, j = i - 1, j - 1
        else:
            different += 1
            i, j = (i - 1, j) if table[i][j] == table[i - 1][j] + GAP else (i, j - 1)
    return same, different + i + j


@lru_cache(maxsize=8)  # source × hypothesis is needed again for the next reference of the sentence
def _through(first: str, second: str) -> tuple[NDArray[np.int32], int]:
    """Give for each cell the least cost of a pairwise alignment through it, and the least cost of all."""
    costs = unlike(first, second)
    tables = distances((costs, costs[::-1, ::-1]))
    through = tables[:, 0] + tables[::-1, 1, ::-1]
    return through, int(through[0, 0])


def _align(source: str, hypothesis: str, reference: str) -> list[Column]:
    """Give the aligned columns; `None` is a gap."""
    sentences = (source, hypothesis, reference)
    end = (len(source), len(hypothesis), len(reference))
    tables = (_through(source, hypothesis), _through(source, reference), _through(hypothesis, reference))
    bound = sum(distance for _, distance in tables)
    visits_left = MAX_VISITS
    while (cells := _cells(tables, bound, visits_left)) is not None:
        visits_left -= len(cells)
        costs = _fill(cells, sentences)
        cost = costs.get(end, FAR)
        if cost <= bound:
            return _path_back(lambda cell, known_costs=costs: known_costs.get(cell, FAR), sentences)  # type: ignore[misc]
        bound = min(cost, bound + _SLACK) if cost < FAR else bound + _SLACK
    if math.prod(length + 1 for length in end) <= MAX_CUBE:
        return _path_back(fill_cube(*sentences), sentences)
    return align_by_source(*sentences)


def _cells(tables: Sequence[tuple[NDArray[np.int32], int]], bound: int, most: int) -> list[Cell] | None:
    """Give the cells through which an alignment may cost at most `bound`, in ascending order.

    `None` if more than `most` cells would have to be examined.
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
    cells = np.nonzero(near)
    for i, j, more in zip(cells[0].tolist(), cells[1].tolist(), over[cells].tolist(), strict=True):
        rows[i].append((j, more))
    return rows


def _pair_cost(sentences: Sequence[str], move: Cell) -> Callable[[Cell], int]:
    """Give the function that computes the cost of the column that ends in a cell, for one kind of column."""
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


def _fill(cells: Sequence[Cell], sentences: Sequence[str]) -> dict[Cell, int]:
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


def _path_back(cost_of: CostOf, sentences: Sequence[str]) -> list[Column]:
    moves = [(move, _pair_cost(sentences, move)) for move in MOVES]
    cell = (len(sentences[0]), len(sentences[1]), len(sentences[2]))
    cost = cost_of(cell)
    columns: list[Column] = []
    while any(cell):
        for move, column_cost in moves:
            before = (cell[0] - move[0], cell[1] - move[1], cell[2] - move[2])
            cost_before = cost_of(before)
            if cost_before <= cost and cost_before + column_cost(cell) == cost:
                columns.append(
                    tuple(
                        tokens[at - 1] if has else None for tokens, at, has in zip(sentences, cell, move, strict=True)
                    )
                )
                cell, cost = before, cost_before
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
