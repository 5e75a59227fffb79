"""Named pairs of numbers in, a scatter chart out: precision against recall, detection against correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

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
from redink.reports.lettering import distinct, isolate, shorten, text_width
from redink.reports.numbers import show_number
from redink.reports.scales import Axis, Scale, make_scale
from redink.reports.svg import PAPER, QUIET, SMALL, Point, Svg, circle, group, line, polyline, text
from redink.reports.tables import Cell, Column, Row, make_table
from redink.reports.theme import category

_HEIGHT = 400.0
_LABEL_ROOM = 130.0
_DISTANCES = (9.0, 18.0, 30.0, 44.0, 60.0, 80.0)
_DIRECTIONS = 16
_NEAR = 18.0
"""A name farther from its dot than this is connected to it by a line."""
_RADIUS, _SMALLEST, _LARGEST = 5.0, 3.0, 15.0
"""Radius of a dot without a size, and of the smallest and the largest dot with a size."""


@frozen
class Dot:
    """One named pair of numbers."""

    name: str
    """Name, written beside the dot."""
    x: float | None
    """Value on the lower axis."""
    y: float | None
    """Value on the left axis."""
    x_interval: Interval | None = None
    """Confidence interval of x."""
    y_interval: Interval | None = None
    """Confidence interval of y."""
    size: float | None = None
    """Value that the area of the dot shows, if the chart has a `size_axis`."""


def scatter(
    title: str,
    dots: Sequence[Dot],
    *,
    x_axis: Axis,
    y_axis: Axis,
    size_axis: Axis | None = None,
    f_beta: float | None = None,
    diagonal: bool = False,
    description: str = "",
) -> Chart:
    """Draw a dot for each system, with its name and its intervals.

    A pair without a number is only in the table. The area of a dot shows the quantity of `size_axis`. With `f_beta`, x
    is recall, y is precision, and lines of equal F_β are drawn behind the dots; `diagonal` draws the line x = y there.
    """
    return for_both_screens(
        lambda width: _scatter(title, dots, (x_axis, y_axis, size_axis), f_beta, description, width, diagonal=diagonal)
    )


def _scatter(
    title: str,
    dots: Sequence[Dot],
    axes: tuple[Axis, Axis, Axis | None],
    f_beta: float | None,
    description: str,
    width: float,
    *,
    diagonal: bool,
) -> Chart:
    x_axis, y_axis, size_axis = axes
    columns = [Column("name", "Name")]
    columns += [
        Column(key, axis.label, digits=axis.digits, percent=axis.percent)
        for key, axis in (("x", x_axis), ("y", y_axis), ("size", size_axis))
        if axis is not None
    ]
    rows = [_row(dot, size_axis) for dot in dots]
    table = make_table(title, columns, rows)
    shown = [dot for dot in dots if x_axis.drawable(dot.x) is not None and y_axis.drawable(dot.y) is not None]
    if not shown:
        return empty_chart(table, width)
    height = min(_HEIGHT, width)
    y_scale = make_scale(y_axis, _reach([(dot.y, dot.y_interval) for dot in shown]), height, 8)
    left = MARGIN + left_axis_room(y_scale)
    right = width - MARGIN - 20
    x_scale = make_scale(x_axis, _reach([(dot.x, dot.x_interval) for dot in shown]), left, right, marks=n_marks(width))
    frame = _Box(left, 8, right, height)
    body = [*bottom_axis(x_axis, x_scale, top=8, bottom=height), *left_axis(y_axis, y_scale, left=left, right=right)]
    body += _diagonal(x_scale, y_scale) if diagonal else []
    levels, level_names = _equal_f(f_beta, x_scale, y_scale, y_axis) if f_beta else ([], [])
    whiskers = _whiskers(shown, x_axis, y_axis, x_scale, y_scale)
    body += levels
    body.append(group([line(*ends) for ends in whiskers], stroke=category(0), stroke_opacity="0.6", stroke_width=1.5))
    places = [(x_scale.at(dot.x or 0.0), y_scale.at(dot.y or 0.0)) for dot in shown]
    radii = _radii(shown) if size_axis else [_RADIUS] * len(shown)
    for dot, place, radius in zip(shown, places, radii, strict=True):
        full = f"{isolate(dot.name)}: {x_axis.title} {x_axis.show(dot.x)}, {y_axis.title} {y_axis.show(dot.y)}"
        full += f", {size_axis.title} {size_axis.show(dot.size)}" if size_axis else ""
        shape = circle(place, radius, fill=category(0), stroke=PAPER, full=full)
        body.append(group([shape], fill_opacity="0.75") if size_axis else shape)
    crossed = [_Box.around(*ends) for ends in whiskers]
    body += _names(shown, list(zip(places, radii, strict=True)), frame, taken=level_names, crossed=crossed)
    summary = description or f"{len(shown)} dots: {y_axis.title} against {x_axis.title}."
    return make_chart(table, body, width=width, height=height + 46, description=summary)


def _row(dot: Dot, size_axis: Axis | None) -> Row:
    pair = Cell(dot.x, interval=dot.x_interval), Cell(dot.y, interval=dot.y_interval)
    return Row((Cell(dot.name), *pair, *([Cell(dot.size)] if size_axis else [])))


def _radii(dots: Sequence[Dot]) -> list[float]:
    """Give radii whose areas are proportional to the sizes; very small and unknown sizes get the smallest radius."""
    largest = max((dot.size or 0.0 for dot in dots), default=0.0)
    return [max(_SMALLEST, _LARGEST * math.sqrt((dot.size or 0.0) / largest)) if largest else _SMALLEST for dot in dots]


def _reach(values: Sequence[tuple[float | None, Interval | None]]) -> list[float | None]:
    ends = [end for _, interval in values if interval for end in (interval.low, interval.high)]
    return [*(value for value, _ in values), *ends]


def _diagonal(x_scale: Scale, y_scale: Scale) -> list[Svg]:
    low, high = max(x_scale.low, y_scale.low), min(x_scale.high, y_scale.high)
    if low >= high:
        return []
    ends = [(x_scale.at(value), y_scale.at(value)) for value in (low, high)]
    return [line(ends[0], ends[1], stroke=QUIET, dash="4 4")]


def _equal_f(beta: float, x_scale: Scale, y_scale: Scale, axis: Axis) -> tuple[list[Svg], list[_Box]]:
    """Draw where F_β = (1+β²)PR / (β²P + R) is 0.1, 0.2, …, with y = P and x = R; also give the boxes of the names."""
    shapes: list[Svg] = []
    boxes: list[_Box] = []
    recalls = [x_scale.low + (x_scale.high - x_scale.low) * number / 80 for number in range(81)]
    for tenths in range(1, 10):
        pairs = [(recall, _precision(tenths / 10, recall, beta * beta)) for recall in recalls]
        points = [(x_scale.at(x), y_scale.at(y)) for x, y in pairs if y_scale.low <= y <= y_scale.high]
        if len(points) > 1:
            shapes.append(polyline(points, stroke=QUIET, width=0.8, dash="3 4"))
            name = f"F{beta:g} = {show_number(tenths / 10, digits=0 if axis.percent else 1, percent=axis.percent)}"
            wide = text_width(name, 10)
            # The name stays inside the axes, so that it covers none of their numbers.
            end = (
                max(points[-1][0], x_scale.at(x_scale.low) + wide + 4),
                min(points[-1][1], y_scale.at(y_scale.low) - 8),
            )
            box = _Box.around(end, (end[0] - wide, end[1]))
            if not any(box.meets(earlier) for earlier in boxes):
                boxes.append(box)
                shapes.append(text(*end, name, size=10, anchor="end", fill=QUIET, rim=True))
    return shapes, boxes


def _precision(level: float, recall: float, square: float) -> float:
    """Give the P for which F_β(P, R) = level; infinite if no P reaches the level."""
    below = (1 + square) * recall - level * square
    return level * recall / below if below > 1e-9 else math.inf


def _whiskers(
    dots: Sequence[Dot], x_axis: Axis, y_axis: Axis, x_scale: Scale, y_scale: Scale
) -> list[tuple[Point, Point]]:
    """Give the ends of the lines that show intervals."""
    lines: list[tuple[Point, Point]] = []
    for dot in dots:
        x, y = x_scale.at(dot.x or 0.0), y_scale.at(dot.y or 0.0)
        lines += [((left, y), (right, y)) for left, right in _stretch(dot.x_interval, x_axis, x_scale)]
        lines += [((x, low), (x, high)) for low, high in _stretch(dot.y_interval, y_axis, y_scale)]
    return lines


def _stretch(interval: Interval | None, axis: Axis, scale: Scale) -> list[tuple[float, float]]:
    if interval is None:
        return []
    low, high = axis.drawable(interval.low), axis.drawable(interval.high)
    return [] if low is None or high is None else [(scale.at(low), scale.at(high))]


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, first: Point, second: Point) -> _Box:
        (left, right), (top, bottom) = sorted((first[0], second[0])), sorted((first[1], second[1]))
        return cls(left - 1, top - 6, right + 1, bottom + 6) if top == bottom else cls(left - 1, top, right + 1, bottom)

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: _Box) -> bool:
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


def _names(
    dots: Sequence[Dot],
    circles: Sequence[tuple[Point, float]],
    frame: _Box,
    *,
    taken: Sequence[_Box],
    crossed: Sequence[_Box],
) -> list[Svg]:
    """Draw each name at the nearest place where it covers no dot, no other name and, if possible, no whisker.

    A name without such a place is not drawn, because overlapping names are unreadable; the mouse and the table show it.
    """
    full = [*taken, *(_Box(x - r - 1, y - r - 1, x + r + 1, y + r + 1) for (x, y), r in circles)]
    short = distinct([shorten(dot.name, _LABEL_ROOM, SMALL) for dot in dots])
    shapes = []
    for dot, name, (place, radius) in zip(dots, short, circles, strict=True):
        size = (text_width(name, SMALL), radius - _RADIUS)
        box = _free_place(place, size, [*full, *crossed], frame) or _free_place(place, size, full, frame)
        if box is None:
            continue
        full.append(box)
        middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        near = (min(max(place[0], box.left), box.right), min(max(place[1], box.top), box.bottom))
        if math.dist(place, near) > _NEAR + radius - _RADIUS:
            shapes.append(line(place, near, stroke=QUIET, width=0.7))
        shapes.append(text(*middle, name, size=SMALL, anchor="middle", rim=True, full=dot.name))
    return shapes


def _free_place(place: Point, size: tuple[float, float], taken: Sequence[_Box], frame: _Box) -> _Box | None:
    """Give a free place for a name of some width; the second part of `size` is added to its distance from the dot."""
    width, farther = size
    for distance in (near + farther for near in _DISTANCES):
        for number in range(_DIRECTIONS):
            angle = 2 * math.pi * number / _DIRECTIONS
            # The distance is measured to the nearest edge of the name, not to its middle.
            x = place[0] + math.cos(angle) * (distance + width / 2)
            y = place[1] + math.sin(angle) * (distance + 6)
            box = _Box(x - width / 2, y - 7, x + width / 2, y + 7)
            if frame.holds(box) and not any(box.meets(obstacle) for obstacle in taken):
                return box
    return None
