"""Faithfulness in the report: shown when it was measured, not shown otherwise."""

from types import SimpleNamespace

from redink.evaluate.faithfulness import Plan, measure_trees
from redink.evaluate.report_sections.faithfulness import faithfulness_section
from redink.reports.charts import Chart
from redink.reports.one_page import Fold
from redink.reports.tables import Table
from tests.evaluate.test_faithfulness import ADDED, SOURCE, Shouting, Ten


def section(**options):
    results = measure_trees([SOURCE], {"more": [ADDED]}, plan=Plan(trust=None, **options))
    return faithfulness_section(SimpleNamespace(faithfulness=results))


def test_nothing_is_shown_unasked():
    assert faithfulness_section(SimpleNamespace(faithfulness=None)) is None


def test_everything_is_shown():
    made = section(checker=Shouting(), model=Ten())
    assert made.anchor == "faithfulness"
    assert [type(part) for part in made.parts] == [Chart, Table, Table, Table, Table, Fold]


def test_what_it_finds():
    # H of the source is aligned to single words (w = 1, not 3/4): R = 3/4, P = 3/5, F = 2/3. Backward, D of `again`
    # has no partner: P = 4/5, R = 1, F = 8/9. Mean: 7/9.
    assert section().finding == (
        "At equal amounts of change, meaning kept (USim-UD) is 0.778 (more); 0 of 1 changed sentences are worth a look."
    )
    idle = measure_trees([SOURCE], {"idle": [SOURCE]}, plan=Plan(trust=None))
    assert faithfulness_section(SimpleNamespace(faithfulness=idle)).finding.startswith("No system changes anything")


def test_without_checker_and_model_there_is_no_plane():
    assert [type(part) for part in section().parts] == [Table, Table, Fold]


def test_errors_take_the_place_of_fluency_on_the_plane():
    chart = section(checker=Shouting()).parts[0]
    assert "errors fewer" in chart.table.columns[2].header
