"""No knowledge of any language: tokens in, tokens out with nothing but their letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category

from redink.language.pipeline import Analysis, Token

# Chinese, Japanese and Thai are written without blanks: there every character is a token.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Accents of decomposed letters, vowel signs of Indian scripts, joiners inside Persian words and the like
# belong to the character before them. Python's `\w` does not know them; this one stands for them all.
_MARK = "\u0300"
_JOINERS = "\u200c\u200d"
_LETTER = rf"(?:(?![{_UNSPACED}])[\w{_MARK}])"
_TOKEN = re.compile(rf"[{_UNSPACED}]{_MARK}*|{_LETTER}+(?:['’-]{_LETTER}+)*|\S{_MARK}*")


class PlainPipeline:
    """Works for any language: alignment by characters, types by operation only."""

    name = "plain"
    version = "1"
    classifies = False

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Give every token itself in lower case as lemma, and no label at all."""
        for words in sentences:
            yield tuple(
                Token(word, lower, "", "", lower, "", i)
                for i, (word, lower) in enumerate((word, word.lower()) for word in words)
            )

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation; scripts without blanks character by character."""
        plain = text if text.isascii() else "".join(_MARK if _is_mark(character) else character for character in text)
        return [(text[match.start() : match.end()], match.start()) for match in _TOKEN.finditer(plain)]


def _is_mark(character: str) -> bool:
    return category(character).startswith("M") or character in _JOINERS
