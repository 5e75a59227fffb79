"""Tables and charts that several tests look at, and strategies that draw random ones."""

from hypothesis import strategies as st

from redink.records import Interval
from redink.reports.charts import (
    Axis,
    Bar,
    Chart,
    Curve,
    Dot,
    Stack,
    Track,
    curves,
    heat_table,
    scatter,
    score_bars,
    slope_chart,
    stacked_bars,
)
from redink.reports.tables import Cell, Column, Row, Table, make_table

NASTY = r"<b> & R_1 50% $x$ #1 {a} ~z ^2 \n | 系统 שלום"


def _score(value: float, *marks: str) -> Cell:
    return Cell(value, interval=Interval(value - 0.02, value + 0.025), marks=marks)


def sample_table() -> Table:
    """Show every feature once: directions, per cent, intervals, letters, ties, a baseline, nasty names."""
    columns = [
        Column("system", "System"),
        Column("P", direction="higher", percent=True),
        Column("F0.5", direction="higher", percent=True),
        Column("edits", "Edits"),
        Column("errors", "Error rate", direction="lower", digits=3),
    ]
    rows = [
        ["CAMB", _score(0.3971), _score(0.3733, "b", "c"), 1312, 0.21],
        [NASTY, _score(0.4178), _score(0.3501, "c"), 960, 0.199],
        ["AMU", None, float("nan"), 0, 0.1990001],
        Row((Cell("source"), Cell(None), Cell(0.0), Cell(0), Cell(-0.5)), competes=False),
    ]
    return make_table(
        "CoNLL-2014 & friends: <scores>",
        columns,
        rows,
        notes=[f"Letters: a = CAMB, b = {NASTY}, c = AMU (α = 0.05).", "redink 0.1 | F0.5 | seed 0"],
        label="tab:conll",
    )


PERCENT = Axis("F0.5", percent=True, digits=1)


def sample_charts() -> dict[str, Chart]:
    """Draw one chart of each kind, small enough to be read as text."""
    band = tuple(Interval(y - 0.05, y + 0.05) for y in (0.4, 0.5, 0.55))
    return {
        "score_bars": score_bars(
            "Scores", [Bar("CAMB", 0.37, Interval(0.35, 0.39)), Bar(NASTY, None), Bar("AMU", -0.1)], axis=PERCENT
        ),
        "stacked_bars": stacked_bars(
            "Outcomes", ["TP", "FP"], [Stack("CAMB", (30, 10)), Stack("AMU", (0, None))], axis=Axis("Edits", whole=True)
        ),
        "heat_table": heat_table("By type", ["DET", "PREP"], ["CAMB", NASTY], [[0.1, None], [0.9, 0.5]], axis=PERCENT),
        "slope_chart": slope_chart("Ranks", ["F0.5", "weighted"], [Track("CAMB", (1, 2)), Track(NASTY, (2, 1))]),
        "curves": curves(
            "By M",
            [Curve("CAMB", (1, 2, 3), (0.4, 0.5, 0.55), band), Curve("AMU", (1, 2, 3), (0.2, None, 0.3))],
            x_axis=Axis("M", unit="references", whole=True),
            y_axis=PERCENT,
        ),
        "scatter": scatter(
            "P and R",
            [
                Dot("CAMB", 0.3, 0.4, Interval(0.28, 0.32), Interval(0.37, 0.43)),
                Dot("AMU", 0.2, 0.5),
                Dot("x", None, 1),
            ],
            x_axis=Axis("R", percent=True),
            y_axis=Axis("P", percent=True),
            f_beta=0.5,
            diagonal=True,
        ),
    }


# Anything at all: control characters, halves of surrogate pairs, right-to-left marks.
any_text = st.text(st.characters(exclude_categories=()), max_size=24) | st.sampled_from(
    [NASTY, "", " ", "\t", "a\nb", "[bold]x[/bold]", "\x1b[31m", "x" * 300, "]]>", "1. a", "- b", "100", "👩‍👩‍👧"]
)
wild_numbers = st.none() | st.floats() | st.integers(-1000, 1000)
numbers = st.none() | st.floats(-1, 1) | wild_numbers
intervals = st.none() | st.builds(Interval, st.floats(), st.floats(), method=st.sampled_from(["percentile", "bca"]))
cells = st.builds(
    Cell,
    any_text | numbers,
    interval=intervals,
    marks=st.lists(st.sampled_from(["a", "b", "aa"]), max_size=2).map(tuple),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table of up to four columns and four rows with any text anywhere."""
    keys = draw(st.lists(any_text, min_size=1, max_size=4, unique=True))
    columns = [
        Column(
            key,
            draw(any_text),
            direction=draw(st.sampled_from(["higher", "lower", "none"])),
            digits=draw(st.integers(0, 4)),
            percent=draw(st.booleans()),
            align=draw(st.sampled_from([None, "left", "right", "centre"])),
        )
        for key in keys
    ]
    width = len(keys)
    rows = draw(
        st.lists(
            st.builds(Row, st.lists(cells, min_size=width, max_size=width).map(tuple), competes=st.booleans()),
            max_size=4,
        )
    )
    notes = draw(st.lists(any_text, max_size=2))
    return make_table(draw(any_text), columns, rows, notes=notes, label=draw(any_text))
