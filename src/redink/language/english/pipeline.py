"""`redink-en`: tokenised English sentences in, analyses as the annotation rules need them out.

Tags and dependency classes come from the tagger's network; POS, lemma, label and the verb of an
auxiliary follow from them by rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from redink.language.english import lemmas, tokeniser
from redink.language.english.auxiliaries import auxiliary_heads
from redink.language.english.pos import BE_FORMS, label_of, pos_of
from redink.language.english.tagger import Tagger
from redink.language.pipeline import Analysis, Token

RULES: Final = "1"
"""Counted up when a rule beside the network changes what comes out."""
TOKENS_AT_ONCE: Final = 30_000
"""Tokens of one batch: versions of a text share windows, so large batches save work."""
READINGS_KEPT: Final = 200_000
"""Distinct (word, tag, class) whose POS and lemma are kept."""

_Sentence: TypeAlias = tuple[str, ...]
_Reading: TypeAlias = tuple[str, str, str, str, str, str]


class EnglishPipeline:
    """The English pipeline that comes with the package; needs NumPy only."""

    def __init__(self) -> None:
        """Load weights and tables."""
        self._tagger = Tagger.load()
        self._lemmas = lemmas.read_tables()
        self._readings: dict[tuple[str, int, int], _Reading] = {}
        self._auxiliary = self._tagger.classes.index("aux")
        self._there = self._tagger.tags.index("EX")

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
            start = 0
            for words in batch:
                end = start + len(words)
                yield self._read(words, tags[start:end], classes[start:end])
                start = end

    def _read(self, words: _Sentence, tags: list[int], classes: list[int]) -> Analysis:
        """Put the tokens of one sentence together."""
        readings = self._readings
        tokens: list[Token] = []
        for i, key in enumerate(zip(words, tags, classes, strict=True)):
            reading = readings.get(key)
            if reading is None:
                reading = self._look_up(key)
            # `Token(*reading, i)`, without the detour through its constructor: half of the time here.
            tokens.append(tuple.__new__(Token, (*reading, i)))
        if self._there in tags:
            self._mark_existential(tokens)
        if self._auxiliary in classes:
            self._point_auxiliaries(tokens, classes)
        return tuple(tokens)

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

    def _mark_existential(self, tokens: list[Token]) -> None:
        """Make the *be* right after an existential *there* a full verb, as UD has it."""
        for i in range(1, len(tokens)):
            token = tokens[i]
            if tokens[i - 1].tag == "EX" and token.lower in BE_FORMS and token.tag.startswith("VB"):
                lemma = lemmas.lemma_of(token.text, token.tag, "VERB", self._lemmas)
                tokens[i] = token._replace(pos="VERB", lemma=lemma)

    def _point_auxiliaries(self, tokens: list[Token], classes: list[int]) -> None:
        """Set the head of every auxiliary."""
        names = [self._tagger.classes[number] for number in classes]
        for i, head in auxiliary_heads([token.tag for token in tokens], names).items():
            tokens[i] = tokens[i]._replace(head=head)


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
