"""Tables (TSV, CSV) or references with many corrections per sentence in, `CorrectedSentence`s out.

A table has a header and one row per correction: the text of the correction (column `correction`), who gave it
(`worker`, may be missing), and the sentence it corrects, as text (`source`) or as a number from 1 in a source file
(`sentence`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from redink.errors import InputError, Place, UsageError
from redink.frozen import frozen
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural
from redink.reading.packing import unpacked_name
from redink.reading.plain_text import read_sentences
from redink.reading.tables import read_table
from redink.records import Reference, Tokens


@frozen
class CorrectedSentence:
    """A sentence and all corrections that people gave of it; a correction given twice is listed twice."""

    source: Tokens
    """What the learner wrote."""
    corrections: tuple[Tokens, ...]
    """The corrections, in the order read."""
    workers: tuple[str, ...] | None = None
    """Who gave each correction, when known; the same name in two sentences is the same person."""


def read_correction_table(
    path: Source, *, source: Source | Sequence[Tokens] | None = None, where: Sequence[tuple[str, str]] = ()
) -> list[CorrectedSentence]:
    """Read a table of corrections; sentences come in the order of their first row.

    Args:
        path: TSV, or CSV (with quotes) when the name ends in `.csv`.
        source: Source sentences (a file, or the sentences themselves), for tables that number them.
        where: (column, value) pairs that rows must have to be read.
    """
    columns = read_any_table(path)
    texts = _column(columns, "correction", path)
    rows = _matching_rows(columns, where, path, len(texts))
    sources = _sources(columns, source, path)
    names = columns.get("worker")
    by_sentence: dict[Tokens | int, tuple[Tokens, list[Tokens], list[str]]] = {}
    for row in rows:
        key, tokens = sources[row]
        _, corrections, workers = by_sentence.setdefault(key, (tokens, [], []))
        corrections.append(tuple(texts[row].split()))
        workers.append(names[row] if names is not None else "")
    if not by_sentence:
        raise InputError("there are no corrections", place=Place(display_name(path)), remedy="check --where")
    return [
        CorrectedSentence(tokens, tuple(corrections), tuple(workers) if names is not None else None)
        for tokens, corrections, workers in by_sentence.values()
    ]


_ANSWERS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}


def read_votes(
    path: Source, *, source: Source | Sequence[Tokens] | None = None, vote: str = "is_correction"
) -> dict[tuple[Tokens, Tokens], list[bool]]:
    """Read a table with one row per vote: a source (or its number), a correction, and whether it is valid.

    The votes are given by (source, correction).
    """
    columns = read_any_table(path)
    texts, answers = _column(columns, "correction", path), _column(columns, vote, path)
    sources = _sources(columns, source, path)
    votes: dict[tuple[Tokens, Tokens], list[bool]] = {}
    for row, (text, answer) in enumerate(zip(texts, answers, strict=True)):
        if answer.strip().casefold() not in _ANSWERS:
            raise InputError(
                f"{answer!r} is neither yes nor no", place=Place(display_name(path), row + 2), remedy="write yes or no"
            )
        pair = (sources[row][1], tuple(text.split()))
        votes.setdefault(pair, []).append(_ANSWERS[answer.strip().casefold()])
    return votes


def read_any_table(path: Source) -> dict[str, tuple[str, ...]]:
    """Read the columns of a TSV file, or of a CSV file if its name ends in `.csv`."""
    if not unpacked_name(path).endswith(".csv"):
        return read_table(path)
    lines = csv.reader(f"{line}\n" for line in read_lines(path))
    try:
        header = next(lines, [])
        rows = [(lines.line_num, row) for row in lines if row]
    except csv.Error as error:
        raise InputError(str(error), place=Place(display_name(path), lines.line_num), remedy="fix the CSV") from error
    for number, row in rows:
        if len(row) != len(header):
            cause = f"{len(row)} cells, but the header has {len(header)}"
            raise InputError(cause, place=Place(display_name(path), number), remedy="cells are separated by commas")
    return {name: tuple(row[place] for _, row in rows) for place, name in enumerate(header)}


def _column(columns: dict[str, tuple[str, ...]], name: str, path: Source) -> tuple[str, ...]:
    if name not in columns:
        raise InputError(
            f"there is no column {name!r}",
            place=Place(display_name(path), 1),
            remedy=f"the columns in the first line are {', '.join(columns)}",
        )
    return columns[name]


def _matching_rows(
    columns: dict[str, tuple[str, ...]], where: Sequence[tuple[str, str]], path: Source, rows: int
) -> Iterator[int]:
    """Give the numbers of the rows that meet all conditions; of several values for one column, any will do."""
    allowed: dict[str, set[str]] = {}
    for name, value in where:
        _column(columns, name, path)
        allowed.setdefault(name, set()).add(value)
    return (row for row in range(rows) if all(columns[name][row] in values for name, values in allowed.items()))


def _sources(
    columns: dict[str, tuple[str, ...]], source: Source | Sequence[Tokens] | None, path: Source
) -> list[tuple[Tokens | int, Tokens]]:
    """Give a key and the tokens of each row's sentence; the key is its number, or else the tokens themselves."""
    if "source" in columns:
        return [(tokens, tokens) for tokens in (tuple(text.split()) for text in columns["source"])]
    if "sentence" not in columns:
        _column(columns, "source", path)
    if source is None:
        raise UsageError(
            f"{display_name(path)} refers to sentences by number",
            remedy="give the file with the sentences: --source FILE",
        )
    sentences = read_sentences(source) if isinstance(source, str | Path) else source
    return [
        _numbered(cell, sentences, Place(display_name(path), row))
        for row, cell in enumerate(columns["sentence"], start=2)
    ]


def _numbered(cell: str, sentences: Sequence[Tokens], place: Place) -> tuple[int, Tokens]:
    number = natural(cell) or 0
    if not 1 <= number <= len(sentences):
        raise InputError(
            f"there is no sentence {cell[:40]!r}",
            place=place,
            remedy=f"sentences are numbered from 1 to {len(sentences)}, as in the source; is that the right file?",
        )
    return number, sentences[number - 1]


def corrections_of_references(sources: Sequence[Tokens], references: Iterable[Reference]) -> list[CorrectedSentence]:
    """Make each reference one correction of every sentence, except where the reference lacks that sentence."""
    all_references = list(references)
    sentences = []
    for number, source in enumerate(sources):
        versions = [(reference.texts[number], reference.name) for reference in all_references]
        present = [(text, name) for text, name in versions if text is not None]
        sentences.append(
            CorrectedSentence(source, tuple(text for text, _ in present), tuple(name for _, name in present))
        )
    return sentences
