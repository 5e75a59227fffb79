"""Two token sequences in; the lattice of all their cheapest alignments out (the ground MaxMatch walks on).

Dahlmeier & Ng (2012) extract edits from the cheapest Levenshtein paths source → hypothesis. The scorer
they published unites two lattices: insertions and deletions cost 1, substitutions 1 in the first and 2
in the second. A vertex (i, j) means "i source tokens and j hypothesis tokens are done".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.records import Tokens

Vertex: TypeAlias = tuple[int, int]
Bytes: TypeAlias = NDArray[np.uint8]

SUBSTITUTION_COSTS = (1, 2)
"""One lattice for each; both are searched at once."""


class Step(NamedTuple):
    """An arc of the lattice that covers at most one token of either side, as seen from its end."""

    start: int
    """Index of the vertex it comes from."""
    unchanged: int
    """1 when it passes over a token both sides share, else 0."""
    copies: int
    """In how many of the two lattices it lies (1 or 2)."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of the lattice where the two sides differ, with the few equal tokens around it.

    Every path through the lattice enters at the first vertex and leaves at the last one.
    """

    vertices: tuple[Vertex, ...]
    """In topological (that is, ascending) order."""
    steps: tuple[tuple[Step, ...], ...]
    """For each vertex the arcs that end there, in ascending order of where they start."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The union of both lattices as arrays; the copies of an arc stand at the vertex where it ends."""

    on_path: NDArray[np.bool_]
    """(n+1, m+1): the vertices that lie on a cheapest path of either lattice."""
    diagonal: Bytes
    """(n+1, m+1): copies of the arc (i−1, j−1) → (i, j): a substitution, or nothing changed."""
    deletion: Bytes
    """(n+1, m+1): copies of the arc (i−1, j) → (i, j)."""
    insertion: Bytes
    """(n+1, m+1): copies of the arc (i, j−1) → (i, j)."""
    equal: NDArray[np.bool_]
    """(n+1, m+1): whether source token i−1 equals hypothesis token j−1."""


def forced_ends(source: Tokens, hypothesis: Tokens) -> tuple[int, int]:
    """Count the first and the last tokens that every cheapest alignment passes over as equal.

    Let t end a beginning of q tokens both sides share, and let neither side have t again after it. A path that
    does not join both t leaves one of them at a vertex d tokens off the diagonal (or at d = 0 by a deletion and an
    insertion); it has paid at least d for the shift and 1 for t, which equals nothing there. Passing the beginning
    as equal and shifting afterwards leads to the same vertex for d: no cheapest path is like that. So (q, q) is on
    all of them, the rest is a lattice of its own, and its end is a beginning seen from the back.
    """
    front = forced_beginning(source, hypothesis)
    return front, forced_beginning(source[front:][::-1], hypothesis[front:][::-1])


def forced_beginning(*sentences: Tokens) -> int:
    """Count the first tokens all share, up to the last of them that occurs in none of the rests."""
    length = 0
    for first, *others in zip(*sentences, strict=False):
        if any(other != first for other in others):
            break
        length += 1
    later = {token for sentence in sentences for token in sentence[length:]}
    while length and sentences[0][length - 1] in later:
        length -= 1
        later.add(sentences[0][length])
    return length


def build_lattice(source: Tokens, hypothesis: Tokens) -> Lattice:
    """Find all cheapest alignments of two sentences, for both costs of a substitution."""
    numbers: dict[str, int] = {}
    s = np.array([numbers.setdefault(token, len(numbers)) for token in source], dtype=np.int32)
    h = np.array([numbers.setdefault(token, len(numbers)) for token in hypothesis], dtype=np.int32)
    n, m = len(s), len(h)
    equal = np.zeros((n + 1, m + 1), dtype=np.bool_)
    equal[1:, 1:] = s[:, None] == h[None, :]
    forward, backward, change = _distances(equal)
    total = forward[:, n : n + 1, m : m + 1]
    on_path = forward + backward == total
    arcs = [np.zeros((n + 1, m + 1), dtype=np.uint8) for _ in range(3)]
    # A vertex that is on a path has all its cheapest predecessors on a path too.
    reached = forward - 1
    diagonal = on_path[:, 1:, 1:] & (forward[:, :-1, :-1] + change == forward[:, 1:, 1:])
    deletion = on_path[:, 1:, :] & (forward[:, :-1, :] == reached[:, 1:, :])
    insertion = on_path[:, :, 1:] & (forward[:, :, :-1] == reached[:, :, 1:])
    arcs[0][1:, 1:] = diagonal.sum(axis=0, dtype=np.uint8)
    arcs[1][1:, :] = deletion.sum(axis=0, dtype=np.uint8)
    arcs[2][:, 1:] = insertion.sum(axis=0, dtype=np.uint8)
    return Lattice(on_path.any(axis=0), arcs[0], arcs[1], arcs[2], equal)


