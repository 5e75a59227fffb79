"""Arcs of a region and gold edits in; the arcs that gold edits give another weight out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from redink.records import Edit, Tokens
from redink.scoring.arcs import Arcs, Pair, Visit
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


def visited_arcs(
    region: Region,
    arcs: Arcs,
    rows: Rows,
    index: Mapping[Vertex, int],
    hypothesis: Tokens,
    spans: Mapping[tuple[int, int], Sequence[Corrections]],
) -> dict[Pair, Visit]:
    """Give the arcs that weigh something else because of a gold edit (see `pair_off`)."""
    visits: dict[Pair, Visit] = {}
    for (start, end), answers in spans.items():
        if start not in rows or end not in rows:
            continue
        if start == end:
            visits |= _visited_insertions(region, arcs, rows[start], hypothesis, answers)
            continue
        for correction in {text for texts in answers for text in texts}:
            for first in rows[start]:
                j = region.vertices[first][1]
                last = index.get((end, j + len(correction)))
                if last is None or hypothesis[j : j + len(correction)] != correction:
                    continue
                arc = arcs[last].get(first)
                if arc is not None and (not arc.idle or arc.steps == 1):
                    numbers = [number for number, texts in enumerate(answers) if correction in texts]
                    visits[first, last] = Visit(matched=True, passes=0, equal=(start, end, *numbers))
    return visits


def _visited_insertions(
    region: Region, arcs: Arcs, row: Sequence[int], hypothesis: Tokens, answers: Sequence[Corrections]
) -> dict[Pair, Visit]:
    listed: list[Pair] = []
    fits: dict[Pair, list[int]] = {}
    for first in row:
        for last in row:
            arc = arcs[last].get(first)
            if arc is not None:
                listed.extend([(first, last)] * arc.copies)
                text = hypothesis[region.vertices[first][1] : region.vertices[last][1]]
                fits[first, last] = [number for number, texts in enumerate(answers) if text in texts]
    if not any(fits.values()):
        return {}  # every arc pays once for each copy, as anywhere else
    return pair_off(region.vertices[row[0]][0], listed, fits, len(answers))


def pair_off(place: int, listed: Sequence[Pair], fits: Mapping[Pair, Sequence[int]], answers: int) -> dict[Pair, Visit]:
    """Pair insertions at one place with the gold insertions there, from both ends inwards.

    Of many arcs with the same text, only as many may match as there are gold insertions; otherwise one gold insertion
    would reward several edits. The scorer goes through its sorted list of arcs alternately from the left (side 0) and
    from the right (side 1). A match uses up the gold insertions outside it, and only an arc that is adjacent to it may
    match next.

    Args:
        place: Number of source tokens before the place.
        listed: All insertions at the place, ascending; an arc occurs once for each copy.
        fits: For each arc the numbers of the gold insertions with its text, ascending.
        answers: Number of gold insertions.

    Returns:
        What happens to each arc.
    """
    visits = {pair: Visit(matched=False, passes=0, equal=()) for pair in listed}
    visits |= {
        pair: Visit(matched=False, passes=0, equal=(place, place, *numbers))
        for pair, numbers in fits.items()
        if numbers
    }
    ends, window, side = [0, len(listed) - 1], [0, answers - 1], 0
    while ends[0] <= ends[1]:
        side = 0 if ends[0] == ends[1] else side
        inwards = -1 if side else 1
        pair = listed[ends[side]]
        ends[side] += inwards
        fitting = [number for number in fits.get(pair, ()) if window[0] <= number <= window[1]]
        if not fitting:
            _pass_over(visits, pair)
            side = 1 - side
            continue
        visits[pair] = Visit(matched=True, passes=0, equal=visits[pair].equal)
        window[side] = fitting[-side] + inwards
        while 0 <= ends[side] < len(listed) and listed[ends[side]][side] != pair[1 - side]:
            _pass_over(visits, listed[ends[side]])
            ends[side] += inwards
    return visits


def _pass_over(visits: dict[Pair, Visit], pair: Pair) -> None:
    matched, passes, equal = visits[pair]
    visits[pair] = Visit(matched, passes + 1, equal)
