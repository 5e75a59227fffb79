"""Slips in Python calls: each is met at the door with an error of redink's own, never from somewhere inside."""

import pytest

import redink
from redink import example
from redink.questions.agreement.ratings import measure_ratings
from redink.questions.agreement.run import measure_agreement
from tests.questions.samples import DATA

SOURCE, OUTPUT = example.path("source.txt"), example.path("systems/strong.txt")


@pytest.mark.parametrize(
    "function",
    [
        redink.score,
        redink.compare,
        redink.difficulty,
        redink.conservatism,
        redink.report,
        lambda data: redink.diagnose(data, "65.2"),
        lambda data: redink.rerank(data, example.path("nbest.txt")),
    ],
)
@pytest.mark.parametrize("wrong", ["output.txt", None])
def test_bug_a_path_for_data_failed_inside(function, wrong):
    with pytest.raises(redink.UsageError, match=r"redink\.read"):
        function(wrong)


@pytest.mark.parametrize("function", [redink.faithfulness, redink.pairs])
def test_nothing_for_files_is_refused(function):
    with pytest.raises(redink.UsageError, match=r"redink\.read"):
        function(None)


def test_bug_one_measure_as_text_was_taken_letter_by_letter(tmp_path):
    saved = redink.score(DATA, "F0.5")
    saved.save_statistics(tmp_path / "run.json")
    assert saved.measures == ("F0.5",)
    one = redink.EvalSet(DATA.sources, DATA.references, DATA.systems[:1])
    assert redink.gate(one, tmp_path / "run.json", measures="F0.5").passed


@pytest.mark.parametrize("wrong", [{"max_drop": -1}, {"alpha": 7}])
def test_bug_a_gate_took_any_number(tmp_path, wrong):
    redink.score(DATA, "F0.5").save_statistics(tmp_path / "run.json")
    one = redink.EvalSet(DATA.sources, DATA.references, DATA.systems[:1])
    with pytest.raises(redink.UsageError, match=r"allowed drop|level of significance"):
        redink.gate(one, tmp_path / "run.json", **wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"measures": "z"}, {"matches": "exact"}, {"matches": ("z",)}, {"rule": "z"}, {"draw": "z"}, {"seed": -1}],
)
def test_bug_settings_of_coverage_failed_inside_or_not_at_all(wrong):
    with pytest.raises(redink.UsageError):
        redink.coverage([("a b .", ["a b .", "a c ."])], **wrong)


def test_one_measure_of_coverage_may_be_text():
    results = redink.coverage([("a b .", ["a b .", "a c ."])], numbers=(1,), measures="EM", resamples=20)
    assert [curve.measure for curve in results.curves] == ["EM"]


def test_bug_one_correction_as_text_was_taken_letter_by_letter():
    with pytest.raises(redink.UsageError, match="corrections"):
        redink.coverage([("a b .", "a b .")])


@pytest.mark.parametrize("wrong", [{"names": "a"}, {"overlaps": "z"}, {"documents": "essays.tsv"}])
def test_bug_reading_took_any_word(wrong):
    with pytest.raises(redink.UsageError):
        redink.read(OUTPUT, source=SOURCE, references=OUTPUT, **wrong)


@pytest.mark.parametrize("jobs", [0, -1])
def test_bug_no_worker_failed_inside(jobs):
    with pytest.raises(redink.UsageError, match="worker"):
        list(redink.annotate([("a", "b")], pipeline="plain", jobs=jobs))


def test_judgements_may_be_paths_or_what_was_read():
    path = example.path("judgements.jsonl")
    assert str(redink.agreement(path)) == str(redink.agreement(redink.read_judgements(path)))
    with pytest.raises(redink.UsageError, match="read_judgements"):
        measure_agreement("judgements.jsonl")
    with pytest.raises(redink.UsageError, match="rating, valid"):
        measure_ratings(redink.read_judgements(path), "z")


@pytest.mark.parametrize("function", [redink.difficulty, redink.pairs])
def test_bug_without_references_the_choice_was_empty(function):
    with pytest.raises(redink.UsageError, match="give one"):
        function(redink.EvalSet(DATA.sources, (), DATA.systems))


@pytest.mark.parametrize("function", [redink.score, redink.compare])
@pytest.mark.parametrize("wrong", [{"rule": "faithfull"}, {"exclude": "PUNCT"}, {"absent": "none"}, {"size": "one"}])
def test_bug_a_word_for_settings_failed_inside(function, wrong):
    with pytest.raises(redink.UsageError):
        function(DATA, **wrong)


NAN, INFINITE = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        (redink.compare, {"alpha": 0}),
        (redink.compare, {"alpha": NAN}),
        (redink.compare, {"resamples": 0}),  # was taken for "as many as are needed"
        (redink.conservatism, {"alignment": "gap", "gap": NAN}),
        (redink.conservatism, {"alignment": "gap", "gap": -1}),
        (redink.design, {"sentences": [0]}),
        (redink.design, {"sentences": [100, -5]}),
        (redink.design, {"cost_reference": INFINITE}),
        (redink.pairs, {"hours": NAN}),
        (redink.pairs, {"hours": -1}),
        (redink.pairs, {"hours": 1, "pace": 0}),
        (redink.pairs, {"hours": 1, "pace": NAN}),
    ],
)
def test_bug_numbers_that_the_command_line_refuses_failed_inside_or_not_at_all(function, wrong):
    with pytest.raises(redink.UsageError):
        function(DATA, **wrong)


@pytest.mark.parametrize("wrong", [{"level": NAN}, {"level": 1}, {"too_fast": -1}, {"too_fast": NAN}])
def test_bug_agreement_took_any_number(wrong):
    with pytest.raises(redink.UsageError):
        redink.agreement(example.path("judgements.jsonl"), **wrong)
