"""A file in; lines that are no plain sentences out: blank, JSON, labelled, doubled, quoted, cut off, or the same."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from redink.evaluation.plausibility.finding import File, Finding, share
from redink.records import Tokens

_MOST = 0.9
"""The share of lines that makes a pattern."""
_SOME = 0.05
"""The share of lines that is worth a warning. In real data, at most 1 % begin with what source lines do not."""
_FEWEST = 10
"""Fewer lines make no pattern: a second reference may exist for a few sentences only."""
_TWICE = 1.6
"""A line with so many times the tokens of its source may hold two sentences."""
_CHANCE = 0.002
"""The share of lines that a system may delete."""
_LOST = 0.1
"""The share of lines without the source's last mark that is worth a warning. In real data, it is 1.2 % at most."""
_FAR, _LONG = 5, 20
"""A line is far longer than its source with more than 5 times its tokens and 20 more. No line of real data is."""
_OPENING, _CLOSING = tuple("\"'“‘`«*"), tuple("\"'”’`»*")
_NUMBERED = re.compile(r"[A-Za-z]{0,3}-?\d+[.:)]?\Z")
"""`S-12` and `H-12` of fairseq, `12.`, `(12)`."""


def columns_finding(source: Sequence[str], lines: Sequence[str | Sequence[str] | None], name: str) -> Finding | None:
    """Find out whether lines, as they stand in the file, are rows of a table."""
    tabs = [number for number, line in enumerate(lines, start=1) if isinstance(line, str) and "\t" in line.strip()]
    full = sum(isinstance(line, str) and bool(line.strip()) for line in lines) if tabs else 0
    if full < _FEWEST or len(tabs) < _MOST * full or sum("\t" in line for line in source) >= 0.1 * full:
        return None
    return Finding(
        name,
        f"{share(len(tabs), full)} have a tab, and those of the source do not: this is a table with columns",
        "keep the column with the corrected sentences alone, for example: cut -f 2 TABLE > output.txt",
        tabs[0],
        certain=True,
    )


def wrapper_findings(source: Sequence[Tokens], file: File) -> Iterator[Finding]:
    """Give what is wrong with whole lines of a file."""
    pairs = [(there, tokens) for there, tokens in zip(source, file.texts, strict=True) if there and tokens]
    blank = [number for number, tokens in enumerate(file.texts) if tokens is not None and not tokens and source[number]]
    if len(blank) > _CHANCE * len(source) and file.is_text and not (pairs and file.may_delete):
        yield Finding(
            file.name,
            f"{share(len(blank), len(file.texts))} are blank, although the source has a sentence there: everything "
            "counts as deleted",
            "write the unchanged source where there is no output",
            blank[0] + 1,
            certain=not pairs,
        )
    if len(pairs) >= _FEWEST and file.is_text:
        sources, lines = zip(*pairs, strict=True)
        yield from _json(file, lines)
        yield from _labelled(sources, file, lines) or _doubled(sources, file, lines)
        yield from _ended(sources, file, lines)
        yield from _quoted(sources, file, lines)
        yield from _repeated(sources, file, lines)
        yield from _endless(sources, file, lines)


