"""`redink-de`, `redink-cs` …: tokenised sentences of a language in, the analyses that the annotation rules need out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, repeat
from typing import Final

import numpy as np

from redink.language.english.pipeline import TOKENS_AT_ONCE, collector_paused
from redink.language.pipeline import Analysis, Scheme, Token, batches
from redink.language.tokenising.choosing import find_tokeniser
from redink.language.universal.analyser import Analyser, Read
from redink.language.universal.vocabulary import CAPITALS
from redink.language.universal.weights import read_weights

RULES: Final = "1"
"""Counted up when a rule outside the network changes the output."""
READINGS_KEPT: Final = 200_000
"""Distinct readings of words that are kept."""


class UniversalPipeline:
    """The pipeline of a language that comes with redink-languages; needs NumPy only."""

    scheme: Scheme = "universal"

    def __init__(self, language: str, analyser: Analyser | None = None) -> None:
        """Take a language's code; its weights are loaded when the first sentence comes."""
        self.language = language
        self.name = f"redink-{language}"
        self._capitals = CAPITALS.get(language, {})
        self._packed = b"" if analyser else read_weights(language)
        self._given = analyser
        self._readings: dict[tuple[str, int, int, int], tuple[str, ...]] = {}
        self._written: dict[tuple[int, int], str] = {}

    @cached_property
    def analyser(self) -> Analyser:
        """The trained network."""
        return self._given or Analyser(self._packed)

    @property
    def version(self) -> str:
        """Version of the rules and fingerprint of the weights."""
        return f"{RULES}+{self.analyser.fingerprint}"

    def knows(self, word: str) -> bool | None:
        """Tell whether a word is in the word list of the language."""
        known = self.analyser.vocabulary
        return None if known is None else word.translate(self._capitals) in known

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split running text with the tokeniser of the language."""
        return find_tokeniser(self.language)(text)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order; the result of a sentence does not depend on the others."""
        for batch in batches(sentences, TOKENS_AT_ONCE):
            read = self.analyser.read(batch)
            with collector_paused():
                analyses = self._analyses(read)
            yield from analyses

    def _analyses(self, read: Read) -> list[Analysis]:
        """Build the analyses of all sentences, column by column; each distinct reading is worked out once."""
        if len(self._readings) > READINGS_KEPT:
            self._readings.clear()
        sure = (read.margins >= self.analyser.sure[:, None]).astype(np.int64)
        masks = (sure << np.arange(len(sure))[:, None]).sum(axis=0)
        _, numbers = np.unique(masks * len(self.analyser.bundles) + read.bundles, return_inverse=True)
        codes = (read.numbers * len(self.analyser.pos) + read.pos) * (int(numbers.max(initial=0)) + 1) + numbers
        _, first, which = np.unique(codes, return_index=True, return_inverse=True)
        readings = [
            self._readings.get(key) or self._look_up(key)
            for key in zip(
                (read.words[i] for i in first.tolist()),
                read.pos[first].tolist(),
                read.bundles[first].tolist(),
                masks[first].tolist(),
                strict=True,
            )
        ]
        columns = [np.array(column, object)[which].tolist() for column in zip(*readings, strict=True)] or [[]] * 6
        starts = np.cumsum(read.lengths) - read.lengths
        heads = (np.arange(len(read.words)) - np.repeat(starts, read.lengths)).tolist()
        # This is `Token(...)` without its constructor, which takes twice as long.
        tokens = list(map(tuple.__new__, repeat(Token), zip(*columns, heads, strict=True)))
        ends = np.cumsum(read.lengths).tolist()
        return [tuple(tokens[start:end]) for start, end in pairwise([0, *ends])]

    def _look_up(self, key: tuple[str, int, int, int]) -> tuple[str, ...]:
        """Work out and keep everything about a token that does not depend on its neighbours."""
        word, pos_number, bundle, mask = key
        analyser = self.analyser
        pos = analyser.pos[pos_number]
        lower = word.translate(self._capitals).lower()
        reading = (word, lower, self._sure(bundle, mask), pos, analyser.lemmas.of(word, pos), "")
        self._readings[key] = reading
        return reading

    def _sure(self, bundle: int, mask: int) -> str:
        """Write the features of a set that are sure; each set and mask is worked out once."""
        written = self._written.get((bundle, mask))
        if written is None:
            pairs = [pair for pair in self.analyser.bundles[bundle].split("|") if pair]
            places = (self.analyser.features.index(pair.partition("=")[0]) for pair in pairs)
            written = "|".join(pair for pair, place in zip(pairs, places, strict=True) if mask >> place & 1)
            self._written[bundle, mask] = written
        return written
