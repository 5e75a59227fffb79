"""The pipeline without knowledge of any language: tokens in, tokens without tags and labels out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from redink.language.pipeline import Analysis, Scheme, Token
from redink.language.tokenising.choosing import find_tokeniser
from redink.language.tokenising.generic import tokenise


class PlainPipeline:
    """Works for any language: alignment by characters, types by operation only."""

    name = "plain"
    version = "1"
    scheme: Scheme = "operation"
    language = ""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Give each token its lower-cased text as lemma, and neither tag nor label."""
        for words in sentences:
            yield tuple(
                Token(word, lower, "", "", lower, "", i)
                for i, (word, lower) in enumerate((word, word.lower()) for word in words)
            )

    def knows(self, word: str) -> None:
        """Give nothing: there is no word list."""

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation; scripts without blanks are split into characters."""
        return tokenise(text)


class CharacterPipeline(PlainPipeline):
    """For Chinese and Japanese: text in characters, or in the words that it has; the types that need no analyser."""

    scheme: Scheme = "universal"

    def __init__(self, language: str) -> None:
        """Take the language's code."""
        self.language = language
        self.name = f"redink-{language}"

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split into characters."""
        return find_tokeniser(self.language)(text)
