"""The worked examples of the measures' pages are run as they stand."""

import doctest
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs" / "measures"


@pytest.mark.parametrize("name", ["m2", "gleu", "green", "cleme", "i-measure", "exact-match", "exact-index-match"])
def test_worked_examples_give_what_the_page_says(name):
    found = doctest.testfile(str(PAGES / f"{name}.md"), module_relative=False)
    assert found.attempted >= 5
    assert found.failed == 0
