"""Tokenised sentences in, part of speech and features of every token out: a trained network of one language.

The network is that of `redink-en` (exact arithmetic on integers) with other tables and heads: one head for the part of
speech and one for each feature (case, number …). The features of a word are the set, seen in the treebank with its
part of speech, whose values have the largest sum of scores. A feature counts as sure if its score is so far above that
of any other value that, on the treebank's dev part, at least 95 % of such values were right.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redink.language.english.network import ROWS_AT_ONCE, Floats, Ints, Layer, Stack, in_a_row
from redink.language.universal.features import TABLES, Rows
from redink.language.universal.lemmas import Lemmas
from redink.language.universal.vocabulary import Vocabulary
from redink.language.word_vectors import WordVectors

_TOKENS_AT_ONCE: Final = 512
"""Tokens whose sets of features are compared at once: few enough for the cache."""


class Read(NamedTuple):
    """What the network says about a batch, token by token, the sentences one after the other."""

    words: list[str]
    lengths: Ints
    """(sentences,) tokens of each sentence."""
    numbers: Ints
    """(tokens,) number of each token's type: equal for equal words, within this batch only."""
    pos: Ints
    """(tokens,) number of the part of speech."""
    bundles: Ints
    """(tokens,) number of the set of features."""
    margins: NDArray[np.float32]
    """(features, tokens) how far the value's score is above that of any other; 0 or less if it is not the best."""


class Analyser:
    """The trained network of a language, its dictionary forms and its word list."""

    def __init__(self, packed: bytes) -> None:
        """Unpack a file as `training.languages.pack` wrote it."""
        self.fingerprint = hashlib.sha256(packed).hexdigest()[:8]
        with np.load(io.BytesIO(packed)) as file:
            self.pos = [str(name) for name in file["pos"]]
            self.features = [str(name) for name in file["features"]]
            self.bundles = [str(feats) for feats in file["bundles"]]
            self.sure = file["sure"]
            """(features,) the least sure margin of each feature."""
            self._values = file["values"]
            """(bundles, features) number of each feature's value."""
            self._allowed: list[Ints] = np.split(file["allowed"].astype(np.intp), file["allowed_ends"][:-1])
            """For each part of speech, the bundles that go with it."""
            ends = np.cumsum([len(self.pos), *file["sizes"].tolist()])
            self._parts = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
            pieces, shifts = int(file["pieces"]), [int(shift) for shift in file["shifts"]]
            self._rows = Rows([file[f"keys{i}"] for i in range(len(TABLES))])
            self._tables = [file[f"table{i}"].astype(np.float32) for i in range(len(TABLES))]
            self._embedding, *layers = [
                Layer(file[f"weights{i}"], file[f"bias{i}"], shift, pieces) for i, shift in enumerate(shifts)
            ]
            heads = Layer(file["heads"], file["heads_bias"], 0, 1)
            self._packed_lemmas = file["lemmas"].tobytes()
            self.vocabulary = Vocabulary(file["vocabulary"]) if "vocabulary" in file else None
        self._stack = Stack(layers, heads, np.copy)
        self._selections: dict[int, NDArray[np.float64]] = {}
        self._words = WordVectors(self._embedding.width, self._embed)

    @cached_property
    def lemmas(self) -> Lemmas:
        """The dictionary forms, unpacked when they are first asked for."""
        return Lemmas.unpack(self._packed_lemmas.decode())

    def read(self, sentences: Sequence[Sequence[str]]) -> Read:
        """Analyse all tokens; the result of a sentence does not depend on the others."""
        words = list(chain.from_iterable(sentences))
        lengths = np.fromiter(map(len, sentences), np.intp, len(sentences))
        numbers = self._words.numbers(words)
        row, inside = in_a_row(numbers, lengths)
        scores = self._stack(row, inside, self._words.rows)
        pos = scores[self._parts[0]].argmax(axis=0)
        bundles, margins = self._bundles(scores, pos)
        return Read(words, lengths, numbers, pos, bundles, margins)

    def _bundles(self, scores: Floats, pos: Ints) -> tuple[Ints, NDArray[np.float32]]:
        """Give the best set of features of each token, and the margin of each feature."""
        bundles = np.zeros(len(pos), np.intp)
        margins = np.zeros((len(self.features), len(pos)), np.float32)
        order = np.argsort(pos, kind="stable")
        ends = np.searchsorted(pos[order], np.arange(len(self.pos) + 1))
        for number in range(len(self.pos)):
            tokens = order[ends[number] : ends[number + 1]]
            if not len(tokens):
                continue
            allowed, values, varying = self._allowed[number], *self._choices[number]
            best = np.zeros(len(tokens), np.intp)
            for start in range(0, len(tokens) if varying else 0, _TOKENS_AT_ONCE):
                block = slice(start, start + _TOKENS_AT_ONCE)
                best[block] = self._totals(number, scores[:, tokens[block]]).argmax(axis=0)
            bundles[tokens] = allowed[best]
            columns = np.arange(len(tokens))
            for feature in varying:
                choices = scores[self._parts[feature + 1]][:, tokens]
                rows = values[best, feature]
                chosen = choices[rows, columns]
                choices[rows, columns] = -np.inf
                margins[feature, tokens] = chosen - choices.max(axis=0)
        return bundles, margins

    @cached_property
    def _choices(self) -> list[tuple[NDArray[np.uint8], list[int]]]:
        """For each part of speech, the values of its bundles, (bundles, features), and the features that vary."""
        tables = [self._values[allowed] for allowed in self._allowed]
        return [(values, np.flatnonzero((values != values[:1]).any(axis=0)).tolist()) for values in tables]

    def _totals(self, number: int, scores: Floats) -> NDArray[np.float64]:
        """Give the summed scores of each bundle of a part of speech: (bundles, tokens).

        A sum of several exact scores may be too large for float32, but never for float64. The product is exact.
        """
        total: NDArray[np.float64] = self._selection(number) @ scores.astype(np.float64)
        return total

    def _selection(self, number: int) -> NDArray[np.float64]:
        """Give a matrix with 1 where an output belongs to a bundle: (bundles, outputs); each is made once."""
        if number not in self._selections:
            values, varying = self._choices[number]
            matrix = np.zeros((len(values), self._parts[-1].stop))
            for feature in varying:
                matrix[np.arange(len(values)), self._parts[feature + 1].start + values[:, feature].astype(np.intp)] = 1
            self._selections[number] = matrix
        return self._selections[number]

    def _embed(self, words: Sequence[str], vectors: Floats) -> None:
        """Compute the vectors of word types."""
        room = self._embedding.room()
        for start in range(0, len(words), ROWS_AT_ONCE):
            rows = self._rows.of(words[start : start + ROWS_AT_ONCE])
            embedded = np.concatenate([table[rows[:, i]] for i, table in enumerate(self._tables)], axis=1)
            vectors[start : start + len(rows)] = self._embedding.vectors(embedded, room)
