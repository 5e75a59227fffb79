"""Tables of difficulty in, the same tables with links from their numbers to the errors behind them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from redink.questions.difficulty.mathematics.by_type import UNNAMED
from redink.reports.tables import Table, linked


def types_linked(table: Table, groups: Sequence[str] = ()) -> Table:
    """Link the number of errors of each type; with groups, to those that the group of the row solves most."""
    rows = [
        {column.key: cell.value for column, cell in zip(table.columns, row.cells, strict=True)} for row in table.rows
    ]
    first = table.columns[0].key
    wishes = [{"type": row[first], "group": _place(groups, row)} for row in rows]
    return linked(table, "errors", [_address(wish) if wish["type"] != UNNAMED else "" for wish in wishes])


def _place(groups: Sequence[str], row: Mapping[str, object]) -> object:
    """Give the number of the group that solves more than its ability explains."""
    excess = row.get("excess")
    return groups.index(str(row["group"])) if groups and isinstance(excess, float) and excess > 0 else ""


def levels_linked(table: Table) -> Table:
    """Link the number of errors at each level."""
    solved = [column.key for column in table.columns].index("solved")
    return linked(table, "errors", [_address({"solved": row.cells[solved].value}) for row in table.rows])


def systems_linked(table: Table) -> Table:
    """Link the errors that each system solves, and those that it alone solves."""
    for key, outcome in (("solved", "hit"), ("alone", "alone")):
        addresses = [_address({"system": place, "outcome": outcome}) for place in range(len(table.rows))]
        table = linked(table, key, addresses)
    return table


def _address(wish: dict[str, object]) -> str:
    return "#errors?" + urlencode({name: value for name, value in wish.items() if value not in ("", None)})
