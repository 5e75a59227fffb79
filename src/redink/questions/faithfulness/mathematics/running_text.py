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
_SPELT = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}


def running_text(tokens: Sequence[str]) -> str:
    """Join the tokens of a sentence; a straight quotation mark opens and closes by turns."""
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
