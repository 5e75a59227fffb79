"""The analyser's network in float32 with its gradients: a batch in, loss and gradients out.

The architecture is that of `training.english.network` with other tables, any number of heads, and a vector for the
treebank that a sentence is from. At run time the vector of the main treebank is part of the first bias.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from redink.language.universal.features import TABLES, WIDTH
from training.english.network import CEILING, Floats, Ints, Parameters, _maxout, _spread_maxout, sum_rows, window

FEATURE_WEIGHT = 0.3
"""What the loss of one feature counts beside that of the part of speech."""


@dataclass(frozen=True, slots=True)
class Size:
    """The network's measurements."""

    heads: tuple[int, ...]
    """Outputs of each head: parts of speech, then the values of each feature."""
    sources: int
    """Number of treebanks."""
    rows: tuple[int, ...]
    """Rows of each table."""
    width: int = 64
    depth: int = 3
    pieces: int = 2


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sentences in one row with an edge before, between and after them."""

    features: NDArray[np.int32]
    """(types, tables) table rows of the distinct pairs (word, treebank)."""
    sources: Ints
    """(types,) number of the treebank."""
    words: Ints
    """(row,) number of each token's type; 0 at edges, where `inside` is 0 as well."""
    inside: Floats
    """(row, 1) 1 for a token, 0 for an edge."""
    targets: Ints
    """(row, heads) the right output of each head."""


def new_parameters(size: Size, rng: np.random.Generator) -> Parameters:
    """Draw first parameters; the heads and the vectors of treebanks start at zero."""

    def draw(rows: int, columns: int, spread: float) -> Floats:
        return (rng.standard_normal((rows, columns)) * spread).astype(np.float32)

    tables = zip(size.rows, TABLES, strict=True)
    parameters = {f"table{i}": draw(rows, table.width, 0.25) for i, (rows, table) in enumerate(tables)}
    for table in parameters.values():
        table[0] = 0
    inputs, outputs = WIDTH, size.width * size.pieces
    spread = 1.2
    for i in range(size.depth + 1):
        parameters[f"weights{i}"] = draw(inputs, outputs, spread / np.sqrt(inputs))
        parameters[f"bias{i}"] = np.zeros(outputs, np.float32)
        inputs, spread = 3 * size.width, 0.5
    parameters["sources"] = np.zeros((size.sources, outputs), np.float32)
    parameters["heads"] = np.zeros((size.width, sum(size.heads)), np.float32)
    parameters["heads_bias"] = np.zeros(sum(size.heads), np.float32)
    return parameters


class Network:
    """Parameters and the two ways through them."""

    def __init__(self, size: Size, parameters: Parameters) -> None:
        """Take parameters of this size."""
        self.size = size
        self.parameters = parameters
        self.parts = [slice(end - n, end) for n, end in zip(size.heads, np.cumsum(size.heads).tolist(), strict=True)]

    def logits(self, batch: Batch) -> Floats:
        """Give the scores of all heads, (row, outputs)."""
        return self._forward(batch, None)[0]

    def loss_and_gradients(
        self, batch: Batch, rng: np.random.Generator, *, hide: float, dropout: float
    ) -> tuple[float, Parameters]:
        """Give the mean cross-entropy a token, summed over heads, and its gradients.

        `hide` is the share of word types that are taken for unknown, so that ends and shape learn to speak for such
        words; `dropout` the share of activations that are hidden between layers.
        """
        features = batch.features.copy()
        features[rng.random(len(features)) < hide, 0] = 0
        batch = replace(batch, features=features)
        mask = (rng.random((len(batch.words), self.size.width)) >= dropout).astype(np.float32) / np.float32(1 - dropout)
        logits, top, steps = self._forward(batch, mask)
        tokens = float(batch.inside.sum())
        rows = np.arange(len(logits))
        inside = batch.inside[:, 0]
        loss = 0.0
        gradient = np.empty_like(logits)
        for head, part in enumerate(self.parts):
            shifted = logits[:, part] - logits[:, part].max(axis=1, keepdims=True)
            shares = np.exp(shifted)
            total = shares.sum(axis=1, keepdims=True)
            target = batch.targets[:, head]
            weight = 1.0 if head == 0 else FEATURE_WEIGHT
            loss -= weight * float(((shifted[rows, target] - np.log(total[:, 0])) * inside).sum()) / tokens
            shares /= total
            shares[rows, target] -= 1
            gradient[:, part] = shares * batch.inside * np.float32(weight / tokens)
        return loss, self._backward(batch, mask, gradient, top, steps)

    def _forward(self, batch: Batch, mask):  # type: ignore[no-untyped-def]
        p, size = self.parameters, self.size
        embedded = np.concatenate([p[f"table{i}"][batch.features[:, i]] for i in range(len(TABLES))], axis=1)
        sums = embedded @ p["weights0"] + p["bias0"] + p["sources"][batch.sources]
        best = _maxout(sums, size.pieces)
        steps = [(embedded, sums, best, np.abs(best) < CEILING)]
        x: Floats = np.clip(best, -CEILING, CEILING)[batch.words] * batch.inside
        if mask is not None:
            x *= mask
        for i in range(1, size.depth + 1):
            joined = window(x)
            sums = joined @ p[f"weights{i}"]
            sums += p[f"bias{i}"]
            best = _maxout(sums, size.pieces)
            moved = x + best
            steps.append((joined, sums, best, np.abs(moved) < CEILING))
            x = np.clip(moved, -CEILING, CEILING, out=moved)
            x *= batch.inside
        logits: Floats = x @ p["heads"] + p["heads_bias"]
        return logits, x, steps

    def _backward(self, batch, mask, gradient, top, steps) -> Parameters:  # type: ignore[no-untyped-def]
        p, width = self.parameters, self.size.width
        found: Parameters = {"heads": top.T @ gradient, "heads_bias": gradient.sum(axis=0)}
        back = gradient @ p["heads"].T
        for i in range(self.size.depth, 0, -1):
            back *= batch.inside
            back *= steps[i][3]
            spread = self._layer_gradients(found, i, back, steps[i])
            inputs = spread @ p[f"weights{i}"].T
            back += inputs[:, width : 2 * width]
            back[:-1] += inputs[1:, :width]
            back[1:] += inputs[:-1, 2 * width :]
        back *= mask
        by_type = sum_rows(back * batch.inside, batch.words, len(batch.features)) * steps[0][3]
        spread = self._layer_gradients(found, 0, by_type, steps[0])
        found["sources"] = sum_rows(spread, batch.sources, self.size.sources)
        embedded = spread @ p["weights0"].T
        start = 0
        for i, table in enumerate(TABLES):
            part = embedded[:, start : start + table.width]
            found[f"table{i}"] = sum_rows(part, batch.features[:, i], self.size.rows[i])
            start += table.width
        return found

    def _layer_gradients(self, found: Parameters, i: int, back: Floats, step) -> Floats:  # type: ignore[no-untyped-def]
        inputs, sums, best, _ = step
        spread = _spread_maxout(back, sums, best, self.size.pieces)
        found[f"weights{i}"] = inputs.T @ spread
        found[f"bias{i}"] = spread.sum(axis=0)
        return spread
