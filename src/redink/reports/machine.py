"""A Table in, TSV or versioned JSON with unrounded numbers out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from redink.reports.escape import one_line
from redink.reports.tables import Cell, Column, Table, best_places, column_cells

SCHEMA: Final = 1
"""Increased whenever a program written for older JSON would misread the new one."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def to_tsv(table: Table) -> str:
    """Give a heading of column keys and a line for each row; fractions stay fractions, "not available" is empty.

    A column with intervals is followed by `<key>_low` and `<key>_high`, a column with marks by `<key>_marks`.
    """
    extras = [_extras(table, index) for index in range(len(table.columns))]
    heading = [
        one_line(column.key + suffix)
        for column, suffixes in zip(table.columns, extras, strict=True)
        for suffix in ("", *suffixes)
    ]
    lines = [heading]
    for row in table.rows:
        pairs = zip(row.cells, extras, strict=True)
        lines.append([_field(cell, suffix) for cell, suffixes in pairs for suffix in ("", *suffixes)])
    return "".join("\t".join(line) + "\n" for line in lines)


def _extras(table: Table, index: int) -> tuple[str, ...]:
    cells = column_cells(table, index)
    ends = ("_low", "_high") if any(cell.interval for cell in cells) else ()
    return (*ends, "_marks") if any(cell.marks for cell in cells) else ends


def _field(cell: Cell, suffix: str) -> str:
    if suffix == "_marks":
        return one_line(",".join(cell.marks))
    value = cell.value
    if suffix:
        value = None if cell.interval is None else float(getattr(cell.interval, suffix[1:]))
    return "" if value is None else one_line(value) if isinstance(value, str) else repr(value)


def table_record(table: Table) -> dict[str, object]:
    """Give a table as plain JSON data."""
    record: dict[str, object] = json.loads(to_json(table))
    return record


def to_json(table: Table) -> str:
    """Give the whole table, `{"schema": 1, "kind": "table", ...}`; each row is an object of cells by column key."""
    best = best_places(table)
    rows = [
        {
            "competes": row.competes,
            "cells": {
                column.key: _cell_record(cell, best=(number, index) in best)
                for index, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True))
            },
        }
        for number, row in enumerate(table.rows)
    ]
    parts = {
        "schema": str(SCHEMA),
        "kind": _encode("table"),
        "title": _encode(table.title),
        "label": _encode(table.label),
        "columns": _one_a_line([_column_record(column) for column in table.columns]),
        "rows": _one_a_line(rows),
        "notes": _one_a_line(table.notes),
        "significance": "null",
    }
    return "{\n" + ",\n".join(f' "{name}": {part}' for name, part in parts.items()) + "\n}\n"


def _one_a_line(records: Sequence[object]) -> str:
    return "[\n  " + ",\n  ".join(map(_encode, records)) + "\n ]" if records else "[]"


def _encode(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Half a surrogate pair cannot be written in UTF-8, but JSON can escape it.
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _column_record(column: Column) -> dict[str, object]:
    return {
        "key": column.key,
        "header": column.header,
        "direction": column.direction,
        "digits": column.digits,
        "percent": column.percent,
        "align": column.align,
    }


def _cell_record(cell: Cell, *, best: bool) -> dict[str, object]:
    record: dict[str, object] = {"value": cell.value}
    if cell.interval is not None:
        record["low"], record["high"] = float(cell.interval.low), float(cell.interval.high)
        record["level"], record["method"] = float(cell.interval.level), cell.interval.method
    if cell.marks:
        record["marks"] = cell.marks
    if cell.shown:
        record["shown"] = cell.shown
    return record | {"best": True} if best else record
