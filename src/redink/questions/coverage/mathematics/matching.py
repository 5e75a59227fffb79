"""The name of a kind of match in; the function that gives equal keys to equal corrections of a sentence out."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias

from redink.questions.coverage.mathematics.counts import Key
from redink.records import Tokens
from redink.scoring.exact_index_match import changed_places

Match: TypeAlias = Literal["exact", "index", "index-printed"]
MATCHES: tuple[Match, ...] = ("exact", "index", "index-printed")
"""Two corrections match if they are the same text; if they change the same words and insert at the same places; or if
they change the same words (as printed)."""


def key_of(match: Match) -> Key | None:
    """Give the key function of a kind of match; `None` stands for the text itself."""
    return {"exact": None, "index": _places, "index-printed": _printed_places}[match]


def _places(source: Tokens, correction: Tokens) -> Hashable:
    return changed_places(source, correction)


def _printed_places(source: Tokens, correction: Tokens) -> Hashable:
    return changed_places(source, correction, insertions=False)
