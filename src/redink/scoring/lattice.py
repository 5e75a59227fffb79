"""Two token sequences in; the lattice of all their cheapest alignments, which MaxMatch searches, out.

Dahlmeier & Ng (2012) extract edits from the cheapest Levenshtein paths source → hypothesis. Their published scorer
unites two lattices: insertions and deletions cost 1; substitutions cost 1 in the first and 2 in the second. A vertex
(i, j) lies after i source tokens and j hypothesis tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from redink.frozen import frozen
from redink.records import Tokens

Sentence = TypeVar("Sentence", str, Tokens)
"""Letters or tokens."""
Vertex: TypeAlias = tuple[int, int]
Bytes: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Two sentences whose tokens are numbers; equal tokens have equal numbers."""

SUBSTITUTION_COSTS = (1, 2)
"""There is one lattice for each cost; both are searched at once."""
_BLOCK_CELLS = 1 << 14
"""Number of cells computed at once: few enough for the processor's cache, many enough to be worth the call."""


class Step(NamedTuple):
    """An arc of the lattice over at most one token of each side; its end is known from the context."""

    start: int
    """Index of the vertex where it starts."""
    unchanged: int
    """1 if the two tokens are equal, else 0."""
    copies: int
    """Number of the two lattices that have it (1 or 2)."""


@frozen
class Region:
    """A stretch of the lattice where the two sides differ, with the few equal tokens around it.

    Every path through the lattice enters at the first vertex and leaves at the last one.
    """

    vertices: tuple[Vertex, ...]
    """The vertices in topological (that is, ascending) order."""
    steps: tuple[tuple[Step, ...], ...]
    """For each vertex the arcs that end there, in ascending order of their start."""


@frozen
class Lattice:
    """The union of both lattices as arrays; the copies of an arc are stored at the vertex where it ends."""

    on_path: NDArray[np.bool_]
    """(n+1, m+1): the vertices that lie on a cheapest path of either lattice."""
    diagonal: Bytes
    """(n+1, m+1): copies of the arc (i−1, j−1) → (i, j): a substitution, or two equal tokens."""
    deletion: Bytes
    """(n+1, m+1): copies of the arc (i−1, j) → (i, j)."""
    insertion: Bytes
    """(n+1, m+1): copies of the arc (i, j−1) → (i, j)."""
    equal: NDArray[np.bool_]
    """(n+1, m+1): whether source token i−1 equals hypothesis token j−1."""


def forced_ends(source: Tokens, hypothesis: Tokens) -> tuple[int, int]:
    """Give the numbers of first and of last tokens that every cheapest alignment aligns as equal.

    Let both sides begin with the same q tokens, let t be the last of these, and let t not occur later on either side.
    A path that does not align the two t leaves one of them at a vertex d tokens off the diagonal (or at d = 0 by a
    deletion and an insertion). It has paid at least d for the shift and 1 for t, which equals no other token there.
    Aligning the q tokens as equal and shifting afterwards reaches the same vertex at the cost d, so such a path is
    never a cheapest one. Every cheapest path therefore contains (q, q), and what follows is a lattice by itself. The
    same holds for the last tokens, read backwards.
    """
    front = forced_beginning(source, hypothesis)
    return front, forced_beginning(source[front:][::-1], hypothesis[front:][::-1])


def shared_beginning(sentences: Sequence[Sentence]) -> int:
    """Give the number of first tokens that all sentences share."""
    least, most = min(sentences), max(sentences)
    for number, (first, second) in enumerate(zip(least, most, strict=False)):
        if first != second:
            return number
    return min(len(least), len(most))


def forced_beginning(*sentences: Sentence) -> int:
    """Give the length of the common beginning, up to its last token that occurs later in none of the sentences."""
    length = shared_beginning(sentences)
    later = set[str]().union(*[sentence[length:] for sentence in sentences])
    while length and sentences[0][length - 1] in later:
        length -= 1
        later.add(sentences[0][length])
    return length


def build_lattice(source: Tokens, hypothesis: Tokens) -> Lattice:
    """Give the lattice of all cheapest alignments of two sentences, for both costs of a substitution."""
    return build_lattices([numbered(source, hypothesis)])[0]


def build_lattices(pairs: Sequence[Numbers]) -> list[Lattice]:
    """Give the lattices of many pairs of numbered tokens; pairs of similar size are computed at once."""
    order = sorted(range(len(pairs)), key=lambda number: (len(pairs[number][0]), len(pairs[number][1])))
    lattices: dict[int, Lattice] = {}
    for block in _blocks(order, pairs):
        lattices |= zip(block, _build([pairs[number] for number in block]), strict=True)
    return [lattices[number] for number in range(len(pairs))]


