"""The gate by hand and by property: what is not worse passes, unlike runs are refused, saving changes no number."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink.errors import InputError, UsageError
from redink.evaluation.trust import Trust
from redink.questions.score.baselines import choose_system, read_baseline
from redink.questions.score.gate import check_gate
from redink.questions.score.gate_limits import Limits
from redink.questions.score.run import scored as score
from redink.records import EvalSet, Reference, System
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measure
from tests.questions.samples import DATA, EAGER, IDLE, PERFECT

CORRECTED = Conventions("corrected")
TRUST = Trust(resamples=200, seed=0)


def many(data, times=20):
    """Repeat a corpus, so that differences become significant."""
    return EvalSet(
        data.sources * times,
        tuple(Reference(own.name, own.texts * times, own.edits * times) for own in data.references),
        tuple(System(own.name, own.texts * times, own.edits * times) for own in data.systems),
    )


def alone(data, number):
    return replace(data, systems=(data.systems[number],))


@pytest.fixture
def saved(tmp_path):
    data = many(DATA)
    score(data, ["F0.5", "EM"]).save_statistics(tmp_path / "results.json")
    return tmp_path / "results.json"


def test_statistics_come_back_as_they_were(saved):
    baseline = read_baseline(saved)
    data = many(DATA)
    assert baseline.measures == ("F0.5", "EM")
    assert list(baseline.systems) == ["perfect", "eager", "idle"]
    for system in data.systems:
        for name in baseline.measures:
            expected = parse_measure(name).sentence_stats(data, system)
            assert np.array_equal(baseline.systems[system.name][name].rows, expected)
    assert baseline.systems["perfect"]["F0.5"].score == 1.0
    assert baseline.signature == score(data, ["F0.5", "EM"]).signature


def test_the_same_output_passes(saved):
    result = check_gate(alone(many(DATA), 1), read_baseline(saved), trust=TRUST)
    assert result.passed
    assert result.base == result.system == "eager"
    assert [(check.points, check.p, check.outcome) for check in result.checks] == [(0, 1, "no drop")] * 2


def test_a_worse_output_fails(saved):
    result = check_gate(alone(many(DATA), 1), read_baseline(saved), base="perfect", trust=TRUST)
    assert not result.passed
    assert [check.outcome for check in result.checks] == ["worse", "worse"]
    assert result.checks[0].points == pytest.approx((result.checks[0].now - 1) * 100)
    assert result.to_table().title == "Gate: failed"
    assert result.to_dict()["passed"] is False
    assert {row["failed"] for row in result.to_dicts()} == {True}


def test_a_better_output_passes(saved):
    result = check_gate(alone(many(DATA), 0), read_baseline(saved), base="eager", trust=TRUST)
    assert [check.outcome for check in result.checks] == ["better", "better"]


def test_a_drop_within_the_bounds_passes(saved):
    allowed = check_gate(alone(many(DATA), 1), read_baseline(saved), base="perfect", limits=Limits(100), trust=TRUST)
    assert allowed.passed
    assert {check.outcome for check in allowed.checks} == {"lower, within the allowed drop"}


def test_a_drop_that_may_be_chance_fails_unless_only_significant_ones_do(tmp_path):
    score(DATA, ["F0.5"]).save_statistics(tmp_path / "few.json")
    baseline = read_baseline(tmp_path / "few.json")
    result = check_gate(alone(DATA, 1), baseline, base="perfect", trust=TRUST)
    assert not result.passed
    assert result.checks[0].outcome == "lower, may be chance"
    assert "may be chance, p = " in result.failures()
    mild = check_gate(alone(DATA, 1), baseline, base="perfect", limits=Limits(significant_only=True), trust=TRUST)
    assert mild.passed
    assert mild.checks[0].outcome == "lower, may be chance"


def test_bug_five_sentences_from_good_to_nothing_passed(tmp_path):
    data = alone(DATA, 0)
    score(data, ["F0.5"]).save_statistics(tmp_path / "few.json")
    idle = check_gate(alone(DATA, 2), read_baseline(tmp_path / "few.json"), base="perfect", trust=TRUST)
    assert not idle.passed
    assert "2 documents are too few to show a drop of 0.5 points" in idle.footnotes[-1]
    assert idle.to_dict()["warnings"] == list(idle.footnotes)


def test_bug_equal_outputs_needed_seven_sentences(tmp_path):
    """Where no score differs, the number of sentences that is needed is not known, and seven is only a lower limit."""
    data = alone(DATA, 0)
    score(data, ["F0.5"]).save_statistics(tmp_path / "few.json")
    same = check_gate(data, read_baseline(tmp_path / "few.json"), trust=TRUST)
    assert same.footnotes[-1] == (
        "2 documents are too few to show a drop of 0.5 points. At least 6 documents are needed. F0.5 is the same in "
        "both runs, so no better estimate is possible. With fewer documents you cannot tell a real drop from chance."
    )


def test_a_required_score_is_required(saved):
    data = alone(many(DATA), 1)
    now = score(data, ["EM"])["eager", "EM"].value
    for required, passed in ((now, True), (now + 0.01, False)):
        limits = Limits.of(100, f"EM={required}", significant_only=False)
        result = check_gate(data, read_baseline(saved), limits=limits, trust=TRUST)
        assert result.passed is passed
    assert [check.outcome for check in result.checks] == ["no drop", "misses the required score"]
    assert "misses the required" in result.failures()
    with pytest.raises(UsageError, match="GLEU, which is not checked"):
        check_gate(data, read_baseline(saved), limits=Limits(minima=(("GLEU", 0.5),)), trust=TRUST)
    for wrong in ("50", "F0.5=", "nan", 2):
        with pytest.raises(UsageError, match="is not a score"):
            Limits.of(0.5, wrong, significant_only=False)


def test_enough_sentences_are_not_warned_of(saved):
    result = check_gate(alone(many(DATA), 1), read_baseline(saved), limits=Limits(90), trust=TRUST)
    assert result.footnotes == ()


def test_a_score_that_is_lost_fails(tmp_path):
    data = many(DATA)
    score(data, ["P"], conventions=CORRECTED).save_statistics(tmp_path / "p.json")
    result = check_gate(
        alone(data, 2), read_baseline(tmp_path / "p.json"), base="perfect", conventions=CORRECTED, trust=TRUST
    )
    assert [(check.now, check.points, check.p, check.outcome) for check in result.checks] == [
        (None, None, None, "undefined now (0/0)")
    ]
    assert not result.passed
    assert result.failures() == "P cannot be computed any more (0/0)"
    other = check_gate(
        alone(data, 0), read_baseline(tmp_path / "p.json"), base="idle", conventions=CORRECTED, trust=TRUST
    )
    assert [check.outcome for check in other.checks] == ["undefined before (0/0)"]


def test_measures_can_be_chosen(saved):
    result = check_gate(alone(many(DATA), 1), read_baseline(saved), measures=["EM"], trust=TRUST)
    assert [check.measure for check in result.checks] == ["EM"]
    with pytest.raises(UsageError, match="has no GLEU"):
        check_gate(alone(many(DATA), 1), read_baseline(saved), measures=["GLEU"], trust=TRUST)


def test_unlike_signatures_are_refused_and_the_differences_named(saved):
    baseline = read_baseline(saved)
    data = alone(many(DATA), 1)
    with pytest.raises(InputError, match="rule: faithful then, corrected now"):
        check_gate(data, baseline, conventions=Conventions("corrected"), trust=TRUST)
    with pytest.raises(InputError, match="pipeline: none then, errant now"):
        check_gate(data, baseline, pipeline="errant", trust=TRUST)
    with pytest.raises(InputError, match="references: 2 then, 1 now; gold"):
        check_gate(replace(data, references=data.references[:1]), baseline, trust=TRUST)
    with pytest.raises(InputError, match="sentences: 60 then, 3 now; data"):
        check_gate(alone(DATA, 1), baseline, trust=TRUST)


def test_a_setting_of_one_run_alone_is_named(tmp_path):
    data = alone(many(DATA), 1)
    score(data, ["F0.5"]).save_statistics(tmp_path / "f.json")
    with pytest.raises(InputError, match="exclude: not set then, DET now"):
        check_gate(
            data,
            read_baseline(tmp_path / "f.json"),
            conventions=Conventions(exclude=("DET",)),
            trust=TRUST,
        )


def test_another_version_is_refused(saved):
    record = json.loads(saved.read_text())
    record["signature"]["redink"] = "0.0.1"
    saved.write_text(json.dumps(record))
    with pytest.raises(InputError, match=r"redink: 0\.0\.1 then"):
        check_gate(alone(many(DATA), 1), read_baseline(saved), trust=TRUST)


def test_seed_and_resamples_may_differ(saved):
    assert check_gate(alone(many(DATA), 1), read_baseline(saved), trust=Trust(resamples=50, seed=7)).passed


def test_one_new_system_at_a_time(saved):
    with pytest.raises(UsageError, match="one system, not 3"):
        check_gate(many(DATA), read_baseline(saved), trust=TRUST)


def test_which_saved_system(saved):
    baseline = read_baseline(saved)
    assert choose_system(baseline, None, ["idle"]) == "idle"
    assert choose_system(baseline, "eager", ["idle"]) == "eager"
    for wanted, new in ((None, "other"), ("other", "idle")):
        with pytest.raises(InputError, match="saved"):
            choose_system(baseline, wanted, [new])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda record: record.pop("statistics"), "no statistics of sentences"),
        (lambda record: record.update(schema=99), "schema 99"),
        (lambda record: record.update(systems=[]), "no systems"),
        (lambda record: record["statistics"].pop("idle"), "no statistics of idle by F0.5"),
        (lambda record: record["statistics"]["idle"]["EM"]["rows"][3].append(1), "sentence 4"),
        (lambda record: record.pop("signature"), "not saved results"),
    ],
)
def test_spoilt_files_are_refused(saved, spoil, message):
    record = json.loads(saved.read_text())
    spoil(record)
    saved.write_text(json.dumps(record))
    with pytest.raises(InputError, match=message):
        read_baseline(saved)


def test_rows_must_be_as_many_as_sentences(saved):
    record = json.loads(saved.read_text())
    del record["statistics"]["eager"]["F0.5"]["rows"][-1]
    saved.write_text(json.dumps(record))
    with pytest.raises(InputError, match="59 rows of statistics for 60 sentences"):
        check_gate(alone(many(DATA), 1), read_baseline(saved), trust=TRUST)


def test_what_is_not_json_is_refused(tmp_path):
    (tmp_path / "x.json").write_text("no")
    with pytest.raises(InputError, match="not saved results"):
        read_baseline(tmp_path / "x.json")


scores = st.one_of(st.none(), st.floats(0, 1))


LEVEL = Trust(alpha=0.05)


@given(scores, scores, st.floats(0, 1), st.floats(0, 100), st.booleans())
def test_the_gate_closes_for_drops_beyond_the_limit_and_undefined_scores_alone(before, now, p, max_drop, significant):
    limits = Limits(max_drop, significant_only=significant)
    failed = limits.check("F0.5", before, now, p, p, LEVEL).failed
    if before is None or now is None:
        assert failed == (before is not None)
    else:
        too_far = (before - now) * 100 > max_drop + 1e-9
        assert failed == (too_far and (p <= 0.05 or not significant))


@given(scores, scores, st.floats(0, 1), st.floats(0, 50), st.floats(0, 50))
def test_allowing_more_never_closes_the_gate(before, now, p, max_drop, more):
    strict = Limits(max_drop).check("F0.5", before, now, p, p, LEVEL)
    mild = Limits(max_drop + more).check("F0.5", before, now, p, p, LEVEL)
    assert strict.failed or not mild.failed


def test_no_p_is_not_significant():
    assert Limits().check("F0.5", 0.5, 0.4, None, math.nan, LEVEL).outcome == "lower, may be chance"


def test_a_measure_of_faults_is_turned_round():
    limits = Limits(minima=(("", 0.3),))
    assert limits.check("CLEME2-wrong", 0.2, 0.4, 1, 1, LEVEL).outcome == "misses the required score"
    assert limits.check("CLEME2-wrong", 0.4, 0.2, 1, 1, LEVEL).outcome == "no drop"


choices = st.lists(st.sampled_from([PERFECT, EAGER, IDLE]), min_size=3, max_size=3)


@given(choices, choices)
def test_the_gate_is_what_a_comparison_says(old, new):
    """Saved and read back, a run gives the very p-value that comparing both outputs at hand gives."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from tests.questions.samples import compared as compare

    before, after = mixed("old", old), mixed("new", new)
    data = replace(many(DATA, 4), systems=(before, after))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.json"
        score(alone(data, 0), ["F0.5"]).save_statistics(path)
        (check,) = check_gate(alone(data, 1), read_baseline(path), trust=TRUST).checks
    (difference,) = compare(data, ["F0.5"], trust=TRUST).differences
    assert check.p == difference.p
    assert (check.points is None) == (difference.difference is None)
    if check.points is not None:
        assert check.points == pytest.approx(difference.difference * 100, abs=1e-9)


