"""The interface of a language pipeline: tokenised sentences in, analysed tokens out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias


class Token(NamedTuple):
    """One analysed token.

    Labels are those of spaCy's English models (Penn tags, UD POS, ClearNLP) under the scheme `english`, and those of
    Universal Dependencies under `universal`.
    """

    text: str
    """As written."""
    lower: str
    """Lower-cased text."""
    tag: str
    """Fine-grained tag: `VBZ` (Penn Treebank) or features that are sure, `Case=Nom|Number=Sing`; empty when unknown."""
    pos: str
    """Coarse part of speech (Universal Dependencies), e.g. `VERB`; empty when unknown."""
    lemma: str
    """Dictionary form."""
    dep: str
    """Dependency label (ClearNLP style), e.g. `nsubj`, or a representative of its class."""
    head: int
    """Position of the head in the sentence; the token's own position for the root or when unknown."""


Scheme: TypeAlias = Literal["english", "universal", "operation"]
"""The 25 English types of Bryant and others (2017); the types for any language; operations only."""

Analysis: TypeAlias = tuple[Token, ...]
"""An analysed sentence, token by token."""


class Pipeline(Protocol):
    """An object that analyses tokenised sentences."""

    @property
    def name(self) -> str:
        """The name by which users choose it: `redink-en`, `redink-de`, `errant`, `plain`, or a spaCy model."""

    @property
    def version(self) -> str:
        """Everything that can change its output, for the signature."""

    @property
    def scheme(self) -> Scheme:
        """Which error types its labels can tell apart."""

    @property
    def language(self) -> str:
        """The code of its language, e.g. `de`; empty when unknown."""

    def knows(self, word: str) -> bool | None:
        """Tell whether a word is in the word list of the language; `None` if there is no list."""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order, batching inside; never fails on odd tokens."""

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split running text of one sentence into tokens with the offset of their first character."""


def batches(sentences: Iterable[Sequence[str]], tokens: int) -> Iterator[list[tuple[str, ...]]]:
    """Gather sentences until a batch has this many tokens, edges of sentences counted as tokens."""
    batch: list[tuple[str, ...]] = []
    size = 0
    for sentence in sentences:
        words = tuple(sentence)
        batch.append(words)
        size += len(words) + 1
        if size >= tokens:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
