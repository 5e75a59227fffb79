"""A busy region of a lattice in; the edits that MaxMatch may choose there, and its cheapest choice, out.

An arc joins two vertices of the region by a path over at most `max_unchanged` equal tokens. It is one possible edit:
the source tokens between its ends become the hypothesis tokens between them. The original scorer builds arcs like
Floyd and Warshall, over all triples of vertices. In an acyclic graph in topological order, a new arc at a vertex is
always "earlier arc + one step". `build_arcs` uses this: it finds the same arcs with the same lengths, with a few
operations for each arc instead of a cube.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from redink.scoring.lattice import Region

Pair: TypeAlias = tuple[int, int]
"""An arc as (index of its first vertex, index of its last vertex) within a region."""

PER_STEP = 1000
"""Weight of one step; an arc that changes anything pays 1 more (in the original 1 and 0.001)."""
_PROPOSED = 1 << 40
"""A unit of weight counts as this many proposed edits, so the number of edits only breaks ties."""
_MATCHED = -(1 << 40) * _PROPOSED
"""Weight of an arc that matches a gold edit: no sum of other weights can outweigh it."""

MOST_ARCS = 600_000
"""Larger regions, for which the original needs minutes to hours, are searched by `wide_lattice`."""
_FEW_VERTICES = 250
"""No path through fewer vertices pays for `PER_STEP` changes (at most 4 for a step), which would weigh as a step."""


class Arc(NamedTuple):
    """One possible edit between two vertices."""

    steps: int
    """Length of the path in steps."""
    unchanged: int
    """Number of equal tokens on the path."""
    idle: bool
    """Whether the arc changes nothing."""
    copies: int
    """How often the original lists the arc: it pays once for each copy."""


class Visit(NamedTuple):
    """What the original does with an arc at a place where there are gold edits."""

    matched: bool
    """Whether the arc has the weight of a gold edit."""
    passes: int
    """How often the arc pays for a change (after the match, if it is matched)."""
    equal: tuple[int, ...]
    """Its span and the numbers of the gold edits there that it equals; empty if it equals none.

    An insertion can equal a gold edit and not be matched with it.
    """


class Choice(NamedTuple):
    """The arcs of a path of least weight that change something."""

    taken: tuple[Pair, ...]
    """In their order."""
    decided: bool
    """Whether every path of the same weight has as many edits, and the same edits that equal gold edits."""


Arcs: TypeAlias = list[dict[int, Arc]]
"""For each vertex of a region: the arcs that end there, by the vertex where they start."""


Options: TypeAlias = list[list[tuple[int, int]]]
"""For each vertex: the arcs that a path may take to it, as (start vertex, weight)."""


def build_arcs(region: Region, max_unchanged: int) -> Arcs | None:
    """Give the arcs of a region, or `None` if there are too many.

    If two paths join the same vertices, the one with fewer steps is used. The original also keeps the replaced arc in
    its list, hence `copies` + 1.
    """
    if len(region.vertices) ** 2 > 2 * MOST_ARCS and _fewest_arcs(region) > MOST_ARCS:
        return None
    arcs: Arcs = []
    kinds: dict[tuple[int, int, bool, int], Arc] = {}  # few, and making one takes longer than finding it
    listed = 0
    for steps in region.steps:
        ending = {step.start: Arc(1, step.unchanged, bool(step.unchanged), step.copies) for step in steps}
        for step in steps:
            for start, (length, unchanged, idle, _) in arcs[step.start].items():
                if unchanged + step.unchanged > max_unchanged:
                    continue
                old = ending.get(start)
                if old is None or length + 1 < old.steps:
                    copies = 1 if old is None else old.copies + 1
                    kind = length + 1, unchanged + step.unchanged, idle and bool(step.unchanged), copies
                    ending[start] = kinds.get(kind) or kinds.setdefault(kind, Arc(*kind))
        arcs.append(ending)
        listed += len(ending)
        if listed > MOST_ARCS:
            return None
    return arcs


def _fewest_arcs(region: Region) -> int:
    """Give the number of arcs that delete tokens and then insert some, which is a quick lower bound."""
    deleted, reached = [0] * len(region.vertices), [0] * len(region.vertices)
    for end, steps in enumerate(region.steps):
        row, column = region.vertices[end]
        inserting = 0
        for step in steps:
            if region.vertices[step.start][0] == row:
                inserting = reached[step.start] + 1
            elif region.vertices[step.start][1] == column:
                deleted[end] = deleted[step.start] + 1
        reached[end] = deleted[end] + inserting
    return sum(reached)


def weigh(arcs: Arcs) -> Options:
    """Give each arc the weight that it has when it equals no gold edit.

    An arc over several equal tokens that changes nothing is not an option; its single steps are.
    """
    return [
        [
            (start, (steps * PER_STEP) * _PROPOSED if idle else (steps * PER_STEP + copies) * _PROPOSED + 1)
            for start, (steps, _, idle, copies) in ends.items()
            if not idle or steps == 1
        ]
        for ends in arcs
    ]


def choose_path(arcs: Arcs, options: Options, visits: Mapping[Pair, Visit]) -> Choice:
    """Give the path of least weight through a region.

    Args:
        arcs: The result of `build_arcs`.
        options: The result of `weigh`.
        visits: Arcs that weigh something else because of a gold edit.

    The best path has the most matched arcs, then the fewest steps and (copies of) changes, then the fewest edits.
    Remaining ties go to the arc that starts first.
    """
    ways = _with_gold(arcs, options, visits) if visits else options
    best, back = [0], [0]
    for end in range(1, len(arcs)):
        weight, start = min([(best[start] + weight, start) for start, weight in ways[end]])
        best.append(weight)
        back.append(start)
    taken: list[Pair] = []
    end = len(arcs) - 1
    while end:
        if not arcs[end][back[end]].idle:
            taken.append((back[end], end))
        end = back[end]
    taken.reverse()
    decided = _nothing_else_fits(arcs, taken, visits) or _all_alike(arcs, ways, best, visits)
    return Choice(tuple(taken), decided)


def _with_gold(arcs: Arcs, options: Options, visits: Mapping[Pair, Visit]) -> Options:
    """Give the options with the weights that gold edits give to some arcs."""
    ways = options.copy()
    weights: dict[int, dict[int, int]] = {}
    for (start, end), (matched, passes, _) in visits.items():
        steps, _, idle, _ = arcs[end][start]
        paid = _MATCHED if matched else steps * PER_STEP * _PROPOSED
        weights.setdefault(end, {})[start] = paid + passes * _PROPOSED + (0 if idle else 1)
    for end, special in weights.items():
        ways[end] = [(start, special.get(start, weight)) for start, weight in options[end]]
    return ways


def _nothing_else_fits(arcs: Arcs, taken: Sequence[Pair], visits: Mapping[Pair, Visit]) -> bool:
    """Tell quickly whether a path of the same weight must count the same; `False` means "perhaps not".

    Let the path match every arc that equals a gold edit, and let all its other arcs pay once. A path of the same weight
    then matches the same arcs, has as many steps, and pays for changes as often. Each of its other arcs pays at least
    once, so it has no more edits. It has no fewer either, because the path taken has the fewest.
    """
    if len(arcs) > _FEW_VERTICES:
        return False
    if not visits:
        return all(arcs[end][start].copies == 1 for start, end in taken)
    path = set(taken)
    if not all(visit.matched and pair in path for pair, visit in visits.items() if visit.equal):
        return False
    return all(
        visits[start, end].matched or visits[start, end].passes == 1
        if (start, end) in visits
        else arcs[end][start].copies == 1
        for start, end in taken
    )


def _all_alike(arcs: Arcs, ways: Options, best: Sequence[int], visits: Mapping[Pair, Visit]) -> bool:
    """Tell whether all paths of least weight have as many edits, and the same edits that equal gold edits."""
    last = len(arcs) - 1
    starts: dict[int, list[int]] = {last: []}
    for end in range(last, 0, -1):
        if end in starts:
            least = best[end] // _PROPOSED
            starts[end] = [start for start, weight in ways[end] if (best[start] + weight) // _PROPOSED == least]
            for start in starts[end]:
                starts.setdefault(start, [])
    outcomes: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {0: (0, ())}
    for end in sorted(starts)[1:]:
        here = set()
        for start in starts[end]:
            edits, equal = outcomes[start]
            if not arcs[end][start].idle:
                edits += 1
                equal += (visits[start, end].equal,) if (start, end) in visits and visits[start, end].equal else ()
            here.add((edits, equal))
        if len(here) > 1:
            return False
        (outcomes[end],) = here
    return True
