"""The pipeline without knowledge of any language: tokens in, tokens without tags and labels out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category

from redink.language.pipeline import Analysis, Token

# Chinese, Japanese and Thai are written without blanks: there every character is a token.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Accents of decomposed letters, vowel signs of Indian scripts, joiners inside Persian words and the like
# belong to the character before them. Python's `\w` does not match them; this mark stands for all of them.
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
        """Give each token its lower-cased text as lemma, and neither tag nor label."""
        for words in sentences:
            yield tuple(
                Token(word, lower, "", "", lower, "", i)
                for i, (word, lower) in enumerate((word, word.lower()) for word in words)
            )

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation; scripts without blanks are split into characters."""
        plain = text if text.isascii() else "".join(_MARK if _is_mark(character) else character for character in text)
        return [(text[match.start() : match.end()], match.start()) for match in _TOKEN.finditer(plain)]


def _is_mark(character: str) -> bool:
    return category(character).startswith("M") or character in _JOINERS
