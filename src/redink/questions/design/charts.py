"""A design in, its chart out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.reports.charts import Axis, Chart, Curve, curves

if TYPE_CHECKING:
    from redink.questions.design.results import Design


def power_chart(design: Design) -> Chart:
    """Draw power by N, one curve for each M."""
    measure = design.points[0].measure
    points = [point for point in design.points if point.measure == measure]
    lines = [
        Curve(
            f"{number} reference{'s' * (number != 1)}",
            tuple(float(point.sentences) for point in points if point.references == number),
            tuple(point.power for point in points if point.references == number),
            tuple(point.power_interval for point in points if point.references == number),
        )
        for number in dict.fromkeys(point.references for point in points)
    ]
    difference = f"{design.wanted.difference * 100:g}"
    return curves(
        f"Power to show a difference of {difference} points of {measure}",
        lines,
        x_axis=Axis(f"{design.pilot.unit} N", whole=True),
        y_axis=Axis("power", low=0.0, high=1.0),
        description=f"Power rises with the number of {design.pilot.unit}; bands are intervals over the pilot.",
    )
