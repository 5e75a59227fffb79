"""Difficulty joined: scores with intervals and tests, several references, weight files, views; on demo and example."""

from dataclasses import replace

import numpy as np
import pytest
from redink.questions.difficulty.charts import difficulty_parts, stability_chart

from redink import example
from redink.annotation.annotator import Annotator
from redink.errors import InputError, UsageError
from redink.evaluation.data import annotated
from redink.evaluation.saved_scores import read_scores
from redink.language.registry import load_pipeline
from redink.questions.difficulty import tables
from redink.questions.difficulty.mathematics.measures import Settings
from redink.questions.difficulty.mathematics.weights import linear
from redink.questions.difficulty.run import (
    References,
    compare_difficulty,
    measure_difficulty,
    with_conventional,
)
from redink.questions.difficulty.views import heat_map_page
from redink.questions.score.run import Trust
from redink.reading.weights import read_weights, write_weights
from redink.records import Edit, EvalSet, Reference, System
from redink.reports.rendering import render
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEM_EDITS, SYSTEMS
from tests.questions.difficulty.test_measures import UNWEIGHTED, WEIGHTED

TRUST = Trust(resamples=200, seed=0)


def reference(name, edits):
    return Reference(name, SOURCES, edits)


DEMO = EvalSet(SOURCES, (reference("gold", GOLD), reference("like A", SYSTEM_EDITS["A"])), SYSTEMS)


@pytest.fixture(scope="module")
def data():
    return annotated(example.load(), Annotator(load_pipeline("redink-en")))


@pytest.fixture(scope="module")
def results(data):
    return measure_difficulty(data)


def values(results):
    return {
        one.name: [None if score.value is None else round(score.value, 4) for score in one.scores]
        for one in results.scores.systems
    }


def test_the_demo_as_a_whole():
    found = measure_difficulty(DEMO)
    assert values(found) == {name: WEIGHTED[name][4:] + UNWEIGHTED[name][4:] for name in WEIGHTED}
    assert "Only 3 systems" in found.warnings[0]
    assert "N:3" in str(found.scores.signature)


def test_another_reference_can_be_chosen():
    found = measure_difficulty(DEMO, references=References(index=1))
    assert found.judged[0].reference == "like A"
    assert values(found)["A"][:4] == [1, 1, 1, 1]
    with pytest.raises(UsageError, match="no reference 2"):
        measure_difficulty(DEMO, references=References(index=2))


def test_the_best_reference_never_hurts_a_sentence():
    best = measure_difficulty(DEMO, references=References("best"))
    # A is a reference itself: it is perfect under that one.
    assert values(best)["A"][:3] == [1, 1, 1]
    assert best.errors_left == {
        "gold": 6,
        "like A": 4,
        "chosen for A": 4,
        "chosen for B": best.errors_left["chosen for B"],
        "chosen for C": best.errors_left["chosen for C"],
    }
    assert all(4 <= count <= 6 for count in best.errors_left.values())


def test_the_mean_over_references_is_the_mean():
    mean = values(measure_difficulty(DEMO, references=References("mean")))
    each = [values(measure_difficulty(DEMO, references=References(index=index))) for index in (0, 1)]
    for name in ("A", "B"):
        assert mean[name] == pytest.approx(np.mean([own[name] for own in each], axis=0).tolist(), abs=1e-4)


def test_one_reference_given_twice_is_that_reference():
    twice = replace(DEMO, references=(DEMO.references[0], replace(DEMO.references[0], name="again")))
    for rule in ("best", "mean"):
        assert values(measure_difficulty(twice, references=References(rule))) == values(measure_difficulty(DEMO))


def test_a_sentence_without_a_line_of_the_reference():
    half = replace(DEMO, references=(reference("half", (GOLD[0], None)),))
    left_alone = measure_difficulty(half)
    assert left_alone.facts().sentences == 2
    not_asked = measure_difficulty(half, references=References(absent="missing"))
    assert (not_asked.facts().sentences, not_asked.facts().chunks) == (1, 11)


def test_what_cannot_be_measured():
    with pytest.raises(UsageError, match="no system"):
        measure_difficulty(replace(DEMO, systems=()))
    with pytest.raises(UsageError, match="no edits yet"):
        measure_difficulty(replace(DEMO, references=(Reference("text", SOURCES),)))
    with pytest.raises(UsageError, match="negative"):
        measure_difficulty(DEMO, settings=Settings(weight=linear(0.5)))
    with pytest.raises(UsageError, match="no system is left"):
        measure_difficulty(replace(DEMO, systems=SYSTEMS[:1]), settings=Settings(leave_one_out=True))


