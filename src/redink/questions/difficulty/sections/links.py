"""Tables of difficulty in, the same tables with links from their numbers to the errors behind them out."""

from __future__ import annotations

from urllib.parse import urlencode

from redink.questions.difficulty.mathematics.by_type import UNNAMED
from redink.reports.tables import Table, linked


def types_linked(table: Table) -> Table:
    """Link the number of errors of each type."""
    types = [row.cells[0].value for row in table.rows]
    return linked(table, "errors", [_address({"type": kind}) if kind != UNNAMED else "" for kind in types])


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
    return f"#errors?{urlencode(wish)}"
