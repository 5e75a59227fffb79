"""Three sentences in; the cheapest alignment of all three out, by filling the whole cube, or of two and two.

`three_way_alignment` visits single cells and is quick where sentences are much alike. Where they are not, the cells
that must be visited are soon a good part of the cube: `fill_cube` then does all cells with the same i + j at once.
A cube too large for memory is given up: `align_by_source` joins the alignments source–hypothesis and
source–reference, whose cost grows with the square of the length only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.records import Tokens

MISMATCH = 3
GAP = 2
FAR = 1 << 30

Cell: TypeAlias = tuple[int, int, int]
CostOf: TypeAlias = Callable[[Cell], int]
"""A cell of the cube in, the cost of the cheapest way there out; `FAR` or more where none is known."""
Column: TypeAlias = tuple[str | None, ...]
Pairs: TypeAlias = list[tuple[str | None, str | None]]
Table: TypeAlias = NDArray[np.int32]


def unlike(first: Tokens, second: Tokens) -> Table:
    """Give the cost of each token of one sentence beside each of the other, (n × m)."""
    numbers: dict[str, int] = {}
    a = np.array([numbers.setdefault(token, len(numbers)) for token in first], dtype=np.int32)
    b = np.array([numbers.setdefault(token, len(numbers)) for token in second], dtype=np.int32)
    costs: Table = (MISMATCH * (a[:, None] != b[None, :])).astype(np.int32)
    return costs


def fill_cube(source: Tokens, hypothesis: Tokens, reference: Tokens) -> CostOf:
    """Fill the cube, one plane i + j = t after the other; a plane has a row for each i and a column for each k."""
    n, m = len(source), len(hypothesis)
    costs = unlike(source, hypothesis), unlike(source, reference), unlike(hypothesis, reference)
    planes: list[Table] = [2 * GAP * np.arange(len(reference) + 1, dtype=np.int32)[np.newaxis]]
    for t in range(1, n + m + 1):
        planes.append(_plane(planes, t, n, m, costs))

    def cost_of(cell: Cell) -> int:
        i, j, k = cell
        return FAR if min(cell) < 0 else int(planes[i + j][i - max(0, i + j - m), k])

    return cost_of


def _plane(planes: Sequence[Table], t: int, n: int, m: int, costs: tuple[Table, Table, Table]) -> Table:
    """Fill plane t: a gap in two sentences costs 2 · GAP, a gap in one as much beside what the pair costs."""
    sh, sr, hr = costs
    low, high = max(0, t - m), min(n, t)
    plane = np.full((high - low + 1, planes[0].shape[1]), FAR, dtype=np.int32)

    def relax(back: int, di: int, dk: int, more: Table | int) -> None:
        """Come from plane t − back, from i − di and k − dk."""
        before = planes[t - back]
        below = max(0, t - back - m)
        # Those i of this plane whose i − di is in the plane before.
        first, last = max(low, below + di), min(high, below + len(before) - 1 + di)
        there = before[first - di - below : last - di - below + 1]
        here = plane[first - low : last - low + 1]
        np.minimum(here[:, dk:], there[:, : there.shape[1] - dk] + more, out=here[:, dk:])

    first = max(low, 1)
    i = np.arange(first, min(high, t - 1) + 1)  # tokens of source and hypothesis in the column
    if len(i):
        pair = sh[i - 1, t - i - 1][:, np.newaxis]
        relax(2, 1, 0, pair + 2 * GAP)
        relax(2, 1, 1, pair + sr[i - 1] + hr[t - i - 1])
    if first <= high:
        relax(1, 1, 1, sr[first - 1 : high] + 2 * GAP)
        relax(1, 1, 0, 2 * GAP)
    if t - 1 >= low:
        last = min(high, t - 1)
        relax(1, 0, 1, hr[t - 1 - np.arange(low, last + 1)] + 2 * GAP)
        relax(1, 0, 0, 2 * GAP)
    slope = 2 * GAP * np.arange(plane.shape[1], dtype=np.int32)  # gaps in both others, along a row
    filled: Table = np.minimum.accumulate(plane - slope, axis=1) + slope
    return filled


def align_by_source(source: Tokens, hypothesis: Tokens, reference: Tokens) -> list[Column]:
    """Align hypothesis and reference with the source, and what both insert at one place with each other."""
    left, right = _by_source(source, hypothesis), _by_source(source, reference)
    columns: list[Column] = []
    for number in range(len(source) + 1):
        (inserted_h, h), (inserted_r, r) = left[number], right[number]
        columns += ((None, one, other) for one, other in align_pair(inserted_h, inserted_r))
        if number < len(source):
            columns.append((source[number], h, r))
    return columns


def _by_source(source: Tokens, other: Tokens) -> list[tuple[Tokens, str | None]]:
    """Give for each token of the source what is inserted before it and what stands beside it; then the end."""
    rows: list[tuple[Tokens, str | None]] = []
    inserted: list[str] = []
    for mine, theirs in align_pair(source, other):
        if mine is None:
            inserted.append(theirs or "")
        else:
            rows.append((tuple(inserted), theirs))
            inserted = []
    return [*rows, (tuple(inserted), None)]


def align_pair(first: Tokens, second: Tokens) -> Pairs:
    """Align two sentences; the path back prefers both tokens, then a gap in `second`, then one in `first`."""
    if not first or not second:
        return [(token, None) for token in first] + [(None, token) for token in second]
    table = distances((unlike(first, second),))[:, 0]
    pairs: Pairs = []
    i, j = len(first), len(second)
    while i and j:
        cost = 0 if first[i - 1] == second[j - 1] else MISMATCH
        if table[i, j] == table[i - 1, j - 1] + cost:
            i, j = i - 1, j - 1
            pairs.append((first[i], second[j]))
        elif table[i, j] == table[i - 1, j] + GAP:
            i -= 1
            pairs.append((first[i], None))
        else:
            j -= 1
            pairs.append((None, second[j]))
    pairs += [(token, None) for token in first[:i][::-1]] + [(None, token) for token in second[:j][::-1]]
    return pairs[::-1]


def distances(costs: Sequence[Table]) -> Table:
    """Fill tables of the distances between beginnings, all at once: (n+1, tables, m+1).

    "Cost − GAP × column" is kept while filling, so that gaps along a row are a running minimum.
    """
    steps = np.stack(costs, axis=1) - GAP
    n, tables, m = steps.shape
    sloped = np.zeros((n + 1, tables, m + 1), dtype=np.int32)
    for i in range(1, n + 1):
        row = sloped[i]
        np.add(sloped[i - 1], GAP, out=row)
        np.minimum(row[:, 1:], sloped[i - 1, :, :-1] + steps[i - 1], out=row[:, 1:])
        np.minimum.accumulate(row, axis=1, out=row)
    filled: Table = sloped + GAP * np.arange(m + 1, dtype=np.int32)
    return filled