def test_outsiders_are_warned_about(tmp_path):
    pool = measure_difficulty(replace(DEMO, systems=SYSTEMS[:2]))
    path = tmp_path / "w.json"
    write_weights(path, pool.solved_counts(), SOURCES)
    outsider = replace(DEMO, systems=SYSTEMS[2:])
    found = measure_difficulty(outsider, weights=read_weights(path))
    assert any("C: 1 of its 1 false positives" in warning for warning in found.warnings)
    insider = measure_difficulty(replace(DEMO, systems=SYSTEMS[:1]), weights=read_weights(path))
    assert not any("false positives" in warning for warning in insider.warnings)
    unit = measure_difficulty(outsider, settings=Settings(false_positives="unit"), weights=read_weights(path))
    assert not any("false positives" in warning for warning in unit.warnings)
    with pytest.raises(UsageError, match="one reference"):
        measure_difficulty(outsider, references=References("best"), weights=read_weights(path))


def test_edits_of_another_pipeline_are_warned_about(tmp_path):
    path = tmp_path / "w.json"
    write_weights(path, measure_difficulty(DEMO).solved_counts(pipeline="errant@1"), SOURCES)
    for pipeline, warned in (("plain@1", True), ("errant@1", False), ("none", False)):
        found = measure_difficulty(DEMO, weights=read_weights(path), pipeline=pipeline)
        assert any("come from errant@1" in warning for warning in found.warnings) is warned


def test_a_corpus_without_sentences_or_errors():
    nothing = EvalSet((), (Reference("r", (), ()),), (System("s", (), ()),))
    assert values(measure_difficulty(nothing)) == {"s": [None] * 8}
    no_errors = replace(DEMO, references=(reference("r", ((), ())),), systems=SYSTEMS[:1])
    found = measure_difficulty(no_errors)
    assert found.by_type() == ()
    assert found.levels().tolist() == [0, 0]
    for table in (tables.corpus_table({"x": found}), tables.breakpoint_table(found), tables.team_table(found)):
        assert render(table)


def test_sentences_that_do_not_fit_can_be_left_out(tmp_path):
    path = tmp_path / "w.txt"
    path.write_text("3\n2 3 1 2 3 1 3 3 3 3 2\n3 3 3\n")
    with pytest.raises(InputError, match="3 chunks, but the reference makes 13"):
        measure_difficulty(DEMO, weights=read_weights(path))
    found = measure_difficulty(DEMO, references=References(skip_mismatches=True), weights=read_weights(path))
    assert "1 sentences do not have" in found.warnings[-1]
    assert found.facts().chunks == 11
    assert found.tables["A"][1].tolist() == [0, 0, 0, 0, 0]


def test_intervals_hold_the_score_and_repeat(data):
    first = measure_difficulty(data, trust=TRUST)
    second = measure_difficulty(data, trust=TRUST)
    assert first.to_dict() == second.to_dict()
    for system in first.scores.systems:
        for score in system.scores:
            assert score.interval.low <= score.value <= score.interval.high


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_paired_tests(data, results, test):
    found = compare_difficulty(results, data, replace(TRUST, test=test), base="speller")
    assert {one.measure for one in found.scores.differences} == {"wF0.5", "wA"}
    better = next(one for one in found.scores.differences if (one.measure, one.system) == ("wF0.5", "strong"))
    assert better.difference > 0
    assert better.adjusted_p <= 0.05
    chunk = next(one for one in found.chunk_tests if one.system == "strong")
    table = results.judged[0].table
    strong, speller = (table.correct[:, table.systems.index(name)] for name in ("strong", "speller"))
    assert chunk.only_system - chunk.only_base == int(strong.sum()) - int(speller.sum())
    with pytest.raises(UsageError, match="no system 'nobody'"):
        compare_difficulty(results, data, base="nobody")


def test_mcnemar_on_the_demo_by_hand():
    # b of A, B and C (SPEC-difficulty §1.3): A alone is right in 4 chunks, B alone in 1; p = 2 (1 + 5)/2^5. Of the
    # errors 2 and 1. A against C: 3 to 0, of the errors 2 to 0.
    found = compare_difficulty(measure_difficulty(DEMO), DEMO, TRUST).chunk_tests
    assert [(one.only_base, one.only_system, one.p, one.adjusted_p) for one in found] == [
        (4, 1, pytest.approx(0.375), pytest.approx(0.5)),
        (3, 0, pytest.approx(0.25), pytest.approx(0.5)),
    ]
    assert [(one.errors_only_base, one.errors_only_system, one.errors_p, one.errors_adjusted_p) for one in found] == [
        (2, 1, pytest.approx(1), pytest.approx(1)),
        (2, 0, pytest.approx(0.5), pytest.approx(1)),
    ]


