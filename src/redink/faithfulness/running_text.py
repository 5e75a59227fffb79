"""Tokens in, running text as people write it out: what grammar checkers and language models were made for.

Only blanks are decided on. Tokens are those of the Penn Treebank or spaCy (`do n't`, `John 's`, `( so )`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NO_BLANK_BEFORE = re.compile(
    r"[,.;:!?%)\]}…”’]+|'(?:s|m|d|re|ve|ll|t)?|n't|n’t|’(?:s|m|d|re|ve|ll|t)|-RRB-", re.IGNORECASE
)
_NO_BLANK_AFTER = frozenset({"(", "[", "{", "“", "‘", "``", "`", "$", "£", "€", "#", "-LRB-"})
_QUOTES = frozenset({'"', "''"})
_SPELT = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}


def running_text(tokens: Sequence[str]) -> str:
    """Join the tokens of a sentence; a straight quotation mark opens and closes by turns."""
    text, glue, open_quote = "", True, False
    for token in tokens:
        closes = token in _QUOTES and open_quote
        if not (glue or closes or _NO_BLANK_BEFORE.fullmatch(token)):
            text += " "
        text += _SPELT.get(token, token)
        if token in _QUOTES:
            open_quote = not open_quote
        glue = token in _NO_BLANK_AFTER or (token in _QUOTES and open_quote)
    return text
