"""The terminal: widths, colours and what a stream tells about itself."""

import io
import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from redink.records import Interval
from redink.reports import terminal
from redink.reports.plain_table import to_plain
from redink.reports.tables import Cell, Column, Row, Table, make_table
from redink.reports.terminal import Paper, paper_of, to_terminal
from tests.reports.samples import sample_table, tables
from tests.reports.snapshots import assert_as_before


def test_narrow_terminals_stack_intervals_and_cut_columns_into_blocks() -> None:
    assert_as_before("table_narrow.txt", to_terminal(sample_table(), width=60))


WIDE = make_table(
    "t",
    ["measure", "system", *(Column(f"name of number {number}", direction="higher") for number in range(4))],
    [["F0.5", "weak", 1.0, 2.0, 3.0, 4.0], ["F0.5", "strong", 5.0, 6.0, 7.0, 8.0]],
)


def test_headings_are_wrapped_before_a_table_is_cut() -> None:
    lines = to_terminal(WIDE, width=70).splitlines()
    assert lines[1].split() == ["name", "of"] * 4
    assert lines[2] == "measure   system   number 0 ↑   number 1 ↑   number 2 ↑   number 3 ↑"
    assert lines[5].split() == ["F0.5", "strong", "5.00*", "6.00*", "7.00*", "8.00*"]


def test_a_table_that_is_cut_repeats_what_tells_its_rows_apart() -> None:
    lines = to_terminal(WIDE, width=50).splitlines()
    assert [line.split()[:2] for line in lines if "5.00" in line or "8.00" in line] == [["F0.5", "strong"]] * 2
    assert max(map(cell_len, lines)) <= 50


def test_every_cell_is_laid_out_once_for_each_look(monkeypatch) -> None:
    laid_out = []
    real = terminal.show_value
    monkeypatch.setattr(terminal, "show_value", lambda *given: laid_out.append(given) or real(*given))
    table = make_table("t", [Column(f"number {index}") for index in range(20)], [list(range(20))] * 30)
    to_terminal(table, width=1000)
    assert len(laid_out) == 20 * 30
    laid_out.clear()
    assert to_terminal(table, width=60).count("number 0") > 2, "in blocks"
    # Rows that are all alike have no names: all their columns but the last are tried, for each look.
    assert len(laid_out) == 3 * (20 * 30 + 19 * 30)


def test_names_that_would_take_half_of_the_terminal_are_not_repeated() -> None:
    table = make_table("t", ["a", "b", "c", "d"], [["x", "y" * 30, "1" * 25, "2" * 25], ["x", "z" * 30, "1", "2"]])
    assert to_terminal(table, width=60).count("y" * 30) == 1


def test_without_a_terminal_nothing_is_wrapped_or_cut() -> None:
    lines = to_terminal(WIDE).splitlines()
    assert lines[1].startswith("measure   system   name of number 0 ↑")
    assert len([line for line in lines if "strong" in line]) == 1


def test_colour_sets_the_best_in_bold_and_plain_text_stars_it() -> None:
    table = make_table("t", ["s", Column("F", direction="higher")], [["a", 0.5], ["b", 0.4]])
    assert "\x1b[1;32m0.50\x1b[0m" in to_terminal(table, colour=True)
    assert "Bold: best" in to_terminal(table, colour=True)
    plain = to_terminal(table)
    assert "\x1b" not in plain
    assert "0.50*\n" in plain
    assert "0.40\n" in plain
    assert "*: best" in plain


def test_markup_and_escape_sequences_of_names_are_only_text() -> None:
    shown = to_terminal(make_table("[red]t[/red]", ["s"], [["[bold]x[/bold]"], ["\x1b[31mred"]]))
    assert "[bold]x[/bold]" in shown
    assert "[red]t[/red]" in shown
    assert "\x1b" not in shown


@settings(deadline=None)
@given(tables())
def test_plain_text_has_no_control_characters_and_every_row(table: Table) -> None:
    shown = to_terminal(table)
    assert not any(character < " " or "\x7f" <= character < "\xa0" for character in shown.replace("\n", ""))
    assert len(shown.splitlines()) >= len(table.rows) + 2


@settings(deadline=None)
@given(st.integers(1, 8), st.integers(40, 120), st.text("abc系", max_size=60))
def test_nothing_is_wider_than_the_terminal(count: int, width: int, name: str) -> None:
    columns = ["s", *(Column(f"m{number}", direction="higher") for number in range(count))]
    table = make_table(name, columns, [[name, *([0.25] * count)], ["b", *([0.5] * count)]], notes=["note " * 40])
    lines = to_terminal(table, width=width).splitlines()
    assert max(map(cell_len, lines)) <= width
    assert sum(line.count("0.50*") for line in lines) == count


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_streams_tell_their_width_and_whether_colour_is_welcome() -> None:
    assert paper_of(io.StringIO(), environment={"COLUMNS": "70"}) == Paper(None, colour=False)
    assert paper_of(_Terminal(), environment={"COLUMNS": "70"}) == Paper(70, colour=True)
    assert paper_of(_Terminal(), environment={"COLUMNS": "70", "NO_COLOR": "1"}) == Paper(70, colour=False)
    assert paper_of(_Terminal(), environment={"COLUMNS": "70", "TERM": "dumb"}) == Paper(70, colour=False)
    # A terminal without a file number (a notebook's) has no width to ask for.
    assert paper_of(_Terminal(), environment={}) == Paper(80, colour=True)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, redink.reports.rendering, redink.reports.charts;"
        "print(*sorted({'rich', 'jinja2', 'numpy', 'scipy', 'spacy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout == "\n"


def everyday(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Table]:
    """Draw tables of everyday characters, with intervals, marks and missing values."""
    cell = st.one_of(
        texts.map(Cell),
        st.builds(
            Cell,
            st.one_of(st.none(), st.integers(-2000, 2000), st.floats(-5, 5).map(lambda value: round(value, 3))),
            interval=st.one_of(st.none(), st.just(Interval(-0.5, 12.25))),
            marks=st.lists(texts.filter(bool), max_size=2).map(tuple),
        ),
    )
    column = st.builds(
        Column,
        texts.filter(bool),
        direction=st.sampled_from(["none", "higher", "lower"]),
        align=st.sampled_from([None, "left", "right", "centre"]),
    )

    def of_size(columns: list[Column]) -> st.SearchStrategy[Table]:
        rows = st.lists(st.tuples(*[cell] * len(columns)).map(Row), max_size=4).map(tuple)
        return st.builds(Table, texts, st.just(tuple(columns)), rows, notes=st.lists(texts, max_size=2).map(tuple))

    return st.lists(column, min_size=1, max_size=4, unique_by=lambda each: each.key).flatmap(of_size)


@settings(max_examples=80, deadline=None)
@given(everyday(st.text("ab Z1.[-–βé系", max_size=6)))
def test_files_and_pipes_get_what_rich_would_write(table: Table) -> None:
    plain = to_plain(table)
    assert plain is None or plain == terminal._laid_out(table, terminal._UNLIMITED, colour=False)


def test_everyday_tables_need_no_rich() -> None:
    assert to_plain(WIDE) is not None
    assert to_plain(sample_table()) is None, "系统 is four columns wide"
