"""Points with uncertainty in, curves with bands out."""

from __future__ import annotations

from collections.abc import Sequence

from redink.errors import UsageError
from redink.frozen import frozen
from redink.records import Interval
from redink.reports.figure import (
    MARGIN,
    Chart,
    bottom_axis,
    empty_chart,
    for_both_screens,
    left_axis,
    left_axis_room,
    make_chart,
    n_marks,
)
from redink.reports.lettering import distinct, isolate, shorten, spread, text_width
from redink.reports.scales import Axis, Scale, make_scale
from redink.reports.svg import QUIET, SIZE, Svg, circle, line, polygon, polyline, text
from redink.reports.tables import Cell, Column, Row, Table, make_table
from redink.reports.theme import CATEGORIES, category

_DASHES = (None, "7 3", "2 3", "9 3 2 3", "12 5")
_LABEL_ROOM = 140.0
_HEIGHT = 300.0
_LABEL_GAP = 14.0
_MOST_DOTS = 24


@frozen
class Curve:
    """One line of a chart."""

    name: str
    """Name, written at the end of the line."""
    xs: tuple[float, ...]
    """x of each point, rising."""
    ys: tuple[float | None, ...]
    """y of each point; `None` breaks the line."""
    intervals: tuple[Interval | None, ...] = ()
    """Confidence interval of each y; empty if there are none."""

    def __post_init__(self) -> None:
        """Refuse sequences of different lengths."""
        lengths = {len(self.xs), len(self.ys), len(self.intervals) or len(self.xs)}
        if len(lengths) > 1:
            raise UsageError(f"curve {self.name!r}: xs, ys and intervals differ in length: {sorted(lengths)}")


def curves(title: str, lines: Sequence[Curve], *, x_axis: Axis, y_axis: Axis, description: str = "") -> Chart:
    """Draw curves with their bands; each curve has its name at its right end, beside its colour and dashes."""
    return for_both_screens(lambda width: _curves(title, lines, x_axis, y_axis, description, width))


def _curves(title: str, lines: Sequence[Curve], x_axis: Axis, y_axis: Axis, description: str, width: float) -> Chart:
    table = _curve_table(title, lines, x_axis, y_axis)
    drawn = [(curve, _runs(curve, x_axis, y_axis)) for curve in lines]
    if not any(runs for _, runs in drawn):
        return empty_chart(table, width)
    names = distinct([shorten(curve.name, min(_LABEL_ROOM, 0.33 * width), SIZE) for curve in lines])
    points = [point for _, runs in drawn for run in runs for point in run]
    bottom = max(_HEIGHT, _LABEL_GAP * len(lines) + 20)
    y_scale = make_scale(y_axis, _heights(points), bottom, 8)
    left = MARGIN + left_axis_room(y_scale)
    right = width - MARGIN - 36 - max(text_width(name, SIZE) for name in names)
    x_scale = make_scale(x_axis, [point.x for point in points], left, right, marks=n_marks(width), tight=True)
    body = [*bottom_axis(x_axis, x_scale, top=8, bottom=bottom), *left_axis(y_axis, y_scale, left=left, right=right)]
    for number, (_, runs) in enumerate(drawn):
        body += [_band(run, x_scale, y_scale, number) for run in runs if any(point.low is not None for point in run)]
    for number, (curve, runs) in enumerate(drawn):
        body += _line(curve, runs, x_scale, y_scale, number, x_axis, y_axis)
    body += _end_names(drawn, names, x_scale, y_scale, right, bottom)
    summary = description or f"{len(lines)} curves of {y_axis.title} over {x_axis.title}."
    return make_chart(table, body, width=width, height=bottom + 46, description=summary)


def _curve_table(title: str, lines: Sequence[Curve], x_axis: Axis, y_axis: Axis) -> Table:
    columns = [
        Column("curve", "Curve"),
        Column("x", x_axis.label, digits=0 if x_axis.whole else x_axis.digits, percent=x_axis.percent),
        Column("y", y_axis.label, digits=y_axis.digits, percent=y_axis.percent),
    ]
    rows = [
        Row((Cell(curve.name), Cell(x), Cell(y, interval=interval)))
        for curve in lines
        for x, y, interval in zip(curve.xs, curve.ys, curve.intervals or (None,) * len(curve.xs), strict=True)
    ]
    return make_table(title, columns, rows)


