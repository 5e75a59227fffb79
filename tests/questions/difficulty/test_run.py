"""Difficulty joined: scores with intervals and tests, several references, weight files, views; on demo and example."""

from dataclasses import replace

import pytest

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Trust
from redink.questions.difficulty import tables
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.weights import linear
from redink.questions.difficulty.tables import Details
from redink.questions.difficulty.views import heat_map_page
from redink.reading.score_files import read_score_file
from redink.reading.weights import read_weights, write_weights
from redink.records import Edit, EvalSet, Reference, System
from redink.reports.rendering import render
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEM_EDITS, SYSTEMS, measure
from tests.questions.difficulty.test_measures import UNWEIGHTED, WEIGHTED

TRUST = Trust(resamples=200, seed=0)


def reference(name, edits):
    return Reference(name, SOURCES, edits)


DEMO = EvalSet(SOURCES, (reference("gold", GOLD), reference("like A", SYSTEM_EDITS["A"])), SYSTEMS)


@pytest.fixture(scope="module")
def data():
    return prepare(example.load()).data


@pytest.fixture(scope="module")
def results(data):
    return measure(data)


def values(results):
    return {
        one.name: [None if score.value is None else round(score.value, 4) for score in one.scores]
        for one in results.scores.systems
    }


def test_the_demo_as_a_whole():
    found = measure(DEMO)
    assert values(found) == {name: WEIGHTED[name][4:] + UNWEIGHTED[name][4:] for name in WEIGHTED}
    assert "Only 3 systems" in found.warnings[0]
    assert "N:3" in str(found.scores.signature)


def test_another_reference_can_be_chosen():
    found = measure(DEMO, reference=1)
    assert found.reference().name == "like A"
    assert values(found)["A"][:4] == [1, 1, 1, 1]
    with pytest.raises(UsageError, match="no reference 2"):
        measure(DEMO, reference=2)


def test_a_sentence_without_a_line_of_the_reference():
    half = replace(DEMO, references=(Reference("half", (SOURCES[0], None), (GOLD[0], None)),))
    left_alone = measure(half, absent="noop")
    assert left_alone.reference().facts().sentences == 2
    not_asked = measure(half)
    assert (not_asked.reference().facts().sentences, not_asked.reference().facts().chunks) == (1, 11)


def test_what_cannot_be_measured():
    with pytest.raises(UsageError, match="no system"):
        measure(replace(DEMO, systems=()))
    with pytest.raises(UsageError, match="no edits yet"):
        measure(replace(DEMO, references=(Reference("text", SOURCES),)))
    with pytest.raises(UsageError, match="negative"):
        measure(DEMO, settings=Settings(weight=linear(0.5)))
    with pytest.raises(UsageError, match="no system is left"):
        measure(replace(DEMO, systems=SYSTEMS[:1]), settings=Settings(leave_one_out=True))


def test_outsiders_are_warned_about(tmp_path):
    pool = measure(replace(DEMO, systems=SYSTEMS[:2]))
    path = tmp_path / "w.json"
    write_weights(path, pool.reference().solved_counts(), SOURCES)
    outsider = replace(DEMO, systems=SYSTEMS[2:])
    found = measure(outsider, weights=[read_weights(path)])
    assert any("C: 1 of its 1 false positives" in warning for warning in found.warnings)
    insider = measure(replace(DEMO, systems=SYSTEMS[:1]), weights=[read_weights(path)])
    assert not any("false positives" in warning for warning in insider.warnings)
    unit = measure(outsider, settings=Settings(false_positives="unit"), weights=[read_weights(path)])
    assert not any("false positives" in warning for warning in unit.warnings)


def test_edits_of_another_pipeline_are_warned_about(tmp_path):
    path = tmp_path / "w.json"
    write_weights(path, measure(DEMO, pipeline="errant@1").reference().solved_counts(), SOURCES)
    for pipeline, warned in (("plain@1", True), ("errant@1", False), ("none", False)):
        found = measure(DEMO, weights=[read_weights(path)], pipeline=pipeline)
        assert any("come from errant@1" in warning for warning in found.warnings) is warned


def test_a_corpus_without_sentences_or_errors():
    nothing = EvalSet((), (Reference("r", (), ()),), (System("s", (), ()),))
    assert values(measure(nothing)) == {"s": [None] * 8}
    no_errors = replace(DEMO, references=(reference("r", ((), ())),), systems=SYSTEMS[:1])
    found = measure(no_errors)
    assert found.reference().by_type() == ()
    assert found.reference().levels().tolist() == [0, 0]
    shown = found.reference()
    for table in (tables.corpus_table({"x": shown}), tables.breakpoint_table(shown), tables.team_table(shown)):
        assert render(table)


