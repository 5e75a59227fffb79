"""A tab-separated table with a header in, its columns out."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import pairwise

from redink.errors import InputError, Place, users_line
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural


def read_table(path: Source) -> dict[str, tuple[str, ...]]:
    """Read all columns by name; every row must have as many cells as the header."""
    lines = read_lines(path)
    header = next(lines, "").split("\t")
    duplicate = next((name for name in header if header.count(name) > 1), None)
    if duplicate is not None:
        raise InputError(
            f"two columns are called {duplicate!r}", place=Place(display_name(path), 1), remedy="give each its own name"
        )
    rows: list[list[str]] = []
    for number, line in enumerate(lines, start=2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} cells, but the header has {len(header)}",
                place=Place(display_name(path), number),
                remedy="cells are separated by tabs",
            )
        rows.append(cells)
    return {name: tuple(row[index] for row in rows) for index, name in enumerate(header)}


def read_column(path: Source, name: str) -> tuple[str, ...]:
    """Read one column."""
    return _column(read_table(path), path, name)


def _column(table: dict[str, tuple[str, ...]], path: Source, name: str) -> tuple[str, ...]:
    if name not in table:
        commas = len(table) == 1 and "," in next(iter(table))
        remedy = (
            "separate the columns by tabs, not commas"
            if commas
            else f"the columns in the first line are {', '.join(table)}"
        )
        raise InputError(f"there is no column {name!r}", place=Place(display_name(path), 1), remedy=remedy)
    return table[name]


def read_labels(path: Source, name: str, *, source: Source, sentences: int) -> tuple[str, ...]:
    """Read a column with one row for each of the `sentences` of the file `source`.

    The rows stand in the order of the sentences, or in any order if a column `sentence` has their numbers.
    """
    table = read_table(path)
    labels = _column(table, path, name)
    if len(labels) != sentences:
        raise InputError(
            f"{len(labels)} rows, but {display_name(source)} has {sentences} sentences",
            place=Place(display_name(path), min(len(labels), sentences) + 2),
            remedy="the table must have one row for each source sentence below its header, in the same order",
        )
    cells = table.get("sentence", ())
    numbers = [natural(cell.strip().removesuffix(".0")) for cell in cells]  # programs write 1.0 beside an empty cell
    if None in numbers:
        _refuse_unnumbered(numbers, cells, path)
        return labels
    return labels if _is_in_order(numbers) else _sorted_by(numbers, labels, path)


def read_documents(path: Source, name: str, *, source: Source, sentences: int) -> tuple[str, ...]:
    """Read the document of each sentence, as `read_labels` does; warn if some have none."""
    documents = read_labels(path, name, source=source, sentences=sentences)
    unknown = [number for number, document in enumerate(documents, start=1) if not document.strip()]
    if unknown:
        warnings.warn(
            f"{display_name(path)}: {len(unknown)} of {len(documents)} sentences have no {name!r} (the first is "
            f"sentence {unknown[0]}): they count as one document together; give each its document",
            stacklevel=users_line(),
        )
    return documents


def _refuse_unnumbered(numbers: Sequence[int | None], cells: Sequence[str], path: Source) -> None:
    """Refuse a few rows without a number among numbered rows in another order: nobody can tell where they belong."""
    known = [number for number in numbers if number is not None]
    in_order = all(number in (known[0], before) or number > before for before, number in pairwise(known))
    if 2 * len(known) > len(numbers) and not in_order:
        row = numbers.index(None)
        raise InputError(
            f"{cells[row]!r} is no number of a sentence, and the rows stand in another order",
            place=Place(display_name(path), row + 2),
            remedy="number the sentences in the column `sentence` from 1; or rename it if it holds something else",
        )


def _is_in_order(numbers: Sequence[int | None]) -> bool:
    """Tell whether sentences are numbered one by one, perhaps from the beginning again in every essay."""
    return all(number in (numbers[0], (before or 0) + 1) for before, number in pairwise(numbers))


def _sorted_by(numbers: Sequence[int | None], labels: Sequence[str], path: Source) -> tuple[str, ...]:
    """Put labels in the order of their sentences, which are numbered from 1 (or from 0)."""
    first = 0 if 0 in numbers else 1
    by_number: dict[int | None, str] = {}
    for row, (number, label) in enumerate(zip(numbers, labels, strict=True), start=2):
        if number in by_number or not first <= (number or 0) < first + len(labels):
            cause = "stands twice in the column" if number in by_number else f"does not exist: there are {len(labels)}"
            raise InputError(
                f"sentence {number} {cause}",
                place=Place(display_name(path), row),
                remedy="number the sentences in the column `sentence` from 1; or rename it if it holds something else",
            )
        by_number[number] = label
    return tuple(by_number[number] for number in range(first, first + len(labels)))