@frozen
class _Dot:
    x: float
    y: float
    low: float | None
    high: float | None


def _heights(points: Sequence[_Dot]) -> list[float | None]:
    return [height for point in points for height in (point.y, point.low, point.high)]


def _runs(curve: Curve, x_axis: Axis, y_axis: Axis) -> list[list[_Dot]]:
    """Give the runs of a curve, which is cut at every point that cannot be drawn."""
    runs: list[list[_Dot]] = [[]]
    for number, (raw_x, raw_y) in enumerate(zip(curve.xs, curve.ys, strict=True)):
        x, y = x_axis.drawable(raw_x), y_axis.drawable(raw_y)
        if x is None or y is None:
            runs.append([])
            continue
        interval = curve.intervals[number] if curve.intervals else None
        ends = (None, None) if interval is None else (y_axis.drawable(interval.low), y_axis.drawable(interval.high))
        runs[-1].append(_Dot(x, y, *(ends if None not in ends else (None, None))))
    return [run for run in runs if run]


def _band(run: Sequence[_Dot], x_scale: Scale, y_scale: Scale, number: int) -> Svg:
    """Draw the band between the ends of a run's intervals; a single point gets a vertical line."""
    upper = [(x_scale.at(dot.x), y_scale.at(dot.y if dot.high is None else dot.high)) for dot in run]
    lower = [(x_scale.at(dot.x), y_scale.at(dot.y if dot.low is None else dot.low)) for dot in run]
    if len(run) == 1:
        return line(upper[0], lower[0], stroke=category(number), width=1.5)
    return polygon([*upper, *reversed(lower)], fill=category(number), opacity=0.16)


def _line(
    curve: Curve,
    runs: Sequence[Sequence[_Dot]],
    x_scale: Scale,
    y_scale: Scale,
    number: int,
    x_axis: Axis,
    y_axis: Axis,
) -> list[Svg]:
    stroke, dash = category(number), _DASHES[(number // CATEGORIES) % len(_DASHES)]
    dotted = sum(map(len, runs)) <= _MOST_DOTS
    shapes = []
    for run in runs:
        points = [(x_scale.at(dot.x), y_scale.at(dot.y)) for dot in run]
        shapes.append(polyline(points, stroke=stroke, dash=dash, full=curve.name))
        if dotted or len(run) == 1:
            shapes += [
                circle(point, 3, fill=stroke, full=f"{isolate(curve.name)}: {x_axis.show(dot.x)}, {y_axis.show(dot.y)}")
                for point, dot in zip(points, run, strict=True)
            ]
    return shapes


_Drawn = Sequence[tuple[Curve, Sequence[Sequence[_Dot]]]]


def _end_names(
    drawn: _Drawn, names: Sequence[str], x_scale: Scale, y_scale: Scale, right: float, bottom: float
) -> list[Svg]:
    """Draw the name of each curve to the right of the plot, as near to its last point as possible."""
    shown = [(number, runs[-1][-1]) for number, (_, runs) in enumerate(drawn) if runs]
    heights = spread([y_scale.at(dot.y) for _, dot in shown], _LABEL_GAP, low=6, high=bottom)
    shapes = []
    for (number, dot), height in zip(shown, heights, strict=True):
        end = (x_scale.at(dot.x) + 4, y_scale.at(dot.y))
        shapes.append(line(end, (right + 12, height), stroke=QUIET, width=0.8))
        shapes += _name(number, names[number], drawn[number][0].name, right, height)
    return shapes


def _name(number: int, shown: str, full: str, right: float, height: float) -> list[Svg]:
    """Draw the name of a curve after a sample of its line."""
    dash = _DASHES[(number // CATEGORIES) % len(_DASHES)]
    key = line((right + 12, height), (right + 32, height), stroke=category(number), width=2.5, dash=dash)
    return [key, text(right + 36, height, shown, full=full)]
