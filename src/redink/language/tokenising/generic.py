"""Running text in any language with blanks between its words in; tokens with their offsets out.

Numbers, addresses, initials and runs of a mark are tokens. What else a language asks for (abbreviations, clitics,
ordinals, hyphens) is in `languages`. Scripts that are written without blanks are split into characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from unicodedata import category

from redink.language.tokenising.languages import LANGUAGES, Language

Tokeniser = Callable[[str], list[tuple[str, int]]]

# Chinese, Japanese, Thai, Lao, Burmese and Khmer.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Accents of decomposed letters, vowel signs of Indian scripts, joiners inside Persian words and the like
# belong to the character before them. Python's `\w` does not match them; this mark stands for all of them.
_MARK = "\u0300"
_JOINERS = "\u00ad\u200c\u200d"
_LETTER = rf"(?:(?![{UNSPACED}\d_])[\w{_MARK}])"
_WORD = rf"(?:(?![{UNSPACED}])[\w{_MARK}])"
_APOSTROPHE = "['’ʼ]"
_APOSTROPHES = ("'", "’", "ʼ")

_PATTERN = rf"""
      (?: https?:// | ftp:// | www\.(?=\w) ) [^\s<>"“”«»]* [^\s<>"“”«».,;:!?)\]}}'’]                  # addresses
    | [\w.+-]+ @ \w[\w-]* (?: \.\w[\w-]* )+                                                         # e-mail
    | [@\#]\w+                                                                                      # mentions, tags
    | [:;=][-']?[()\[\]DPp/\\|*3](?![\w/])                                                          # emoticons
    | <?-{{1,2}}>                                                                                   # arrows
    | (?: {_LETTER}{{1,5}}\. ){{2,}} (?: {_LETTER}{{1,3}}\b(?=\.?(?:\s|$)) )?                       # z.B. U.S. p.n.e
    | \d+ (?: [.,:/'] \d+ )+ (?!{_WORD})                                                            # 1,5 10:30 3/4
    | [{UNSPACED}]{_MARK}*                                                                          # characters
    | {_WORD}+ (?: (?: [-‐‑](?={_WORD}) | {_APOSTROPHE}(?={_LETTER}) | [.@&](?={_LETTER}{{2}}) ) {_WORD}+ )*   # words
    | \.{{2,}} | [!?]+\.{{2,}} | [!?]{{2,}} | …+ | -{{2,}} | [—–]+ | `` | '' | ,, | \*{{2,}} | _{{2,}}  # runs
    | \S{_MARK}*                                                                                    # anything else
"""


def tokenise(text: str) -> list[tuple[str, int]]:
    """Split running text of a language that is not known."""
    return tokeniser_of(None)(text)


@cache
def tokeniser_of(code: str | None) -> Tokeniser:
    """Give the tokeniser of a language, or the one that knows no language."""
    language = LANGUAGES[code] if code else Language("")
    abbreviations = frozenset(language.abbreviations.split())
    elisions = frozenset(language.elisions.split())
    cut = _cutter(language)
    pattern = re.compile(_PATTERN, re.VERBOSE)  # not on import: it takes 10 ms

    def split(text: str) -> list[tuple[str, int]]:
        plain = text if text.isascii() else "".join(_MARK if is_mark(character) else character for character in text)
        tokens: list[tuple[str, int]] = []
        position = 0
        while match := pattern.search(plain, position):
            start, position = match.span()
            position += _owns_full_stop(plain, start, position, abbreviations, ordinals=language.ordinals)
            position += plain[start:position].lower() in elisions and plain[position : position + 1] in _APOSTROPHES
            tokens += cut(text[start:position], start)
        return tokens

    return split


def is_mark(character: str) -> bool:
    """Tell whether a character belongs to the one before it."""
    return category(character).startswith("M") or character in _JOINERS


def _owns_full_stop(text: str, start: int, end: int, abbreviations: frozenset[str], *, ordinals: bool) -> bool:
    """Tell whether the full stop after a word is part of it: abbreviations, initials, ordinal numbers."""
    if not text.startswith(".", end) or text.startswith("..", end):
        return False
    word = text[start:end]
    after = text[end + 1 :].lstrip()
    if word.lower() in abbreviations:
        return True
    if not after:
        return False
    if ordinals and word.isdecimal():
        return len(word) < 5 and (after[0].islower() or after[0].isupper())
    return len(word) == 1 and word.isupper() and after[0].isupper()


def _cutter(language: Language) -> Callable[[str, int], list[tuple[str, int]]]:
    """Give the function that cuts clitics off a word."""
    before = [rf"(?:{'|'.join(language.elisions.split())}){_APOSTROPHE}"] if language.elisions else []
    before += [rf"(?:{'|'.join(language.proclitics.split())})-"] if language.proclitics else []
    proclitic = re.compile(rf"(?:{'|'.join(before)})(?=\w)", re.IGNORECASE) if before else None
    enclitics = "|".join(sorted(language.enclitics.split(), key=len, reverse=True))
    enclitic = re.compile(rf"(?<=\w)-(?:{enclitics})\Z", re.IGNORECASE) if enclitics else None

    def cut(word: str, start: int) -> list[tuple[str, int]]:
        if proclitic and (match := proclitic.match(word)):
            return [(match.group(), start), *cut(word[match.end() :], start + match.end())]
        if enclitic and (match := enclitic.search(word)):
            return [*cut(word[: match.start()], start), (match.group(), start + match.start())]
        marks = "-‐‑" if language.splits_hyphens and word[0].isalnum() else ""
        marks += "." if language.splits_stops and word[0].isalpha() and word[-1] == "." else ""
        if marks:
            parts = re.finditer(rf"[{marks}]|[^{marks}]+", word)
            return [(part.group(), start + part.start()) for part in parts]
        return [(word, start)]

    return cut