def test_sentences_that_do_not_fit_can_be_left_out(tmp_path):
    path = tmp_path / "w.txt"
    path.write_text("3\n2 3 1 2 3 1 3 3 3 3 2\n3 3 3\n")
    with pytest.raises(InputError, match="3 chunks, but the reference makes 13"):
        measure(DEMO, weights=[read_weights(path)])
    found = measure(DEMO, mismatches="skip", weights=[read_weights(path)])
    assert "1 sentences do not have" in found.warnings[-1]
    assert found.reference().facts().chunks == 11
    assert found.counts["A"][1].tolist() == [0, 0, 0, 0, 0, 0, 0]


def test_intervals_hold_the_score_and_repeat(data):
    first = measure(data, ci=True, trust=TRUST)
    second = measure(data, ci=True, trust=TRUST)
    assert first.to_dict() == second.to_dict()
    for system in first.scores.systems:
        for score in system.scores:
            assert score.interval.low <= score.value <= score.interval.high


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_paired_tests(data, test):
    speller_first = replace(data, systems=tuple(sorted(data.systems, key=lambda system: system.name != "speller")))
    found = measure(speller_first, details=Details(compare=True), trust=replace(TRUST, test=test))
    assert {one.measure for one in found.scores.differences} == {"wF0.5", "wA"}
    assert {one.base for one in found.scores.differences} == {"speller"}
    better = next(one for one in found.scores.differences if (one.measure, one.system) == ("wF0.5", "strong"))
    assert better.difference > 0
    assert better.adjusted_p <= 0.05
    chunk = next(one for one in found.chunk_tests if one.system == "strong")
    table = found.reference().table
    strong, speller = (table.correct[:, table.systems.index(name)] for name in ("strong", "speller"))
    assert chunk.only_system - chunk.only_base == int(strong.sum()) - int(speller.sum())


def test_mcnemar_on_the_demo_by_hand():
    # b of A, B and C (SPEC-difficulty §1.3): A alone is right in 4 chunks, B alone in 1; p = 2 (1 + 5)/2^5. Of the
    # errors 2 and 1. A against C: 3 to 0, of the errors 2 to 0.
    found = measure(DEMO, details=Details(compare=True), trust=TRUST).chunk_tests
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
    without = {row.system: row for row in measure(DEMO).reference().influence()}
    assert without["A"].mean_weight == pytest.approx((1 + 0.5 + 0 + 1 + 0 + 1) / 6)
    assert without["B"].mean_weight == pytest.approx((0.5 + 1 + 0 + 0.5 + 0 + 1) / 6)
    assert without["A"].moved == pytest.approx((1 / 3 + 1 / 6 + 0 + 1 / 3 + 0 + 0) / 6)


def test_a_conventional_measure_beside_the_weighted_ones(tmp_path):
    plain = measure(DEMO)
    found = measure(DEMO, against="F0.5")
    assert found.scores.measures == (*plain.scores.measures, "F0.5")
    assert {(system, score.measure): score for system, score in found if score.measure != "F0.5"} == {
        (system, score.measure): score for system, score in plain
    }
    assert found.values("F0.5") == redink.score(DEMO, "F0.5").values("F0.5")
    found.save(tmp_path / "run.json")
    saved = read_score_file(tmp_path / "run.json").systems["F0.5"]
    assert list(saved.values()) == found.values("F0.5")


@pytest.mark.filterwarnings("ignore:Only 3 systems judge the difficulty")
def test_a_weighted_score_is_not_ranked_against_its_own_name():
    with pytest.raises(UsageError, match=r"wF0\.5 is among the weighted scores"):
        redink.difficulty(DEMO, against="wF0.5")
    assert redink.difficulty(DEMO, against="wF1").against == "wF1"


def test_files_of_regions(tmp_path):
    regions = redink.difficulty(DEMO, several="regions", levels=True, by="type")
    assert regions.reference().name == "2 references joined"
    assert "2 references joined" in str(regions)
    assert regions.to_dict()["errors"] == {"2 references joined": 6}
    regions.save_weights(tmp_path / "weights.json")
    again = redink.difficulty(DEMO, several="regions", weights=tmp_path / "weights.json")
    assert values(again) == values(regions)
    with pytest.raises(InputError, match="do not belong to this corpus"):
        redink.difficulty(DEMO, reference=1, weights=tmp_path / "weights.json")
    regions.save_heat_map(tmp_path / "heat.html")
    assert "Errors of 2 references joined" in (tmp_path / "heat.html").read_text(encoding="utf-8")


def test_scores_by_name():
    found = redink.difficulty(DEMO)
    assert found["A", "wF0.5"].value == pytest.approx(0.8)
    assert found.ranked == ("wF0.5", "wA")
    assert redink.difficulty(DEMO, beta=2).ranked == ("wF2", "wA")
    assert len(list(found)) == 3 * 8


