"""Printed numbers and ours in, a Markdown table of both and their difference out; and the layout of a page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from redink.records import Interval
from redink.reports.markdown import to_markdown
from redink.reports.numbers import show_number
from redink.reports.tables import Cell, Column, Value, make_table


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that the paper prints."""

    name: str
    """What it is; empty if the table has only one."""
    digits: int = 2
    """The decimals that the paper prints."""
    difference: bool = True
    """Whether the table has a column for the difference."""


@dataclass(frozen=True, slots=True)
class Both:
    """One number, as printed and as computed here; `None` where there is none."""

    printed: float | None
    ours: float | None


def beside(
    names: Sequence[str], quantities: Sequence[Quantity], rows: Sequence[tuple[Sequence[Value], Sequence[Both]]]
) -> str:
    """Give a table: for each quantity the printed number, ours and the difference.

    A difference is 0 if ours is the printed number when rounded as the paper rounds.

    Args:
        names: Headings of the first columns.
        quantities: The numbers of each row.
        rows: The cells of the first columns, and the numbers.
    """
    columns = [Column(name) for name in names]
    for quantity in quantities:
        columns += [
            Column(f"{quantity.name} {kind}".strip(), digits=quantity.digits)
            for kind in ("printed", "ours", *(("difference",) if quantity.difference else ()))
        ]
    cells = [
        [*first, *(cell for quantity, both in zip(quantities, numbers, strict=True) for cell in _cells(quantity, both))]
        for first, numbers in rows
    ]
    return plain(columns, cells)


def laid_out(sections: Sequence[str]) -> str:
    """Give the page: sections one after the other, the lines of their paragraphs filled."""
    blocks = [block for section in sections for block in re.split(r"\n\n+", section.strip())]
    return (
        "\n\n".join(
            block if block[0] in "#|`!" and not block.startswith("`redink") else _filled(block) for block in blocks
        )
        + "\n"
    )


def _filled(paragraph: str) -> str:
    return textwrap.fill(" ".join(paragraph.split()), 120, break_long_words=False, break_on_hyphens=False)


def plain(columns: Sequence[Column | str], rows: Sequence[Sequence[Cell | Value]]) -> str:
    """Give a table without title."""
    return to_markdown(make_table("", columns, rows)).strip()


def share(value: float | None, digits: int = 3) -> str:
    """Give a share as papers print it: .123, or a dash if there is none."""
    return "–" if value is None else f"{value:.{digits}f}".replace("0.", ".", 1)


def interval_text(interval: Interval | None) -> str:
    """Give the two ends of an interval, or a dash if there is none."""
    return "–" if interval is None else f"[{share(interval.low)}, {share(interval.high)}]"


def right(*names: str) -> list[Column]:
    """Give columns whose cells stand on the right."""
    return [Column(name, align="right") for name in names]


def picture(title: str, name: str) -> str:
    """Give the Markdown that shows a picture of `docs/pictures`."""
    return f"![{title}](../pictures/{name}.svg)"


def _cells(quantity: Quantity, both: Both) -> list[Cell | Value]:
    cells: list[Cell | Value] = [both.printed, both.ours]
    if quantity.difference:
        cells.append(_difference(quantity.digits, both))
    return cells


def _difference(digits: int, both: Both) -> Cell:
    if both.printed is None or both.ours is None:
        return Cell(None)
    difference = round(both.ours, digits) - both.printed
    shown = show_number(float(difference), digits=digits)
    is_zero = not shown.strip("−0.,")
    return Cell(difference, shown="0" if is_zero else shown if difference < 0 else f"+{shown}")
