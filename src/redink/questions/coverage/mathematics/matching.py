"""The name of a kind of match in; the key by which corrections of one sentence are told apart out."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias

from redink.questions.coverage.mathematics.counts import Key
from redink.records import Tokens
from redink.scoring.exact_index_match import changed_places

Match: TypeAlias = Literal["exact", "index", "index-printed"]
MATCHES: tuple[Match, ...] = ("exact", "index", "index-printed")
"""The same text; the same words changed and the same places of insertions; the same words changed (as printed)."""


def key_of(match: Match) -> Key | None:
    """Give the key of a kind of match; `None` stands for the text itself."""
    return {"exact": None, "index": _places, "index-printed": _printed_places}[match]


def _places(source: Tokens, correction: Tokens) -> Hashable:
    return changed_places(source, correction)


def _printed_places(source: Tokens, correction: Tokens) -> Hashable:
    return changed_places(source, correction, insertions=False)
