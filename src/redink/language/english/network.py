"""A row of word numbers and the words' vectors in, the best tag and class of every token out: the forward pass.

The network is a window network with maxout units: `depth` times, each token's vector is joined with those of its
neighbours, and the layer's output is added to it. All numbers are small integers (or such divided by a power of two)
in float32 arrays. As long as no sum can pass 2²⁴ steps – which `Layer` checks – float32 products and sums are exact, so
that neither the BLAS build, the number of threads nor the other sentences of a batch can change a result.

Hence equal windows give equal vectors, and each distinct window of a batch is computed once. Versions of one text (a
source, its corrections, the outputs of many systems) share most of theirs. What a word adds to the sums of the first
layer is computed once for each word of the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from redink.arrays import distinct

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.intp]
Decided = TypeVar("Decided", bound=np.generic)

LIMIT: Final = 255
"""Activations are the integers −255…255."""
STEPS: Final = 64
"""An activation of 64 stands for 1.0, so activations reach from about −4 to 4."""
EXACT: Final = 2.0**24
"""Float32 holds all integers up to this one."""
ROWS_AT_ONCE: Final = 512
"""Rows of one matrix product: what fits the processor's cache."""
CUBE_FITS: Final = 2_000_000
"""Three numbers below this fit 63 bits together; only a line of millions of tokens goes beyond."""


class Layer:
    """A maxout layer on integers: x ↦ max over pieces of (W·x + b) / 2^shift, with one token per row."""

    def __init__(
        self, weights: NDArray[np.int16], bias: NDArray[np.int32], shift: int, pieces: int, limit: int = LIMIT
    ) -> None:
        """Take integer weights (inputs, pieces · width) for inputs of −limit…limit.

        Dividing by a power of two is exact, so it is done here.
        """
        assert np.abs(weights.astype(np.int64)).sum(axis=0).max() * limit + np.abs(bias).max() < EXACT
        scale = np.float32(2.0**-shift)
        self._weights: Floats = weights.astype(np.float32) * scale
        self._bias: Floats = bias.astype(np.float32) * scale
        self.width = weights.shape[1] // pieces

    def room(self) -> Floats:
        """Make room for the sums of one call; fresh memory for each would cost more than the sums."""
        return np.empty((ROWS_AT_ONCE, len(self._bias)), np.float32)

    def sums(self, inputs: Floats, room: Floats) -> Floats:
        """Give the sums of all pieces, (tokens, pieces · width); a view of `room`."""
        sums = np.matmul(inputs, self._weights, out=room[: len(inputs)])
        sums += self._bias
        return sums

    def best(self, sums: Floats, out: Floats) -> None:
        """Write the largest of the pieces, (tokens, width), to `out`; not yet rounded."""
        out[:] = sums[:, : self.width]
        for start in range(self.width, sums.shape[1], self.width):
            np.maximum(out, sums[:, start : start + self.width], out=out)

    def vectors(self, inputs: Floats, room: Floats) -> Floats:
        """Give the layer's output, rounded: (tokens, width)."""
        out = np.empty((len(inputs), self.width), np.float32)
        self.best(self.sums(inputs, room), out)
        return to_grid(out)

    def shares(self, vectors: Floats) -> tuple[Floats, Floats, Floats]:
        """Give what vectors add to the sums of the token after them, their own token, the one before.

        The layer's inputs must be windows of three vectors. The bias is in the sums of their own token.
        """
        after, own, before = (vectors @ part for part in np.split(self._weights, 3))
        own += self._bias
        return after, own, before


def to_grid(values: Floats) -> Floats:
    """Round to the integers of the activation grid, in place; halves go to even, everywhere alike."""
    np.rint(values, out=values)
    np.clip(values, -LIMIT, LIMIT, out=values)
    return values


def in_a_row(numbers: Ints, lengths: Ints) -> tuple[Ints, Ints]:
    """Give the tokens of a batch in one row, with an edge (0) around each sentence, and the places of the tokens."""
    # Before token i stand the edges of its own sentence and of all earlier ones.
    inside = np.arange(len(numbers)) + np.repeat(np.arange(1, len(lengths) + 1), lengths)
    row = np.zeros(len(numbers) + len(lengths) + 1, np.intp)
    row[inside] = numbers
    return row, inside


