"""The source and another file in; what is written differently in the two out.

A mismatch is what harms: if all files have curly quotes, nothing is wrong. So each file is compared with the source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from redink.evaluation.plausibility.finding import File, Finding, share

INVISIBLE = "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]"
_CURLY = "[\u2018-\u201f\u2032\u2033]"
_GLUED = re.compile(r"\w[.,;:!?](?=\s|$)")
_CHANCE = 0.002
"""The share of lines in which a character may stand by chance."""
_FEW = 0.02
"""The share of lines in which a capital may be lost by chance."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way in which files can be written differently."""

    what: str
    """What the lines of a file have, and those of the source have not."""
    is_there: Callable[[str], bool]
    """Tells it of a line, or of a whole text."""
    remedy: str
    """How to mend it."""


def _has(pattern: str) -> Callable[[str], bool]:
    search = re.compile(pattern).search
    return lambda text: search(text) is not None


LOOKS = (
    Look(
        "letters with separate accents (not in Unicode's form NFC)",
        lambda text: not unicodedata.is_normalized("NFC", text),
        "--normalise nfc makes all files alike",
    ),
    Look("invisible characters", _has(INVISIBLE), "--normalise nfc removes them"),
    Look("curly quotation marks", _has(_CURLY), "--normalise quotes makes them straight"),
)


def character_findings(source: str, file: File, text: str) -> Iterator[Finding]:
    """Give everything that is written in a file and not in the source, of which these are the whole texts."""
    if not text.isascii():
        for look in LOOKS:
            if look.is_there(text) and not look.is_there(source):
                lines = [number for number, line in enumerate(text.split("\n")) if look.is_there(line)]
                if len(lines) > _CHANCE * len(file.texts):
                    yield Finding(
                        file.name,
                        f"{share(len(lines), len(file.texts))} have {look.what}, but the source has none: such words "
                        "never match",
                        look.remedy,
                        lines[0] + 1,
                    )
    yield from _missing_looks(source, file, text)
    yield from _case(source, file, text)
    yield from _spacing(source, file, text)


def _missing_looks(source: str, file: File, text: str) -> Iterator[Finding]:
    """Tell of what the source has in every such line and the file in none."""
    if source.isascii():
        return
    for look in LOOKS:
        if look.is_there(source) and not look.is_there(text):
            lines = [number for number, line in enumerate(source.split("\n")) if look.is_there(line)]
            if len(lines) > _CHANCE * len(file.texts):
                yield Finding(
                    file.name,
                    f"the source has {look.what} in {share(len(lines), len(file.texts))}, but this file has none: such "
                    "words never match",
                    look.remedy,
                    lines[0] + 1,
                )


def _case(source: str, file: File, text: str) -> Iterator[Finding]:
    if text.islower() and not source.islower() and sum(map(str.isupper, source)) > _FEW * len(file.texts):
        yield Finding(
            file.name,
            "there is no capital letter, but the source has some: every one of them counts as changed",
            "give the file with its capitals, or lower-case all files",
        )


def _spacing(source: str, file: File, text: str) -> Iterator[Finding]:
    """Tell of punctuation that sticks to words in the file and not in the source, or the other way round."""
    glued, in_source = len(_GLUED.findall(text)), len(_GLUED.findall(source))
    lines = max(len(file.texts), 1)
    for more, fewer, what in (
        (glued, in_source, "in this file, and not in the source"),
        (in_source, glued, "in the source, and not in this file"),
    ):
        if more > 3 * fewer and more - fewer > 0.3 * lines:
            yield Finding(
                file.name,
                f"punctuation sticks to words {what} ({more:,} and {fewer:,} times): one is tokenised and the other "
                "is not",
                "tokenise both alike; --normalise spaces separates punctuation",
            )
