"""A busy region of a lattice in; the edits that MaxMatch may choose there, and its cheapest choice, out.

An arc joins two vertices of the region by a path over at most `max_unchanged` equal tokens. It is one possible edit:
the source tokens between its ends become the hypothesis tokens between them. The original scorer builds arcs like
Floyd and Warshall, over all triples of vertices. In an acyclic graph in topological order, a new arc at a vertex is
always "earlier arc + one step". `build_arcs` uses this: it finds the same arcs with the same lengths, with a few
operations for each arc instead of a cube.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from redink.scoring.lattice import Region

Pair: TypeAlias = tuple[int, int]
"""An arc as (index of its first vertex, index of its last vertex) within a region."""

PER_STEP = 1000
"""Weight of one step; an arc that changes anything pays 1 more (in the original 1 and 0.001)."""
_PROPOSED = 1 << 40
"""A unit of weight counts as this many proposed edits, so the number of edits only breaks ties."""
_MATCHED = -(1 << 40) * _PROPOSED
"""Weight of an arc that equals a gold edit: no sum of other weights can outweigh it."""


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


Arcs: TypeAlias = list[dict[int, Arc]]
"""For each vertex of a region: the arcs that end there, by the vertex where they start."""


Options: TypeAlias = list[list[tuple[int, int]]]
"""For each vertex: the arcs that a path may take to it, as (start vertex, weight)."""


def build_arcs(region: Region, max_unchanged: int) -> Arcs:
    """Give the arcs of a region; if two paths join the same vertices, the one with fewer steps is used.

    The original also keeps the replaced arc in its list, hence `copies` + 1.
    """
    arcs: Arcs = []
    for steps in region.steps:
        ending = {step.start: Arc(1, step.unchanged, bool(step.unchanged), step.copies) for step in steps}
        for step in steps:
            for start, (length, unchanged, idle, _) in arcs[step.start].items():
                if unchanged + step.unchanged > max_unchanged:
                    continue
                old = ending.get(start)
                if old is None or length + 1 < old.steps:
                    copies = 1 if old is None else old.copies + 1
                    idle_still = idle and bool(step.unchanged)
                    ending[start] = Arc(length + 1, unchanged + step.unchanged, idle_still, copies)
        arcs.append(ending)
    return arcs


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


def choose_path(arcs: Arcs, options: Options, matched: Mapping[Pair, int]) -> tuple[Pair, ...]:
    """Give the arcs that change something on the path of least weight through a region.

    Args:
        arcs: The result of `build_arcs`.
        options: The result of `weigh`.
        matched: Arcs that equal a gold edit, with their extra weight (mostly 0).

    The best path has the most matched arcs, then the fewest steps, then the fewest (copies of) changes, then the fewest
    edits. Remaining ties go to the arc that starts first.
    """
    rewards: dict[int, dict[int, int]] = {}
    for (start, end), extra in matched.items():
        proposed = 0 if arcs[end][start].idle else 1
        rewards.setdefault(end, {})[start] = _MATCHED + extra * _PROPOSED + proposed
    best, back = [0], [0]
    for end in range(1, len(arcs)):
        ways = options[end]
        if end in rewards:
            ways = [(start, rewards[end].get(start, weight)) for start, weight in ways]
        weight, start = min([(best[start] + weight, start) for start, weight in ways])
        best.append(weight)
        back.append(start)
    taken: list[Pair] = []
    end = len(arcs) - 1
    while end:
        if not arcs[end][back[end]].idle:
            taken.append((back[end], end))
        end = back[end]
    return tuple(reversed(taken))
