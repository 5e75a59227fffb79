"""Any text in, words for a rough comparison out: tokenised or not, in any script."""

from __future__ import annotations

import re

CHARACTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana, Chinese characters."""
WORD = re.compile(rf"[{CHARACTERS}]|[^\W{CHARACTERS}]+|[^\w\s]")
"""A character of such a script, a run of letters and digits, or a single other sign."""


def rough_words(text: str) -> list[str]:
    """Give the words of a text, without their case."""
    return [word.casefold() for word in WORD.findall(text)]
