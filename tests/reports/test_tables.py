"""The table model: what is bold, what is said below, and what every renderer makes of it."""

import json
import math
import re
from string import ascii_lowercase
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.records import Interval
from redink.reports.escape import one_line
from redink.reports.html import to_html
from redink.reports.latex import to_latex
from redink.reports.machine import to_json, to_tsv
from redink.reports.markdown import to_markdown
from redink.reports.numbers import in_words, show_interval, show_number, show_p
from redink.reports.rendering import FORMATS, render
from redink.reports.tables import (
    Cell,
    Column,
    Row,
    Table,
    alignment,
    best_places,
    explanations,
    make_table,
    p_cell,
    show_marks,
)
from tests.reports.samples import sample_table, tables
from tests.reports.snapshots import assert_as_before


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("table", "table.txt"),
        ("tsv", "table.tsv"),
        ("json", "table.json"),
        ("md", "table.md"),
        ("latex", "table.tex"),
        ("html", "table.html"),
    ],
)
def test_renderings_are_as_before(form: str, name: str) -> None:
    assert_as_before(name, render(sample_table(), form))


def test_every_format_has_a_snapshot_and_others_are_refused() -> None:
    assert FORMATS == ("table", "tsv", "json", "md", "latex", "html")
    with pytest.raises(UsageError, match="no format 'xml'"):
        render(sample_table(), "xml")


@pytest.mark.parametrize(
    ("value", "options", "shown"),
    [
        (0.37331, {}, "0.37"),
        (0.37331, {"percent": True}, "37.33"),
        (1312, {}, "1,312"),
        (1, {"percent": True, "digits": 0}, "100"),
        (-0.5, {}, "−0.50"),
        (-0.001, {}, "0.00"),
        (-1000.5, {"digits": 1}, "−1,000.5"),
        (None, {}, "–"),
        (math.nan, {}, "–"),
        (-math.inf, {}, "–"),
    ],
)
def test_numbers_as_people_read_them(value: float | None, options: dict[str, int], shown: str) -> None:
    assert show_number(value, **options) == shown


def test_intervals_as_people_read_them() -> None:
    assert show_interval(Interval(-0.01, 0.25), percent=True, digits=1) == "[−1.0, 25.0]"
    assert show_interval(None) == ""


@pytest.mark.parametrize(
    ("p", "least", "shown"),
    [
        (0.042, None, "0.0420"),
        (0.042, 1 / 1001, "0.0420"),
        (1 / 1001, 1 / 1001, "≤ 1/1001"),
        (1 / 1001, None, "0.0010"),
        (0.00004, None, "< 0.0001"),
        (1, 1 / 101, "1.0000"),
        (None, 1 / 101, "–"),
        (float("nan"), None, "–"),
    ],
)
def test_p_values_as_people_read_them(p: float | None, least: float | None, shown: str) -> None:
    assert show_p(p, least=least) == shown


def test_machines_get_p_as_a_number_and_the_bound_beside_it() -> None:
    table = make_table(
        "t", ["s", Column("p", digits=4)], [["a", p_cell(0.042)], ["b", p_cell(1 / 1001, least=1 / 1001)]]
    )
    assert '"p": {"value": 0.042}' in to_json(table)
    assert '"shown": "≤ 1/1001"' in to_json(table)
    assert to_tsv(table).splitlines()[1:] == ["a\t0.042", f"b\t{1 / 1001!r}"]
    assert "0.0420" in to_markdown(table)


def test_numbers_in_sentences() -> None:
    assert (in_words(-0.25), in_words(None), in_words(float("nan"))) == ("−0.250", "not available", "not available")


def _column(direction: str, *values: float | None) -> Table:
    return make_table("t", ["name", Column("x", direction=direction)], [["s", value] for value in values])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("direction", "values", "best"),
    [
        ("higher", (0.1, 0.3, 0.2), {1}),
        ("lower", (0.1, 0.3, None), {0}),
        ("lower", (-1, 0.3, 0), {0}),
        ("none", (0.1, 0.3), set()),
        ("higher", (0.301, 0.304, 0.299), {0, 1, 2}),
        ("higher", (0.3, None, math.nan), set()),
        ("higher", (), set()),
    ],
)
def test_best_is_by_direction_and_ties_as_shown(direction: str, values: tuple[float, ...], best: set[int]) -> None:
    assert best_places(_column(direction, *values)) == {(row, 1) for row in best}


def test_baselines_do_not_compete() -> None:
    rows = [["a", 1.0], ["b", 2.0], Row((Cell("total"), Cell(3.0)), competes=False)]
    assert best_places(make_table("t", ["n", Column("x", direction="higher")], rows)) == {(1, 1)}


def test_marks_of_several_letters_are_told_apart() -> None:
    assert show_marks(Cell(1.0, marks=("a", "b"))) == "ab"
    assert show_marks(Cell(1.0, marks=("a", "ab"))) == "a,ab"


