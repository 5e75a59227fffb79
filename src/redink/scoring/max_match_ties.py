"""A whole sentence and its gold edits in; the path that the published M2 scorer takes, tie or no tie, out.

`arcs` finds the path of least weight in whole numbers. If several paths weigh the same and count differently, the
scorer's choice depends on the rounding of sums like 1.001 + 2.002, and on the order in which it lists its arcs. This
file walks as the scorer (3.2) does, over the whole sentence, because every sum rounds. `max_match` asks it only about
such sentences.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from redink.frozen import frozen
from redink.records import Tokens
from redink.scoring.arcs import MOST_ARCS, Pair
from redink.scoring.gold_arcs import Corrections, pair_off
from redink.scoring.lattice import Region, Vertex
from redink.scoring.wide_lattice import VertexPair

_CHANGE = 0.001


class _Fact(NamedTuple):
    """The shortest path that is known between two vertices."""

    steps: int
    unchanged: int
    idle: bool


@frozen
class ListedArcs:
    """The scorer's list of arcs, which is the same for all annotators."""

    vertices: Sequence[Vertex]
    entries: list[Pair]
    """Pairs of vertices; a pair is repeated each time that a shorter path was found."""
    facts: Mapping[Pair, _Fact]


def list_arcs(whole: Region, max_unchanged: int) -> ListedArcs | None:
    """Give the scorer's list for the lattice of a whole sentence; `None` if it is too long.

    Single steps come first, in order. Then, for each vertex in order, every arc that ends there is joined with every
    step that begins there, if this makes the shortest path so far.
    """
    facts: dict[Pair, _Fact] = {}
    ending: list[list[int]] = [[step.start for step in steps] for steps in whole.steps]
    leaving: list[list[tuple[int, int]]] = [[] for _ in whole.vertices]
    entries: list[Pair] = []
    for end, steps in enumerate(whole.steps):
        for step in steps:
            leaving[step.start].append((end, step.unchanged))
            entries += [(step.start, end)] * step.copies
            facts[step.start, end] = _Fact(1, step.unchanged, bool(step.unchanged))
    entries.sort()
    for middle in range(len(whole.vertices)):
        for start in sorted(ending[middle]):
            steps_before, equal_before, idle = facts[start, middle]
            for end, unchanged in leaving[middle]:
                known = facts.get((start, end))
                if equal_before + unchanged > max_unchanged or (known and known.steps <= steps_before + 1):
                    continue
                if known is None:
                    ending[end].append(start)
                facts[start, end] = _Fact(steps_before + 1, equal_before + unchanged, idle and bool(unchanged))
                entries.append((start, end))
        if len(entries) > MOST_ARCS:
            return None
    return ListedArcs(whole.vertices, _without_idle(entries, facts), facts)


def _without_idle(entries: Sequence[Pair], facts: Mapping[Pair, _Fact]) -> list[Pair]:
    """Drop the longer arcs that change nothing; the scorer skips the entry after each arc that it drops."""
    kept: list[Pair] = []
    skip = False
    for pair in entries:
        steps, _, idle = facts[pair]
        skip = idle and steps > 1 and not skip
        if not skip:
            kept.append(pair)
    return kept


def scorer_path(
    listed: ListedArcs, hypothesis: Tokens, spans: Mapping[tuple[int, int], Sequence[Corrections]]
) -> list[VertexPair]:
    """Give the arcs of the scorer's path that change something.

    Args:
        listed: The result of `list_arcs`.
        hypothesis: Tokens of the system's output.
        spans: The corrections of one annotator by source span, in the order of the file.
    """
    weights = _weights(listed, hypothesis, spans)
    before = _shortest_path(listed, weights)
    path: list[VertexPair] = []
    end = len(listed.vertices) - 1
    while end:
        start = before[end]
        if not listed.facts[start, end].idle:
            path.append((listed.vertices[start], listed.vertices[end]))
        end = start
    return path[::-1]


def _weights(
    listed: ListedArcs, hypothesis: Tokens, spans: Mapping[tuple[int, int], Sequence[Corrections]]
) -> dict[Pair, float]:
    """Give the weight of each arc: its steps, and 0.001 each time that it is passed over; far less if it is gold."""
    reward = float(-len(listed.entries))
    weights = {pair: float(listed.facts[pair].steps) for pair in listed.entries}
    insertions: dict[int, list[Pair]] = {}
    for pair in listed.entries:
        (start, first), (end, last) = listed.vertices[pair[0]], listed.vertices[pair[1]]
        answers = spans.get((start, end), ())
        if start == end and answers:
            insertions.setdefault(start, []).append(pair)
        elif any(hypothesis[first:last] in texts for texts in answers):
            weights[pair] = reward
        elif not listed.facts[pair].idle:
            weights[pair] += _CHANGE  # one at a time: sums of floats are rounded
    for place, pairs in insertions.items():
        answers = spans[place, place]
        texts = {pair: hypothesis[listed.vertices[pair[0]][1] : listed.vertices[pair[1]][1]] for pair in pairs}
        fits = {pair: [number for number, ways in enumerate(answers) if text in ways] for pair, text in texts.items()}
        for pair, visit in pair_off(place, sorted(pairs), fits, len(answers)).items():
            weights[pair] = reward if visit.matched else weights[pair]
            for _ in range(visit.passes):
                weights[pair] += _CHANGE
    return weights


def _shortest_path(listed: ListedArcs, weights: Mapping[Pair, float]) -> list[int]:
    """Give the vertex before each vertex, by Bellman and Ford: rounds over the list until nothing changes.

    An arc is taken if the sum of floats is strictly smaller. The order of the list therefore decides between equals.
    """
    weighted = [(*pair, weights[pair]) for pair in listed.entries]
    distances = [0.0] + [math.inf] * (len(listed.vertices) - 1)
    before = [0] * len(listed.vertices)
    changed = True
    while changed:
        changed = False
        for start, end, weight in weighted:
            if distances[start] + weight < distances[end]:
                distances[end], before[end] = distances[start] + weight, start
                changed = True
    return before
