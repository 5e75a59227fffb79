"""The name of a tokeniser in, the tokeniser out; and the texts of an evaluation in, the name of what they need out.

A word segmenter of another package joins by an entry point in the group `redink.tokenisers`: a function that takes a
text and gives its tokens, which must be the text without its blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from redink.errors import InputError, UsageError
from redink.language.tokenising.generic import Tokeniser, tokeniser_of
from redink.language.tokenising.languages import LANGUAGES, SAME_AS
from redink.registry import contribution, names

AUTO, NONE = "auto", "none"
_OURS = ("en", "penn", "char", "generic")
Evidence: TypeAlias = Literal["raw", "tokenised", "unknown"]

_LETTERS = r"[^\W\d_][^\W\d_]"
_CLITIC = r"(?:n['’]t|['’](?:s|m|re|ve|ll|d))"
_GLUED = re.compile(
    r"(?=[,;:!?.。，、！？；：؟،۔।n'’])"  # how each of them begins: six times as fast
    rf"(?:(?<={_LETTERS})[,;:!?](?=\s|\Z)|(?<={_LETTERS})[.!?]+[\"'”’)»]*$|(?<=\w)[。，、！？；：؟،۔।]|(?<={_LETTERS}){_CLITIC}\b)",
    re.MULTILINE,
)
_ALONE = re.compile(rf"(?<!\S)(?:[.,;:!?。，、！？；：؟،۔।]|{_CLITIC})(?!\S)")
_LONG = 4
"""Text of a script without blanks is not segmented if its tokens have more characters than this on average."""
_WORDS = re.compile(r"[^\W\d_]+")
_LOOKED_AT = 3000
"""Words that are looked at to recognise the language."""


def tokeniser_names() -> tuple[str, ...]:
    """Name everything that `--tokenise` takes."""
    return (AUTO, NONE, *_OURS, *(code for code in LANGUAGES if code != "en"), *names("redink.tokenisers"))


@cache
def find_tokeniser(name: str) -> Tokeniser:
    """Give the tokeniser of this name."""
    name = SAME_AS.get(name, name)
    if name == "en":
        from redink.language.tokenising.english import tokenise

        return tokenise
    if name == "penn":
        from redink.language.tokenising.penn import tokenise as penn

        return penn
    if name in ("char", "zh", "ja"):
        from redink.language.tokenising.characters import tokenise as characters

        return characters
    if name == "generic" or name in LANGUAGES:
        return tokeniser_of(None if name == "generic" else name)
    segment = contribution("redink.tokenisers", name)
    if segment is None:
        raise UsageError(f"there is no tokeniser {name!r}", remedy=f"choose from {', '.join(tokeniser_names())}")
    return _placed(name, segment)


def _placed(name: str, segment: Callable[[str], Iterable[str]]) -> Tokeniser:
    """Find the tokens of somebody else's segmenter in the text."""

    def tokenise(text: str) -> list[tuple[str, int]]:
        tokens: list[tuple[str, int]] = []
        position = 0
        for token in map(str.strip, segment(text)):
            start = text.find(token, position)
            if start < 0 or text[position:start].strip():
                raise InputError(
                    f"the tokeniser {name!r} changes the text: {token!r} is not next in {text[position:][:40]!r}",
                    remedy="a tokeniser must give the text without its blanks",
                )
            if token:
                tokens.append((token, start))
                position = start + len(token)
        return tokens

    return tokenise


def choose_tokeniser(files: Sequence[Sequence[str]]) -> str:
    """Decide once for all texts of an evaluation: `none` if any is tokenised, or if nothing tells that they are not."""
    if not are_raw(files):
        return NONE
    return language_of("\n".join(text for texts in files for text in texts))


def are_raw(files: Sequence[Sequence[str]]) -> bool:
    """Tell whether texts are not tokenised: none of them looks tokenised, and at least one looks raw."""
    raw = False
    for texts in files:
        evidence = _evidence("\n".join(texts))
        if evidence == "tokenised":
            return False
        raw |= evidence == "raw"
    return raw


def tokeniser_like(lines: Sequence[str]) -> str:
    """Give the tokeniser of the language of tokenised lines; for English, `en` or `penn`, which changes fewer lines."""
    name = language_of("\n".join(lines))

    def kept(name: str) -> int:
        return sum(" ".join(token for token, _ in find_tokeniser(name)(line)) == line for line in lines)

    return max(("en", "penn"), key=kept) if name == "en" else name


def _evidence(text: str) -> Evidence:
    """Tell whether marks and clitics stick to words in a text, or stand alone."""
    from redink.language.tokenising.characters import is_unspaced

    words = text.split()
    if sum(map(len, words)) > _LONG * len(words) and not text.isascii() and is_unspaced(text):
        return "raw"
    glued = len(_GLUED.findall(text))
    alone = len(_ALONE.findall(text))
    if glued > alone:
        return "raw"
    return "tokenised" if alone else "unknown"


def language_of(text: str) -> str:
    """Recognise a language by its frequent words; gives the name of a tokeniser, `en` if nothing tells another."""
    from redink.language.tokenising.characters import is_unspaced

    if not text.isascii() and is_unspaced(text):
        return "char"
    words = [match.group().lower() for _, match in zip(range(_LOOKED_AT), _WORDS.finditer(text), strict=False)]
    hits = {code: sum(word in frequent for word in words) for code, frequent in _frequent_words().items()}
    best = max(hits, key=lambda code: hits[code])
    if hits[best] > 2 * hits["en"] + 1:
        return best
    return "en" if hits["en"] or "".join(words).isascii() else "generic"


@cache
def _frequent_words() -> dict[str, frozenset[str]]:
    return {code: frozenset(language.frequent.split()) for code, language in LANGUAGES.items()}
