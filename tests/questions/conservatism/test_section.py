"""The section on conservatism by hand: two of three systems change as much as both references together."""

from dataclasses import replace

import pytest

from redink.evaluation.sections import SectionInputs
from redink.evaluation.trust import Trust
from redink.questions.conservatism.section import SECTION
from redink.questions.score.run import scored
from redink.reports.charts import Chart
from redink.reports.one_page import Fold
from redink.reports.tables import Table
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA


def section_of(data=DATA):
    trust = Trust(resamples=50, seed=0)
    conventions = Conventions("corrected", "noop")
    results = scored(data, conventions=conventions, trust=trust)
    return SECTION.make(SectionInputs(data, results, conventions, trust, "redink-en@1"))


def found(section, title):
    """Find a table by the beginning of its title."""
    parts = [inner for part in section.parts for inner in (part.parts if isinstance(part, Fold) else (part,))]
    return next(part for part in parts if isinstance(part, Table) and part.title.startswith(title))


def table_of(section, title):
    return [[cell.value for cell in row.cells] for row in found(section, title).rows]


def test_what_it_shows():
    section = section_of()
    rows = table_of(section, "Conservatism: how much is changed")
    assert [row[0] for row in rows] == ["perfect", "eager", "idle", "first", "second"]
    assert [row[1] for row in rows] == [2, 2, 0, 2, 1]
    assert table_of(section, "Edits: conservatism")[1][5:] == pytest.approx([1, 0, 0, 0.5])
    assert table_of(section, "Edits, system/reference, by type")[0][0] in {"DET", "VERB:SVA", "VERB:TENSE"}


def test_it_is_signed_by_the_pipeline_of_the_report():
    assert "pipeline:redink-en@1" in found(section_of(), "Conservatism").notes[-1]


def test_what_it_finds():
    assert section_of().finding == (
        "1 of 3 systems changes fewer words than a human reference does. idle changes no word, perfect changes the "
        "most (133 % of the number that a reference changes)."
    )
    idle = DATA.systems[2]
    quiet = section_of(replace(DATA, systems=(idle, replace(idle, name="still"))))
    assert quiet.finding.startswith("Both systems change fewer words")
    assert quiet.finding.endswith(" None of them changes a word.")
    busy = section_of(replace(DATA, systems=DATA.systems[:2])).finding
    assert busy.endswith("words (133 % of the number that a reference changes).")
    alone = replace(DATA, systems=DATA.systems[2:])
    assert section_of(alone).finding == "idle changes 0 % of the number of words that a human reference changes."


def test_no_references_no_section():
    inputs = SectionInputs(replace(DATA, references=()), scored(DATA), Conventions(), Trust())
    assert SECTION.make(inputs) is None


def test_references_are_told_from_systems_of_the_same_name():
    named = replace(DATA, references=(replace(DATA.references[0], name="eager"), *DATA.references[1:]))
    charts = [part for part in section_of(named).parts if isinstance(part, Chart)]
    for chart in charts[:2]:
        assert {"eager", "eager (reference)"} <= {row.cells[0].value for row in chart.table.rows}
