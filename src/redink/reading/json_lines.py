"""JSON lines in (one object on each line), columns by name out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.packing import unpacked_name


def is_json_lines(path: Source) -> bool:
    """Tell JSON lines by the name of the file; if it ends in `.json`, also by its beginning, and refuse other JSON."""
    name = unpacked_name(path)
    if name.endswith((".jsonl", ".ndjson")) or not name.endswith(".json") or not Path(path).is_file():
        return name.endswith((".jsonl", ".ndjson"))
    begin = [line for line in islice(read_lines(path), 20) if line.strip()]
    text = "".join(begin).lstrip()
    if text[:1] not in ("{", "["):
        return False
    if text.startswith("{") and _is_object(begin[0]):
        return True
    shown, stem = display_name(path), display_name(path).removesuffix(".json")
    kind = "a JSON array" if text.startswith("[") else "JSON on several lines"
    command = f"jq -c '{'.[]' if text.startswith('[') else '.'}' {shown} > {stem}.jsonl"
    if text.startswith("[") and text[1:].lstrip().startswith('"'):
        kind, command = "a JSON array of texts", f"jq -r '.[]' {shown} > {stem}.txt"
    raise InputError(
        f"this is {kind}, not JSON lines",
        place=Place(shown),
        remedy=f"write one sentence on each line (.txt), or one object on each line (.jsonl): {command}",
    )


def _is_object(line: str) -> bool:
    import msgspec

    try:
        msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


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
