"""The tagger's network in float32 with its gradients: a batch in, loss and gradients out.

The run-time twin on integers is `redink.language.english.network`; `pack` turns one into the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import TABLES, WIDTH
from redink.language.english.network import LIMIT, STEPS

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.intp]
Parameters: TypeAlias = dict[str, Floats]

CEILING = LIMIT / STEPS
"""Activations are cut at ± this, as the integer network does."""
TABLE_CEILING = 127 / STEPS
"""Table entries are kept within ± this: they are stored as 8-bit integers."""


@dataclass(frozen=True, slots=True)
class Size:
    """The network's measurements."""

    width: int = 80
    depth: int = 4
    pieces: int = 2
    tags: int = 50
    classes: int = 13


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sentences in one row with an edge before, between and after them."""

    features: NDArray[np.int32]
    """(types, tables) table rows of the distinct words."""
    words: Ints
    """(row,) number of each token's type; 0 at edges, where `inside` is 0 as well."""
    inside: Floats
    """(row, 1) 1 for a token, 0 for an edge."""
    tags: Floats
    """(row, tags) the teacher's distribution; all 0 at edges."""
    classes: Floats
    """(row, classes) the same for classes."""


def new_parameters(size: Size, rng: np.random.Generator) -> Parameters:
    """Draw first parameters; the heads start at zero."""

    def draw(rows: int, columns: int, spread: float) -> Floats:
        return (rng.standard_normal((rows, columns)) * spread).astype(np.float32)

    parameters = {f"table{i}": draw(table.rows, table.width, 0.25) for i, table in enumerate(TABLES)}
    inputs, outputs = WIDTH, size.width * size.pieces
    spread = 1.2
    for i in range(size.depth + 1):
        parameters[f"weights{i}"] = draw(inputs, outputs, spread / np.sqrt(inputs))
        parameters[f"bias{i}"] = np.zeros(outputs, np.float32)
        inputs, spread = 3 * size.width, 0.5
    heads = size.tags + size.classes
    parameters["heads"] = np.zeros((size.width, heads), np.float32)
    parameters["heads_bias"] = np.zeros(heads, np.float32)
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

    def __init__(self, size: Size, parameters: Parameters) -> None:
        """Take parameters of this size."""
        self.size = size
        self.parameters = parameters

    def logits(self, batch: Batch) -> Floats:
        """Give the scores of tags and classes, (row, tags + classes)."""
        return self._forward(batch, None)[0]

    def loss_and_gradients(self, batch: Batch, rng: np.random.Generator, *, dropout: float) -> tuple[float, Parameters]:
        """Give the mean cross-entropy of tag and class a token, and its gradients.

        `dropout` is the share of word types whose own embeddings are hidden, so that ends and shape
        learn to speak for unknown words.
        """
        hidden = rng.random(len(batch.features)) < dropout
        logits, top, steps = self._forward(batch, hidden)
        tokens = float(batch.inside.sum())
        loss = 0.0
        gradient = np.empty_like(logits)
        for target, part in (
            (batch.tags, slice(0, self.size.tags)),
            (batch.classes, slice(self.size.tags, None)),
        ):
            shifted = logits[:, part] - logits[:, part].max(axis=1, keepdims=True)
            shares = np.exp(shifted)
            total = shares.sum(axis=1, keepdims=True)
            loss -= float((target * (shifted - np.log(total))).sum()) / tokens
            gradient[:, part] = (shares / total * batch.inside - target) / tokens
        return loss, self._backward(batch, hidden, gradient, top, steps)

    def _forward(self, batch: Batch, hidden: NDArray[np.bool_] | None) -> tuple[Floats, Floats, list[_Step]]:
        p, size = self.parameters, self.size
        embedded = np.concatenate([p[f"table{i}"][batch.features[:, i]] for i in range(len(TABLES))], axis=1)
        if hidden is not None:
            embedded[hidden, : TABLES[0].width + TABLES[1].width] = 0
        sums = embedded @ p["weights0"] + p["bias0"]
        best = _maxout(sums, size.pieces)
        steps = [_Step(embedded, sums, best, np.abs(best) < CEILING)]
        x: Floats = np.clip(best, -CEILING, CEILING)[batch.words] * batch.inside
        for i in range(1, size.depth + 1):
            joined = window(x)
            sums = joined @ p[f"weights{i}"]
            sums += p[f"bias{i}"]
            best = _maxout(sums, size.pieces)
            moved = x + best
            steps.append(_Step(joined, sums, best, np.abs(moved) < CEILING))
            x = np.clip(moved, -CEILING, CEILING, out=moved)
            x *= batch.inside
        logits: Floats = x @ p["heads"] + p["heads_bias"]
        return logits, x, steps

    def _backward(
        self, batch: Batch, hidden: NDArray[np.bool_], gradient: Floats, top: Floats, steps: list[_Step]
    ) -> Parameters:
        p, width = self.parameters, self.size.width
        found: Parameters = {"heads": top.T @ gradient, "heads_bias": gradient.sum(axis=0)}
        back = gradient @ p["heads"].T
        for i in range(self.size.depth, 0, -1):
            step = steps[i]
            back *= batch.inside
            back *= step.kept
            spread = self._layer_gradients(found, i, back, step)
            inputs = spread @ p[f"weights{i}"].T
            back += inputs[:, width : 2 * width]
            back[:-1] += inputs[1:, :width]
            back[1:] += inputs[:-1, 2 * width :]
        by_type = sum_rows(back * batch.inside, batch.words, len(batch.features)) * steps[0].kept
        embedded = self._layer_gradients(found, 0, by_type, steps[0]) @ p["weights0"].T
        embedded[hidden, : TABLES[0].width + TABLES[1].width] = 0
        start = 0
        for i, table in enumerate(TABLES):
            part = embedded[:, start : start + table.width]
            found[f"table{i}"] = sum_rows(part, batch.features[:, i], table.rows)
            start += table.width
        return found

    def _layer_gradients(self, found: Parameters, i: int, back: Floats, step: _Step) -> Floats:
        """Note the gradients of a layer's weights and bias; give that of its sums."""
        spread = _spread_maxout(back, step.sums, step.best, self.size.pieces)
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
