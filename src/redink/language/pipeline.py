"""The interface of a language pipeline: tokenised sentences in, analysed tokens out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias


class Token(NamedTuple):
    """One analysed token. Labels are those of spaCy's English models (Penn tags, UD POS, ClearNLP)."""

    text: str
    """As written."""
    lower: str
    """Lower-cased text."""
    tag: str
    """Fine-grained tag (Penn Treebank), e.g. `VBZ`; empty when unknown."""
    pos: str
    """Coarse part of speech (Universal Dependencies), e.g. `VERB`; empty when unknown."""
    lemma: str
    """Dictionary form."""
    dep: str
    """Dependency label (ClearNLP style), e.g. `nsubj`, or a representative of its class."""
    head: int
    """Position of the head in the sentence; the token's own position for the root or when unknown."""


Analysis: TypeAlias = tuple[Token, ...]
"""An analysed sentence, token by token."""


class Pipeline(Protocol):
    """An object that analyses tokenised sentences."""

    @property
    def name(self) -> str:
        """The name by which users choose it: `redink-en`, `errant`, `plain`, or a spaCy model."""

    @property
    def version(self) -> str:
        """Everything that can change its output, for the signature."""

    @property
    def classifies(self) -> bool:
        """Whether its labels are good enough to tell the 25 English error types apart."""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order, batching inside; never fails on odd tokens."""

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split running text of one sentence into tokens with the offset of their first character."""
