"""The section on conservatism by hand: two of three systems change as much as both references together."""

from dataclasses import replace

import pytest

from redink.questions.conservatism.section import conservatism_section
from tests.page.test_sections import inputs_of, table_of
from tests.questions.samples import DATA


def test_what_it_shows():
    section = conservatism_section(inputs_of())
    rows = table_of(section, "Conservatism: how much is changed")
    assert [row[0] for row in rows] == ["perfect", "eager", "idle", "first", "second"]
    assert [row[1] for row in rows] == [2, 2, 0, 2, 1]
    assert table_of(section, "Edits: conservatism")[1][5:] == pytest.approx([1, 0, 0, 0.5])
    assert table_of(section, "Edits, system/reference, by type")[0][0] in {"DET", "VERB:SVA", "VERB:TENSE"}


def test_what_it_finds():
    assert conservatism_section(inputs_of()).finding == (
        "1 of 3 systems change fewer words than a reference; idle changes 0.00 times as many, perfect 1.33 times."
    )
    alone = replace(DATA, systems=DATA.systems[2:])
    assert conservatism_section(inputs_of(alone)).finding == "idle changes 0.00 times as many words as a reference."


def test_no_references_no_section():
    inputs = inputs_of()
    assert conservatism_section(replace(inputs, data=replace(DATA, references=()))) is None
