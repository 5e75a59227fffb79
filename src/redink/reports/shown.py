"""What every result can do: its tables and its plain data in; text, LaTeX, a notebook's HTML, JSON and frames out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from redink.errors import MissingExtraError
from redink.reading.files import write_whole
from redink.reports.tables import Table

_PARTS = ("interval", "counts")


def flat(row: Mapping[str, object]) -> dict[str, object]:
    """Set the ends of an interval and counts beside the rest of a row, where a frame has a column for each."""
    columns: dict[str, object] = {}
    for name, value in row.items():
        columns |= (value if isinstance(value, Mapping) else {}) if name in _PARTS else {name: value}
    return columns


def json_text(record: object) -> str:
    """Write plain data as JSON; this is how every command writes it."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(record)).decode() + "\n"


class Shown:
    """A result that shows and saves itself; each kind of result says what its tables and its data are."""

    __slots__ = ()

    def to_tables(self) -> Sequence[Table]:
        """Give the tables a reader wants first."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        raise NotImplementedError

    def to_dicts(self) -> list[dict[str, object]]:
        """Give flat rows, for a frame or a table of one's own."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Give the tables as text."""
        return self._rendered("table").rstrip("\n")

    def to_latex(self) -> str:
        """Give the tables for a paper."""
        return self._rendered("latex")

    def to_json(self) -> str:
        """Give the JSON text."""
        return json_text(self.to_dict())

    def save(self, path: str | Path) -> None:
        """Write the JSON form."""
        with write_whole(path) as out:
            out.write(self.to_json())

    def to_pandas(self) -> Any:
        """Give the flat rows as a data frame."""
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError("data frames need pandas", remedy='type: pip install "redink[frames]"') from error
        return pandas.DataFrame(self.to_dicts())

    def plot(self, column: str | None = None, *, axes: Any = None) -> Any:
        """Draw a column of the first table: a chart that a notebook shows or, with `axes`, on axes of matplotlib."""
        from redink.reports.plotting import plot_table

        return plot_table(self.to_tables()[0], column, axes=axes)

    def _repr_html_(self) -> str:
        from redink.reports.html import to_html
        from redink.reports.theme import notebook_fragment

        return notebook_fragment("\n".join(map(to_html, self.to_tables())))

    def _rendered(self, form: str) -> str:
        from redink.reports.rendering import render

        return "\n".join(render(table, form) for table in self.to_tables())