def _blocks(order: Sequence[int], pairs: Sequence[Numbers]) -> Iterator[list[int]]:
    """Give pairs, small ones first, in blocks that stay small when every pair is padded to the largest of its block."""
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


def _build(pairs: Sequence[Numbers]) -> list[Lattice]:
    """Give the lattices of some pairs, computed as (pairs, lattices, n+1, m+1); the padding equals no token."""
    sizes = [(len(source), len(hypothesis)) for source, hypothesis in pairs]
    equal = _equal(pairs)
    change = np.array(SUBSTITUTION_COSTS, dtype=np.int32)[:, None, None] * ~equal[:, None, 1:, 1:]
    forward = _distances(change)
    mirrored = _equal([(source[::-1], hypothesis[::-1]) for source, hypothesis in pairs])
    back = _distances(np.array(SUBSTITUTION_COSTS, dtype=np.int32)[:, None, None] * ~mirrored[:, None, 1:, 1:])
    missing = np.full_like(forward, -1)  # cost above the cheapest path; never 0 in the padding
    for number, (n, m) in enumerate(sizes):
        cells = np.s_[number, :, : n + 1, : m + 1]
        missing[cells] = forward[cells] + back[cells][:, ::-1, ::-1] - forward[number, :, n, m][:, None, None]
    on_path = missing == 0
    # If a vertex is on a cheapest path, so are all its cheapest predecessors.
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


def numbered(source: Tokens, hypothesis: Tokens) -> Numbers:
    """Give the tokens of both sides as numbers, in the order of their first occurrence."""
    numbers: dict[str, int] = {}
    number = numbers.setdefault
    first = tuple([number(token, len(numbers)) for token in source])
    return first, tuple([number(token, len(numbers)) for token in hypothesis])


def _equal(pairs: Sequence[Numbers]) -> NDArray[np.bool_]:
    """Tell for each pair which tokens are equal, (pairs, n+1, m+1); the first row and column are empty."""
    n, m = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    sources, hypotheses = np.full((len(pairs), n), -1, dtype=np.int32), np.full((len(pairs), m), -2, dtype=np.int32)
    for number, (source, hypothesis) in enumerate(pairs):
        sources[number, : len(source)] = source
        hypotheses[number, : len(hypothesis)] = hypothesis
    equal = np.zeros((len(pairs), n + 1, m + 1), dtype=np.bool_)
    equal[:, 1:, 1:] = sources[:, :, None] == hypotheses[:, None, :]
    return equal


def _distances(change: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give the distances of all prefixes, (pairs, lattices, n+1, m+1), from the costs of the diagonal steps.

    All tables are filled row by row in one loop. Within a row an insertion costs 1, so the cheapest path from the left
    is a running minimum of (value − column). The cells hold this difference while they are filled; a diagonal step
    then costs one less.
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
    """Give the regions of a lattice where the sides differ, cut where no edit can reach across.

    An edit may hold `max_unchanged` equal tokens. If every path passes 2 × `max_unchanged` equal tokens in a row, edits
    to the left and to the right of them never meet. The cheapest path is then the cheapest path of the left part
    followed by that of the right part.
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


def whole_region(lattice: Lattice) -> Region:
    """Give the whole lattice as one region."""
    vertices, steps = _as_lists(lattice)
    return Region(tuple(vertices), tuple(map(tuple, steps)))


def _as_lists(lattice: Lattice) -> tuple[list[Vertex], list[list[Step]]]:
    rows, columns = np.nonzero(lattice.on_path)
    vertices = list(zip(rows.tolist(), columns.tolist(), strict=True))
    index = {vertex: number for number, vertex in enumerate(vertices)}
    equal = lattice.equal[rows, columns].tolist()
    copies = [table[rows, columns].tolist() for table in (lattice.diagonal, lattice.deletion, lattice.insertion)]
    steps: list[list[Step]] = []
    for (i, j), same, diagonal, deletion, insertion in zip(vertices, equal, *copies, strict=True):
        vertex_steps = []
        if diagonal:
            vertex_steps.append(Step(index[i - 1, j - 1], int(same), diagonal))
        if deletion:
            vertex_steps.append(Step(index[i - 1, j], 0, deletion))
        if insertion:
            vertex_steps.append(Step(index[i, j - 1], 0, insertion))
        steps.append(vertex_steps)
    return vertices, steps


def _links_between_gates(steps: list[list[Step]]) -> list[tuple[int, int, bool]]:
    """Give consecutive gates (vertices on every path), and whether anything but an equal token lies between them."""
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
