"""Parallel files (`.para`) in, sources and references out: ChERRANT's input, and the form of MuCGEC's data.

A line has an id, the source sentence and any number of corrections, separated by tabs:

    7	He go home .	He goes home .	He went home .

Sentences may have different numbers of corrections: the k-th reference then has no text where there are fewer than k.
`没有错误` ("no error") stands for a correction that changes nothing, `无法标注` ("cannot be annotated") for none.

Sentences are split at blanks. If most sources have no blank, as in Chinese, all blanks are dropped and each character
is a token, as in ChERRANT's default. Its mark for a missing part, `[缺失成分]`, is one token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.corrections import MOST_REFERENCES
from redink.reading.files import Source, display_name, first_of_stdin, read_lines
from redink.reading.packing import unpacked_name
from redink.records import Reference, Tokens

_NO_ERROR = "没有错误"
_NOT_ANNOTATABLE = "无法标注"
_CHARACTERS = re.compile(r"\[缺失成分\]|.", re.DOTALL)
_ID = re.compile(r"[!-~]{0,64}")  # a sentence that stands here by mistake has blanks or other letters
_NUMBERED_LINE = re.compile(r"\d+\t[^\t]+\t[^\t]+")


def is_para(path: Source) -> bool:
    """Tell parallel files by their name, or else by their first line: a number and two sentences, with tabs between."""
    if str(path) == "-":
        return _begins_as_para(first_of_stdin().splitlines())
    if unpacked_name(path).endswith(".para"):
        return True
    return Path(path).is_file() and _begins_as_para(read_lines(path))


def _begins_as_para(lines: Iterable[str]) -> bool:
    return any(_NUMBERED_LINE.match(line) for line in islice(lines, 1))


def read_para(path: Source) -> tuple[tuple[Tokens, ...], tuple[Reference, ...]]:
    """Read the sources and the references, as many as the sentence with most corrections has."""
    rows = [_cells(line, Place(display_name(path), number)) for number, line in enumerate(read_lines(path), start=1)]
    by_character = 2 * sum(" " in source.strip() for source, *_ in rows) < len(rows)
    sources = tuple(_split(source, by_character) for source, *_ in rows)
    most = max((len(targets) for _, *targets in rows), default=0)
    references = tuple(
        Reference(
            f"target {number}",
            tuple(
                _target(targets[number], source, by_character) if number < len(targets) else None
                for (_, *targets), source in zip(rows, sources, strict=True)
            ),
        )
        for number in range(most)
    )
    return sources, references


def _cells(line: str, place: Place) -> list[str]:
    """Give the source and its corrections; empty cells are left out."""
    cells = line.split("\t")
    if len(cells) < 2 or not cells[1].strip():
        raise InputError(
            "there is no source sentence in this line",
            place=place,
            remedy="a line has an id, the source and its corrections, separated by tabs",
        )
    if not _ID.fullmatch(cells[0].strip()):
        raise InputError(
            f"the first cell is not an id: {cells[0][:60]!r}",
            place=place,
            remedy="write a number before the source: a line has an id, the source and its corrections",
        )
    if len(cells) - 2 > MOST_REFERENCES:
        raise InputError(
            f"there are {len(cells) - 2} corrections in this line",
            place=place,
            remedy=f"at most {MOST_REFERENCES} can be references; tabs must stand only between sentences",
        )
    return [cells[1], *(cell for cell in cells[2:] if cell.strip())]


def _target(text: str, source: Tokens, by_character: bool) -> Tokens | None:
    compact = "".join(text.split())
    if compact == _NOT_ANNOTATABLE:
        return None
    return source if compact == _NO_ERROR else _split(text, by_character)


def _split(text: str, by_character: bool) -> Tokens:
    words = text.split()
    return tuple(_CHARACTERS.findall("".join(words))) if by_character else tuple(words)
