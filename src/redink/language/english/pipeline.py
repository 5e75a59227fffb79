"""`redink-en`: tokenised English sentences in, analyses as the annotation rules need them out.

Tags and dependency classes come from the tagger's network; POS, lemma, label and the verb of an
auxiliary follow from them by rule.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from redink.language.english import lemmas, tokeniser
from redink.language.english.auxiliaries import auxiliary_heads
from redink.language.english.pos import BE_FORMS, label_of, pos_of
from redink.language.english.tagger import Tagger
from redink.language.pipeline import Analysis, Token

RULES: Final = "1"
"""Counted up when a rule beside the network changes what comes out."""
TOKENS_AT_ONCE: Final = 100_000
"""Tokens of one batch: versions of a text share windows, so large batches save work."""
READINGS_KEPT: Final = 200_000
"""Distinct (word, tag, class) whose POS and lemma are kept."""

_Sentence: TypeAlias = tuple[str, ...]
_Reading: TypeAlias = tuple[str, str, str, str, str, str]


class EnglishPipeline:
    """The English pipeline that comes with the package; needs NumPy only."""

    def __init__(self, tagger: Tagger | None = None) -> None:
        """Load tables, and weights unless a tagger is given."""
        self._tagger = tagger or Tagger.load()
        self._lemmas = lemmas.read_tables()
        self._readings: dict[tuple[str, int, int], _Reading] = {}
        self._auxiliary = self._tagger.classes.index("aux")
        self._there = self._tagger.tags.index("EX")
        self._is_verb = [
            [tag.startswith("VB") or name == "clause" for name in self._tagger.classes] for tag in self._tagger.tags
        ]

    @property
    def name(self) -> str:
        """How users call it."""
        return "redink-en"

    @property
    def version(self) -> str:
        """Version of the rules and fingerprint of the weights."""
        return f"{RULES}+{self._tagger.fingerprint}"

    @property
    def classifies(self) -> bool:
        """Its labels tell the 25 English error types apart."""
        return True

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split running text into Penn-like tokens with the offset of their first character."""
        return tokeniser.tokenise(text)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order; the result of a sentence does not depend on the others."""
        for batch in _batches(sentences):
            tags, classes = self._tagger.predict(batch)
            with _collector_paused():
                analyses = self._read_all(batch, tags, classes)
            yield from analyses

    def _read_all(self, batch: list[_Sentence], tags: list[int], classes: list[int]) -> list[Analysis]:
        """Cut the flat lists of tags and classes into sentences, and read each."""
        analyses = []
        start = 0
        for words in batch:
            end = start + len(words)
            analyses.append(self._read(words, tags[start:end], classes[start:end]))
            start = end
        return analyses

    def _read(self, words: _Sentence, tags: list[int], classes: list[int]) -> Analysis:
        """Put the tokens of one sentence together."""
        keys = list(zip(words, tags, classes, strict=True))
        known = self._readings
        try:
            readings = [known[key] for key in keys]
        except KeyError:
            readings = [known.get(key) or self._look_up(key) for key in keys]
        if self._there in tags:
            self._mark_existential(readings)
        heads: Iterable[int] = range(len(words))
        if self._auxiliary in classes:
            heads = self._heads(tags, classes)
        # `Token(*reading, head)` without the detour through its constructor, which takes twice as long.
        make = tuple.__new__
        return tuple([make(Token, (*reading, head)) for reading, head in zip(readings, heads, strict=True)])

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

    def _mark_existential(self, readings: list[_Reading]) -> None:
        """Make the *be* right after an existential *there* a full verb, as UD has it."""
        for i in range(1, len(readings)):
            word, lower, tag, _, _, label = readings[i]
            if readings[i - 1][2] == "EX" and lower in BE_FORMS and tag.startswith("VB"):
                lemma = lemmas.lemma_of(word, tag, "VERB", self._lemmas)
                readings[i] = (word, lower, tag, "VERB", lemma, label)

    def _heads(self, tags: list[int], classes: list[int]) -> list[int]:
        """Give every token's head: the verb of an auxiliary, the token itself otherwise."""
        verbs = self._is_verb
        is_auxiliary = [number == self._auxiliary for number in classes]
        is_verb = [verbs[tag][number] for tag, number in zip(tags, classes, strict=True)]
        return auxiliary_heads(is_auxiliary, is_verb)


def _batches(sentences: Iterable[Sequence[str]]) -> Iterator[list[_Sentence]]:
    """Gather sentences until a batch is full."""
    batch: list[_Sentence] = []
    size = 0
    for sentence in sentences:
        words = tuple(sentence)
        batch.append(words)
        size += len(words) + 1
        if size >= TOKENS_AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep Python from looking for cycles among tokens, which have none: a third of the time otherwise."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