def best_of_parts(split: int) -> Callable[[Floats], Ints]:
    """Give a function from scores to the best tag (before `split`) and the best class; the first of equals wins."""
    return lambda scores: np.stack([scores[:split].argmax(axis=0), scores[split:].argmax(axis=0)])


class Stack(Generic[Decided]):
    """The layers on windows, and the heads."""

    def __init__(self, layers: Sequence[Layer], heads: Layer, decide: Callable[[Floats], NDArray[Decided]]) -> None:
        """Take layers, heads, and what is made of the scores of some tokens, (outputs, tokens) → (rows, tokens)."""
        self._layers = layers
        self._heads = heads
        self._decide = decide

    def __call__(self, row: Ints, inside: Ints, vectors: Floats) -> NDArray[Decided]:
        """Give what is decided about the tokens, one column each.

        Args:
            row: Number of the vector at each place, 0 at the edges of sentences.
            inside: The places of the tokens.
            vectors: Vectors of word types, one per row; row 0 is the edge.
        """
        used = np.zeros(len(vectors), np.bool_)
        used[row] = True
        vectors, row = vectors[used], (np.cumsum(used) - 1)[row]
        triples, numbers = distinct_windows(row, inside, len(vectors))
        vectors = _first_vectors(triples, vectors, self._layers[0])
        for layer in self._layers[1:]:
            windows = np.zeros_like(row)
            windows[inside] = numbers + 1
            triples, numbers = distinct_windows(windows, inside, len(vectors))
            vectors = _next_vectors(triples, vectors, layer)
        return self._decided(vectors[1:])[:, numbers]

    def _decided(self, vectors: Floats) -> NDArray[Decided]:
        """Decide about each vector (one per row)."""
        room = self._heads.room()
        # Without tokens, there is one empty part: its number of rows is needed.
        starts = range(0, max(1, len(vectors)), ROWS_AT_ONCE)
        parts = [self._decide(self._heads.sums(vectors[start : start + ROWS_AT_ONCE], room).T) for start in starts]
        return np.concatenate(parts, axis=1)


def distinct_windows(windows: Ints, inside: Ints, count: int) -> tuple[Ints, Ints]:
    """Give the distinct windows of three numbers below `count`, (windows, 3), and the number of each place's window."""
    left, middle, right = windows[inside - 1], windows[inside], windows[inside + 1]
    pairs = left * count + middle
    if count > CUBE_FITS:
        pairs = distinct(pairs)[1]
    first, numbers = distinct(pairs * count + right)
    return np.stack([left[first], middle[first], right[first]], axis=1), numbers


def _first_vectors(triples: Ints, vectors: Floats, layer: Layer) -> Floats:
    """Compute the vector of each triple of words from what each word adds to the sums; vector 0 stays the edge."""
    wider = np.zeros((len(triples) + 1, layer.width), np.float32)
    after, own, before = layer.shares(vectors)
    for start in range(0, len(triples), ROWS_AT_ONCE):
        left, middle, right = triples[start : start + ROWS_AT_ONCE].T
        sums = own[middle]
        sums += after[left]
        sums += before[right]
        moved = wider[start + 1 : start + 1 + len(sums)]
        layer.best(sums, moved)
        moved += vectors[middle]
        to_grid(moved)
    return wider


def _next_vectors(triples: Ints, vectors: Floats, layer: Layer) -> Floats:
    """Compute the vector of each triple; vector 0 stays the edge."""
    wider = np.zeros((len(triples) + 1, layer.width), np.float32)
    room, windows = layer.room(), np.empty((ROWS_AT_ONCE, 3, layer.width), np.float32)
    for start in range(0, len(triples), ROWS_AT_ONCE):
        part = triples[start : start + ROWS_AT_ONCE]
        # With `mode`, NumPy writes right into `out`; no number is outside.
        window = np.take(vectors, part, axis=0, out=windows[: len(part)], mode="clip")
        moved = wider[start + 1 : start + 1 + len(part)]
        layer.best(layer.sums(window.reshape(len(part), -1), room), moved)
        moved += window[:, 1]
        to_grid(moved)
    return wider
