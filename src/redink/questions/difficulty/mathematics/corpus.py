"""Sources, gold chunks and references in; the size of a corpus and its error rate out (the paper's Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.records import Reference, Tokens


class CorpusFacts(NamedTuple):
    """Size and error rate of a corpus."""

    sentences: int
    """Number of sentences that the reference covers."""
    tokens: int
    """Number of their source tokens."""
    chunks: int
    """Number of chunks, dummy chunks included."""
    errors: int
    """Number of gold errors."""
    token_error_rate: float | None
    """Tokens to insert, delete or replace on the way to a reference, divided by source tokens; all references count."""


def corpus_facts(gold: GoldChunks, sources: Sequence[Tokens], references: Sequence[Reference]) -> CorpusFacts:
    """Give the size of a corpus under one reference, and its error rate under all."""
    present = gold.lengths > 0
    tokens = sum(len(source) for source, is_present in zip(sources, present, strict=True) if is_present)
    rate = token_error_rate(sources, references)
    return CorpusFacts(int(present.sum()), tokens, gold.n_chunks, len(gold.edits), rate)


def token_error_rate(sources: Sequence[Tokens], references: Sequence[Reference]) -> float | None:
    """Give the Levenshtein distance to the references, divided by source tokens; both are summed over all references.

    The paper does not define its rate. This one gives the .12, .15 and .20 of its Table 1.
    """
    from rapidfuzz.distance import Levenshtein

    pairs = [
        (source, text)
        for reference in references
        for source, text in zip(sources, reference.texts, strict=True)
        if text is not None
    ]
    tokens = sum(len(source) for source, _ in pairs)
    return sum(Levenshtein.distance(source, text) for source, text in pairs) / tokens if tokens else None