def test_leaving_out_a_system_of_the_demo_by_hand():
    # n of the six errors is 1 1 3 1 3 0. Without A: 0 1 2 0 2 0 of 2; without B: 1 0 2 1 2 0.
    without = {row.system: row for row in measure_difficulty(DEMO).influence()}
    assert without["A"].mean_weight == pytest.approx((1 + 0.5 + 0 + 1 + 0 + 1) / 6)
    assert without["B"].mean_weight == pytest.approx((0.5 + 1 + 0 + 0.5 + 0 + 1) / 6)
    assert without["A"].moved == pytest.approx((1 / 3 + 1 / 6 + 0 + 1 / 3 + 0 + 0) / 6)


def test_a_conventional_measure_beside_the_weighted_ones(tmp_path):
    plain = measure_difficulty(DEMO)
    found = with_conventional(plain, DEMO, "F0.5")
    assert [one.scores[:-1] for one in found.scores.systems] == [one.scores for one in plain.scores.systems]
    assert {one.scores[-1].measure for one in found.scores.systems} == {"F0.5"}
    found.save(tmp_path / "run.json")
    assert read_scores(tmp_path / "run.json", "F0.5") == {
        one.name: one.scores[-1].value for one in found.scores.systems
    }


@pytest.mark.parametrize("corpora", [2, 3, 7])
def test_ranks_across_any_number_of_corpora(corpora):
    # a leads everywhere but in the last corpus; the ranks of b are 2 … 2 1.
    scores = {f"corpus {n}": {"a": 0.9, "b": 0.5, "c": 0.1} for n in range(corpora - 1)}
    scores["last"] = {"b": 0.9, "a": 0.5, "c": 0.1}
    table = tables.stability_table(scores, "wF0.5")
    assert len(table.columns) == corpora + 3
    rows = {row.cells[0].value: [cell.value for cell in row.cells[1:]] for row in table.rows}
    assert rows["a"][:-2] == [1] * (corpora - 1) + [2]
    assert rows["a"][-2] == pytest.approx((corpora + 1) / corpora)
    assert rows["b"][-1] == pytest.approx(corpora**-0.5)  # one rank of k is off by 1: variance 1/k
    assert rows["c"][-2:] == [3, 0]
    assert f"Leaders in {corpora} corpora: a ({corpora - 1}), b (1)." in table.notes[0]
    chart = stability_chart(scores, "wF0.5")
    assert [len(row.cells) for row in chart.table.rows] == [corpora + 1] * 3


def test_all_parts_of_a_reports_chapter(results):
    conventional = {one.name: number / 10 for number, one in enumerate(results.scores.systems)}
    parts = difficulty_parts(results, measure="GLEU", conventional=conventional)
    assert parts.heat_map.startswith('<section class="redink-heat-map"')
    assert [column.name for column in parts.ranks.table.columns[1:]] == ["GLEU", "wF0.5", "wA"]
    first = {row.cells[0].value: row.cells[1].value for row in parts.ranks.table.rows}
    assert [first[name] for name in conventional] == [6, 5, 4, 3, 2, 1]
    assert [row.cells[1].value for row in parts.levels.table.rows] == results.levels().tolist()
    assert [row.cells[1].value for row in parts.by_type.table.rows] == [row.mean for row in results.by_type()]
    assert len(parts.solved_by_one.rows) == sum(map(len, results.unique().values()))
    assert difficulty_parts(results).ranks is None


def test_clashing_gold_edits():
    clashing = (*GOLD[0], Edit(1, 3, ("x",))), GOLD[1]
    data = EvalSet(SOURCES, (reference("gold", clashing),), SYSTEMS)
    with pytest.raises(InputError, match="overlaps another"):
        measure_difficulty(data)
    for found in (
        measure_difficulty(data, references=References(clashes="both")),
        measure_difficulty(data, settings=Settings("faithful")),
    ):
        assert found.facts().errors == 7
        assert any("overlap in 1 sentences and stay both" in one and "twice: 1." in one for one in found.warnings)
        # Chunks of the first sentence: 8 to the end of 3-4; 1-3 and its gap; the tokens 3 and 4 and three gaps.
        assert found.judged[0].table.gold.lengths.tolist() == [15, 13]
        assert heat_map_page(found).count("<s>") == 6  # five errors that replace something, and the legend
    with pytest.raises(InputError, match="overlaps another"):
        measure_difficulty(data, settings=Settings("faithful"), references=References(clashes="refuse"))


def test_leaving_one_out_of_the_pool(data, results):
    for row in results.influence():
        others = replace(data, systems=tuple(own for own in data.systems if own.name != row.system))
        assert row.mean_weight == pytest.approx(measure_difficulty(others).error_weights.mean())
    assert measure_difficulty(replace(data, systems=data.systems[:2])).influence() == ()


def test_levels_and_types_count_all_errors(results):
    errors = len(results.judged[0].table.gold.edits)
    assert results.levels().sum() == errors
    for granularity in ("operation", "type", "operation-type"):
        assert sum(row.frequency for row in results.by_type(granularity)) == errors
    assert results.teams()[-1].solved == errors - len(results.unsolved())
