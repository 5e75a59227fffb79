"""Charts of results: our own, and on axes that are handed in."""

import pytest

from redink.errors import UsageError
from redink.records import Interval
from redink.reports.figure import Chart
from redink.reports.plotting import plot_table
from redink.reports.shown import Shown
from redink.reports.tables import Cell, Column, make_table

TABLE = make_table(
    "Scores",
    [Column("system"), Column("F0.5", digits=3), Column("verdict")],
    [["a", Cell(0.5, Interval(0.4, 0.7)), "good"], ["b", Cell(None), "–"], ["c", Cell(0.25), "bad"]],
)


class Axes:
    """Notes what is drawn, as axes of matplotlib are asked to."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *given, **named: self.calls.append((name, given, named))


def test_a_column_becomes_a_chart_with_its_intervals():
    chart = plot_table(TABLE)
    assert isinstance(chart, Chart)
    assert chart.title == "F0.5"
    assert [row.cells[1].value for row in chart.table.rows] == [0.5, None, 0.25]


def test_axes_get_bars_and_whiskers():
    axes = Axes()
    assert plot_table(TABLE, "F0.5", axes=axes) is axes
    (name, (names, values), named), *others = axes.calls
    assert (name, names, values) == ("barh", ["a", "c"], [0.5, 0.25])
    assert named["xerr"] == [[pytest.approx(0.1), 0.0], [pytest.approx(0.2), 0.0]]
    assert others[-1] == ("set_xlabel", ("F0.5",), {})


def test_what_cannot_be_drawn_is_refused_with_the_choices():
    with pytest.raises(UsageError, match=r"choose from F0\.5"):
        plot_table(TABLE, "verdict")
    with pytest.raises(UsageError, match="no numbers"):
        plot_table(make_table("Words", [Column("a"), Column("b")], [["x", "y"]]))


def test_every_result_has_it():
    class Result(Shown):
        def to_tables(self):
            return [TABLE]

    assert Result().plot().title == "F0.5"


def test_matplotlib_draws_it():
    pyplot = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")
    _, axes = pyplot.subplots()
    plot_table(TABLE, axes=axes)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "c"]
