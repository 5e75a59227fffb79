"""The tagger's network in float32 with its gradients: a batch in, loss and gradients out.

The run-time twin on integers is `redink.language.english.network`; `pack` turns one into the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import LARGEST_ENTRY, TABLES, WIDTH
from redink.language.english.network import LIMIT, STEPS

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.intp]
Parameters: TypeAlias = dict[str, Floats]

CEILING = LIMIT / STEPS
"""Activations are cut at ± this, as the integer network does."""
TABLE_CEILING = LARGEST_ENTRY / STEPS
"""Table entries are kept within ± this: they are stored as 8-bit integers."""


@dataclass(frozen=True, slots=True)
class Size:
    """The network's measurements."""

    width: int = 80
    pieces: tuple[int, ...] = (3, 2, 2, 2, 2)
    """Pieces of the units of each layer: first that of words, then those of windows."""
    tags: int = 50
    classes: int = 13
    vectors: int = 96
    """Width of the teacher's vectors."""


class Weights(NamedTuple):
    """How much each part of the loss counts."""

    tags: float = 1.0
    classes: float = 0.5
    vectors: float = 4.0
    words: float = 4.0

    def after(self, share: float) -> Weights:
        """Give the weights after a share of the training: those of vectors fall to a twentieth in the first half.

        Vectors lead the way; in the end the network is too small to copy them, and tags and classes matter.
        """
        left = max(0.05, 1 - 2 * share)
        return self._replace(vectors=self.vectors * left, words=self.words * left)


START = Weights()


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sentences in one row with an edge before, between and after them."""

    features: NDArray[np.int32]
    """(types, tables, rows of a word) table rows of the distinct words."""
    words: Ints
    """(row,) number of each token's type; 0 at edges, where `inside` is 0 as well."""
    inside: Floats
    """(row, 1) 1 for a token, 0 for an edge."""
    tags: Floats
    """(row, tags) the teacher's distribution; all 0 at edges."""
    classes: Floats
    """(row, classes) the same for classes."""
    vectors: Floats
    """(row, vectors) the teacher's vector, each column divided by its spread; all 0 at edges."""
    alone: Floats
    """(types, vectors) the teacher's vector of each distinct word, before it looks at neighbours."""


def new_parameters(size: Size, rng: np.random.Generator) -> Parameters:
    """Draw first parameters; the heads start at zero."""

    def draw(rows: int, columns: int, spread: float) -> Floats:
        return (rng.standard_normal((rows, columns)) * spread).astype(np.float32)

    parameters = {f"table{i}": draw(table.rows, table.width, 0.125) for i, table in enumerate(TABLES)}
    inputs = WIDTH
    spread = 1.2
    for i, pieces in enumerate(size.pieces):
        outputs = size.width * pieces
        parameters[f"weights{i}"] = draw(inputs, outputs, spread / np.sqrt(inputs))
        parameters[f"bias{i}"] = np.zeros(outputs, np.float32)
        inputs, spread = 3 * size.width, 0.5
    for name, outputs in (("heads", size.tags + size.classes), ("vectors", size.vectors), ("alone", size.vectors)):
        parameters[name] = np.zeros((size.width, outputs), np.float32)
        parameters[f"{name}_bias"] = np.zeros(outputs, np.float32)
    return parameters


def window(x: Floats) -> Floats:
    """Join each row with its neighbours: (rows, width) → (rows, 3 · width)."""
    rows, width = x.shape
    joined = np.empty((rows, 3 * width), x.dtype)
    joined[1:, :width], joined[0, :width] = x[:-1], 0
    joined[:, width : 2 * width] = x
    joined[:-1, 2 * width :], joined[-1, 2 * width :] = x[1:], 0
    return joined


def _maxout(sums: Floats, pieces: int) -> Floats:
    width = sums.shape[1] // pieces
    best = sums[:, :width].copy()
    for start in range(width, sums.shape[1], width):
        np.maximum(best, sums[:, start : start + width], out=best)
    return best


def _spread_maxout(gradient: Floats, sums: Floats, best: Floats, pieces: int) -> Floats:
    """Send the gradient of the maximum to the piece that was the maximum."""
    width = sums.shape[1] // pieces
    spread = np.empty_like(sums)
    for start in range(0, sums.shape[1], width):
        part = slice(start, start + width)
        np.multiply(gradient, sums[:, part] == best, out=spread[:, part])
    return spread


@dataclass(frozen=True, slots=True)
class _Step:
    """What the way back needs to know of one layer's way forth."""

    inputs: Floats
    sums: Floats
    best: Floats
    kept: NDArray[np.bool_]
    """Where the cut at the ceiling let the value through."""


