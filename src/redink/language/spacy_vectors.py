"""Sentences in, the vectors that a spaCy model gives their tokens out, each distinct window computed once.

spaCy takes every token of every sentence through all layers of its network. A token's vector depends only on the words
within `depth` places, though, and versions of a text (a source, its corrections, the outputs of systems) share most of
these windows. As in `english.network`, each distinct window of a batch is therefore computed once, layer by layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from redink.language.english.network import ROWS_AT_ONCE, Floats, Ints, distinct_windows
from redink.language.word_vectors import WordVectors


class _Layer(NamedTuple):
    """x ↦ x + gain · normalised(maximum over pieces of W · window + b) + shift."""

    weights: Floats
    """(3 · width, pieces · width)"""
    bias: Floats
    gain: Floats
    shift: Floats

    def __call__(self, windows: Floats) -> Floats:
        """Give the new vectors of some windows, (windows, 3 · width) → (windows, width), with spaCy's own steps."""
        width = len(self.gain)
        sums = windows @ self.weights
        sums += self.bias
        best = sums[:, :width]
        for start in range(width, sums.shape[1], width):
            best = np.maximum(best, sums[:, start : start + width])
        normalised: Floats = (best - best.mean(axis=1, keepdims=True)) * (
            best.var(axis=1, keepdims=True) + np.float32(1e-8)
        ) ** np.float32(-0.5)
        normalised *= self.gain
        normalised += self.shift
        normalised += windows[:, width : 2 * width]
        return normalised


class WindowVectors:
    """The network `spacy.Tok2Vec.v2` of a loaded model: hashed words, then layers over windows of three."""

    def __init__(self, tok2vec: Any, vocabulary: Any) -> None:
        """Read the parameters of a model's component."""
        self._embed = tok2vec.model.get_ref("embed")
        self._vocabulary = vocabulary
        encode = tok2vec.model.get_ref("encode")
        maxouts, norms = ([node for node in encode.walk() if node.name == name] for name in ("maxout", "layernorm"))
        self._layers = [_layer(*pair) for pair in zip(maxouts, norms, strict=True)]
        assert encode.attrs["pad"] == len(self._layers), "each layer looks one token further"
        self._words = WordVectors(self._layers[0].gain.size, self._embed_words)

    def __call__(self, sentences: Sequence[Sequence[str]]) -> tuple[Floats, Ints]:
        """Give the distinct vectors of the tokens of a batch, and the number of each token's vector."""
        numbers = self._words.numbers(list(chain.from_iterable(sentences)))
        distance = _distances(np.fromiter(map(len, sentences), np.intp, len(sentences)), len(self._layers))
        vectors, row = self._words.rows, np.zeros(len(distance), np.intp)
        row[distance == 0] = numbers
        for further, layer in zip(reversed(range(len(self._layers))), self._layers, strict=True):
            places = np.flatnonzero(distance <= further)
            windows, numbers = distinct_windows(row, places, len(vectors))
            vectors = _widen(windows, vectors, layer)
            row = np.zeros_like(row)
            row[places] = numbers
        return vectors, row[distance == 0]

    def _embed_words(self, words: Sequence[str], vectors: Floats) -> None:
        """Let spaCy give the vectors of words."""
        from spacy.tokens import Doc

        (vectors[:],) = self._embed.predict([Doc(self._vocabulary, words=list(words))])


def _layer(maxout: Any, norm: Any) -> _Layer:
    """Arrange the parameters of a layer so that each piece of its units is one block of columns."""
    weights, bias = maxout.get_param("W"), maxout.get_param("b")
    columns = weights.transpose(2, 1, 0).reshape(weights.shape[2], -1)
    return _Layer(np.ascontiguousarray(columns), bias.T.ravel(), norm.get_param("G"), norm.get_param("b"))


def _distances(lengths: Ints, most: int) -> Ints:
    """Give how far each place is from the sentence it belongs to: 0 for tokens, 1 … `most` before and after them.

    spaCy computes vectors for such empty places too, and those of a sentence's first and last tokens depend on them.
    """
    starts = np.cumsum(lengths + 2 * most) - lengths - most
    distance = np.zeros(int(lengths.sum()) + 2 * most * len(lengths), np.intp)
    for away in range(1, most + 1):
        distance[starts - away] = distance[starts + lengths - 1 + away] = away
    return distance


def _widen(windows: Ints, vectors: Floats, layer: _Layer) -> Floats:
    """Compute the vector of each window."""
    wider = np.empty((len(windows), vectors.shape[1]), np.float32)
    for start in range(0, len(windows), ROWS_AT_ONCE):
        part = windows[start : start + ROWS_AT_ONCE]
        wider[start : start + len(part)] = layer(vectors[part].reshape(len(part), -1))
    return wider
