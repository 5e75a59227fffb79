"""The pages of docs/papers are what the program makes today; and the parts that need no files."""

import pytest
from click.testing import CliRunner

from tests.shared_files import SHARED, needs_shared
from tools.paper_pages import gotou2020_printed, human_printed
from tools.paper_pages.__main__ import DOCS, files_of, main, papers
from tools.paper_pages.beside import Both, Quantity, beside, laid_out
from tools.paper_pages.heat_sentence import Piece, heat_sentence
from tools.paper_pages.human_and_machine2021 import (
    agreed,
    count_behind,
    equal_answers,
    kappa_all,
    kappa_unlike,
    splits_that_round,
)


@needs_shared
@pytest.mark.parametrize("name", ["gotou2020", "human-and-machine2021"])
def test_page_and_pictures_are_what_the_program_makes(name):
    made = files_of(name, papers()[name], SHARED)
    assert len(made) == 3  # the page and two pictures
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"python -m tools.paper_pages ../shared --paper {name}"
        if path.suffix == ".svg":
            assert f"](../pictures/{path.name})" in made[DOCS / "papers" / f"{name}.md"]


def test_every_table_and_figure_has_its_place_in_the_order_of_the_paper():
    order = {
        "gotou2020": ["Figure 1", "Figure 2", "Table 1", "Figure 3", "Table 2", "Table 3", "Table 4"],
        "human-and-machine2021": ["Table 1", "Table 2", "Table 3", "Table 4", "Figure 1", "Table 5", "Figure 2"],
    }
    for name, items in order.items():
        lines = (DOCS / "papers" / f"{name}.md").read_text(encoding="utf-8").split("\n")
        headings = [line[3:].split(":")[0] for line in lines if line.startswith("## ")]
        assert [heading for heading in headings if not heading.startswith("§")] == items


def test_the_command_knows_the_papers_and_refuses_others(tmp_path):
    assert {"bryant2017", "gotou2020", "human-and-machine2021"} <= set(papers())
    finished = CliRunner().invoke(main, [str(tmp_path), "--paper", "nobody1900"])
    assert finished.exit_code == 2
    assert "there is no page 'nobody1900'; choose from" in finished.output


def test_a_folder_without_the_files_is_refused_in_one_line(tmp_path):
    finished = CliRunner().invoke(main, [str(tmp_path), "--paper", "human-and-machine2021"])
    assert finished.exit_code == 1
    assert "no such file" in finished.output


def test_printed_and_ours_beside_each_other():
    rows = [(("a",), (Both(1.23, 1.2349),)), (("b",), (Both(2.0, 1.5),)), (("c",), (Both(1.0, None),))]
    table = beside(("row",), (Quantity(""),), rows)
    assert "| row | printed | ours | difference |" in table
    assert "| a | 1.23 | 1.23 | 0 |" in table
    assert "| b | 2.00 | 1.50 | −0.50 |" in table
    assert "| c | 1.00 | – | – |" in table
    assert beside(("row",), (Quantity("n", 0),), [(("a",), (Both(10, 12),))]).endswith("| a | 10 | 12 | +2 |")


def test_paragraphs_are_filled_and_everything_else_is_kept():
    table = "| a |\n| :-- |\n| b |"
    assert laid_out(["# Title\n\nshort\nlines\n", f"{table}\n\n```text\nx\ny\n```"]) == (
        f"# Title\n\nshort lines\n\n{table}\n\n```text\nx\ny\n```\n"
    )


def test_a_heat_sentence_shows_words_corrections_and_weights():
    chart = heat_sentence("T", [Piece("He"), Piece("go", 0.5, "goes"), *[Piece("very")] * 30, Piece("∅", 1.0, "a<b")])
    assert ">He</text>" in chart.svg
    assert "→ goes 0.500" in chart.svg
    assert "a&lt;b" in chart.svg
    assert [[cell.value for cell in row.cells] for row in chart.table.rows] == [["go", "goes", 0.5], ["∅", "a<b", 1.0]]


def test_the_printed_numbers_are_whole():
    assert sum(count for _, _, count in gotou2020_printed.TYPES.values()) == sum(human_printed.LEVELS) == 2379
    for table in (gotou2020_printed.WEIGHTED_F, gotou2020_printed.WEIGHTED_A):
        assert set(table) == set(gotou2020_printed.SYSTEMS)
        values = [value for value, _ in table.values()]
        assert values == sorted(values, reverse=True)
        # Places by the conventional F0.5 are each taken once.
        assert sorted(rank + gained for rank, (_, gained) in enumerate(table.values(), start=1)) == list(range(1, 9))
    for answers in human_printed.ANSWERS.values():
        assert sum(answers.values()) == human_printed.PAIRS


def test_both_tables_of_ranks_start_from_the_same_conventional_order():
    orders = [
        {name: rank + gained for rank, (name, (_, gained)) in enumerate(table.items(), start=1)}
        for table in (gotou2020_printed.WEIGHTED_F, gotou2020_printed.WEIGHTED_A)
    ]
    assert orders[0] == orders[1]


def test_printed_rates_fit_one_count_each_and_only_in_the_block_of_the_caption():
    assert agreed(("H₁", "H₂")) == (1324, 1195)
    assert agreed(("H₁", "M")) == (1202, 1165)
    assert agreed(("H₂", "M")) == (1182, 1157)
    with pytest.raises(ValueError, match="unpack"):
        count_behind(66.39, human_printed.PAIRS)


def test_kappas_from_the_printed_counts():
    couples = tuple(human_printed.AGREEMENT)
    assert [round(kappa_all(couple), 4) for couple in couples] == [0.4121, 0.3203, 0.2860]
    assert (equal_answers("H₁"), equal_answers("H₂")) == ((37, 219), (25, 142))
    for couple in couples:  # cut, not rounded
        for ours, (_, number) in zip(
            (kappa_all(couple), kappa_unlike(couple)), human_printed.AGREEMENT[couple], strict=True
        ):
            assert int(100 * ours) == round(100 * number)
    splits = splits_that_round()
    assert splits == list(range(splits[0], splits[-1] + 1))
    assert (splits[0], splits[-1]) == (1086, 1148)
