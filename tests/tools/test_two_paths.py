"""The first paths of two new users end as they should; `python -m tools.two_paths` walks them from the beginning."""

import sys
from pathlib import Path

from tests.shared_files import SHARED, needs_shared
from tools.two_paths import Person, engineer, researcher

PROGRAMS = Path(sys.executable).parent


def test_an_engineer_gets_a_gate(tmp_path):
    assert engineer(Person(tmp_path, PROGRAMS)).commands == 3


@needs_shared
def test_a_researcher_gets_a_table_with_published_digits(tmp_path):
    assert researcher(Person(tmp_path, PROGRAMS), SHARED).commands == 4
