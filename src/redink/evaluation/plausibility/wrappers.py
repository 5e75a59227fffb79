"""A file in; lines that are no plain sentences out: blank, JSON, with a label, in quotation marks, all the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from redink.evaluation.plausibility.finding import File, Finding, share
from redink.records import Tokens

_MOST = 0.9
"""The share of lines that makes a pattern."""
_CHANCE = 0.002
"""The share of lines that a system may delete."""
_NUMBERED = re.compile(r"[A-Za-z]{0,3}-?\d+[.:)]?\Z")
"""`S-12` and `H-12` of fairseq, `12.`, `(12)`."""


def wrapper_findings(source: Sequence[Tokens], file: File) -> Iterator[Finding]:
    """Give what is wrong with whole lines of a file."""
    lines = [tokens if there else None for tokens, there in zip(file.texts, source, strict=True)]
    blank = [number for number, tokens in enumerate(lines) if tokens is not None and not tokens]
    full = [tokens for tokens in lines if tokens]
    if len(blank) > _CHANCE * len(source) and file.is_text:
        yield Finding(
            file.name,
            f"{share(len(blank), len(file.texts))} are blank, although the source has a sentence there: everything "
            "counts as deleted",
            "write the unchanged source where there is no output",
            blank[0] + 1,
            certain=not full,
        )
    if full and file.is_text:
        yield from _json(file, full)
        yield from _label(source, file, full)
        yield from _quoted(source, file, full)
        yield from _repeated(source, file, full)


def _json(file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    if sum(tokens[0][0] in "{[" and tokens[-1][-1] in "}]" for tokens in lines) < _MOST * len(lines):
        return
    try:
        json.loads(" ".join(lines[0]))
    except (ValueError, RecursionError):  # RecursionError: nested too deeply
        return
    yield Finding(
        file.name,
        "the lines are JSON, not sentences",
        "take the corrected sentences out of it, one on each line",
        _place(file, lines[0]),
        certain=True,
    )


def _label(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    """Find a label that most lines begin with, and hardly any line of the source."""
    firsts: Iterable[str] = (tokens[0] for tokens in lines)
    if any(letter.isdigit() for letter in lines[0][0]):
        firsts = map(_kind, firsts)
    begin, number = Counter(firsts).most_common(1)[0]
    if number < _MOST * len(lines):
        return
    if sum(bool(tokens) and _kind(tokens[0]) == begin for tokens in source) < 0.1 * len(lines):
        yield Finding(
            file.name,
            f"{share(number, len(file.texts))} begin with {begin!r}, which the source does not have",
            "take it away, or give --clean llm if these are answers of a language model",
            _place(file, lines[0]),
            certain=not begin.isalpha(),
        )


def _kind(token: str) -> str:
    return re.sub(r"\d+", "1", token) if _NUMBERED.match(token.strip("()[]")) else token


def _quoted(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    def is_quoted(tokens: Tokens) -> bool:
        return bool(tokens) and tokens[0][0] in "\"'“‘`«*" and tokens[-1][-1] in "\"'”’`»*"

    if not is_quoted(lines[0]) and not is_quoted(lines[-1]):
        return
    quoted = [tokens for tokens in lines if is_quoted(tokens)]
    if len(quoted) >= _MOST * len(lines) and sum(map(is_quoted, source)) < 0.1 * len(lines):
        yield Finding(
            file.name,
            f"{share(len(quoted), len(file.texts))} stand in quotation marks, and those of the source do not",
            "take them away, or give --clean llm if these are answers of a language model",
            _place(file, quoted[0]),
        )


def _repeated(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    tokens, number = Counter(lines).most_common(1)[0]
    in_source = sum(line == tokens for line in source)
    if number > max(2, 0.2 * len(lines)) and number > 2 * in_source:
        yield Finding(
            file.name,
            f"{share(number, len(file.texts))} are the same: {' '.join(tokens)[:60]!r}",
            "check how the output was made",
            _place(file, tokens),
        )


def _place(file: File, tokens: Tokens) -> int:
    """Give the number of the first line with these tokens."""
    return file.texts.index(tokens) + 1
