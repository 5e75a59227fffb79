"""A drawing and a table of its numbers in, a Chart out: SVG that can be used alone, and a figure for a page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from redink.frozen import frozen
from redink.reading.files import write_whole
from redink.reports.escape import escape_html
from redink.reports.html import packed, to_html
from redink.reports.lettering import text_width, thin_out, wrap
from redink.reports.scales import Axis, Scale
from redink.reports.svg import FONT, GRID, INK, QUIET, SIZE, SMALL, Svg, element, group, line, show_length, text
from redink.reports.tables import Table
from redink.reports.theme import notebook_fragment

WIDTH = 860.0
"""Usual width of a chart. A page shows it as wide as its text, which makes the letters a little larger."""
PHONE = 330.0
"""Width of a chart on a phone of 360 pixels."""
MARGIN = 12.0
_TITLE_SIZE = 15.0
_NARROWEST = 560.0


@frozen
class Chart:
    """A picture, and the same numbers as a table."""

    title: str
    """Title of the chart."""
    description: str
    """Text for screen readers."""
    svg: str
    """The picture: one `<svg>` element."""
    table: Table
    """Every number in the picture."""
    phone_svg: str = ""
    """The same picture, drawn for the width of a phone."""

    def to_figure(self, *, waits: bool = False, adapts: bool = False) -> str:
        """Give `<figure class="redink-chart">`: the picture, and the folded table below it.

        A table that waits is in `<noscript>`, from which the script of a page takes it when the fold is opened. A
        picture that adapts brings that for phones, from which the script takes it on a narrow screen.
        """
        # The box can be scrolled on narrow screens, also by keyboard.
        phone = f' data-phone="{packed(_TOOLTIP.sub("", self.phone_svg))}"' if adapts and self.phone_svg else ""
        box = f'<div role="group" aria-label="{escape_html(self.title)}" tabindex="0" style="overflow-x:auto"{phone}>'
        table = f"<noscript>{to_html(self.table)}</noscript>" if waits else to_html(self.table)
        twin = f"<details><summary>The same as a table</summary>\n{table}</details>"
        return f'<figure class="redink-chart">\n{box}{self.svg}</div>\n{twin}\n</figure>\n'

    def _repr_html_(self) -> str:
        return notebook_fragment(self.to_figure())


_TOOLTIP = re.compile("<title>[^<]*</title>")
"""A tooltip, which a finger cannot open. The title of the whole chart has an id."""


def for_both_screens(draw: Callable[[float], Chart]) -> Chart:
    """Give a chart drawn with the usual width, together with its drawing for phones."""
    return replace(draw(WIDTH), phone_svg=draw(PHONE).svg)


def n_marks(width: float) -> int:
    """Give the number of marks of a lower axis for a chart of some width."""
    return 7 if width > PHONE else 4


def make_chart(table: Table, body: Sequence[Svg], *, width: float, height: float, description: str) -> Chart:
    """Give a chart: the title above a drawing, with title and description for screen readers.

    The title is that of the table. Shapes have their origin in the upper left corner of the drawing.
    """
    lines = wrap(table.title, width - 2 * MARGIN, _TITLE_SIZE * 1.08)
    title_height = 10 + 20.0 * len(lines)
    title = [
        text(MARGIN, 16 + 20 * number, words, size=_TITLE_SIZE, weight="600") for number, words in enumerate(lines)
    ]
    # The id is made from the content, so that charts of one page have different ones.
    name = "chart-" + hashlib.blake2s("".join([table.title, *body]).encode("utf-8", "replace")).hexdigest()[:10]
    full_height = title_height + height + 6
    svg = element(
        "svg",
        Svg(f'<title id="{name}-title">{escape_html(table.title)}</title>'),
        Svg(f'<desc id="{name}-desc">{escape_html(description)}</desc>'),
        *title,
        group(body, transform=f"translate(0 {show_length(title_height)})"),
        xmlns="http://www.w3.org/2000/svg",
        id=name,
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {show_length(width)} {show_length(full_height)}",
        width=width,
        height=full_height,
        font_family=FONT,
        font_size=SIZE,
        fill=INK,
        style=f"max-width:100%;min-width:{show_length(_least_width(width))}px;height:auto",
    )
    return Chart(table.title, description, svg, table)


def _least_width(width: float) -> float:
    """Give the width below which the letters of a chart would be too small, so that its box is scrolled instead."""
    return width * 0.8 if width < _NARROWEST else max(_NARROWEST, width * 0.8)


def empty_chart(table: Table, width: float) -> Chart:
    """Give a chart that says that there are no data."""
    body = [text(width / 2, 40, "No data to show.", anchor="middle", fill=QUIET)]
    return make_chart(table, body, width=width, height=80, description="There are no data to show.")


def bottom_axis(axis: Axis, scale: Scale, *, top: float, bottom: float) -> list[Svg]:
    """Draw an axis at the bottom with its marks and its title (height 44), and grid lines upwards from it."""
    places = [scale.at(tick) for tick in scale.ticks]
    shown = thin_out(places, [text_width(label, SMALL) for label in scale.labels])
    return [
        group([line((place, top), (place, bottom)) for place in places], stroke=GRID),
        group(
            [text(places[index], bottom + 12, scale.labels[index]) for index in shown],
            text_anchor="middle",
            font_size=SMALL,
            fill=QUIET,
        ),
        text((scale.start + scale.end) / 2, bottom + 32, axis.title, anchor="middle"),
    ]


def left_axis(axis: Axis, scale: Scale, *, left: float, right: float) -> list[Svg]:
    """Draw an axis at the left with its marks and its rotated title, and grid lines to the right from it."""
    room = max((text_width(label, SMALL) for label in scale.labels), default=0)
    return [
        group([line((left, scale.at(tick)), (right, scale.at(tick))) for tick in scale.ticks], stroke=GRID),
        group(
            [text(left - 6, scale.at(tick), label) for tick, label in zip(scale.ticks, scale.labels, strict=True)],
            text_anchor="end",
            font_size=SMALL,
            fill=QUIET,
        ),
        text(left - room - 18, (scale.start + scale.end) / 2, axis.title, anchor="middle", rotate=-90),
    ]


def left_axis_room(scale: Scale) -> float:
    """Give the width that the tick labels and the title of a left axis need."""
    return max((text_width(label, SMALL) for label in scale.labels), default=0) + 32


def save_charts(charts: Mapping[str, Chart], folder: str | Path) -> list[Path]:
    """Write each chart as an SVG file named after it, and give the paths; the folder is made if it is not there."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, chart in charts.items():
        assert re.fullmatch(r"[\w-]+", name)
        paths.append(place / f"{name}.svg")
        with write_whole(paths[-1]) as out:
            out.write(chart.svg + "\n")
    return paths
