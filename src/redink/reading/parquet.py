"""Parquet files in, the texts of named columns out; and edits in, Parquet with nested rows out (extra `cluster`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from redink.errors import InputError, MissingExtraError, Place

_BATCH = 2048
"""Rows read or written together."""


def is_parquet(path: str | Path) -> bool:
    """Tell by its name whether a file is Parquet."""
    return str(path).endswith((".parquet", ".pq"))


def parquet_rows(path: str, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the texts of some columns, row by row; a missing value is an error, since it is not an empty line."""
    row = 0
    with _naming_damage(path), _reading(path) as file:
        _require_text(path, file.schema_arrow, columns)
        for batch in file.iter_batches(batch_size=_BATCH, columns=list(dict.fromkeys(columns))):
            values = [_texts(path, batch.column(name), row, name) for name in columns]
            for texts in zip(*values, strict=True):
                row += 1
                if None in texts:
                    missing = columns[texts.index(None)]
                    raise InputError(
                        f"no value in column {missing!r}",
                        place=Place(path, sentence=row),
                        remedy="write an empty sentence as an empty text; remove the row if there is no sentence",
                    )
                yield texts


@contextmanager
def _naming_damage(path: str) -> Iterator[None]:
    arrow, _ = _arrow()
    try:
        yield
    except FileNotFoundError as error:
        raise InputError("no such file", place=Place(path), remedy="check the path") from error
    except (OSError, arrow.ArrowException, UnicodeDecodeError) as error:
        raise InputError(
            f"not Parquet, or damaged: {error}", place=Place(path), remedy="download or write it again"
        ) from error


def _texts(path: str, column: Any, before: int, name: str) -> list[Any]:
    """Give the values of a column; Arrow itself does not look whether they are UTF-8."""
    try:
        texts: list[Any] = column.to_pylist()
    except UnicodeDecodeError as error:
        raise InputError(
            f"column {name!r} is not UTF-8: byte 0x{error.object[error.start]:02x}",
            place=Place(path, sentence=before + _first_bad(column)),
            remedy="write the column again as UTF-8 text",
        ) from error
    return texts


def _first_bad(column: Any) -> int:
    """Give the number, from 1, of the first value that is not UTF-8."""
    for number, value in enumerate(column, start=1):
        try:
            value.as_py()
        except UnicodeDecodeError:
            return number
    return 1


def parquet_columns(path: str) -> dict[str, list[Any]]:
    """Read all columns of a file."""
    with _naming_damage(path), _reading(path) as file:
        table = file.read()
        return {
            name: _texts(path, column, 0, name) for name, column in zip(table.column_names, table.columns, strict=True)
        }


def parquet_length(path: str) -> int:
    """Give the number of rows, which stands at the end of the file."""
    with _naming_damage(path), _reading(path) as file:
        return int(file.metadata.num_rows)


def edits_to_parquet(lines: Path, target: Path) -> None:
    """Turn edits as JSON lines into Parquet: one row per sentence, with nested corrections and edits."""
    arrow, parquet = _arrow()
    schema = _schema(arrow)
    with lines.open("rb") as handle, parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        while batch := _batch(handle):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def _batch(handle: Any) -> list[dict[str, Any]]:
    import msgspec

    lines = (line for _, line in zip(range(_BATCH), handle, strict=False))
    return [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]


def _schema(arrow: Any) -> Any:
    edit = arrow.struct(
        [
            ("start", arrow.int32()),
            ("end", arrow.int32()),
            ("source", arrow.string()),
            ("correction", arrow.string()),
            ("type", arrow.string()),
            ("characters", arrow.list_(arrow.int32(), 2)),
        ]
    )
    correction = arrow.struct([("annotator", arrow.int32()), ("edits", arrow.list_(edit))])
    return arrow.schema([("tokens", arrow.list_(arrow.string())), ("corrections", arrow.list_(correction))])


def _require_text(path: str, schema: Any, columns: Sequence[str]) -> None:
    arrow, _ = _arrow()
    for name in columns:
        if name not in schema.names:
            raise InputError(
                f"there is no column {name!r}",
                place=Place(path),
                remedy=f"name columns of the file with --columns; it has {', '.join(schema.names)}",
            )
        kind = schema.field(name).type
        if not (arrow.types.is_string(kind) or arrow.types.is_large_string(kind)):
            raise InputError(
                f"column {name!r} holds {kind}, not text", place=Place(path), remedy="choose a column of text"
            )


def _reading(path: str) -> Any:
    return _arrow()[1].ParquetFile(path)


def _arrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("Parquet needs pyarrow", remedy='type: pip install "redink[cluster]"') from error
    return pyarrow, pyarrow.parquet
