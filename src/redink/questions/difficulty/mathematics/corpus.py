"""Sources and gold edits in, the facts of a corpus out (the paper's Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.records import Tokens


class CorpusFacts(NamedTuple):
    """Size of a corpus, and how full of errors it is."""

    sentences: int
    """Sentences that the reference covers."""
    tokens: int
    """Source tokens of these."""
    chunks: int
    """Chunks, dummy chunks included."""
    errors: int
    """Gold errors."""
    token_error_rate: float | None
    """Source tokens in the span of a gold edit, and 1 for each insertion, divided by all source tokens."""


def corpus_facts(gold: GoldChunks, sources: Sequence[Tokens]) -> CorpusFacts:
    """Count."""
    present = gold.lengths > 0
    tokens = sum(len(source) for source, here in zip(sources, present, strict=True) if here)
    wrong = sum(max(edit.end - edit.start, 1) for edit in gold.edits)
    return CorpusFacts(int(present.sum()), tokens, gold.n_chunks, len(gold.edits), wrong / tokens if tokens else None)
