"""Tokenised sentences in, a tag and a dependency class for every token out: the trained network with its words.

Word types get vectors once and are numbered; the text becomes one long row of numbers with an edge (0) between
sentences, which `network` turns into decisions.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from redink.language.english.features import LARGEST_SUM, TABLES, feature_rows
from redink.language.english.network import (
    LIMIT,
    ROWS_AT_ONCE,
    Floats,
    Ints,
    Layer,
    Stack,
    best_of_parts,
    in_a_row,
)
from redink.language.word_vectors import WordVectors


class Predicted(NamedTuple):
    """What the network says about a batch, token by token, the sentences one after the other."""

    words: list[str]
    lengths: Ints
    """(sentences,) tokens of each sentence."""
    numbers: Ints
    """(tokens,) number of each token's type: equal for equal words, within this batch only."""
    tags: Ints
    """(tokens,) number of the tag."""
    classes: Ints
    """(tokens,) number of the dependency class."""


class Tagger:
    """The trained network: names of tags and classes, embedding tables, layers, two heads."""

    def __init__(self, packed: bytes) -> None:
        """Unpack the weights as `training.english.pack` wrote them."""
        self.fingerprint = hashlib.sha256(packed).hexdigest()[:8]
        with np.load(io.BytesIO(packed)) as file:
            self.tags = [str(name) for name in file["tags"]]
            self.classes = [str(name) for name in file["classes"]]
            pieces, shifts = file["pieces"].tolist(), file["shifts"].tolist()
            self._tables = [file[f"table{i}"] for i in range(len(TABLES))]
            self._embedding, *layers = [
                Layer(file[f"weights{i}"], file[f"bias{i}"], shift, pieces[i], LIMIT if i else LARGEST_SUM)
                for i, shift in enumerate(shifts)
            ]
            heads = Layer(file["heads"], file["heads_bias"], 0, 1)
        self._stack = Stack(layers, heads, best_of_parts(len(self.tags)))
        self._words = WordVectors(self._embedding.width, self._embed)

    @classmethod
    def load(cls) -> Tagger:
        """Read the weights that come with the package."""
        return cls(Path(__file__).with_name("data").joinpath("tagger.npz").read_bytes())

    def predict(self, sentences: Sequence[Sequence[str]]) -> Predicted:
        """Give tags and classes of all tokens; the result of a sentence does not depend on the others."""
        words = list(chain.from_iterable(sentences))
        lengths = np.fromiter(map(len, sentences), np.intp, len(sentences))
        numbers = self._words.numbers(words)
        row, inside = in_a_row(numbers, lengths)
        tags, classes = self._stack(row, inside, self._words.rows)
        return Predicted(words, lengths, numbers, tags, classes)

    def _embed(self, words: Sequence[str], vectors: Floats) -> None:
        """Compute the vectors of word types."""
        room = self._embedding.room()
        for start in range(0, len(words), ROWS_AT_ONCE):
            rows = feature_rows(words[start : start + ROWS_AT_ONCE])
            # `LARGEST_SUM` fits 16 bits.
            sums = [table[rows[:, i]].sum(axis=1, dtype=np.int16) for i, table in enumerate(self._tables)]
            embedded = np.concatenate(sums, axis=1).astype(np.float32)
            vectors[start : start + len(rows)] = self._embedding.vectors(embedded, room)
