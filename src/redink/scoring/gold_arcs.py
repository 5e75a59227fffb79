"""Arcs of a region and gold edits in; the arcs that equal a gold edit out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from redink.records import Edit, Tokens
from redink.scoring.arcs import Arcs, Pair
from redink.scoring.lattice import Region, Vertex

Corrections: TypeAlias = tuple[Tokens, ...]
Rows: TypeAlias = Mapping[int, Sequence[int]]


def corrections_of(edit: Edit) -> Corrections:
    """Give all corrections that match a gold edit; `-NONE-` is M2's other way to write a deletion."""
    return tuple(() if text == ("-NONE-",) else text for text in (edit.replacement, *edit.alternatives))


def by_span(edits: Iterable[Edit]) -> dict[tuple[int, int], list[Corrections]]:
    """Give the corrections of gold edits by source span, in their order."""
    spans: dict[tuple[int, int], list[Corrections]] = {}
    for edit in edits:
        spans.setdefault((edit.start, edit.end), []).append(corrections_of(edit))
    return spans


def rows_of(region: Region) -> Rows:
    """Give the vertices of a region by the number of source tokens before them."""
    rows: dict[int, list[int]] = {}
    for number, (i, _) in enumerate(region.vertices):
        rows.setdefault(i, []).append(number)
    return rows


def matched_arcs(
    region: Region,
    arcs: Arcs,
    rows: Rows,
    index: Mapping[Vertex, int],
    hypothesis: Tokens,
    spans: Mapping[tuple[int, int], Sequence[Corrections]],
) -> dict[Pair, int]:
    """Give the arcs that equal a gold edit, each with its extra weight (see `pair_off`)."""
    matches: dict[Pair, int] = {}
    for (start, end), answers in spans.items():
        if start not in rows or end not in rows:
            continue
        if start == end:
            matches.update(_matched_insertions(region, arcs, rows[start], hypothesis, answers))
            continue
        for correction in {text for texts in answers for text in texts}:
            for first in rows[start]:
                j = region.vertices[first][1]
                last = index.get((end, j + len(correction)))
                if last is None or hypothesis[j : j + len(correction)] != correction:
                    continue
                arc = arcs[last].get(first)
                if arc is not None and (not arc.idle or arc.steps == 1):
                    matches[first, last] = 0
    return matches


def _matched_insertions(
    region: Region, arcs: Arcs, row: Sequence[int], hypothesis: Tokens, answers: Sequence[Corrections]
) -> dict[Pair, int]:
    listed: list[Pair] = []
    fits: dict[Pair, list[int]] = {}
    for first in row:
        for last in row:
            arc = arcs[last].get(first)
            if arc is not None:
                listed.extend([(first, last)] * arc.copies)
                text = hypothesis[region.vertices[first][1] : region.vertices[last][1]]
                fits[first, last] = [number for number, texts in enumerate(answers) if text in texts]
    return pair_off(listed, fits, len(answers))


def pair_off(listed: Sequence[Pair], fits: Mapping[Pair, Sequence[int]], answers: int) -> dict[Pair, int]:
    """Pair insertions at one place with the gold insertions there, from both ends inwards.

    Of many arcs with the same text, only as many may match as there are gold insertions; otherwise one gold insertion
    would reward several edits. The scorer goes through its sorted list of arcs alternately from the left (side 0) and
    from the right (side 1). A match uses up the gold insertions outside it, and only an arc that is adjacent to it may
    match next.

    Args:
        listed: All insertions at the place, ascending; an arc occurs once for each copy.
        fits: For each arc the numbers of the gold insertions with its text, ascending.
        answers: Number of gold insertions.

    Returns:
        The matched arcs with their extra weight: 1 for each copy that was passed over after the match.
    """
    matches: dict[Pair, int] = {}
    ends, window, side = [0, len(listed) - 1], [0, answers - 1], 0
    while ends[0] <= ends[1]:
        side = 0 if ends[0] == ends[1] else side
        inwards = -1 if side else 1
        pair = listed[ends[side]]
        ends[side] += inwards
        fitting = [number for number in fits.get(pair, ()) if window[0] <= number <= window[1]]
        if not fitting:
            _pass_over(matches, pair)
            side = 1 - side
            continue
        matches[pair] = 0
        window[side] = fitting[-side] + inwards
        while 0 <= ends[side] < len(listed) and listed[ends[side]][side] != pair[1 - side]:
            _pass_over(matches, listed[ends[side]])
            ends[side] += inwards
    return matches


def _pass_over(matches: dict[Pair, int], pair: Pair) -> None:
    if pair in matches:
        matches[pair] += 1
