"""N-best lists: a file in, the candidates of each sentence out, best first.

There are three forms, and the first line tells which:

* Moses: `0 ||| text ||| features ||| score`, sentences numbered from 0, candidates in the order of the file;
* TSV with a heading: a column `sentence` (from 1) and a column `candidate` (or `correction`, `text`, `output`), in
  the order of the file, or by descending `score` if there is such a column;
* blocks: one candidate per line, and a blank line after each sentence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal, TypeAlias

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural
from redink.records import Tokens

Form: TypeAlias = Literal["auto", "moses", "tsv", "blocks"]
Candidates: TypeAlias = dict[int, tuple[Tokens, ...]]
"""Sentence number, from 0 → its candidates, best first, without duplicates."""

_BAR = "|||"
_TEXT_COLUMNS = ("candidate", "correction", "text", "output", "hypothesis")


def read_nbest(path: Source, *, form: Form = "auto") -> Candidates:
    """Read an n-best list.

    Args:
        path: The file.
        form: Its form; `auto` looks at the first line.
    """
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise InputError("an empty n-best list", place=Place(display_name(path)), remedy="give at least one candidate")
    if form == "auto":
        form = _form_of(first)
    numbered = enumerate(chain([first], lines), start=1)
    name = display_name(path)
    candidates = {"moses": _moses, "tsv": _tsv, "blocks": _blocks}[form](numbered, name)
    return {number: tuple(dict.fromkeys(texts)) for number, texts in sorted(candidates.items())}


def _form_of(line: str) -> Form:
    if _BAR in line and natural(line.split(_BAR, maxsplit=1)[0]) is not None:
        return "moses"
    return "tsv" if "sentence" in line.split("\t") else "blocks"


def _moses(lines: Iterable[tuple[int, str]], name: str) -> dict[int, list[Tokens]]:
    candidates: dict[int, list[Tokens]] = {}
    for number, line in lines:
        if not line.strip():
            continue
        fields = line.split(_BAR)
        if len(fields) < 2:
            raise InputError(
                f"no {_BAR!r} in {line[:60]!r}",
                place=Place(name, number),
                remedy="write number ||| text ||| features ||| score",
            )
        candidates.setdefault(_whole(fields[0], 0, Place(name, number)), []).append(tuple(fields[1].split()))
    return candidates


def _tsv(lines: Iterable[tuple[int, str]], name: str) -> dict[int, list[Tokens]]:
    rows = iter(lines)
    header = next(rows)[1].split("\t")
    text_column = next((column for column in _TEXT_COLUMNS if column in header), None)
    if text_column is None or "sentence" not in header:
        raise InputError(
            f"the columns are {', '.join(header)}",
            place=Place(name, 1),
            remedy="there must be columns named sentence and candidate",
        )
    return (
        _ranked(_cells(rows, header, name), text_column, name)
        if "score" in header
        else _listed(_cells(rows, header, name), text_column, name)
    )


def _cells(rows: Iterator[tuple[int, str]], header: list[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in rows:
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells, but the header has {len(header)}",
                place=Place(name, number),
                remedy="cells are separated by tabs",
            )
        yield number, dict(zip(header, cells, strict=True))


def _listed(rows: Iterable[tuple[int, dict[str, str]]], text_column: str, name: str) -> dict[int, list[Tokens]]:
    candidates: dict[int, list[Tokens]] = {}
    for number, row in rows:
        sentence = _whole(row["sentence"], 1, Place(name, number)) - 1
        candidates.setdefault(sentence, []).append(tuple(row[text_column].split()))
    return candidates


def _ranked(rows: Iterable[tuple[int, dict[str, str]]], text_column: str, name: str) -> dict[int, list[Tokens]]:
    def score(entry: tuple[int, dict[str, str]]) -> float:
        number, row = entry
        try:
            negated = -float(row["score"])
        except ValueError:
            negated = math.nan
        if math.isnan(negated):  # NaN would leave the order to chance
            raise InputError(
                f"{row['score']!r} is not a score",
                place=Place(name, number),
                remedy="the column score must hold numbers",
            )
        return negated

    return _listed(sorted(rows, key=score), text_column, name)


def _blocks(lines: Iterable[tuple[int, str]], name: str) -> dict[int, list[Tokens]]:
    candidates: dict[int, list[Tokens]] = {}
    sentence, started = 0, False
    for number, line in lines:
        if line.strip():
            candidates.setdefault(sentence, []).append(tuple(line.split()))
            started = True
        elif started:
            sentence, started = sentence + 1, False
        else:
            raise InputError(
                "two blank lines in a row: a sentence has no candidates",
                place=Place(name, number),
                remedy="give each sentence at least one candidate, and one blank line after it",
            )
    return candidates


def _whole(text: str, least: int, place: Place) -> int:
    number = natural(text)
    if number is None or number < least:
        raise InputError(
            f"{text.strip()[:40]!r} is not a sentence number", place=place, remedy=f"sentence numbers start at {least}"
        )
    return number
