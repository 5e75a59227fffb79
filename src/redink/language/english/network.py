"""A row of word numbers and the words' vectors in, the best tag and class of every token out: the forward pass.

The network is a window network with maxout units: `depth` times, each token's vector is joined with those of its
neighbours, and the layer's output is added to it. All numbers are small integers (or such divided by a power of two)
in float32 arrays. As long as no sum can pass 2²⁴ steps – which `Layer` checks – float32 products and sums are exact, so
that neither the BLAS build, the number of threads nor the other sentences of a batch can change a result. Hence two
ways through the layers give the same numbers, and the cheaper one is taken:

- *straight*: one stretch of text after the other goes through all layers, with one column per token;
- *shared*: equal windows give equal vectors, so each distinct window of a batch is computed once. Versions of one
  text (a source, its corrections, the outputs of many systems) share most of theirs.
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
COLUMNS_AT_ONCE: Final = 512
"""Columns of one matrix product: what fits the processor's cache."""
CUBE_FITS: Final = 2_000_000
"""Three numbers below this fit 63 bits together; only a line of millions of tokens goes beyond."""
WORTH_SHARING: Final = 0.5
"""Distinct windows of three words per token up to which sharing saves more than it costs."""


class WordNumbers(dict[str, int]):
    """Numbers words from 1 in the order they are asked for; 0 is the edge of a sentence."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


class Layer:
    """A maxout layer on integers: x ↦ max over pieces of (W·x + b) / 2^shift, with one column per token."""

    def __init__(self, weights: NDArray[np.int16], bias: NDArray[np.int32], shift: int, pieces: int) -> None:
        """Take integer weights (inputs, pieces · width); dividing by a power of two is exact, so it is done here."""
        assert np.abs(weights.astype(np.int64)).sum(axis=0).max() * LIMIT + np.abs(bias).max() < EXACT
        scale = np.float32(2.0**-shift)
        self._weights: Floats = np.column_stack([weights.T, bias]).astype(np.float32) * scale
        self.width = weights.shape[1] // pieces

    def room(self) -> Floats:
        """Make room for the sums of one call; fresh memory for each would cost more than the sums."""
        return np.empty((len(self._weights), COLUMNS_AT_ONCE), np.float32)

    def __call__(self, inputs: Floats, room: Floats) -> Floats:
        """Give the layer's output (width, columns), not yet rounded; a view of `room`.

        A row of ones after the last input brings the bias in with the product, at no cost.
        """
        sums = room[:, : inputs.shape[1]]
        if len(inputs) == self._weights.shape[1]:
            np.matmul(self._weights, inputs, out=sums)
        else:
            np.matmul(self._weights[:, :-1], inputs, out=sums)
            sums += self._weights[:, -1:]
        best = sums[: self.width]
        for start in range(self.width, len(sums), self.width):
            np.maximum(best, sums[start : start + self.width], out=best)
        return best


def to_grid(values: Floats) -> Floats:
    """Round to the integers of the activation grid, in place; halves go to even, everywhere alike."""
    np.rint(values, out=values)
    np.clip(values, -LIMIT, LIMIT, out=values)
    return values


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
        triples, numbers = _triples(row, inside, len(vectors))
        if len(triples) > WORTH_SHARING * len(inside):
            return self._straight(row, vectors)[:, inside]
        windows = row
        for layer in self._layers:
            if layer is not self._layers[0]:
                triples, numbers = _triples(windows, inside, len(vectors))
            vectors = _widen(triples, vectors, layer)
            windows = np.zeros_like(row)
            windows[inside] = numbers + 1
        return self._decided(vectors)[:, windows[inside]]

    def _straight(self, row: Ints, vectors: Floats) -> NDArray[Decided]:
        """Decide at every place of the row, edges included.

        Each stretch overlaps its neighbours by as many places as there are layers: tokens further away cannot
        change the part that is kept.
        """
        reach, width = len(self._layers), self._layers[0].width
        joined = np.ones((3 * width + 1, COLUMNS_AT_ONCE), np.float32)
        rooms = [self._layers[0].room(), self._heads.room()]
        parts: list[NDArray[Decided]] = []
        step = COLUMNS_AT_ONCE - 2 * reach
        for start in range(0, len(row), step):
            first, end = max(0, start - reach), min(len(row), start + step)
            part = row[first : end + reach]
            top = self._through(vectors[part].T, np.flatnonzero(part == 0), joined[:, : len(part)], rooms[0])
            inner = slice(start - first, end - first)
            parts.append(self._decide(self._heads(top[:, inner], rooms[1])))
        return np.concatenate(parts, axis=1)

    def _through(self, x: Floats, edges: Ints, joined: Floats, room: Floats) -> Floats:
        """Take a stretch of text through all layers; `joined` is room for its windows."""
        width = len(x)
        left, middle, right = joined[:width], joined[width : 2 * width], joined[2 * width : 3 * width]
        for layer in self._layers:
            middle[:] = x
            left[:, 1:], left[:, 0] = middle[:, :-1], 0
            right[:, :-1], right[:, -1] = middle[:, 1:], 0
            x = layer(joined, room)
            x += middle
            to_grid(x)
            x[:, edges] = 0
        return x

    def _decided(self, vectors: Floats) -> NDArray[Decided]:
        """Decide about each vector (one per row)."""
        room = self._heads.room()
        starts = range(0, len(vectors), COLUMNS_AT_ONCE)
        parts = [self._decide(self._heads(vectors[start : start + COLUMNS_AT_ONCE].T, room)) for start in starts]
        return np.concatenate(parts, axis=1)


def _triples(windows: Ints, inside: Ints, count: int) -> tuple[Ints, Ints]:
    """Give the distinct triples of neighbouring numbers below `count`, (triples, 3), and each place's triple."""
    left, middle, right = windows[inside - 1], windows[inside], windows[inside + 1]
    pairs = left * count + middle
    if count > CUBE_FITS:
        pairs = distinct(pairs)[1]
    first, numbers = distinct(pairs * count + right)
    return np.stack([left[first], middle[first], right[first]], axis=1), numbers


def _widen(triples: Ints, vectors: Floats, layer: Layer) -> Floats:
    """Compute the vector of each triple; vector 0 stays the edge."""
    wider = np.zeros((len(triples) + 1, layer.width), np.float32)
    room = layer.room()
    for start in range(0, len(triples), COLUMNS_AT_ONCE):
        part = triples[start : start + COLUMNS_AT_ONCE]
        joined = vectors[part].reshape(len(part), -1).T
        moved = layer(joined, room)
        moved += joined[layer.width : 2 * layer.width]
        wider[start + 1 : start + 1 + len(part)] = to_grid(moved).T
    return wider
