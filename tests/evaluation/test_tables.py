"""Tables of results: counts beside scores, verdicts, breakdowns by type with a macro average."""

from dataclasses import replace

import pytest

from redink.evaluation.results import Difference, Procedure, Ranking, Results, Standing
from redink.evaluation.tables import counts_table, difference_table, score_table, verdict
from redink.evaluation.trust import Trust
from redink.questions.score.run import scored as score
from redink.scoring.measure import Conventions
from redink.signature import Signature
from tests.questions.samples import DATA, breakdown_of
from tests.questions.samples import compared as compare

MISSING = Conventions("corrected", "missing")


def shown(table):
    """Give the table as rows of values under the keys of its columns."""
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, (cell.value for cell in row.cells), strict=True)) for row in table.rows]


def test_counts_precision_and_recall_stand_beside_f():
    table = score_table(score(DATA, ["F0.5"], conventions=MISSING))
    assert [column.name for column in table.columns] == ["system", "TP", "FP", "FN", "P", "R", "F0.5"]
    assert shown(table)[1] == {
        "system": "eager",
        "tp": 1,
        "fp": 1,
        "fn": 1,
        "precision": 0.5,
        "recall": 0.5,
        "F0.5": 0.5,
    }
    assert shown(table)[2]["precision"] is None


def test_p_and_r_are_not_shown_twice():
    table = score_table(score(DATA, ["P", "R", "F0.5"]))
    assert [column.name for column in table.columns] == ["system", "TP", "FP", "FN", "P", "R", "F0.5"]
    assert counts_table(score(DATA, ["P", "R", "F0.5"])) is None


def test_measures_that_count_differently_have_a_table_of_counts():
    wide = score(DATA, ["F0.5", "F0.5-detection", "EM"], conventions=MISSING)
    assert [column.key for column in score_table(wide).columns] == ["system", "F0.5", "F0.5-detection", "EM"]
    rows = shown(counts_table(wide))
    assert [(row["system"], row["measure"]) for row in rows] == [
        (name, measure) for name in ("perfect", "eager", "idle") for measure in ("F0.5", "F0.5-detection")
    ]


def test_measures_without_counts_have_none():
    results = score(DATA, ["GLEU", "EM"])
    assert [column.key for column in score_table(results).columns] == ["system", "GLEU", "EM"]
    assert counts_table(results) is None


def test_intervals_footnotes_and_signature_are_there():
    results = score(DATA, ["F0.5"], trust=Trust(seed=0), pipeline="redink-en@1")
    table = score_table(results)
    assert table.rows[0].cells[-1].interval == results.systems[0].scores[0].interval
    assert table.notes == (*results.footnotes, f"Signature: {results.signature}.")


def test_the_source_does_not_compete():
    named = replace(DATA, systems=(*DATA.systems[:2], replace(DATA.systems[2], name="source")))
    assert [row.competes for row in score_table(score(named)).rows] == [True, True, False]


def test_no_systems_no_rows():
    assert score_table(score(replace(DATA, systems=()))).rows == ()


@pytest.mark.parametrize(
    ("difference", "p", "verdict"),
    [
        (0.1, 0.01, "better"),
        (-0.1, 0.01, "worse"),
        (0.1, 0.2, "no significant difference"),
        (None, None, "not available"),
    ],
)
def test_verdicts(difference, p, verdict):
    results = Results(Signature.of(), (), (Difference("F0.5", "old", "new", difference, p, p),))
    assert shown(difference_table(results))[0]["verdict"] == verdict


def test_one_row_a_comparison():
    rows = shown(difference_table(compare(DATA, ["F0.5", "EM"])))
    assert [(row["measure"], row["system"], row["base"]) for row in rows] == [
        (measure, name, "perfect") for measure in ("F0.5", "EM") for name in ("eager", "idle")
    ]


def test_a_breakdown_by_operation_with_its_macro_average():
    table = breakdown_of(DATA, "operation", conventions=MISSING, macro=True)
    assert shown(table) == [
        {"operation": "R", "edits": 1, "perfect": 1, "eager": pytest.approx(1.25 / 2.25), "idle": 0},
        {"operation": "U", "edits": 1, "perfect": 1, "eager": 0, "idle": 0},
        {"operation": "macro average", "edits": None, "perfect": 1, "eager": pytest.approx(1.25 / 4.5), "idle": 0},
    ]
    assert not table.rows[-1].competes


def test_a_group_a_system_has_nothing_of_is_left_out_of_its_average():
    table = breakdown_of(DATA, "type", conventions=MISSING, macro=True)
    rows = {row["type"]: row for row in shown(table)}
    assert list(rows) == ["ADJ", "DET", "VERB:SVA", "VERB:TENSE", "macro average"]
    assert (rows["ADJ"]["perfect"], rows["ADJ"]["eager"]) == (None, 0)
    assert rows["VERB:TENSE"]["eager"] == 1
    assert (rows["macro average"]["perfect"], rows["macro average"]["eager"]) == (1, pytest.approx(1 / 3))


def test_a_breakdown_without_macro_average_and_in_faithful():
    assert "macro average" not in {row["type"] for row in shown(breakdown_of(DATA, "type"))}
    faithful = breakdown_of(DATA, "type", conventions=Conventions("faithful", "missing"))
    assert {row["type"]: row["perfect"] for row in shown(faithful)}["ADJ"] is None


def test_filters_hold_in_a_breakdown():
    table = breakdown_of(DATA, "operation-type", conventions=replace(MISSING, exclude=("R:ADJ", "DET")))
    assert [row["operation-type"] for row in shown(table)] == ["R:VERB:SVA", "R:VERB:TENSE"]


def test_bug_the_only_system_was_significantly_better_than_every_other():
    alone = Ranking("F0.5", (Standing("mine", 0.5, 1, 1, 1, 1, ("a",)),), ())
    assert verdict(alone, Procedure("randomisation", 1000)) == "F0.5: mine is the only system"


def test_bug_a_system_without_a_score_counted_as_significantly_worse():
    unscored = Standing("idle", None, None, None, None, None, ())
    first = Standing("mine", 0.5, 1, 1, 1, 1, ("a",))
    second = Standing("other", 0.1, 2, 2, 2, 2, ("b",))
    testing = Procedure("randomisation", 1000)
    assert verdict(Ranking("P", (first, unscored), ()), testing) == "P: mine is the only system with a score"
    pair = Difference("P", "mine", "other", -0.4, 0.001, 0.001)
    assert verdict(Ranking("P", (first, second, unscored), (pair,)), testing) == (
        "P: mine is first, significantly better than every other system that has a score"
    )