def mixed(name, makers):
    """A system that takes each sentence from one of others, four times over."""
    texts = tuple(maker.texts[number] for number, maker in enumerate(makers)) * 4
    return System(name, texts, tuple(maker.edits[number] for number, maker in enumerate(makers)) * 4)


def test_from_python_with_texts(tmp_path):
    texts = EvalSet(
        DATA.sources,
        (Reference("r", DATA.references[0].texts),),
        (System("s", PERFECT.texts),),
    )
    results = redink.score(texts, ["F0.5"], pipeline="plain")
    results.save_statistics(tmp_path / "b.json")
    assert results.systems[0].scores[0].value == 1.0
    checked = redink.gate(texts, tmp_path / "b.json", resamples=TRUST.resamples, seed=TRUST.seed, pipeline="plain")
    assert checked.passed
    assert "Gate: passed" in checked._repr_html_()
    assert r"\toprule" in checked.to_latex()


def test_statistics_of_other_columns_are_refused(saved):
    found = json.loads(saved.read_text())
    own = found["statistics"]["eager"]["F0.5"]
    own["columns"].append("more")
    own["rows"] = [[*row, 0] for row in own["rows"]]
    saved.write_text(json.dumps(found))
    with pytest.raises(InputError, match="4 columns of statistics for the 3 of F0"):
        check_gate(alone(many(DATA), 1), read_baseline(saved), trust=TRUST)
