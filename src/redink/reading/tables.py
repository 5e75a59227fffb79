"""A tab-separated table with a header in, its columns out."""

from __future__ import annotations

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines


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
    table = read_table(path)
    if name not in table:
        raise InputError(
            f"there is no column {name!r}", place=Place(display_name(path), 1), remedy=f"it has {', '.join(table)}"
        )
    return table[name]


def read_labels(path: Source, name: str, *, source: Source, sentences: int) -> tuple[str, ...]:
    """Read a column with one row for each of the `sentences` of the file `source`."""
    labels = read_column(path, name)
    if len(labels) != sentences:
        raise InputError(
            f"{len(labels)} rows, but {display_name(source)} has {sentences} sentences",
            place=Place(display_name(path), min(len(labels), sentences) + 2),
            remedy="the table must have one row for each source sentence below its header, in the same order",
        )
    return labels
