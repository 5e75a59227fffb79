"""Three sentences in; the cheapest alignment of all three, or a join of two pairwise alignments, out.

`three_way_alignment` visits single cells and is fast if the sentences are similar. If they are not, it would have to
visit a large part of the cube: `fill_cube` then computes all cells with the same i + j at once. If the cube is too
large for memory, `align_by_source` joins the alignments source–hypothesis and source–reference, whose cost grows only
with the square of the length. A sentence is a string with one letter for each token (`alignment_gates.Letters`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

MISMATCH = 3
GAP = 2
FAR = 1 << 30

Cell: TypeAlias = tuple[int, int, int]
CostOf: TypeAlias = Callable[[Cell], int]
"""A cell of the cube in, the cost of the cheapest path to it out; `FAR` or more if no path is known."""
Column: TypeAlias = tuple[str | None, ...]
Pairs: TypeAlias = list[tuple[str | None, str | None]]
Table: TypeAlias = NDArray[np.int32]


def unlike(first: str, second: str) -> Table:
    """Give (n × m) the cost of aligning each token of one sentence with each token of the other."""
    numbers: dict[str, int] = {}
    a = np.array([numbers.setdefault(token, len(numbers)) for token in first], dtype=np.int32)
    b = np.array([numbers.setdefault(token, len(numbers)) for token in second], dtype=np.int32)
    costs: Table = (MISMATCH * (a[:, None] != b[None, :])).astype(np.int32)
    return costs


def fill_cube(source: str, hypothesis: str, reference: str) -> CostOf:
    """Give the cost of every cell, plane by plane: plane t = i + j has a row for each i and a column for each k."""
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
    """Give plane t: a gap in two sentences costs 2 · GAP; a gap in one costs 2 · GAP plus the cost of the pair."""
    sh, sr, hr = costs
    low, high = max(0, t - m), min(n, t)
    plane = np.full((high - low + 1, planes[0].shape[1]), FAR, dtype=np.int32)

    def relax(back: int, di: int, dk: int, more: Table | int) -> None:
        """Lower the costs by the moves that come from plane t − back, from i − di and k − dk."""
        before = planes[t - back]
        below = max(0, t - back - m)
        # The i of this plane for which i − di is in the earlier plane.
        first, last = max(low, below + di), min(high, below + len(before) - 1 + di)
        source_rows = before[first - di - below : last - di - below + 1]
        target_rows = plane[first - low : last - low + 1]
        np.minimum(target_rows[:, dk:], source_rows[:, : source_rows.shape[1] - dk] + more, out=target_rows[:, dk:])

    first = max(low, 1)
    i = np.arange(first, min(high, t - 1) + 1)  # the column has tokens of both source and hypothesis
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
    slope = 2 * GAP * np.arange(plane.shape[1], dtype=np.int32)  # along a row, source and hypothesis have gaps
    filled: Table = np.minimum.accumulate(plane - slope, axis=1) + slope
    return filled


def align_by_source(source: str, hypothesis: str, reference: str) -> list[Column]:
    """Give columns that align hypothesis and reference with the source, and insertions at one place with each other."""
    left, right = _by_source(source, hypothesis), _by_source(source, reference)
    columns: list[Column] = []
    for number in range(len(source) + 1):
        (inserted_h, h), (inserted_r, r) = left[number], right[number]
        columns += ((None, new_h, new_r) for new_h, new_r in align_pair(inserted_h, inserted_r))
        if number < len(source):
            columns.append((source[number], h, r))
    return columns


def _by_source(source: str, correction: str) -> list[tuple[str, str | None]]:
    """Give for each source token the tokens inserted before it and the token aligned with it; then those at the end."""
    rows: list[tuple[str, str | None]] = []
    inserted: list[str] = []
    for source_token, corrected_token in align_pair(source, correction):
        if source_token is None:
            inserted.append(corrected_token or "")
        else:
            rows.append(("".join(inserted), corrected_token))
            inserted = []
    return [*rows, ("".join(inserted), None)]


def align_pair(first: str, second: str) -> Pairs:
    """Give the aligned pairs of two sentences; ties prefer two tokens, then a gap in `second`, then one in `first`."""
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
    """Give tables, (n+1, tables, m+1), of the distances between all prefixes; all tables are filled at once.

    While filling, a cell holds "cost − GAP × column"; gaps along a row are then a running minimum.
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
