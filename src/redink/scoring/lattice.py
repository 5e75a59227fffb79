"""Two token sequences in; the lattice of all their cheapest alignments out (the ground MaxMatch walks on).

Dahlmeier & Ng (2012) extract edits from the cheapest Levenshtein paths source → hypothesis. The scorer
they published unites two lattices: insertions and deletions cost 1, substitutions 1 in the first and 2
in the second. A vertex (i, j) means "i source tokens and j hypothesis tokens are done".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.records import Tokens

Vertex: TypeAlias = tuple[int, int]
Bytes: TypeAlias = NDArray[np.uint8]

SUBSTITUTION_COSTS = (1, 2)
"""One lattice for each; both are searched at once."""
_BLOCK_CELLS = 1 << 14
"""So many cells are done at once: few enough for the processor's cache, many enough to be worth the call."""


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
    return build_lattices([(source, hypothesis)])[0]


def build_lattices(pairs: Sequence[tuple[Tokens, Tokens]]) -> list[Lattice]:
    """Find all cheapest alignments of many pairs; pairs of like size are done at once."""
    order = sorted(range(len(pairs)), key=lambda number: (len(pairs[number][0]), len(pairs[number][1])))
    found: dict[int, Lattice] = {}
    for block in _blocks(order, pairs):
        found |= zip(block, _build([pairs[number] for number in block]), strict=True)
    return [found[number] for number in range(len(pairs))]


def _blocks(order: Sequence[int], pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[list[int]]:
    """Cut a list of pairs, small ones first, into blocks that stay small when all become as large as the largest."""
    block: list[int] = []
    widest = 0
    for number in order:
        source, hypothesis = pairs[number]
        width = max(widest, len(hypothesis) + 1)
        if block and (len(block) + 1) * (len(source) + 1) * width > _BLOCK_CELLS:
            yield block
            block, width = [], len(hypothesis) + 1
        block.append(number)
        widest = width
    if block:
        yield block


def _build(pairs: Sequence[tuple[Tokens, Tokens]]) -> list[Lattice]:
    """Build lattices side by side: (pairs, lattices, n+1, m+1), padded with tokens that equal nothing."""
    sizes = [(len(source), len(hypothesis)) for source, hypothesis in pairs]
    numbers = [_numbered(*pair) for pair in pairs]
    equal = _equal(numbers)
    change = np.array(SUBSTITUTION_COSTS, dtype=np.int32)[:, None, None] * ~equal[:, None, 1:, 1:]
    forward = _distances(change)
    mirrored = _equal([(source[::-1], hypothesis[::-1]) for source, hypothesis in numbers])
    back = _distances(np.array(SUBSTITUTION_COSTS, dtype=np.int32)[:, None, None] * ~mirrored[:, None, 1:, 1:])
    missing = np.full_like(forward, -1)  # how much longer than the cheapest: never 0 in the padding
    for number, (n, m) in enumerate(sizes):
        own = np.s_[number, :, : n + 1, : m + 1]
        missing[own] = forward[own] + back[own][:, ::-1, ::-1] - forward[number, :, n, m][:, None, None]
    on_path = missing == 0
    # A vertex that is on a path has all its cheapest predecessors on a path too.
    arcs = [np.zeros(equal.shape, dtype=np.uint8) for _ in range(3)]
    reached = forward - 1
    diagonal = on_path[:, :, 1:, 1:] & (forward[:, :, :-1, :-1] + change == forward[:, :, 1:, 1:])
    deletion = on_path[:, :, 1:, :] & (forward[:, :, :-1, :] == reached[:, :, 1:, :])
    insertion = on_path[:, :, :, 1:] & (forward[:, :, :, :-1] == reached[:, :, :, 1:])
    arcs[0][:, 1:, 1:] = diagonal.sum(axis=1, dtype=np.uint8)
    arcs[1][:, 1:, :] = deletion.sum(axis=1, dtype=np.uint8)
    arcs[2][:, :, 1:] = insertion.sum(axis=1, dtype=np.uint8)
    tables = (on_path.any(axis=1), *arcs, equal)
    return [Lattice(*(table[at, : n + 1, : m + 1] for table in tables)) for at, (n, m) in enumerate(sizes)]


def _numbered(source: Tokens, hypothesis: Tokens) -> tuple[list[int], list[int]]:
    numbers: dict[str, int] = {}
    first, second = ([numbers.setdefault(token, len(numbers)) for token in tokens] for tokens in (source, hypothesis))
    return first, second


def _equal(pairs: Sequence[tuple[list[int], list[int]]]) -> NDArray[np.bool_]:
    """Tell for each pair which tokens are equal, (pairs, n+1, m+1) with an empty first row and column."""
    n, m = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    sources, hypotheses = np.full((len(pairs), n), -1, dtype=np.int32), np.full((len(pairs), m), -2, dtype=np.int32)
    for number, (source, hypothesis) in enumerate(pairs):
        sources[number, : len(source)] = source
        hypotheses[number, : len(hypothesis)] = hypothesis
    equal = np.zeros((len(pairs), n + 1, m + 1), dtype=np.bool_)
    equal[:, 1:, 1:] = sources[:, :, None] == hypotheses[:, None, :]
    return equal


def _distances(change: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give the distances of all beginnings, (pairs, lattices, n+1, m+1), from the costs of the diagonal steps.

    All tables are filled row by row in one loop. Within a row an insertion costs 1, so "cheapest from the
    left" is a running minimum of (value − column); that is what is kept while filling, so that a diagonal step
    costs one less.
    """
    pairs, lattices, n, m = change.shape
    steps = np.ascontiguousarray(change.transpose(2, 0, 1, 3)).reshape(n, pairs * lattices, m) - 1
    sloped = np.zeros((n + 1, pairs * lattices, m + 1), dtype=np.int32)
    for i in range(1, n + 1):
        row = sloped[i]
        np.add(sloped[i - 1], 1, out=row)
        np.minimum(row[:, 1:], sloped[i - 1, :, :-1] + steps[i - 1], out=row[:, 1:])
        np.minimum.accumulate(row, axis=1, out=row)
    sloped += np.arange(m + 1, dtype=np.int32)
    tables: NDArray[np.int32] = sloped.reshape(n + 1, pairs, lattices, m + 1).transpose(1, 2, 0, 3)
    return tables


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
