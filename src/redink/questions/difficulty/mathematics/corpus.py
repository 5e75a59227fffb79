"""Sources and gold chunks in; the size of a corpus and its error rate out (the paper's Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.records import Tokens


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
    """Source tokens in the span of a gold edit, and 1 for each insertion, divided by all source tokens."""


def corpus_facts(gold: GoldChunks, sources: Sequence[Tokens]) -> CorpusFacts:
    """Give the size and the error rate of a corpus."""
    present = gold.lengths > 0
    tokens = sum(len(source) for source, is_present in zip(sources, present, strict=True) if is_present)
    wrong = sum(max(edit.end - edit.start, 1) for edit in gold.edits)
    return CorpusFacts(int(present.sum()), tokens, gold.n_chunks, len(gold.edits), wrong / tokens if tokens else None)
