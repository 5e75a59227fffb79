"""JSON lines in (one object on each line), columns by name out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.packing import unpacked_name


def is_json_lines(path: Source) -> bool:
    """Tell JSON lines by the name of the file."""
    return unpacked_name(path).endswith((".jsonl", ".ndjson"))


def read_json_lines(path: Source) -> dict[str, list[Any]]:
    """Read all columns; a field that an object lacks is `None`, and blank lines are left out."""
    return columns_of([row for _, row in _objects(path)])


def json_line_texts(path: Source, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the texts of some columns, row by row; memory is bounded by the line."""
    for number, row in _objects(path):
        for name in columns:
            if not isinstance(row.get(name), str):
                cause = f"{row[name]!r:.40} is not a text" if row.get(name) is not None else "no value"
                raise InputError(
                    f"{cause} in column {name!r}",
                    place=Place(display_name(path), number),
                    remedy=f"name columns of texts with --columns; this line has {', '.join(row)}",
                )
        yield tuple(row[name] for name in columns)


def _objects(path: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    import msgspec

    for number, line in enumerate(read_lines(path), start=1):
        if line.strip():
            try:
                yield number, msgspec.json.decode(line, type=dict[str, Any])
            except (msgspec.DecodeError, RecursionError) as error:
                raise InputError(
                    f"not a JSON object: {error}",
                    place=Place(display_name(path), number),
                    remedy="write one object on each line, in braces",
                ) from error


def columns_of(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns, in the order in which their names first appear."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}
