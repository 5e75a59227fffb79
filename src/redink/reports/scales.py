"""Numbers to draw in; their places along an axis, and round tick marks, out."""

from __future__ import annotations

import math
from collections.abc import Iterable

from redink.frozen import frozen
from redink.reports.numbers import show_number

_LARGEST = 1e15
"""Numbers of a larger absolute value are not drawn."""


@frozen
class Axis:
    """The quantity along one side of a chart, and how its numbers are shown."""

    label: str
    """Name of the quantity, e.g. `F0.5`."""
    unit: str = ""
    """Unit of its numbers, e.g. `edits`; per cent is added automatically."""
    percent: bool = False
    """Whether readers see a hundred times the value."""
    digits: int = 2
    """Number of decimals of values shown as text; tick marks have as many as they need."""
    low: float | None = None
    """Beginning of the axis; `None` to let the data decide."""
    high: float | None = None
    """End of the axis; `None` to let the data decide."""
    whole: bool = False
    """Whether only whole numbers make sense, as for counts."""
    log: bool = False
    """Whether the axis is logarithmic; values of 0 or less are then not shown."""

    @property
    def title(self) -> str:
        """The label with its unit."""
        unit = "%" if self.percent else self.unit
        return f"{self.label} ({unit})" if unit else self.label

    def show(self, value: float | None) -> str:
        """Give a value as text."""
        return show_number(value, digits=0 if self.whole else self.digits, percent=self.percent)

    def drawable(self, value: float | None) -> float | None:
        """Give the value if it has a place on this axis, else `None`."""
        if value is None or not math.isfinite(value) or abs(value) > _LARGEST:
            return None
        return None if self.log and value < 1 / _LARGEST else float(value)


@frozen
class Scale:
    """Maps values low … high to places start … end."""

    low: float
    """Value at `start`."""
    high: float
    """Value at `end`; above `low`."""
    start: float
    """Place of `low`."""
    end: float
    """Place of `high`; may be smaller than `start`, as for heights."""
    ticks: tuple[float, ...]
    """Values that get a mark."""
    labels: tuple[str, ...]
    """Labels of the marks."""
    log: bool = False
    """Whether the scale is logarithmic."""

    def at(self, value: float) -> float:
        """Give the place of a value; a value beyond the axis gets the nearer end."""
        low, high = (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)
        share = ((math.log10(max(value, self.low)) if self.log else value) - low) / (high - low)
        return self.start + max(0.0, min(1.0, share)) * (self.end - self.start)


def make_scale(
    axis: Axis,
    values: Iterable[float | None],
    start: float,
    end: float,
    *,
    zero: bool = False,
    tight: bool = False,
    marks: int = 5,
) -> Scale:
    """Give a scale for some values, with its ends and its tick marks at round numbers.

    Args:
        axis: The quantity.
        values: All values that must have a place on the axis; `None` is ignored.
        start: Place of the smallest value.
        end: Place of the largest value.
        zero: Whether 0 must be on the axis, as for bars.
        tight: Whether the axis ends with the data, not with the next round number.
        marks: Approximate number of tick marks.
    """
    drawable = [value for value in map(axis.drawable, values) if value is not None]
    drawable += [0.0] if zero and not axis.log else []
    low, high = _ends(axis, drawable)
    if axis.log:
        low, high, ticks = _log_ticks(low, high)
    else:
        low, high, ticks = _linear_ticks(axis, low, high, marks, tight=tight)
    return Scale(low, high, start, end, ticks, _tick_labels(axis, ticks), log=axis.log)


def _ends(axis: Axis, drawable: list[float]) -> tuple[float, float]:
    nothing = (1.0, 10.0) if axis.log else (0.0, 1.0)
    low = min(drawable, default=nothing[0]) if axis.low is None else axis.low
    high = max(drawable, default=max(low, nothing[1])) if axis.high is None else axis.high
    # If the ends differ only by rounding, leave some room on both sides.
    if high - low <= 1e-9 * max(abs(low), abs(high)) or high - low < 1e-12:
        room = max(abs(low) * 0.1, 0.05 if axis.percent else 0.5)
        return (low / 2, high * 2) if axis.log else (low - room, high + room)
    return low, high


def round_step(span: float, marks: int) -> float:
    """Give the smallest of 1, 2, 5 × 10ᵏ that cuts a span into at most `marks` pieces."""
    rough = span / max(1, marks)
    power = 10.0 ** math.floor(math.log10(rough))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= rough * (1 - 1e-9)), 10 * power)


def _linear_ticks(
    axis: Axis, low: float, high: float, marks: int, *, tight: bool
) -> tuple[float, float, tuple[float, ...]]:
    factor = 100 if axis.percent else 1
    step = round_step((high - low) * factor, marks)
    step = max(1.0, step) if axis.whole else step
    first = math.floor(low * factor / step + 1e-9)
    last = math.ceil(high * factor / step - 1e-9)
    ticks = tuple(number * step / factor for number in range(first, last + 1))
    low = ticks[0] if axis.low is None and not tight else low
    high = ticks[-1] if axis.high is None and not tight else high
    slack = (high - low) * 1e-9
    return low, high, tuple(tick for tick in ticks if low - slack <= tick <= high + slack)


def _log_ticks(low: float, high: float) -> tuple[float, float, tuple[float, ...]]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    factors = (1, 2, 5) if last - first <= 2 else (1,)
    every = max(1, (last - first) // 6)
    ticks = [factor * 10.0**power for power in range(first, last + 1, every) for factor in factors]
    return low, high, tuple(tick for tick in ticks if low * (1 - 1e-9) <= tick <= high * (1 + 1e-9))


def _tick_labels(axis: Axis, ticks: tuple[float, ...]) -> tuple[str, ...]:
    factor = 100 if axis.percent else 1
    if len(ticks) < 2 or axis.log:
        return tuple(f"{tick * factor:,g}".replace("-", "−") for tick in ticks)
    step = (ticks[1] - ticks[0]) * factor
    if step < 1e-6 or max(map(abs, ticks)) * factor >= 1e7:
        return tuple(f"{tick * factor:.3g}".replace("-", "−") for tick in ticks)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return tuple(show_number(float(tick * factor), digits=digits) for tick in ticks)
