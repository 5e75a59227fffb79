"""Named values in, horizontal bars out: scores with their intervals, or parts stacked to a whole."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from redink.frozen import frozen
from redink.records import Interval
from redink.reports.figure import MARGIN, Chart, bottom_axis, empty_chart, for_both_screens, make_chart, n_marks
from redink.reports.lettering import distinct, isolate, shorten, text_width
from redink.reports.numbers import MISSING, show_interval, show_number
from redink.reports.scales import Axis, Scale, make_scale
from redink.reports.svg import INK, QUIET, SIZE, SMALL, Svg, circle, group, line, rectangle, text
from redink.reports.tables import Cell, Column, Table, make_table
from redink.reports.theme import CATEGORIES, STEPS, HeatScale, category, category_ink, heat, heat_ink

_LABEL_ROOM = 191.0
_LEAST_PLOT = 120.0
"""Least width between the names and the numbers beside the bars."""


@frozen
class Bar:
    """One value with a name."""

    name: str
    """Name of the system, or of whatever has the value."""
    value: float | None
    """Length of the bar; `None` for "not available"."""
    interval: Interval | None = None
    """Confidence interval of the value."""


@frozen
class Stack:
    """One bar made of parts."""

    name: str
    """Name of the system, or of whatever has the parts."""
    parts: tuple[float | None, ...]
    """Non-negative sizes, in the order of the names of parts of the chart."""


def score_bars(title: str, bars: Sequence[Bar], *, axis: Axis, dots: bool = False) -> Chart:
    """Draw a horizontal bar for each system, in the order given, with its interval as whiskers and its value beside.

    With `dots`, a dot stands at the end of the bar, and the bar is not drawn: for values without a natural zero.
    """
    return for_both_screens(lambda width: _score_bars(title, bars, axis, width, dots=dots))


def _score_bars(title: str, bars: Sequence[Bar], axis: Axis, width: float, *, dots: bool) -> Chart:
    columns = [Column("name", "Name"), Column("value", axis.label, digits=axis.digits, percent=axis.percent)]
    table = make_table(title, columns, [[bar.name, Cell(bar.value, interval=bar.interval)] for bar in bars])
    if not any(axis.drawable(bar.value) is not None for bar in bars):
        return empty_chart(table, width)
    room = _label_room(width)
    labels = _Labels.of([bar.name for bar in bars], room)
    written = [shorten(_written(bar, axis), _LABEL_ROOM, SMALL) for bar in bars]
    if width - labels.room - _widest(written) < _LEAST_PLOT:
        # The whiskers show the intervals, and the table has their numbers.
        written = [shorten(axis.show(bar.value), room, SMALL) for bar in bars]
    right = width - MARGIN - _widest(written) - 8
    ends = [end for bar in bars if bar.interval for end in (bar.interval.low, bar.interval.high)]
    scale = make_scale(axis, [*(bar.value for bar in bars), *ends], labels.room, right, zero=True, marks=n_marks(width))
    step = _row_height(len(bars))
    bottom = step * len(bars) + 4
    body = [*bottom_axis(axis, scale, top=0, bottom=bottom), *labels.draw(step)]
    for number, (bar, words) in enumerate(zip(bars, written, strict=True)):
        middle = step * (number + 0.5) + 2
        body += _bar(bar, axis, scale, middle, step, dots=dots)
        body.append(text(width - MARGIN, middle, words, size=SMALL, anchor="end"))
    body.append(line((scale.at(0), 0), (scale.at(0), bottom), stroke=QUIET))
    summary = f"Bars of {axis.title} for {len(bars)} entries; the table has the numbers."
    return make_chart(table, body, width=width, height=bottom + 44, description=summary)


def _widest(words: Sequence[str]) -> float:
    return max(text_width(each, SMALL) for each in words)


def _label_room(width: float) -> float:
    return min(_LABEL_ROOM, 0.38 * width)


def _written(bar: Bar, axis: Axis) -> str:
    interval = show_interval(bar.interval, digits=axis.digits, percent=axis.percent)
    return f"{axis.show(bar.value)} {interval if axis.drawable(bar.value) is not None else ''}".strip()


def _row_height(count: int) -> float:
    return 28.0 if count <= 8 else 24.0 if count <= 16 else 20.0


def _bar(bar: Bar, axis: Axis, scale: Scale, middle: float, step: float, *, dots: bool) -> list[Svg]:
    value = axis.drawable(bar.value)
    if value is None:
        return []
    start, end = sorted((scale.at(0), scale.at(value)))
    thick = step * 0.62
    full = f"{isolate(bar.name)}: {_written(bar, axis)}"
    shapes = [] if dots else [rectangle(start, middle - thick / 2, end - start, thick, fill=category(0), full=full)]
    interval = bar.interval
    ends = (None, None) if interval is None else (axis.drawable(interval.low), axis.drawable(interval.high))
    if ends[0] is not None and ends[1] is not None:
        low, high = scale.at(ends[0]), scale.at(ends[1])
        caps = [line((x, middle - 4), (x, middle + 4)) for x in (low, high)]
        # A wider line in the colour of the page below the whiskers keeps them visible on the bar.
        shapes.append(line((low, middle), (high, middle), stroke="var(--paper, #ffffff)", width=4))
        shapes.append(group([line((low, middle), (high, middle)), *caps], stroke=INK, stroke_width=1.5))
    return [*shapes, circle((scale.at(value), middle), 5, fill=category(0), full=full)] if dots else shapes


@frozen
class _Labels:
    """Names at the left of the rows, shortened to fit."""

    names: tuple[str, ...]
    shown: tuple[str, ...]
    room: float

    @classmethod
    def of(cls, names: Sequence[str], room: float) -> _Labels:
        shown = distinct([shorten(name, room, SIZE) for name in _without_remarks(names, room)])
        widest = max((text_width(label, SIZE) for label in shown), default=0)
        return cls(tuple(names), tuple(shown), MARGIN + widest + 10)

    def draw(self, step: float) -> list[Svg]:
        rows = enumerate(zip(self.names, self.shown, strict=True))
        return [
            group(
                [text(self.room - 8, step * (row + 0.5) + 2, shown, full=name) for row, (name, shown) in rows],
                text_anchor="end",
            )
        ]


def _without_remarks(names: Sequence[str], room: float) -> Sequence[str]:
    """Give `annotator 0` for `annotator 0 (person)` where that does not fit, unless two names would then be equal."""
    shorter = [
        name if text_width(name, SIZE) <= room else re.sub(r"(?<=.) \([^()]*\)$", "", name, flags=re.DOTALL)
        for name in names
    ]
    return shorter if len(set(shorter)) == len(set(names)) else names


def stacked_bars(
    title: str,
    parts: Sequence[str],
    stacks: Sequence[Stack],
    *,
    axis: Axis,
    share: bool = False,
    scale: HeatScale | None = None,
) -> Chart:
    """Draw a bar for each stack, with its parts side by side in the order given and a legend above.

    Missing and negative sizes count as 0. With `share`, all bars have the same length and the axis shows per cent of
    the bar. `scale` colours parts that have an order from pale to deep.
    """
    return for_both_screens(lambda width: _stacked_bars(title, parts, stacks, axis, width, share=share, scale=scale))


def _stacked_bars(
    title: str,
    parts: Sequence[str],
    stacks: Sequence[Stack],
    axis: Axis,
    width: float,
    *,
    share: bool,
    scale: HeatScale | None,
) -> Chart:
    table = _stack_table(title, parts, stacks, axis)
    drawn = Axis(axis.label, percent=True, digits=1, low=0, high=1) if share else axis
    sizes = [[max(0.0, axis.drawable(part) or 0.0) for part in stack.parts] for stack in stacks]
    if not any(map(any, sizes)):
        return empty_chart(table, width)
    labels = _Labels.of([stack.name for stack in stacks], _label_room(width))
    totals = [1.0 if share else math.fsum(row) for row in sizes]
    places = make_scale(drawn, totals, labels.room, width - MARGIN - 16, zero=True, marks=n_marks(width))
    paints = _paints(len(parts), scale)
    legend, head = _legend(parts, paints, width)
    step = _row_height(len(stacks))
    bottom = step * len(stacks) + 4
    body = [*bottom_axis(drawn, places, top=0, bottom=bottom), *labels.draw(step)]
    for number, (stack, row) in enumerate(zip(stacks, sizes, strict=True)):
        if not any(row):
            unknown = share or all(part is None for part in stack.parts)
            words = MISSING if unknown else axis.show(0.0)
            body.append(text(places.at(0) + 4, step * (number + 0.5) + 2, words, fill=QUIET))
            continue
        named = list(zip(parts, row, paints, strict=True))
        body += _segments(stack.name, named, places, step * (number + 0.5) + 2, step, share=share, axis=axis)
    shapes = [*legend, group(body, transform=f"translate(0 {head:.0f})")]
    summary = f"Stacked bars of {axis.title}: {', '.join(parts)}, for {len(stacks)} entries."
    return make_chart(table, shapes, width=width, height=head + bottom + 44, description=summary)


def _stack_table(title: str, parts: Sequence[str], stacks: Sequence[Stack], axis: Axis) -> Table:
    columns = [Column("name", "Name")]
    columns += [
        Column(f"{number} {part}", part, digits=axis.digits, percent=axis.percent)
        for number, part in enumerate(parts, start=1)
    ]
    return make_table(title, columns, [[stack.name, *stack.parts] for stack in stacks])


_PALEST = 2
"""Number of the first shade of a scale that is clearly visible on the page."""


class _Paint(NamedTuple):
    fill: str
    ink: str | None
    """Colour of letters on the fill; `None` if no colour is readable on it."""
    opacity: float | None = None


def _paints(count: int, scale: HeatScale | None) -> list[_Paint]:
    """Give each part its colour: categories, paler each time they are used again, or the steps of a scale."""
    if scale is not None:
        # The palest shades are hardly visible without a frame.
        steps = [_PALEST + round(number * (STEPS - 1 - _PALEST) / max(1, count - 1)) for number in range(count)]
        return [_Paint(heat(scale, step), heat_ink(scale, step)) for step in steps]
    first = [_Paint(category(number), category_ink(number)) for number in range(min(count, CATEGORIES))]
    return first + [
        _Paint(category(number), None, max(0.2, 0.65 ** (number // CATEGORIES))) for number in range(CATEGORIES, count)
    ]


def _segments(
    name: str,
    parts: Sequence[tuple[str, float, _Paint]],
    scale: Scale,
    middle: float,
    step: float,
    *,
    share: bool,
    axis: Axis,
) -> list[Svg]:
    total = math.fsum(size for _, size, _ in parts)
    thick = step * 0.72
    shapes, before = [], 0.0
    for part, size, paint in parts:
        unit = total if share else 1.0
        start, end = scale.at(before / unit), scale.at((before + size) / unit)
        before += size
        if size:
            portion = show_number(size / total, digits=1, percent=True)
            full = f"{isolate(name)}, {isolate(part)}: {axis.show(size)} ({portion} %)"
            # A thin gap between neighbours separates them even without colours.
            wide = max(end - start - 1, 0.5)
            place = (start, middle - thick / 2, wide, thick)
            shapes.append(rectangle(*place, fill=paint.fill, opacity=paint.opacity, full=full))
            shown = show_number(size / total, digits=0, percent=True) if share else axis.show(size)
            if text_width(shown, SMALL) + 6 <= wide and paint.ink is not None:
                shapes.append(text((start + end) / 2, middle, shown, size=SMALL, anchor="middle", fill=paint.ink))
    return shapes


def _legend(parts: Sequence[str], paints: Sequence[_Paint], width: float) -> tuple[list[Svg], float]:
    """Draw the names of the parts with their colours, in as many lines as needed; also give the height."""
    shapes, x, y = [], MARGIN, 8.0
    for part, paint in zip(parts, paints, strict=True):
        shown = shorten(part, _LABEL_ROOM, SIZE)
        room = text_width(shown, SIZE) + 32
        if x + room > width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 20
        shapes.append(rectangle(x, y - 6, 12, 12, fill=paint.fill, opacity=paint.opacity))
        shapes.append(text(x + 17, y, shown, full=part))
        x += room
    return shapes, y + 18
