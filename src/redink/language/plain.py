"""No knowledge of any language: tokens in, tokens out with nothing but their letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from redink.language.pipeline import Analysis, Token

# Chinese, Japanese and Thai are written without blanks: there every character is a token.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])\w)+(?:['’-](?:(?![{_UNSPACED}])\w)+)*|\S")


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
        return [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
