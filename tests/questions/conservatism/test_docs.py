"""The worked example of the page is run as it stands."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "conservatism.md"


def test_the_worked_example_gives_what_the_page_says():
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted >= 5
    assert found.failed == 0