class Network:
    """Parameters and the two ways through them."""

    def __init__(self, size: Size, parameters: Parameters, weights: Weights = START) -> None:
        """Take parameters of this size, and what counts how much in training."""
        self.size = size
        self.parameters = parameters
        self.weights = weights

    def logits(self, batch: Batch) -> Floats:
        """Give the scores of tags and classes, (row, tags + classes)."""
        return self._heads(self._forward(batch)[0])

    def loss_and_gradients(self, batch: Batch) -> tuple[NDArray[np.float64], Parameters]:
        """Give the mean losses, and the gradients of their weighted sum.

        The losses are the cross-entropies of tag and class a token, and half the squared distance from the teacher's
        vectors of tokens and of distinct words, as the mean over their columns. Maps from our last and first layer to
        these vectors are learnt too; only training uses them.
        """
        top, steps = self._forward(batch)
        logits = self._heads(top)
        tokens = np.float32(batch.inside.sum())
        losses = []
        gradient = np.empty_like(logits)
        for target, part, weight in (
            (batch.tags, slice(0, self.size.tags), self.weights.tags),
            (batch.classes, slice(self.size.tags, None), self.weights.classes),
        ):
            shifted = logits[:, part] - logits[:, part].max(axis=1, keepdims=True)
            shares = np.exp(shifted)
            total = shares.sum(axis=1, keepdims=True)
            losses.append(-float((target * (shifted - np.log(total))).sum()) / float(tokens))
            gradient[:, part] = (shares / total * batch.inside - target) * np.float32(weight / tokens)
        found: Parameters = {"heads": top.T @ gradient, "heads_bias": gradient.sum(axis=0)}
        back = gradient @ self.parameters["heads"].T
        away = (top @ self.parameters["vectors"] + self.parameters["vectors_bias"]) * batch.inside - batch.vectors
        losses.append(0.5 * float(np.vdot(away, away)) / away.shape[1] / float(tokens))
        away *= np.float32(self.weights.vectors / away.shape[1] / tokens)
        found |= {"vectors": top.T @ away, "vectors_bias": away.sum(axis=0)}
        back += away @ self.parameters["vectors"].T
        first = np.clip(steps[0].best, -CEILING, CEILING)
        away = first @ self.parameters["alone"] + self.parameters["alone_bias"] - batch.alone
        losses.append(0.5 * float(np.vdot(away, away)) / away.size)
        away *= np.float32(self.weights.words / away.shape[1] / len(away))
        found |= {"alone": first.T @ away, "alone_bias": away.sum(axis=0)}
        self._backward(batch, back, away @ self.parameters["alone"].T, steps, found)
        return np.array(losses), found

    def _heads(self, top: Floats) -> Floats:
        return top @ self.parameters["heads"] + self.parameters["heads_bias"]

    def _forward(self, batch: Batch) -> tuple[Floats, list[_Step]]:
        p, size = self.parameters, self.size
        parts = [p[f"table{i}"][batch.features[:, i]].sum(axis=1) for i in range(len(TABLES))]
        embedded = np.concatenate(parts, axis=1)
        sums = embedded @ p["weights0"] + p["bias0"]
        best = _maxout(sums, size.pieces[0])
        steps = [_Step(embedded, sums, best, np.abs(best) < CEILING)]
        x: Floats = np.clip(best, -CEILING, CEILING)[batch.words] * batch.inside
        for i, pieces in enumerate(size.pieces[1:], 1):
            joined = window(x)
            sums = joined @ p[f"weights{i}"]
            sums += p[f"bias{i}"]
            best = _maxout(sums, pieces)
            moved = x + best
            steps.append(_Step(joined, sums, best, np.abs(moved) < CEILING))
            x = np.clip(moved, -CEILING, CEILING, out=moved)
            x *= batch.inside
        return x, steps

    def _backward(self, batch: Batch, back: Floats, back_words: Floats, steps: list[_Step], found: Parameters) -> None:
        """Add the gradients of all layers and tables to those found, from those of the last and first layer."""
        p, width = self.parameters, self.size.width
        for i in range(len(steps) - 1, 0, -1):
            step = steps[i]
            back *= batch.inside
            back *= step.kept
            spread = self._layer_gradients(found, i, back, step)
            inputs = spread @ p[f"weights{i}"].T
            back += inputs[:, width : 2 * width]
            back[:-1] += inputs[1:, :width]
            back[1:] += inputs[:-1, 2 * width :]
        by_type = sum_rows(back * batch.inside, batch.words, len(batch.features)) + back_words
        by_type *= steps[0].kept
        embedded = self._layer_gradients(found, 0, by_type, steps[0]) @ p["weights0"].T
        start = 0
        for i, table in enumerate(TABLES):
            part = embedded[:, start : start + table.width]
            rows = batch.features[:, i]
            found[f"table{i}"] = sum_rows(np.repeat(part, rows.shape[1], axis=0), rows.ravel(), table.rows)
            start += table.width

    def _layer_gradients(self, found: Parameters, i: int, back: Floats, step: _Step) -> Floats:
        """Note the gradients of a layer's weights and bias; give that of its sums."""
        spread = _spread_maxout(back, step.sums, step.best, self.size.pieces[i])
        found[f"weights{i}"] = step.inputs.T @ spread
        found[f"bias{i}"] = spread.sum(axis=0)
        return spread


def sum_rows(values: Floats, rows: NDArray[np.integer], count: int) -> Floats:
    """Add up the rows of `values` that belong to the same row of a table of `count` rows."""
    total = np.zeros((count, values.shape[1]), values.dtype)
    order = np.argsort(rows, kind="stable")
    arranged = rows[order]
    first = np.flatnonzero(np.r_[True, arranged[1:] != arranged[:-1]])
    total[arranged[first]] = np.add.reduceat(values[order], first, axis=0)
    return total
