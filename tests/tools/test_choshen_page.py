"""The page on Choshen's thesis and its pictures are what the files of ../shared give, byte for byte."""

import re

import pytest

from tests.shared_files import SHARED, needs_shared
from tools.paper_pages import choshen_coverage, choshen_thesis
from tools.paper_pages import choshen_printed as printed
from tools.paper_pages.__main__ import DOCS, files_of
from tools.paper_pages.choshen_data import load

PAGE = DOCS / "papers" / "choshen-thesis.md"


@needs_shared
def test_page_and_pictures_are_up_to_date():
    for path, text in files_of("choshen-thesis", choshen_thesis, SHARED).items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name} lags behind: python -m tools.paper_pages ../shared --paper choshen-thesis"
        )


@needs_shared
def test_the_released_estimates_give_the_printed_table():
    frequent = {
        gamma: choshen_coverage.mean_frequent(load(SHARED).exact.estimates, gamma) for gamma in printed.FREQUENT
    }
    assert frequent == {gamma: (f"{n:,.2f}", f"{mass:.2f}") for gamma, (n, mass) in printed.FREQUENT.items()}


@needs_shared
def test_all_intervals_of_systems_overlap_the_released_ones():
    data = load(SHARED)
    for name, (_, interval) in choshen_coverage.scores_of_systems(data).items():
        assert interval is not None
        assert interval.low <= data.released_f[name].high, name
        assert data.released_f[name].low <= interval.high, name


def test_every_table_and_figure_of_the_thesis_has_a_section_in_order():
    heads = re.findall(r"^## (Figure \d|Table \d)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert heads == ["Figure 1", "Figure 2", "Table 1", "Figure 3", "Figure 4", "Figure 5", "Figure 6"]


@pytest.mark.parametrize("picture", sorted(re.findall(r"\((\.\./pictures/[^)]+)\)", PAGE.read_text(encoding="utf-8"))))
def test_pictures_are_there_and_small(picture):
    assert (PAGE.parent / picture).stat().st_size < 64_000