def _endless(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    """Find single lines that are far longer than what they correct: one of them can halve a score."""
    sizes = [(len(tokens), len(there), tokens) for there, tokens in zip(source, lines, strict=True)]
    endless = [size for size in sizes if size[0] > _FAR * size[1] + _LONG]
    if endless:
        written, given, first = endless[0]
        yield Finding(
            file.name,
            f"{share(len(endless), len(lines))} are more than {_FAR} times as long as the source (the first has "
            f"{written:,} tokens, the source {given:,}): every added word counts as an error",
            "look whether the system repeats itself or explains its corrections there",
            _place(file, first),
        )


def _json(file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    wrapped = sum(tokens[0].startswith(("{", "[")) and tokens[-1].endswith(("}", "]")) for tokens in lines)
    if wrapped < _MOST * len(lines):
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


def _labelled(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> list[Finding]:
    """Find a label that many lines begin with, and hardly any line of the source."""
    labels = [found for length in (2, 1) if (found := _label(source, lines, length))]
    if not labels:
        return []
    number, usual, begin, place = max(labels, key=lambda label: label[0] - label[1])
    return [
        Finding(
            file.name,
            f"{share(number, len(lines))} begin with {begin!r}, "
            + (f"and only {usual:,} of the source" if usual else "which the source does not have"),
            "take it away",
            _place(file, lines[place]),
            certain=number >= _MOST * len(lines) and usual < 0.1 * len(lines) and not begin.split()[0].isalpha(),
            scoring_remedy="take it away, or give --clean llm if these are answers of a language model",
        )
    ]


def _least(lines: Sequence[Tokens]) -> float:
    """Give how many lines must be odd in the same way."""
    return max(_FEWEST / 2, _SOME * len(lines))


def _label(source: Sequence[Tokens], lines: Sequence[Tokens], length: int) -> tuple[int, int, str, int] | None:
    """Give how many lines and how many source lines have the oddest beginning, whatever the case; it; the first."""
    least = _least(lines)
    # Something is added only where the source begins in another way; a corrected beginning replaces that of the source.
    others = [
        place
        for place, (there, tokens) in enumerate(zip(source, lines, strict=True))
        if tokens[0] != there[0] and _begin(tokens[:1]) != _begin(there[:1])
    ]
    begins = [_begin(lines[place][:length]) for place in others]
    begin, number = Counter(begins).most_common(1)[0] if begins else ("", 0)
    if number < least or "▁" in begin:  # a piece of a word, which has a message of its own
        return None
    places = [place for place, other in zip(others, begins, strict=True) if other == begin]
    added = sum(source[place][0] in " ".join(lines[place][1:]) for place in places)
    usual = sum(_begin(tokens[:length]) == begin for tokens in source)
    often = sum(_begin(tokens[:length]) == begin for tokens in lines)
    if often - usual < max(least, usual) or (added < number / 2 and number < _MOST * len(lines)):
        return None
    return often, usual, " ".join(map(_kind, lines[places[0]][:length])), places[0]


def _ended(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    """Find an end that many lines have and hardly any line of the source, or else marks that are lost at the end."""
    changed = [(there, tokens) for there, tokens in zip(source, lines, strict=True) if there[-1] != tokens[-1]]
    enough = len(changed) >= _least(lines)
    found = _label(list(map(_from_the_end, source)), list(map(_from_the_end, lines)), 1) if enough else None
    # A punctuation mark at the end is a correction. A word of the source was not added: the mark after it was lost.
    if found and sum(found[2] in tokens for tokens in source) < found[0] / 2:
        number, usual, last, place = found
        end = " ".join(_added(source[place], lines[place])) or last
        if not _is_mark(end):
            yield Finding(
                file.name,
                f"{share(number, len(lines))} end with {last!r}{'' if end == last else f' (such as {end!r})'}, "
                + (f"and only {usual:,} of the source" if usual else "which the source does not have"),
                "take it away",
                _place(file, lines[place]),
                scoring_remedy="take it away, or give --clean llm if these are answers of a language model",
            )
            return
    lost = [tokens for there, tokens in changed if _is_mark(there[-1][-1:]) and not _is_mark(tokens[-1][-1:])]
    if len(lost) >= max(_FEWEST / 2, _LOST * len(lines)):
        yield Finding(
            file.name,
            f"{share(len(lost), len(lines))} have lost the punctuation mark at the end of the source",
            "check how the output was made, and whether something cut it off",
            _place(file, lost[0]),
        )


def _from_the_end(tokens: Tokens) -> Tokens:
    """Give the tokens in reverse, with `.</s>` as two."""
    last = tokens[-1]
    # "Po" are marks that are no brackets.
    sticks = last != "" and unicodedata.category(last[0]) == "Po" and not _is_mark(last)
    ends = (last[1:], last[0]) if sticks else (last,)
    return (*ends, *tokens[-2::-1])


def _added(source: Tokens, tokens: Tokens) -> Tokens:
    """Give what follows the last token of the source."""
    last, *others = _from_the_end(tokens)
    kept = _from_the_end(source)[0]
    return (*others[: others.index(kept)][::-1], last) if kept in others else ()


def _is_mark(text: str) -> bool:
    return bool(text) and all(unicodedata.category(character).startswith("P") for character in text)


@lru_cache(1 << 14)
def _begin(tokens: Tokens) -> str:
    return " ".join(map(_kind, tokens)).casefold()


def _kind(token: str) -> str:
    return re.sub(r"\d+", "1", token) if _NUMBERED.match(token.strip("()[]")) else token


def _doubled(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    """Find lines that hold the source and the output side by side, or the output twice."""
    doubled = [
        tokens
        for there, tokens in zip(source, lines, strict=True)
        if len(tokens) >= _TWICE * len(there)
        and (" ".join(there) in " ".join(tokens) or tokens[: len(tokens) // 2] == tokens[len(tokens) // 2 :])
    ]
    if len(doubled) >= _least(lines):
        yield Finding(
            file.name,
            f"{share(len(doubled), len(lines))} hold two sentences: the source and another, or the same one twice",
            "keep the corrected sentence alone in each line",
            _place(file, doubled[0]),
            certain=len(doubled) >= _MOST * len(lines),
        )


def _quoted(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    def is_quoted(tokens: Tokens) -> bool:
        return bool(tokens) and tokens[0].startswith(_OPENING) and tokens[-1].endswith(_CLOSING)

    if not is_quoted(lines[0]) and not is_quoted(lines[-1]):
        return
    quoted = [tokens for tokens in lines if is_quoted(tokens)]
    if len(quoted) >= _MOST * len(lines) and sum(map(is_quoted, source)) < 0.1 * len(lines):
        yield Finding(
            file.name,
            f"{share(len(quoted), len(lines))} stand in quotation marks, and those of the source do not",
            "take them away",
            _place(file, quoted[0]),
            scoring_remedy="take them away, or give --clean llm if these are answers of a language model",
        )


def _repeated(source: Sequence[Tokens], file: File, lines: Sequence[Tokens]) -> Iterator[Finding]:
    least = max(2, 0.2 * len(lines))
    # Lines that are alike begin alike, and this is counted in a tenth of the time.
    if max(Counter([(tokens[0], len(tokens)) for tokens in lines]).values()) <= least:
        return
    tokens, number = Counter(lines).most_common(1)[0]
    if number <= least:
        return
    in_source = sum(line == tokens for line in source)
    # A source that is there many times is corrected in the same way many times.
    same_source = max(Counter(line for line, own in zip(source, lines, strict=True) if own == tokens).values())
    if number > 2 * max(in_source, same_source):
        yield Finding(
            file.name,
            f"{share(number, len(lines))} are the same: {' '.join(tokens)[:60]!r}",
            "check how the output was made",
            _place(file, tokens),
        )


def _place(file: File, tokens: Tokens) -> int:
    """Give the number of the first line with these tokens."""
    return file.texts.index(tokens) + 1