def _distances(
    equal: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Give the distances from the start and to the end, (2, n+1, m+1) each, and the diagonal's cost.

    The four tables are filled row by row in one loop: the way back is the way forth of the reversed
    sentences. Within a row an insertion costs 1, so "cheapest from the left" is a running minimum of
    (value − column).
    """
    n, m = equal.shape[0] - 1, equal.shape[1] - 1
    change = np.array(SUBSTITUTION_COSTS, dtype=np.int32)[:, None, None] * ~equal[None, 1:, 1:]
    both = np.concatenate([change, change[:, ::-1, ::-1]])
    columns = np.arange(m + 1, dtype=np.int32)
    # "Value − column" is kept while filling: a diagonal step then costs one less.
    sloped = np.zeros((n + 1, 4, m + 1), dtype=np.int32)
    steps = np.ascontiguousarray(both.transpose(1, 0, 2)) - 1
    for i in range(1, n + 1):
        row = sloped[i]
        np.add(sloped[i - 1], 1, out=row)
        np.minimum(row[:, 1:], sloped[i - 1, :, :-1] + steps[i - 1], out=row[:, 1:])
        np.minimum.accumulate(row, axis=1, out=row)
    tables = sloped.transpose(1, 0, 2) + columns
    return tables[:2], tables[2:, ::-1, ::-1], change


def busy_regions(lattice: Lattice, max_unchanged: int) -> list[Region]:
    """Cut the lattice where sides agree for so long that no edit can reach across.

    An edit may hold `max_unchanged` equal tokens. Where 2 × `max_unchanged` equal tokens in a row are
    passed by every path, edits to the left and to the right never meet, so each side has its own
    cheapest way and the sum of both is the cheapest way through all.
    """
    vertices, steps = _as_lists(lattice)
    links = _links_between_gates(steps)
    gap = max(1, 2 * max_unchanged)
    regions: list[Region] = []
    first = last = None
    for number, (_, _, busy) in enumerate(links):
        if not busy:
            continue
        if first is not None and last is not None and number - last > gap:
            regions.append(_region(vertices, steps, links, first, last, max_unchanged))
            first = None
        first = number if first is None else first
        last = number
    if first is not None and last is not None:
        regions.append(_region(vertices, steps, links, first, last, max_unchanged))
    return regions


def moved(region: Region, by: int) -> Region:
    """Give the region as it is called when so many tokens of both sides come before."""
    return Region(tuple((i + by, j + by) for i, j in region.vertices), region.steps) if by else region


def _as_lists(lattice: Lattice) -> tuple[list[Vertex], list[list[Step]]]:
    rows, columns = np.nonzero(lattice.on_path)
    vertices = list(zip(rows.tolist(), columns.tolist(), strict=True))
    index = {vertex: number for number, vertex in enumerate(vertices)}
    equal = lattice.equal[rows, columns].tolist()
    copies = [table[rows, columns].tolist() for table in (lattice.diagonal, lattice.deletion, lattice.insertion)]
    steps: list[list[Step]] = []
    for (i, j), same, diagonal, deletion, insertion in zip(vertices, equal, *copies, strict=True):
        here = []
        if diagonal:
            here.append(Step(index[i - 1, j - 1], int(same), diagonal))
        if deletion:
            here.append(Step(index[i - 1, j], 0, deletion))
        if insertion:
            here.append(Step(index[i, j - 1], 0, insertion))
        steps.append(here)
    return vertices, steps


def _links_between_gates(steps: list[list[Step]]) -> list[tuple[int, int, bool]]:
    """Give consecutive gates (vertices on every path), and whether anything but "equal" lies between."""
    furthest = list(range(len(steps)))
    for vertex in range(len(steps) - 1, -1, -1):
        for step in steps[vertex]:
            furthest[step.start] = max(furthest[step.start], vertex)
    links = []
    gate = reach = 0
    for vertex in range(1, len(steps)):
        reach = max(reach, furthest[vertex - 1])
        if reach <= vertex:
            plain = vertex == gate + 1 and steps[vertex][0].unchanged == 1
            links.append((gate, vertex, not plain))
            gate = vertex
    return links


def _region(
    vertices: list[Vertex],
    steps: list[list[Step]],
    links: list[tuple[int, int, bool]],
    first: int,
    last: int,
    max_unchanged: int,
) -> Region:
    low = links[max(0, first - max_unchanged)][0]
    high = links[min(len(links) - 1, last + max_unchanged)][1]
    inside = [()] + [_shifted(steps[vertex], low) for vertex in range(low + 1, high + 1)]
    return Region(tuple(vertices[low : high + 1]), tuple(inside))


def _shifted(steps: Iterable[Step], by: int) -> tuple[Step, ...]:
    return tuple(Step(step.start - by, step.unchanged, step.copies) for step in steps)
