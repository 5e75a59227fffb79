"""Text on its way to a pipeline in, the same text out; a warning if it is evidently not English, or not tokenised."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from redink.errors import users_line

Row = TypeVar("Row")

SET_APART = "--tokenise en sets words and marks apart"
"""The remedy of commands that can do so."""
_HAN, _KANA = "[\u4e00-\u9fff]", "[\u3040-\u30ff]"
"""Chinese characters, and the letters that only Japanese has."""
_ENGLISH = ("redink-en", "en", "errant")
"""Names of the pipelines that know English alone."""
_ROWS = 500
"""Rows that are read ahead at most."""


def hint_unless_english(
    rows: Iterable[Row], pipeline: str, source_of: Callable[[Row], Iterable[str]], *, remedy: str = ""
) -> Iterator[Row]:
    """Pass rows on, having judged by the words of the first sources; see `hint_about`."""
    remaining = iter(rows)
    if pipeline not in _ENGLISH:
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
    hint_about(words, pipeline, remedy=remedy)
    yield from chain(ahead, remaining)


def hint_about(words: Iterable[str], pipeline: str, *, remedy: str = "") -> None:
    """Say so if an English pipeline is given words that are evidently not English, or not tokenised.

    `remedy` says what to do about text that is not tokenised; it is empty if it need not be.
    """
    if pipeline not in _ENGLISH:
        return
    from redink.language.english.evidence import LOOKED_AT, is_evidently_not_english, untokenised_word

    first = list(islice(words, LOOKED_AT))
    odd = untokenised_word(first) if remedy else None
    if odd is not None:
        warnings.warn(
            f"this text does not look tokenised: {odd!r} counts as one word, its mark included; {remedy}",
            stacklevel=users_line(),
        )
    if is_evidently_not_english(first):
        warnings.warn(
            f"this does not look like English, the only language that {pipeline} knows; "
            f"{_language_of(first)}for any other use --pipeline plain",
            stacklevel=users_line(),
        )


def _language_of(words: list[str]) -> str:
    """Say which language the words look like, and what to type."""
    from redink.language.registry import BY_CHARACTER
    from redink.language.tokenising.choosing import language_of
    from redink.language.universal.weights import INSTALL, NAMES, languages

    text = " ".join(words)
    code = language_of(text)
    if code == "char":
        code = "ja" if re.search(_KANA, text) else "zh" if re.search(_HAN, text) else ""
    is_here = code in (*languages(), *BY_CHARACTER)
    if code not in NAMES or (languages() and not is_here):
        return ""
    install = "" if is_here else f"{INSTALL}, then "
    return f"this looks like {NAMES[code]}: {install}--language {code}; "
