"""A file with scores of systems or of sentences in; the scores by measure, system and sentence out.

Three forms are recognised by their content: JSON as `redink score -f json` writes it; tables with tabs;
and WMT's tables (measure, languages, test set, system, [sentence,] score). A table with tabs has a header
(`system`, perhaps `sentence`, then one column per measure), or none (system, [sentence,] score): then the
file's name is the name of the measure. Sentences are counted from 0, but from 1 in the tables of `redink score
--per-sentence -f tsv`, which are recognised by the statistics (`M2.correct`) beside each score.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural
from redink.reading.packing import unpacked_name
from redink.reading.strict_json import decode_json

_MISSING = frozenset({"", "-", "–", "null", "nan", "NaN", "None"})
"""Cells that mean "not available"."""


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """All scores of a file."""

    systems: dict[str, dict[str, float]] = field(default_factory=dict)
    """Measure → system → score."""
    sentences: dict[str, dict[tuple[str, int], float]] = field(default_factory=dict)
    """Measure → (system, sentence) → score."""


class _Score(msgspec.Struct):
    measure: str
    value: float | None


class _System(msgspec.Struct):
    name: str
    scores: list[_Score]


class _File(msgspec.Struct):
    systems: list[_System]


def read_score_file(path: Source) -> ScoreFile:
    """Read scores in any of the three forms; a score given twice is refused."""
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise InputError(
            "the file is empty",
            place=Place(display_name(path)),
            remedy="give scores as redink score -f json writes them, or as a table",
        )
    all_lines = chain([first], lines)
    if first.lstrip().startswith("{"):
        return _from_json("\n".join(all_lines), Place(display_name(path)))
    scores = ScoreFile()
    for number, measure, system, sentence, cell in _cells(all_lines, path):
        place = Place(display_name(path), number)
        value = _number(cell, place)
        if value is not None:
            _keep(scores, measure, system, sentence, value, place)
    return scores


def _from_json(text: str, place: Place) -> ScoreFile:
    scores = ScoreFile()
    remedy = "give the output of that command, or a table with tabs"
    file = decode_json(text, _File, "not JSON as `redink score -f json` writes it", place=place, remedy=remedy)
    for system in file.systems:
        for score in system.scores:
            if score.value is not None:
                _keep(scores, score.measure, system.name, None, score.value, place)
    return scores


_Cell = tuple[int, str, str, str | None, str]
"""Line, measure, system, sentence, score."""


def _cells(lines: Iterator[str], path: Source) -> Iterator[_Cell]:
    rows = ((number, line.split("\t")) for number, line in enumerate(lines, start=1) if line.strip())
    number, first = next(rows, (1, [""]))
    if _is_number(first[-1]):
        yield from _without_header(chain([(number, first)], rows), path)
    else:
        yield from _with_header(first, rows, path)


def _without_header(rows: Iterator[tuple[int, list[str]]], path: Source) -> Iterator[_Cell]:
    stem = Path(unpacked_name(path)).name.removesuffix(".tsv").removesuffix(".txt")
    for number, row in rows:
        match row:
            case [system, score]:
                yield number, stem, system, None, score
            case [system, sentence, score]:
                yield number, stem, system, sentence, score
            case [measure, _, _, system, score]:
                yield number, measure, system, None, score
            case [measure, _, _, system, sentence, score]:
                yield number, measure, system, sentence, score
            case _:
                raise InputError(
                    f"a line of scores has {len(row)} cells",
                    place=Place(display_name(path), number),
                    remedy="write system, [sentence,] score with tabs; or WMT's five or six columns; or a header",
                )


def _with_header(header: Sequence[str], rows: Iterator[tuple[int, list[str]]], path: Source) -> Iterator[_Cell]:
    if header[0].strip().lower() != "system" or len(header) < 2:
        raise InputError(
            "the first line holds neither a score nor a header",
            place=Place(display_name(path), 1),
            remedy="a header is: system, optionally sentence, then one column per measure, separated by tabs",
        )
    fixed = 2 if header[1].strip().lower() == "sentence" else 1
    statistics = {name for name in header if any(name.startswith(f"{measure}.") for measure in header)}
    from_redink = fixed == 2 and bool(statistics)
    for number, row in rows:
        if len(row) != len(header):
            place = Place(display_name(path), number)
            raise InputError(
                f"{len(row)} cells, but the header has {len(header)}", place=place, remedy="cells are separated by tabs"
            )
        sentence = None if fixed == 1 else str(index - 1) if from_redink and (index := natural(row[1])) else row[1]
        for measure, score in zip(header[fixed:], row[fixed:], strict=True):
            if not from_redink or measure not in statistics:
                yield number, measure, row[0], sentence, score


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(cell: str, place: Place) -> float | None:
    if cell.strip() in _MISSING:
        return None
    if not _is_number(cell) or not math.isfinite(float(cell)):
        raise InputError(f"{cell[:40]!r} is not a score", place=place, remedy="give a number, or – for none")
    return float(cell)


def _keep(scores: ScoreFile, measure: str, system: str, sentence: str | None, value: float, place: Place) -> None:
    if sentence is None:
        values: dict[Any, float] = scores.systems.setdefault(measure, {})
        key: Any = system
    else:
        number = natural(sentence)
        if number is None:
            raise InputError(
                f"{sentence[:40]!r} is not the number of a sentence",
                place=place,
                remedy="sentences are numbered from 0",
            )
        values, key = scores.sentences.setdefault(measure, {}), (system, number)
    if key in values:
        raise InputError(f"{measure} of {system!r} is given twice", place=place, remedy="remove one of the two")
    values[key] = value
