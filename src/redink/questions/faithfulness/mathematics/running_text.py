"""Tokens in, running text as people write it out: grammar checkers and language models expect running text.

Only the blanks are restored. Tokens are those of the Penn Treebank or spaCy (`do n't`, `John 's`, `( so )`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NO_BLANK_BEFORE = re.compile(
    r"[,.;:!?%)\]}…”’]+|'(?:s|m|d|re|ve|ll|t)?|n't|n’t|’(?:s|m|d|re|ve|ll|t)|-RRB-", re.IGNORECASE
)
_NO_BLANK_AFTER = frozenset({"(", "[", "{", "“", "‘", "``", "`", "$", "£", "€", "#", "-LRB-"})
_SPELT = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}


def running_text(tokens: Sequence[str]) -> str:
    """Give a sentence as running text; straight quotation marks open and close alternately."""
    text, glue, open_quote = "", True, False
    for token in tokens:
        closes = token == "''" or (token == '"' and open_quote)
        if not (glue or closes or _NO_BLANK_BEFORE.fullmatch(token)):
            text += " "
        text += _SPELT.get(token, token)
        opens = token == '"' and not closes
        open_quote = opens or (open_quote and not closes)
        glue = opens or token in _NO_BLANK_AFTER
    return text
