"""Coordinates and texts in, escaped pieces of SVG out. Only this file writes SVG tags.

`Svg` is a separate type, so that the type checker finds text that was not escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NewType

from redink.reports.escape import escape_html
from redink.reports.theme import colour

Svg = NewType("Svg", str)
Point = tuple[float, float]

INK = colour("ink")
QUIET = colour("quiet")
GRID = colour("grid")
PAPER = colour("paper")
FONT = "var(--font, system-ui, sans-serif)"
SIZE = 12.0
"""Size of letters."""
SMALL = 11.0
"""Size of tick labels and numbers in cells."""


def show_length(value: float) -> str:
    """Give a coordinate with at most one decimal, which is finer than any screen."""
    assert math.isfinite(value), "a coordinate must be a number"
    rounded = f"{value:.1f}".removesuffix(".0")
    return "0" if rounded == "-0" else rounded


def element(name: str, *children: Svg, **attributes: str | float | None) -> Svg:
    """Give one element; `stroke_width=2` becomes `stroke-width="2"`, and `None` is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape_html(value) if isinstance(value, str) else show_length(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    # Each shape has its own line, for people and diffs; inside text, a line end would be a blank.
    content = ("\n" if name in {"g", "svg"} else "").join(children)
    return Svg(f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>")


def tip(text: str) -> tuple[Svg, ...]:
    """Give the tooltip of a shape, as a child element; empty without text."""
    return (Svg(f"<title>{escape_html(text)}</title>"),) if text else ()


def group(children: Iterable[Svg], **attributes: str | float | None) -> Svg:
    """Give a group of shapes with their common attributes."""
    return element("g", *children, **attributes)


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: float | None = None,
    anchor: str | None = None,
    fill: str | None = None,
    weight: str | None = None,
    rotate: float | None = None,
    rim: bool = False,
    full: str = "",
) -> Svg:
    """Draw a line of text; `y` is the middle of its small letters, `full` is its tooltip.

    A rim in the colour of the page keeps the text readable on top of lines.
    """
    turn = None if rotate is None else f"rotate({show_length(rotate)} {show_length(x)} {show_length(y)})"
    return element(
        "text",
        Svg(escape_html(content)),
        *tip(full if full != content else ""),
        x=x,
        y=y,
        dy="0.35em",
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        font_weight=weight,
        transform=turn,
        paint_order="stroke" if rim else None,
        stroke=PAPER if rim else None,
        stroke_width=3 if rim else None,
    )


def line(
    start: Point, end: Point, *, stroke: str | None = None, width: float | None = None, dash: str | None = None
) -> Svg:
    """Draw a straight line."""
    return element(
        "line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=stroke, stroke_width=width, stroke_dasharray=dash
    )


def rectangle(
    x: float, y: float, width: float, height: float, *, fill: str, opacity: float | None = None, full: str = ""
) -> Svg:
    """Draw a filled rectangle."""
    opaque = None if opacity is None else f"{opacity:.2g}"
    size = {"width": max(0.0, width), "height": max(0.0, height)}
    return element("rect", *tip(full), x=x, y=y, **size, fill=fill, fill_opacity=opaque)


def circle(centre: Point, radius: float, *, fill: str, stroke: str | None = None, full: str = "") -> Svg:
    """Draw a dot."""
    return element("circle", *tip(full), cx=centre[0], cy=centre[1], r=radius, fill=fill, stroke=stroke)


def polyline(points: Sequence[Point], *, stroke: str, width: float = 2, dash: str | None = None, full: str = "") -> Svg:
    """Draw a line through points."""
    return element(
        "polyline",
        *tip(full),
        points=_points(points),
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linejoin="round",
    )


def polygon(points: Sequence[Point], *, fill: str, opacity: float) -> Svg:
    """Draw a filled polygon."""
    return element("polygon", points=_points(points), fill=fill, fill_opacity=f"{opacity:.2g}")


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{show_length(x)},{show_length(y)}" for x, y in points)
