"""The two data types of annotation: a step of an alignment, and a span of two sentences to edit."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Operation: TypeAlias = Literal["M", "S", "I", "D", "T"]
"""Match, substitution, insertion, deletion, transposition (of two or more tokens)."""


class Step(NamedTuple):
    """One step of an alignment, from left to right through both sentences."""

    operation: Operation
    start: int
    """First source token."""
    end: int
    """One past the last source token."""
    target_start: int
    """First token of the correction."""
    target_end: int
    """One past the last token of the correction."""


class Span(NamedTuple):
    """Source tokens start:end become the correction's tokens target_start:target_end."""

    start: int
    end: int
    target_start: int
    target_end: int
