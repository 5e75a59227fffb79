"""Tokenised sentences in, a tag and a dependency class for every token out: the network's forward pass.

The network is a window network with maxout units: word types are embedded, then `depth` times each
token's vector is joined with its neighbours' and added to. All numbers are small integers held in
float32 arrays: as long as no sum can pass 2²⁴ – which `load` checks – float32 products and sums are
exact, so that neither the BLAS build, the number of threads nor the company of other sentences can
change a result.

Equal windows give equal vectors, so each distinct window of a batch is computed once. Versions of one
text (a source, its corrections, the outputs of many systems) share most of theirs.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from importlib import resources
from itertools import chain
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import TABLES, feature_rows

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.intp]

LIMIT: Final = 255
"""Activations are the integers −255…255."""
STEPS: Final = 64
"""An activation of 64 stands for 1.0, so activations reach from about −4 to 4."""
EXACT: Final = 2.0**24
"""Float32 holds all integers up to here."""
ROWS_AT_ONCE: Final = 2048
"""Rows of one matrix product: what fits the processor's cache."""
CUBE_FITS: Final = 2_000_000
"""Below this a triple of numbers fits 63 bits; only a line of millions of tokens goes beyond."""
TYPES_KEPT: Final = 60_000
"""Word types whose vectors are kept between batches."""


class Layer:
    """A maxout layer on integers: x ↦ round(max over pieces of (x·W + b) / divisor)."""

    def __init__(self, weights: NDArray[np.int16], bias: NDArray[np.int32], shift: int, pieces: int) -> None:
        """Take integer weights (inputs, pieces · width); the divisor is 2^shift, so dividing is exact."""
        assert np.abs(weights.astype(np.int64)).sum(axis=0).max() * LIMIT + np.abs(bias).max() < EXACT
        self.weights: Floats = weights.astype(np.float32)
        self.bias: Floats = bias.astype(np.float32)
        self.scale = np.float32(2.0**-shift)
        self.pieces = pieces
        self.width = weights.shape[1] // pieces

    def room(self) -> Floats:
        """Make room for the sums of one call; fresh memory for each would cost more than the sums."""
        return np.empty((ROWS_AT_ONCE, self.weights.shape[1]), np.float32)

    def __call__(self, inputs: Floats, room: Floats) -> Floats:
        """Give the layer's output (rows, width), not yet rounded; a view of `room`."""
        sums = room[: len(inputs)]
        np.matmul(inputs, self.weights, out=sums)
        sums += self.bias
        best = sums[:, : self.width]
        for start in range(self.width, sums.shape[1], self.width):
            np.maximum(best, sums[:, start : start + self.width], out=best)
        best *= self.scale
        return best


def to_grid(values: Floats) -> Floats:
    """Round to the integers of the activation grid, in place; halves go to even, everywhere alike."""
    np.rint(values, out=values)
    np.clip(values, -LIMIT, LIMIT, out=values)
    return values


