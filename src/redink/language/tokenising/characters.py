"""Running text in; its characters, with their offsets, out: for scripts that are written without blanks.

Every character is a token, letters and digits of other scripts too, as in ChERRANT. A mark that belongs to the
character before it (an accent, a vowel sign) stays with it.
"""

from __future__ import annotations

import re
from functools import cache

from redink.language.tokenising.generic import UNSPACED, is_mark


def tokenise(text: str) -> list[tuple[str, int]]:
    """Give every character that is no blank, with its offset."""
    tokens: list[tuple[str, int]] = []
    for place, character in enumerate(text):
        if tokens and is_mark(character) and tokens[-1][1] + len(tokens[-1][0]) == place:
            tokens[-1] = (tokens[-1][0] + character, tokens[-1][1])
        elif not character.isspace():
            tokens.append((character, place))
    return tokens


def is_unspaced(text: str) -> bool:
    """Tell whether most letters of a text belong to scripts that are written without blanks."""
    unspaced = 0 if text.isascii() else len(_unspaced().findall(text))
    return unspaced > 0 and 2 * unspaced > sum(map(str.isalpha, text))


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")
