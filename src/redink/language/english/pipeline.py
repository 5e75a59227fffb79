"""`redink-en`: tokenised English sentences in, the analyses that the annotation rules need out.

Tags and dependency classes come from the tagger's network; POS, lemma, label and the verb of an
auxiliary follow from them by rule.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, repeat
from typing import Final, TypeAlias

import numpy as np

from redink.arrays import distinct
from redink.language.english import lemmas
from redink.language.english.auxiliaries import auxiliary_heads
from redink.language.english.pos import BE_FORMS, label_of, pos_of
from redink.language.english.tagger import Predicted, Tagger
from redink.language.pipeline import Analysis, Scheme, Token, batches

RULES: Final = "1"
"""Counted up when a rule outside the network changes the output."""
TOKENS_AT_ONCE: Final = 100_000
"""Tokens of one batch: versions of a text share windows, so large batches save work."""
READINGS_KEPT: Final = 200_000
"""Distinct triples (word, tag, class) whose POS and lemma are kept."""

_Reading: TypeAlias = tuple[str, str, str, str, str, str]
"""Text, lower-cased text, tag, POS, lemma, label: a token without its head."""
_FIELDS: Final = 6


class EnglishPipeline:
    """The English pipeline that comes with the package; needs NumPy only."""

    def __init__(self, tagger: Tagger | None = None) -> None:
        """Load tables, and weights unless a tagger is given."""
        self._tagger = tagger or Tagger.load()
        self._lemmas = lemmas.read_tables()
        self._readings: dict[tuple[str, int, int], _Reading] = {}
        self._auxiliary = self._tagger.classes.index("aux")
        self._there = self._tagger.tags.index("EX")
        self._is_verb = np.array(
            [[tag.startswith("VB") or name == "clause" for name in self._tagger.classes] for tag in self._tagger.tags]
        )

    @property
    def name(self) -> str:
        """The name by which users choose it."""
        return "redink-en"

    @property
    def version(self) -> str:
        """Version of the rules and fingerprint of the weights."""
        return f"{RULES}+{self._tagger.fingerprint}"

    @property
    def scheme(self) -> Scheme:
        """Its labels tell the 25 English error types apart."""
        return "english"

    @property
    def language(self) -> str:
        """English."""
        return "en"

    def knows(self, word: str) -> None:
        """Give nothing: the English rules have a word list of their own."""

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split running text into Penn-like tokens with the offset of their first character."""
        from redink.language.tokenising.english import tokenise

        return tokenise(text)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order; the result of a sentence does not depend on the others."""
        for batch in batches(sentences, TOKENS_AT_ONCE):
            predicted = self._tagger.predict(batch)
            with collector_paused():
                analyses = self._read(predicted)
            yield from analyses

    def _read(self, predicted: Predicted) -> list[Analysis]:
        """Build the analyses of all sentences.

        This is done column by column: a Python step for each token would cost as much as the network.
        """
        columns = self._columns(predicted)
        heads = auxiliary_heads(
            predicted.classes == self._auxiliary, self._is_verb[predicted.tags, predicted.classes], predicted.lengths
        ).tolist()
        # This is `Token(...)` without its constructor, which takes twice as long.
        tokens = list(map(tuple.__new__, repeat(Token), zip(*columns, heads, strict=True)))
        ends = np.cumsum(predicted.lengths).tolist()
        return [tuple(tokens[start:end]) for start, end in pairwise([0, *ends])]

    def _columns(self, predicted: Predicted) -> list[list[str]]:
        """Give text, lower-cased text, tag, POS, lemma and label of all tokens, one list each."""
        words, tags, classes = predicted.words, predicted.tags, predicted.classes
        codes = (predicted.numbers * len(self._tagger.tags) + tags) * len(self._tagger.classes) + classes
        first, which = distinct(codes)
        keys = zip((words[i] for i in first.tolist()), tags[first].tolist(), classes[first].tolist(), strict=True)
        cached = self._readings
        readings = [cached.get(key) or self._look_up(key) for key in keys]
        columns = [np.array(column, object)[which].tolist() for column in zip(*readings, strict=True)]
        self._mark_existential(predicted, columns)
        return columns or [[] for _ in range(_FIELDS)]

    def _look_up(self, key: tuple[str, int, int]) -> _Reading:
        """Work out and keep everything about a token that does not depend on its neighbours."""
        if len(self._readings) > READINGS_KEPT:
            self._readings.clear()
        word, tag_number, class_number = key
        tag, dependency_class = self._tagger.tags[tag_number], self._tagger.classes[class_number]
        lower = word.lower()
        pos = pos_of(lower, tag, dependency_class)
        lemma = lemmas.lemma_of(word, tag, pos, self._lemmas)
        reading = (word, lower, tag, pos, lemma, label_of(dependency_class))
        self._readings[key] = reading
        return reading

    def _mark_existential(self, predicted: Predicted, columns: list[list[str]]) -> None:
        """Make the *be* right after an existential *there* a full verb, as UD has it."""
        after = np.flatnonzero(predicted.tags == self._there) + 1
        begins = np.zeros(len(predicted.tags) + 1, dtype=np.bool_)
        begins[np.cumsum(predicted.lengths)] = True
        for i in after[~begins[after]].tolist():
            word, lower, tag = (column[i] for column in columns[:3])
            if lower in BE_FORMS and tag.startswith("VB"):
                columns[3][i] = "VERB"
                columns[4][i] = lemmas.lemma_of(word, tag, "VERB", self._lemmas)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python from looking for cycles among tokens, which have none; that would take a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