def test_forty_systems_with_letters_fit_into_latex() -> None:
    names = [*ascii_lowercase, *(f"a{letter}" for letter in ascii_lowercase)][:40]
    rows = [[f"s_{name}", Cell(number / 40, marks=tuple(names[:number]))] for number, name in enumerate(names)]
    notes = [", ".join(f"{name} = s_{name}" for name in names) + " (α = 0.05)"]
    shown = to_latex(make_table("Many", ["s", Column("F", direction="higher")], rows, notes=notes))
    assert r"an = s\_an ($\alpha$ = 0.05)" in shown
    assert shown.count(r" \\") == 41
    assert shown.count(r"\textbf") == 1


def test_cells_take_numbers_of_any_kind() -> None:
    values = [Cell(value).value for value in (np.int64(3), np.float32(0.5), np.float64("nan"), math.inf, True, "x")]
    assert values == [3, 0.5, None, None, 1, "x"]
    assert [type(value) for value in values[:2]] == [int, float]
    assert Cell(1.0, interval=Interval(0, math.inf)).interval is None
    assert Cell(None, interval=Interval(0, 1)).interval is None
    with pytest.raises(UsageError, match="cannot show list"):
        Cell([1])  # type: ignore[arg-type]


def test_malformed_tables_are_refused() -> None:
    with pytest.raises(UsageError, match="row 1 has 1 cells for 2 columns"):
        make_table("t", ["a", "b"], [["x"]])
    for columns in ([], ["a", "a"]):
        with pytest.raises(UsageError, match="different keys"):
            make_table("t", columns, [])


def test_numbers_stand_right_and_text_left_unless_told() -> None:
    table = make_table("t", ["a", "b", Column("c", align="centre"), "d"], [["x", 1, 2, "y"], ["z", None, 3, 4]])
    assert [alignment(table, index) for index in range(4)] == ["left", "right", "centre", "left"]


def test_explanations_say_only_what_is_needed() -> None:
    assert explanations(make_table("t", ["a"], [["x"]])) == ()
    whole = make_table("t", ["a", Column("b", percent=True)], [["x", 0.5]])
    assert explanations(whole) == ("Numbers are in %.",)


def table_of(record: dict[str, Any]) -> Table:
    columns = tuple(Column(**column) for column in record["columns"])
    rows = tuple(
        Row(tuple(cell_of(row["cells"][column.key]) for column in columns), competes=row["competes"])
        for row in record["rows"]
    )
    return Table(record["title"], columns, rows, notes=tuple(record["notes"]), label=record["label"])


def cell_of(record: dict[str, Any]) -> Cell:
    interval = None
    if "low" in record:
        interval = Interval(record["low"], record["high"], level=record["level"], method=record["method"])
    return Cell(record["value"], interval=interval, marks=tuple(record.get("marks", ())), shown=record.get("shown", ""))


@given(tables())
def test_json_round_trips_and_is_strict(table: Table) -> None:
    text = to_json(table)
    text.encode()
    record = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert (record["schema"], record["kind"], record["significance"]) == (1, "table", None)
    assert table_of(record) == table


@given(tables())
def test_tsv_is_a_grid(table: Table) -> None:
    lines = to_tsv(table).split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(table.rows) + 1
    assert len({line.count("\t") for line in lines}) == 1
    assert all(len(line.splitlines()) <= 1 for line in lines)


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 1), st.floats(0, 1))
def test_tsv_numbers_are_unrounded(value: float, low: float, high: float) -> None:
    table = make_table("t", [Column("x", percent=True)], [[Cell(value, interval=Interval(low, high))]])
    heading, line, _ = to_tsv(table).split("\n")
    assert heading == "x\tx_low\tx_high"
    assert [float(field) for field in line.split("\t")] == [value, low, high]


@given(tables())
def test_html_is_well_formed_and_says_everything(table: Table) -> None:
    root = ElementTree.fromstring(to_html(table))
    assert root.findtext("table/caption") == one_line(table.title) or not table.title
    assert len(root.findall("table/thead/tr/th[@scope='col']")) == len(table.columns)
    rows = root.findall("table/tbody/tr")
    assert [len(row) for row in rows] == [len(table.columns)] * len(table.rows)
    assert all(row[0].get("scope") == "row" for row in rows)
    for shown, row in zip(rows, table.rows, strict=True):
        for element, cell in zip(shown, row.cells, strict=True):
            if isinstance(cell.value, str):
                assert one_line(cell.value) in "".join(element.itertext())
    assert not list(root.iter("a")) + list(root.iter("script")) + list(root.iter("img"))


@given(tables())
def test_latex_has_as_many_cells_as_its_specification(table: Table) -> None:
    text = to_latex(table)
    body = text.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    specification = re.search(r"\\begin\{tabular\}\{(.*)\}", text)
    assert specification is not None
    count = len(re.sub(r"@\{[^}]*\}", "", specification[1]))
    assert len(body) == len(table.rows)
    for line in body:
        assert line.endswith(r" \\")
        assert len(re.findall(r"(?<!\\)&", line)) == count - 1
    opened, closed = len(re.findall(r"(?<!\\)\{", text)), len(re.findall(r"(?<!\\)\}", text))
    assert opened == closed


@given(tables())
def test_markdown_has_as_many_cells_as_columns(table: Table) -> None:
    lines = [line for line in to_markdown(table).split("\n") if line.startswith("| ")]
    assert len(lines) == len(table.rows) + 2
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in lines} == {len(table.columns) + 1}
