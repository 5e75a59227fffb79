"""What long work reads: parallel text files, or columns of Parquet or JSON lines; in, lines and their checksums out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from redink.errors import UsageError
from redink.frozen import frozen
from redink.reading.files import display_name
from redink.reading.json_lines import is_json_lines, json_line_texts
from redink.reading.parquet import is_parquet, parquet_length, parquet_rows
from redink.reading.plain_text import read_parallel
from redink.scale.survey import file_checksum, survey


@frozen
class Inputs:
    """A source and its corrections, wherever they lie."""

    paths: tuple[str, ...]
    """Parallel text files, or one file of Parquet or JSON lines."""
    columns: tuple[str, ...] = ()
    """Columns of that file: the source's, then those of the corrections."""

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.columns and not (len(self.paths) == 1 and _has_columns(self.paths[0])):
            raise UsageError(
                "--columns names columns of one Parquet file, or of one file of JSON lines",
                remedy="leave it out for text files",
            )
        if not self.columns and _has_columns(self.paths[0]):
            raise UsageError(
                f"which columns of {self.paths[0]} are meant?", remedy="for example --columns source,correction"
            )
        if len(self.columns or self.paths) < 2:
            raise UsageError(
                "there are no corrections", remedy="name at least one file (or column) in addition to the source"
            )

    @property
    def names(self) -> list[str]:
        """How messages call the source and the corrections."""
        if self.columns:
            return [f"{display_name(self.paths[0])} ({column})" for column in self.columns]
        return list(map(display_name, self.paths))

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a source with its corrections, as text."""
        if not self.columns:
            return read_parallel(self.paths)
        return (parquet_rows if is_parquet(self.paths[0]) else json_line_texts)(self.paths[0], self.columns)

    def missing(self) -> tuple[str, ...]:
        """Name the files that are not there; reading them says so."""
        return tuple(path for path in self.paths if path != "-" and not Path(path).exists())

    def examine(self) -> tuple[int, tuple[str, ...]] | None:
        """Give the number of rows and the checksums of the files; nothing if one can be read only once."""
        if self.columns and is_parquet(self.paths[0]):
            return parquet_length(self.paths[0]), (file_checksum(Path(self.paths[0])),)
        surveys = survey(self.paths)
        return None if surveys is None else (surveys[0].lines, tuple(file_survey.checksum for file_survey in surveys))


def _has_columns(path: str) -> bool:
    return is_parquet(path) or is_json_lines(path)
