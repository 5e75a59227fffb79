"""The source and another file in; what is written differently in the two out.

A mismatch is what harms: if all files have curly quotes, nothing is wrong. So each file is compared with the source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from redink.evaluation.plausibility.finding import File, Finding, share
from redink.frozen import frozen

_INVISIBLE = "\u00ad\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\ufeff"
_JOINERS = "\u200c\u200d"
_SPELT_WITH_JOINERS = "\u0590-\u1cff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
"""Characters after which a joiner is part of the spelling: the scripts of Persian and Hindi and the like, and emoji."""
_STRAY_JOINER = rf"(?<![{_SPELT_WITH_JOINERS}])[{_JOINERS}]|\u200c(?=\s|$)"
"""A joiner after any other character, or a non-joiner at the end of a word, where it does nothing."""
INVISIBLE = f"[{_INVISIBLE}]|{_STRAY_JOINER}"
"""The pattern of a character that nobody can see and nobody means."""
_CURLY = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033"
_CHANCE = 0.002
"""The share of lines in which a character may stand by chance."""
_FEW = 0.02
"""The share of lines in which the source may have what a system never writes."""


@frozen
class Look:
    """One way in which files can be written differently."""

    what: str
    """What the lines of a file have, and those of the source have not."""
    is_there: Callable[[str], bool]
    """Tells it of a line, or of a whole text."""
    remedy: str = "write all files in the same way first"
    """What to do about it, for any command."""
    scoring_remedy: str = ""
    """The option of the commands that score which mends it."""
    by_chance: int = 0
    """The number of lines that may have it in a small file."""


def _has(characters: Iterable[str]) -> Callable[[str], bool]:
    # One after the other, they are found several times faster than by a pattern.
    return lambda text: any(character in text for character in characters)


_has_invisible, _has_joiner = _has(_INVISIBLE), _has(_JOINERS)


def _is_partly_invisible(text: str) -> bool:
    return _has_invisible(text) or (_has_joiner(text) and re.search(_STRAY_JOINER, text) is not None)


_is_escaped = _has(("&apos;", "&quot;", "&amp;", "&lt;", "&gt;", "&#39;", "&#91;", "&#93;", "&#124;"))

LOOKS = (
    Look(
        "letters with separate accents (not in Unicode's form NFC)",
        lambda text: not unicodedata.is_normalized("NFC", text),
        scoring_remedy="--normalise nfc writes all files in the same form",
    ),
    Look("invisible characters", _is_partly_invisible, scoring_remedy="--normalise nfc removes them"),
    Look("curly quotation marks", _has(_CURLY), scoring_remedy="--normalise quotes makes them straight"),
    Look(
        "pieces of words (@@ or ▁)",
        lambda text: ("@@" in text and ("@@ " in text or "@@\n" in text)) or "▁" in text,
        "join the pieces to words, for example: sed 's/@@ //g' FILE, or sed 's/ //g' FILE | sed 's/▁/ /g'",
        by_chance=1,
    ),
    Look(
        "escaped characters (such as &apos;)",
        lambda text: "&" in text and _is_escaped(text),
        "write the characters themselves, for example: "
        'python3 -c \'print(__import__("html").unescape(open(0).read()), end="")\' < FILE',
        by_chance=1,
    ),
)


class SourceText:
    """The source as one text, and what is there in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.looks = tuple(look for look in LOOKS if look.is_there(text))
        self.glued = glued(text)

    @cached_property
    def capitals(self) -> int:
        """The number of capital letters, which is asked for only beside a text without any."""
        return sum(map(str.isupper, self.text))

    @cached_property
    def small_letters(self) -> int:
        """The number of small letters, which is asked for only beside a text without any."""
        return sum(map(str.islower, self.text))


def character_findings(source: SourceText, file: File, text: str) -> Iterator[Finding]:
    """Give everything that is written in a file, of which this is the whole text, and not in the source."""
    for look in LOOKS:
        if look not in source.looks and look.is_there(text):
            lines = [number for number, line in enumerate(text.split("\n")) if look.is_there(line)]
            if len(lines) > max(look.by_chance, _CHANCE * len(file.texts)):
                yield Finding(
                    file.name,
                    f"{share(len(lines), len(file.texts))} have {look.what}, but the source has none: such words "
                    "never match",
                    look.remedy,
                    lines[0] + 1,
                    scoring_remedy=look.scoring_remedy,
                )
    yield from _missing_looks(source, file, text)
    yield from _case(source, file, text)
    yield from _spacing(source, file, text)


def _missing_looks(source: SourceText, file: File, text: str) -> Iterator[Finding]:
    """Tell of what the source has in many lines and the file in none."""
    for look in source.looks:
        if not look.is_there(text):
            # Only where the file has a line: an annotator of few sentences has none of most things.
            present = [line for line, tokens in enumerate(file.texts) if tokens is not None]
            source_lines = source.text.split("\n")
            lines = [number for number in present if look.is_there(source_lines[number])]
            if len(lines) > max(2, _FEW * len(present)):
                yield Finding(
                    file.name,
                    f"the source has {look.what} in {share(len(lines), len(present))}, but this file has none: such "
                    "words never match",
                    look.remedy,
                    lines[0] + 1,
                    scoring_remedy=look.scoring_remedy,
                )


def _case(source: SourceText, file: File, text: str) -> Iterator[Finding]:
    if text.islower() and source.capitals > _FEW * len(file.texts):
        yield Finding(
            file.name,
            "there is no capital letter, but the source has some: each of them counts as a change",
            "give the file with its capitals, or lower-case all files",
        )
    if text.isupper() and source.small_letters > len(file.texts):
        yield Finding(
            file.name,
            "all letters are capitals, but the source has small ones: each of them counts as a change",
            "give the file with its small letters",
        )


def glued(text: str) -> int:
    """Count the full stops and commas that stick to the word before them."""
    text = text.replace("\n", " ")
    return sum(text.count(f"{mark} ") - text.count(f" {mark} ") for mark in ".,")


def _spacing(source: SourceText, file: File, text: str) -> Iterator[Finding]:
    """Tell of punctuation that sticks to words in the file and not in the source, or the other way round."""
    here, lines = glued(text), max(len(file.texts), 1)
    for more, fewer, what in (
        (here, source.glued, "in this file, and not in the source"),
        (source.glued, here, "in the source, and not in this file"),
    ):
        if more > 3 * fewer and more - fewer > 0.3 * lines:
            yield Finding(
                file.name,
                f"punctuation sticks to words {what} ({more:,} and {fewer:,} times): one is tokenised and the other "
                "is not",
                "--tokenise en (or another NAME) tokenises both",
                scoring_remedy="--tokenise en (or another NAME) tokenises both; --normalise spaces only separates "
                "punctuation",
            )
