"""Faithfulness in the report: shown when it was measured, not shown otherwise."""

from types import SimpleNamespace

from redink.questions.faithfulness.plan import Plan
from redink.questions.faithfulness.run import measure_trees
from redink.questions.faithfulness.section import faithfulness_section, section_of
from redink.reports.charts import Chart
from redink.reports.one_page import Fold
from redink.reports.tables import Table
from tests.questions.faithfulness.test_run import ADDED, SOURCE, SWAPPED, Shouting, Ten


def section(**options):
    results = measure_trees([SOURCE], {"more": [ADDED]}, plan=Plan(trust=None, **options))
    return section_of(results)


def test_nothing_is_shown_unasked():
    assert faithfulness_section(SimpleNamespace(asked={})) is None


def test_everything_is_shown():
    made = section(checker=Shouting(), model=Ten())
    assert made.anchor == "faithfulness"
    assert [type(part) for part in made.parts] == [Chart, Table, Table, Table, Table, Fold]


def test_what_it_finds():
    assert section().finding == "0 of 1 changed sentences show a sign that their meaning is at risk."
    both = measure_trees([SOURCE], {"more": [ADDED], "swap": [SWAPPED]}, plan=Plan(trust=None))
    assert section_of(both).finding == (
        "1 of 2 changed sentences show a sign that their meaning is at risk, most of all swap (1 of 1)."
    )
    idle = measure_trees([SOURCE], {"idle": [SOURCE]}, plan=Plan(trust=None))
    assert section_of(idle).finding.startswith("No system changes anything")


def test_without_checker_and_model_there_is_no_plane():
    assert [type(part) for part in section().parts] == [Table, Table, Fold]


def test_errors_take_the_place_of_fluency_on_the_plane():
    chart = section(checker=Shouting()).parts[0]
    assert "errors fewer" in chart.table.columns[2].header
