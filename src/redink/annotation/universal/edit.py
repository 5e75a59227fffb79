"""Two analysed sentences and a span in; the facts that the rules for any language ask for out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeAlias

from rapidfuzz.distance import Levenshtein

from redink.annotation.spans import Span
from redink.language.pipeline import Analysis, Token

Knows: TypeAlias = Callable[[str], bool | None]
"""Whether a word is in the word list of the language."""

OPEN_CLASS = frozenset({"ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB"})
NAMELESS = frozenset({"INTJ", "SYM", "X", "_", ""})
"""Parts of speech that no error type is named after."""
_SAME_CLASS = {"PROPN": "NOUN"}
_JOINERS = str.maketrans("", "", "-‐‑–'’ʼ\u00ad")
_SHORTEST_STEM = 2
_STEM_SHARE = 0.6
_LONGEST_ENDING = 3


class UniversalEdit:
    """One edit as the rules see it; a fact is worked out when a rule asks for it first."""

    def __init__(self, source: Analysis, target: Analysis, span: Span, knows: Knows | None) -> None:
        """Take the tokens of the span out of both sentences; at least one side must have some."""
        self.source, self.target, self.span = source, target, span
        self.old, self.new = source[span.start : span.end], target[span.target_start : span.target_end]
        self.knows = knows

    @property
    def tokens(self) -> Analysis:
        """The tokens of both sides."""
        return self.old + self.new

    @property
    def operation(self) -> str:
        """M, R or U."""
        if not self.old:
            return "M"
        return "R" if self.new else "U"

    @property
    def is_one_for_one(self) -> bool:
        """Whether one token replaces one token."""
        return len(self.old) == len(self.new) == 1

    @cached_property
    def pos(self) -> frozenset[str]:
        """The parts of speech of both sides."""
        return frozenset(class_of(token) for token in self.tokens)

    @cached_property
    def common_pos(self) -> str | None:
        """The part of speech that all tokens have, names counting as nouns; `None` if they differ or have no name."""
        classes = {_SAME_CLASS.get(pos, pos) for pos in self.pos}
        pos = next(iter(self.pos if len(self.pos) == 1 else classes))
        return pos if len(classes) == 1 and pos not in NAMELESS else None

    @cached_property
    def similarity(self) -> float:
        """1 − Levenshtein distance / length of the longer side, in lower case."""
        return Levenshtein.normalized_similarity(joined(self.old), joined(self.new))

    @cached_property
    def old_is_known(self) -> bool | None:
        """Whether the old word is in the word list; `None` without a list, or if it has other signs than letters."""
        return self._is_known(self.old)

    @cached_property
    def new_is_known(self) -> bool | None:
        """The same for the new word."""
        return self._is_known(self.new)

    def _is_known(self, side: Analysis) -> bool | None:
        if self.knows is None or len(side) != 1 or not side[0].text.translate(_JOINERS).isalpha():
            return None
        return self.knows(side[0].text)

    @property
    def has_one_lemma(self) -> bool:
        """Whether both words are forms of one dictionary word; a token without a lemma has none in common."""
        old, new = self.old[0].lemma.lower(), self.new[0].lemma.lower()
        return bool(old) and old == new

    @property
    def has_one_stem(self) -> bool:
        """Whether both words begin alike, for most of the shorter word, and differ in a short ending."""
        old, new = without_marks(self.old[0].lower), without_marks(self.new[0].lower)
        shared = shared_start(old, new)
        shorter, longer = sorted((len(old), len(new)))
        return shared >= max(_SHORTEST_STEM, _STEM_SHARE * shorter) and longer - shared <= _LONGEST_ENDING

    @property
    def full_verbs(self) -> tuple[list[str], list[str]]:
        """The dictionary forms of the full verbs of both sides."""
        old, new = ([token.lemma.lower() for token in side if token.pos == "VERB"] for side in (self.old, self.new))
        return old, new


def class_of(token: Token) -> str:
    """Give the part of speech; a token of signs alone is punctuation whatever the analyser says."""
    if token.text and not any(map(str.isalnum, token.text)) and token.pos != "SYM":
        return "PUNCT" if any(unicodedata.category(sign)[0] == "P" for sign in token.text) else token.pos
    return token.pos


def joined(side: Analysis) -> str:
    """Give the letters of a side in lower case, with a blank between tokens."""
    return " ".join(token.lower for token in side)


def letters(side: Analysis) -> str:
    """Give the letters of a side in lower case, without blanks, hyphens and apostrophes."""
    return "".join(token.lower for token in side).translate(_JOINERS)


@lru_cache(maxsize=4096)
def without_marks(text: str) -> str:
    """Give letters without accents and other marks: `á` → `a`, `ł` stays."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def shared_start(old: str, new: str) -> int:
    """Count the letters with which both words begin."""
    count = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        count += 1
    return count