OTHER_GOLD = replace(DEMO, references=(reference("gold", (GOLD[0], ())), DEMO.references[1]))
OTHER_OUTPUT = replace(DEMO, systems=(*SYSTEMS[:2], replace(SYSTEMS[2], edits=SYSTEM_EDITS["A"])))


CHANGES = {
    "": (
        *({"beta": 1}, {"weight": "linear:1.0000001"}, {"fp": "unit"}, {"mode": "faithful"}, {"leave_one_out": True}),
        *({"reference": 1}, {"several": "regions"}, {"need": True}, {"absent": "noop"}, {"overlaps": "both"}),
        *({"against": "M2"}, {"ci": True}, {"compare": True}),
    ),
    "ci": ({"level": 0.9}, {"interval": "bca"}, {"seed": 1}, {"resamples": 99}),
    "compare": ({"test": "bootstrap"}, {"seed": 1}, {"resamples": 99}),
    "against": ({"rule": "corrected"}, {"against": "F0.5"}),
    "several": ({"several": "one"}, {"need": True}),
}
ASKED = {
    "": {},
    "ci": {"ci": True},
    "compare": {"compare": True},
    "against": {"against": "M2"},
    "several": {"several": "regions"},
}


@pytest.mark.parametrize(("asked", "change"), [(asked, change) for asked in CHANGES for change in CHANGES[asked]])
def test_bug_other_settings_had_the_same_signature(asked, change):
    before, after = ({"resamples": 20} | ASKED[asked] | more for more in ({}, change))
    assert str(redink.difficulty(DEMO, **before).signature) != str(redink.difficulty(DEMO, **after).signature)


@pytest.mark.parametrize("data", [OTHER_GOLD, OTHER_OUTPUT, replace(DEMO, documents=("x", "x"))])
def test_bug_other_data_had_the_same_signature(data):
    before, after = (redink.difficulty(given, ci=True, resamples=20) for given in (DEMO, data))
    assert str(before.signature) != str(after.signature)


def test_a_reference_that_plays_no_part_is_not_in_the_signature():
    alone = replace(DEMO, references=DEMO.references[:1])
    assert str(redink.difficulty(DEMO).signature) == str(redink.difficulty(alone).signature)


def test_the_pool_of_a_weight_file_is_in_the_signature(tmp_path):
    signatures = set()
    for number, systems in enumerate((SYSTEMS[:2], SYSTEMS)):
        measure(replace(DEMO, systems=systems)).save_weights(tmp_path / f"{number}.json")
        signatures.add(str(redink.difficulty(DEMO, weights=tmp_path / f"{number}.json").signature))
    signatures.add(str(redink.difficulty(DEMO, weights=tmp_path / "0.json", mismatches="skip").signature))
    assert len(signatures) == 3


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


def test_clashing_gold_edits():
    clashing = (*GOLD[0], Edit(1, 3, ("x",))), GOLD[1]
    data = EvalSet(SOURCES, (reference("gold", clashing),), SYSTEMS)
    with pytest.raises(InputError, match="overlaps another"):
        measure(data)
    for found in (
        measure(data, clashes="both"),
        measure(data, settings=Settings("faithful")),
    ):
        assert found.reference().facts().errors == 7
        assert any("overlap in 1 sentences; both are kept" in one and "twice: 1." in one for one in found.warnings)
        # Chunks of the first sentence: 8 to the end of 3-4; 1-3 and its gap; the tokens 3 and 4 and three gaps.
        assert found.reference().table.gold.lengths.tolist() == [15, 13]
        assert (
            heat_map_page(found.reference(), found.signature).count("<s>") == 6
        )  # five errors that replace something, and the legend
    with pytest.raises(InputError, match="overlaps another"):
        measure(data, settings=Settings("faithful"), clashes="refuse")


def test_leaving_one_out_of_the_pool(data, results):
    for row in results.reference().influence():
        others = replace(data, systems=tuple(own for own in data.systems if own.name != row.system))
        assert row.mean_weight == pytest.approx(measure(others).reference().error_weights.mean())
    assert measure(replace(data, systems=data.systems[:2])).reference().influence() == ()


def test_levels_and_types_count_all_errors(results):
    errors = len(results.reference().table.gold.edits)
    assert results.reference().levels().sum() == errors
    for granularity in ("operation", "type", "operation-type"):
        assert sum(row.frequency for row in results.reference().by_type(granularity)) == errors
    assert results.reference().teams()[-1].solved == errors - len(results.reference().unsolved())


def test_bug_json_had_a_precision_where_the_table_has_none():
    results = redink.difficulty(
        sources=["He go home .", "I likes it ."],
        outputs={"one": ["He goes home .", "I likes it ."], "two": ["He goes home .", "I like it ."]},
        references=[["He goes home .", "I like it ."]],
    )
    record = next(row for row in results.to_dicts() if (row["system"], row["measure"]) == ("one", "wP"))
    assert (record["value"], record["precision"], record["recall"]) == (None, None, 0)
