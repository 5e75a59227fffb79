"""Sources and outputs in; the regions where they differ, with all edits that MaxMatch may choose there, out.

A lattice depends only on which tokens of a pair equal each other. Most pairs have few edits, and short pairs look alike
in this respect: their walks are made once and used again (`Walker`). Twelve outputs of one corpus of 1,312 sentences
have 11,331 regions, of 460 kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from redink.errors import InputError
from redink.frozen import frozen
from redink.records import Tokens
from redink.scoring.arcs import Arcs, Choice, Options, build_arcs, choose_path, weigh
from redink.scoring.gold_arcs import Corrections, Rows, rows_of, visited_arcs
from redink.scoring.lattice import (
    Lattice,
    Numbers,
    Region,
    Step,
    Vertex,
    build_lattice,
    build_lattices,
    busy_regions,
    forced_ends,
    numbered,
)
from redink.scoring.wide_lattice import VertexPair, cheapest_edits, matched_arcs_wide

Spans: TypeAlias = Mapping[tuple[int, int], list[Corrections]]
"""Corrections of gold edits by source span."""

_MAX_LISTED = 50_000
_MAX_CELLS = 9_000_000
"""Of the table of a source and an output: 3,000 tokens each, 550 MB."""
_SHORT = 80
"""Number of tokens of both sides together, or of vertices of a region, up to which walks are kept for the next pair."""
_KEPT = 5_000
"""Number of patterns, and of kinds of regions, that are kept."""


class Proposed(NamedTuple):
    """An edit of the hypothesis: source tokens start:end became hypothesis tokens first:last."""

    start: int
    end: int
    first: int
    last: int


def edit_between(first: Vertex, last: Vertex, by: int = 0) -> Proposed:
    """Give the edit between two vertices; `by` tokens come before the lattice on both sides."""
    return Proposed(first[0] + by, last[0] + by, first[1] + by, last[1] + by)


class _Ways(NamedTuple):
    """All arcs of a region of one kind, and the path taken when no gold edit matches."""

    arcs: Arcs
    options: Options
    plain: Choice


@frozen
class Walk:
    """A region, its arcs, and the path taken when no gold edit matches; the same for all annotators."""

    region: Region
    ways: _Ways
    rows: Rows
    index: dict[Vertex, int]

    def edits(self, hypothesis: Tokens, spans: Spans, by: int) -> tuple[list[Proposed], bool]:
        """Give the edits, and whether every path of the same weight counts the same.

        Gold spans and edits are those of the sentence; the hypothesis and the region begin after its first `by` tokens.
        """
        vertices, ways = self.region.vertices, self.ways
        low, high = vertices[0][0] + by, vertices[-1][0] + by
        near = {(s - by, e - by): texts for (s, e), texts in spans.items() if low <= s and e <= high} if spans else None
        visits = near and visited_arcs(self.region, ways.arcs, self.rows, self.index, hypothesis, near)
        taken, decided = choose_path(ways.arcs, ways.options, visits) if visits else ways.plain
        return [edit_between(vertices[first], vertices[last], by) for first, last in taken], decided

    def all_edits(self, by: int) -> Iterator[Proposed]:
        """Give every edit that some path has."""
        vertices = self.region.vertices
        for end, starts in enumerate(self.ways.arcs):
            yield from (
                edit_between(vertices[start], vertices[end], by) for start, arc in starts.items() if not arc.idle
            )


@frozen
class WideWalk:
    """A part of a lattice between two gates with too many arcs to list."""

    lattice: Lattice
    low: Vertex
    high: Vertex
    max_unchanged: int
    plain: list[VertexPair]

    def edits(self, hypothesis: Tokens, spans: Spans, by: int) -> tuple[list[Proposed], bool]:
        """Give the edits; whether other paths weigh the same is not known."""
        shifted = {(start - by, end - by): texts for (start, end), texts in spans.items()}
        matched = matched_arcs_wide(self.lattice, self.low, self.high, hypothesis, shifted, self.max_unchanged)
        taken = self.plain
        if matched:
            taken = cheapest_edits(self.lattice, self.low, self.high, self.max_unchanged, matched)
        return [edit_between(first, last, by) for first, last in taken], False


class Walks(NamedTuple):
    """The regions of a sentence."""

    front: int = 0
    """Number of equal tokens before the lattice, on both sides."""
    walks: Sequence[Walk | WideWalk] = ()


class _Inner(NamedTuple):
    """What lies between the ends that are equal on both sides."""

    front: int
    pattern: Numbers


class Walker:
    """Makes walks; short ones are kept for pairs that look alike."""

    def __init__(self, max_unchanged: int) -> None:
        """Take the number of equal tokens that an edit may hold."""
        self._max_unchanged = max_unchanged
        self._walks: dict[Numbers, Sequence[Walk]] = {}
        self._ways: dict[tuple[tuple[Step, ...], ...], _Ways] = {}

    def walks_of(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[Walks]:
        """Give the walks of each source and hypothesis; the lattices are built together, which is faster."""
        for kept in (self._walks, self._ways):
            if len(kept) > _KEPT:
                kept.clear()
        inner = [None if source == hypothesis else self._inner(source, hypothesis) for source, hypothesis in pairs]
        new = {part.pattern: None for part in inner if part and part.pattern not in self._walks}
        lattices = dict(zip(new, build_lattices(list(new)), strict=True))
        for (source, hypothesis), part in zip(pairs, inner, strict=True):
            # Walks are made one after the other: thousands of arcs in memory would keep the garbage collector busy.
            if part is None:
                yield Walks()
            elif (known := self._walks.get(part.pattern)) is not None:
                yield Walks(part.front, known)
            else:
                lattice = lattices[part.pattern]
                if int(np.count_nonzero(lattice.on_path)) > _MAX_LISTED:
                    whole, last = build_lattice(source, hypothesis), (len(source), len(hypothesis))
                    yield Walks(0, [self._wide(whole, (0, 0), last)])
                else:
                    yield Walks(part.front, self._new(part.pattern, lattice))

    def _inner(self, source: Tokens, hypothesis: Tokens) -> _Inner:
        expect_sentences(source, hypothesis)
        # No edit reaches the equal tokens at both ends, which are most of a sentence.
        front, back = (max(0, forced - self._max_unchanged) for forced in forced_ends(source, hypothesis))
        pattern = numbered(source[front : len(source) - back], hypothesis[front : len(hypothesis) - back])
        return _Inner(front, pattern)

    def _new(self, pattern: Numbers, lattice: Lattice) -> Sequence[Walk | WideWalk]:
        regions = busy_regions(lattice, self._max_unchanged)
        walks = [self._walk(region) for region in regions]
        listed = [walk for walk in walks if walk is not None]
        if len(listed) < len(walks):
            ends = [(region.vertices[0], region.vertices[-1]) for region in regions]
            return [walk or self._wide(lattice, *gates) for walk, gates in zip(walks, ends, strict=True)]
        if sum(map(len, pattern)) <= _SHORT:
            self._walks[pattern] = listed
        return listed

    def _walk(self, region: Region) -> Walk | None:
        ways = self._ways.get(region.steps)
        if ways is None:
            arcs = build_arcs(region, self._max_unchanged)
            if arcs is None:
                return None
            options = weigh(arcs)
            ways = _Ways(arcs, options, choose_path(arcs, options, {}))
            if len(region.steps) <= _SHORT:
                self._ways[region.steps] = ways
        index = {vertex: number for number, vertex in enumerate(region.vertices)}
        return Walk(region, ways, rows_of(region), index)

    def _wide(self, lattice: Lattice, low: Vertex, high: Vertex) -> WideWalk:
        plain = cheapest_edits(lattice, low, high, self._max_unchanged, ())
        return WideWalk(lattice, low, high, self._max_unchanged, plain)


def expect_sentences(source: Tokens, hypothesis: Tokens) -> None:
    """Refuse a source and an output that are too long for a table of all their tokens."""
    if source != hypothesis and (len(source) + 1) * (len(hypothesis) + 1) > _MAX_CELLS:
        raise InputError(
            f"M2 cannot align a sentence of {len(source)} tokens with one of {len(hypothesis)}",
            remedy="give one sentence per line",
        )