class Tagger:
    """The trained network: names of tags and classes, tables, layers, two heads."""

    def __init__(self, packed: bytes) -> None:
        """Unpack the weights as `training.english.pack` wrote them."""
        self.fingerprint = hashlib.sha256(packed).hexdigest()[:8]
        with np.load(io.BytesIO(packed)) as file:
            self.tags = [str(name) for name in file["tags"]]
            self.classes = [str(name) for name in file["classes"]]
            pieces, shifts = int(file["pieces"]), [int(shift) for shift in file["shifts"]]
            self._tables = [file[f"table{i}"].astype(np.float32) for i in range(len(TABLES))]
            self._layers = [
                Layer(file[f"weights{i}"], file[f"bias{i}"], shift, pieces) for i, shift in enumerate(shifts)
            ]
            self._heads = Layer(file["heads"], file["heads_bias"], 0, 1)
        self._number: dict[str, int] = {}
        # Row 0 is the edge of a sentence: nothing.
        self._vectors: Floats = np.zeros((1, self._layers[0].width), np.float32)

    @classmethod
    def load(cls) -> Tagger:
        """Read the weights that come with the package."""
        return cls(resources.files("redink.language.english").joinpath("data/tagger.npz").read_bytes())

    def predict(self, sentences: Sequence[Sequence[str]]) -> tuple[list[int], list[int]]:
        """Give the tag and class numbers of all tokens, sentence after sentence, in two flat lists."""
        inside, windows = self._number_words(sentences)
        vectors = self._vectors
        for layer in self._layers[1:]:
            windows, vectors = _widen(windows, inside, vectors, layer)
        rows = windows[inside]
        tags, classes = self._decide(vectors)
        return tags[rows].tolist(), classes[rows].tolist()

    def _decide(self, vectors: Floats) -> tuple[Ints, Ints]:
        """Give the best tag and class of each vector; of equals the first."""
        room, split = self._heads.room(), len(self.tags)
        best = np.empty((2, len(vectors)), np.intp)
        for start in range(0, len(vectors), ROWS_AT_ONCE):
            part = slice(start, start + ROWS_AT_ONCE)
            scores = self._heads(vectors[part], room)
            scores[:, :split].argmax(axis=1, out=best[0, part])
            scores[:, split:].argmax(axis=1, out=best[1, part])
        return best[0], best[1]

    def _number_words(self, sentences: Sequence[Sequence[str]]) -> tuple[Ints, Ints]:
        """Give the places of tokens in one long row with edges (0) between sentences, and their numbers."""
        if len(self._number) > TYPES_KEPT:
            self._number.clear()
            self._vectors = self._vectors[:1]
        self._learn(chain.from_iterable(sentences))
        number = self._number
        numbers = [0]
        for sentence in sentences:
            numbers += [number[word] for word in sentence]
            numbers.append(0)
        row = np.array(numbers, dtype=np.intp)
        return np.flatnonzero(row), row

    def _learn(self, words: Iterable[str]) -> None:
        """Compute the vectors of word types not met before."""
        new = [word for word in dict.fromkeys(words) if word not in self._number]
        if not new:
            return
        first = len(self._number) + 1
        self._number.update(zip(new, range(first, first + len(new)), strict=True))
        parts, room = [self._vectors], self._layers[0].room()
        for start in range(0, len(new), ROWS_AT_ONCE):
            rows = feature_rows(new[start : start + ROWS_AT_ONCE])
            embedded = [table[rows[:, i]] for i, table in enumerate(self._tables)]
            parts.append(to_grid(self._layers[0](np.concatenate(embedded, axis=1), room)).copy())
        self._vectors = np.concatenate(parts)


def _widen(windows: Ints, inside: Ints, vectors: Floats, layer: Layer) -> tuple[Ints, Floats]:
    """Join each window with its neighbours: number the distinct triples, and compute each one's vector."""
    left, middle, right = windows[inside - 1], windows[inside], windows[inside + 1]
    first, numbers = _distinct(left, middle, right, len(vectors))
    triples = np.stack([left[first], middle[first], right[first]], axis=1)
    wider = np.zeros((len(triples) + 1, layer.width), np.float32)
    room = layer.room()
    for start in range(0, len(triples), ROWS_AT_ONCE):
        part = triples[start : start + ROWS_AT_ONCE]
        joined = vectors[part].reshape(len(part), -1)
        moved = layer(joined, room)
        moved += joined[:, layer.width : 2 * layer.width]
        wider[start + 1 : start + 1 + len(part)] = to_grid(moved)
    renumbered = np.zeros_like(windows)
    renumbered[inside] = numbers + 1
    return renumbered, wider


def _distinct(left: Ints, middle: Ints, right: Ints, count: int) -> tuple[Ints, Ints]:
    """Number the distinct triples of numbers below `count`: where each is met first, and each one's number."""
    pairs = left * count + middle
    if count > CUBE_FITS:
        pairs = np.unique(pairs, return_inverse=True)[1]
    _, first, numbers = np.unique(pairs * count + right, return_index=True, return_inverse=True)
    return first, numbers
