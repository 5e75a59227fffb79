"""Text on its way to a pipeline in, the same text out; a note on standard error if it is evidently not English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from redink.cli.messages import warn

Row = TypeVar("Row")

_ROWS = 500
"""Rows that are read ahead at most."""


def hint_unless_english(rows: Iterable[Row], pipeline: str, source_of: Callable[[Row], Iterable[str]]) -> Iterator[Row]:
    """Pass rows on, having judged by the words of the first sources."""
    remaining = iter(rows)
    if pipeline != "redink-en":
        yield from remaining
        return
    from redink.language.english.evidence import LOOKED_AT

    ahead: list[Row] = []
    words: list[str] = []
    for row in remaining:
        ahead.append(row)
        words += source_of(row)
        if len(words) >= LOOKED_AT or len(ahead) >= _ROWS:
            break
    hint_about(words, pipeline)
    yield from chain(ahead, remaining)


def hint_about(words: Iterable[str], pipeline: str) -> None:
    """Say so if `redink-en` is given words that are evidently not English."""
    if pipeline != "redink-en":
        return
    from redink.language.english.evidence import is_evidently_not_english

    if is_evidently_not_english(words):
        warn(
            "this does not look like English, the only language that redink-en knows; "
            "for any other use --pipeline plain"
        )
