"""Scores with intervals and tests: hand cases, seeds, units, signatures, and the published numbers."""

from dataclasses import replace

import pytest

import redink
from redink.errors import UsageError
from redink.evaluation.presets import PRESETS
from redink.evaluation.trust import Trust
from redink.questions.score.all_measures import named_measures
from redink.questions.score.run import scored as score
from redink.reading.corrections import read_references
from redink.records import Counts, EvalSet, Reference, System
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA, EAGER, IDLE, PERFECT
from tests.questions.samples import compared as compare
from tests.scoring import conll14
from tests.shared_files import DATA as FILES
from tests.shared_files import SHARED, needs_shared

MISSING = Conventions("corrected", "missing")


def values(results):
    return {system.name: [one.value for one in system.scores] for system in results.systems}


def test_scores_and_counts_by_hand():
    results = score(DATA, ["P", "R", "F0.5", "EM"], conventions=MISSING)
    assert values(results) == {
        "perfect": [1, 1, 1, 1],
        "eager": [0.5, 0.5, 0.5, pytest.approx(1 / 3)],
        "idle": [None, 0, 0, pytest.approx(1 / 3)],
    }
    assert [system.scores[0].counts for system in results.systems] == [
        Counts(2, 0, 0),
        Counts(1, 1, 1),
        Counts(0, 0, 2),
    ]
    assert results.systems[0].scores[3].counts is None


def test_m2_has_counts_too():
    results = score(DATA, ["M2"], conventions=MISSING)
    assert [system.scores[0].counts for system in results.systems] == [
        Counts(2, 0, 0),
        Counts(1, 1, 1),
        Counts(0, 0, 2),
    ]


def test_an_absent_annotator_is_read_as_told():
    gaps = {absent: score(DATA, ["R"], conventions=Conventions("corrected", absent)) for absent in ("noop", "missing")}
    assert values(gaps["noop"])["eager"] == [1]
    assert values(gaps["missing"])["eager"] == [0.5]


def test_what_is_undefined_is_none_but_one_where_the_program_says_so():
    assert values(score(DATA, ["P"], conventions=Conventions("corrected")))["idle"] == [None]
    assert values(score(DATA, ["P"], conventions=Conventions("faithful")))["idle"] == [1]


def test_a_dictionary_has_p_and_r_beside_every_f():
    record = score(DATA, ["F0.5"], conventions=MISSING).to_dict()
    (eager,) = record["systems"][1]["scores"]
    assert eager == {
        "measure": "F0.5",
        "value": 0.5,
        "counts": {"tp": 1, "fp": 1, "fn": 1},
        "precision": 0.5,
        "recall": 0.5,
    }
    assert record["systems"][2]["scores"][0]["precision"] is None
    faithful = score(DATA, ["F0.5"], conventions=Conventions("faithful")).to_dicts()
    assert faithful[2]["precision"] == 1


@pytest.mark.parametrize("seed", [0, 12345])
def test_the_same_seed_gives_the_same_digits(seed):
    first, second = (compare(DATA, ["F0.5", "EM"], trust=Trust(seed=seed)) for _ in range(2))
    assert first == second
    assert first.systems[1].scores[0].interval is not None


def test_another_seed_gives_other_draws():
    example = big()
    assert (
        score(example, ["F0.5"], trust=Trust(seed=0)).systems != score(example, ["F0.5"], trust=Trust(seed=1)).systems
    )


def big(times=20):
    """Repeat the sample so that draws have room to differ."""
    many = lambda column: column * times  # noqa: E731
    return EvalSet(
        many(DATA.sources),
        tuple(replace(one, texts=many(one.texts), edits=many(one.edits)) for one in DATA.references),
        tuple(replace(one, texts=many(one.texts), edits=many(one.edits)) for one in DATA.systems),
    )


def test_documents_are_the_units_when_they_are_known():
    by_sentence = big()
    by_essay = replace(by_sentence, documents=tuple(f"e{number // 30}" for number in range(60)))
    wide, narrow = (score(data, ["F0.5"], conventions=MISSING, trust=Trust()) for data in (by_sentence, by_essay))
    assert wide.signature.to_dict()["units"] == "sentences"
    assert narrow.signature.to_dict()["units"].startswith("documents@")
    # Both essays hold the same sentences: whichever are drawn, the score is the same.
    interval = narrow.systems[1].scores[0].interval
    assert (interval.low, interval.high) == (0.5, 0.5)
    assert wide.systems[1].scores[0].interval.low < 0.5 < wide.systems[1].scores[0].interval.high


def test_names_of_documents_move_no_signature():
    names = [
        tuple(f"{name}{number // size}" for number in range(60)) for name, size in (("e", 30), ("x", 30), ("e", 20))
    ]
    units = [
        score(replace(big(), documents=ids), ["F0.5"], trust=Trust(resamples=1)).signature.to_dict()["units"]
        for ids in names
    ]
    assert units[0] == units[1] != units[2]


def test_a_comparison_tells_difference_and_p():
    results = compare(big(), ["F0.5", "EM"], conventions=MISSING)
    assert [(one.measure, one.base, one.system) for one in results.differences] == [
        ("F0.5", "perfect", "eager"),
        ("F0.5", "perfect", "idle"),
        ("EM", "perfect", "eager"),
        ("EM", "perfect", "idle"),
    ]
    assert [one.difference for one in results.differences[:2]] == [-0.5, -1]
    assert all(one.p < 0.01 and one.p <= one.adjusted_p <= 3 * one.p for one in results.differences)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_identical_systems_differ_by_nothing(test):
    twins = replace(DATA, systems=(EAGER, replace(EAGER, name="twin"), IDLE))
    first = compare(twins, ["F0.5", "M2", "GLEU", "EM"], trust=Trust(test=test, resamples=50)).differences[::2]
    assert [(one.system, one.difference, one.p) for one in first] == [("twin", 0, 1)] * 4


def test_an_undefined_difference_has_no_p():
    (one,) = compare(replace(DATA, systems=(PERFECT, IDLE)), ["P"], conventions=MISSING).differences
    assert (one.difference, one.p, one.adjusted_p) == (None, None, None)


def test_too_few_draws_are_spoken_of():
    assert any("use " in note for note in compare(DATA, trust=Trust(resamples=10)).footnotes)
    (note,) = compare(DATA, trust=Trust(resamples=1000)).footnotes
    assert note.startswith("2 documents are too few to detect differences below ")


def test_every_setting_is_in_the_signature():
    plain = score(DATA, ["F0.5"], trust=Trust())
    changed = {
        "measures": score(DATA, ["F1"], trust=Trust()),
        "rule": score(DATA, ["F0.5"], trust=Trust(), conventions=MISSING),
        "absent": score(DATA, ["F0.5"], trust=Trust(), conventions=Conventions(absent="noop")),
        "size": score(DATA, ["F0.5"], trust=Trust(), conventions=Conventions(size="single")),
        "exclude types": score(DATA, ["F0.5"], trust=Trust(), conventions=Conventions(exclude=("DET",))),
        "preset": score(DATA, ["F0.5"], trust=Trust(), conventions=Conventions(preset="mine")),
        "pipeline": score(DATA, ["F0.5"], trust=Trust(), pipeline="errant@3.8.0"),
        "seed": score(DATA, ["F0.5"], trust=Trust(seed=0)),
        "resamples": score(DATA, ["F0.5"], trust=Trust(resamples=10)),
        "interval": score(DATA, ["F0.5"], trust=Trust(method="bca")),
        "level": score(DATA, ["F0.5"], trust=Trust(level=0.9)),
        "units": score(replace(DATA, documents=None), ["F0.5"], trust=Trust()),
    }
    for name, results in changed.items():
        assert plain.signature.differences(results.signature) == tuple(name.split())
    tested = compare(DATA, ["F0.5"], trust=Trust())
    assert plain.signature.differences(tested.signature) == ("systems", "correction", "alpha", "test")
    for trust in (Trust(correction="bh"), Trust(alpha=0.01), Trust(test="bootstrap")):
        other = compare(DATA, ["F0.5"], trust=trust)
        assert len(tested.signature.differences(other.signature)) == 1


def test_other_references_are_in_the_signature_and_their_edits_where_they_count():
    first, second = DATA.references
    other = replace(DATA, references=(replace(first, edits=((), *first.edits[1:])), second))
    assert score(DATA, ["F0.5"]).signature.differences(score(other, ["F0.5"]).signature) == ("gold",)
    assert score(DATA, ["EM"]).signature == score(other, ["EM"]).signature
    fewer = replace(DATA, references=(first,))
    assert score(DATA, ["EM"]).signature.differences(score(fewer, ["EM"]).signature) == ("references", "gold")


def test_filters_leave_edits_out():
    only = Conventions("corrected", "missing", exclude=("DET",))
    assert score(DATA, ["F0.5"], conventions=only).systems[0].scores[0].counts == Counts(1, 0, 0)
    several = Conventions("corrected", "missing", size="multi")
    assert score(DATA, ["F0.5"], conventions=several).systems[0].scores[0].counts == Counts(0, 0, 0)
    with pytest.raises(UsageError, match="GLEU cannot leave edits out"):
        score(DATA, ["F0.5", "GLEU"], conventions=several)


def test_a_measure_asked_for_twice_is_scored_once():
    assert [one.measure for one in score(DATA, ["F0.5", "F0.50", "F0.5"]).systems[0].scores] == ["F0.5"]


def test_our_own_edits_come_with_a_footnote():
    assert "--pipeline errant" in score(DATA, ["F0.5"], pipeline="redink-en@1").footnotes[0]
    texts = replace(DATA, systems=(replace(PERFECT, edits=None), EAGER))
    assert "--pipeline errant" in compare(texts, ["F0.5"]).footnotes[0]
    assert score(DATA, ["EM"], pipeline="redink-en@1").footnotes == ()
    assert score(DATA, ["F0.5"], pipeline="errant@3.8.0").footnotes == ()


TEXTS = EvalSet(
    DATA.sources, tuple(replace(one, edits=None) for one in DATA.references), (System("eager", EAGER.texts),)
)


def test_the_api_annotates_what_is_only_text_and_only_if_it_must():
    assert redink.score(TEXTS, ["GLEU", "EM"]).signature.to_dict()["pipeline"] == "none"
    results = redink.score(TEXTS, absent="missing", pipeline="plain")
    assert results.signature.to_dict()["pipeline"] == "plain@1"
    assert [one.measure for one in results.systems[0].scores] == ["P", "R", "F0.5"]
    assert values(results) == {"eager": [0.5, 0.5, 0.5]}
    assert redink.compare(DATA).systems[0].scores[0].measure == "F0.5"


@pytest.mark.parametrize(("name", "measures"), [(name, list(preset.measures)) for name, preset in PRESETS.items()])
def test_presets_fix_measures_and_rule_and_stand_in_the_signature(name, measures):
    results = redink.score(DATA, preset=name)
    told = results.signature.to_dict()
    assert [one.measure for one in results.systems[0].scores] == measures
    assert (told["preset"], told["rule"], told["absent"]) == (name, "faithful", "missing")
    assert str(results.signature).startswith(f"redink:{redink.__version__}|preset:{name}|")


def test_a_preset_leaves_nothing_to_choose():
    for changes in ({"measures": ["F1"]}, {"rule": "corrected"}, {"absent": "noop"}, {"pipeline": "plain"}):
        with pytest.raises(UsageError, match="the preset 'bea19' fixes"):
            redink.score(DATA, preset="bea19", **changes)
    with pytest.raises(UsageError, match="there is no preset 'conll12'"):
        redink.compare(DATA, preset="conll12")
    assert PRESETS["bea19"].pipeline == "errant"


# ── golden

TEAMS = tuple(team for team in conll14.TEAMS if team != "INPUT")
OFFICIAL = FILES / "conll14-official" / "noalt" / "official-2014.combined.m2"
ERRANT = SHARED / "golden" / "errant-3.0.2"


@needs_shared
@pytest.mark.filterwarnings("ignore::redink.reading.m2.AbsentWarning")
def test_m2_of_the_twelve_teams():
    """Origin: CoNLL-2014's official scores as Chollampatt & Ng (2018) give them; four digits."""
    teams = [FILES / "conll14-teams" / team for team in TEAMS]
    results = redink.score(redink.read(teams, source=None, references=[OFFICIAL]), preset="conll14")
    published = conll14.system_scores("m2score")
    assert {name: round(value, 4) for name, (value,) in values(results).items()} == {
        team: published[team] for team in TEAMS
    }


@needs_shared
@pytest.mark.filterwarnings("ignore::redink.reading.m2.AbsentWarning")
def test_a_gap_read_as_no_change_moves_scores():
    """Origin: SPEC-edits §3.6: ERRANT's edits of the teams against the official file; four digits."""
    sources, references = read_references(OFFICIAL)
    teams = [ERRANT / f"{team}.m2" for team in ("AMU", "SJTU", "CAMB")]
    data = redink.read(teams, source=None, references=[OFFICIAL])
    assert (data.sources, data.references) == (sources, references)
    found = {
        absent: [
            round(value, 4)
            for (value,) in values(redink.score(data, ["F0.5"], rule="faithful", absent=absent)).values()
        ]
        for absent in ("missing", "noop")
    }
    assert found == {"missing": [0.3200, 0.1483, 0.3253], "noop": [0.3236, 0.1527, 0.3270]}


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"test": "t-test"}, {"alpha": 5}, {"alpha": 0}])
def test_bug_what_no_test_can_use_failed_inside_or_not_at_all(wrong):
    with pytest.raises(UsageError):
        Trust(**wrong)


def test_all_measures_are_those_that_work_and_the_others_are_named_with_a_reason():
    results = redink.score(replace(DATA, references=()), "all", pipeline="plain")
    assert {"no-number-changed", "fluency"} <= set(results.measures)
    assert not {"F0.5", "GLEU", "GREEN", "CLEME-dependent"} & set(results.measures)
    note = next(note for note in results.footnotes if "F0.5-detection" in note)
    assert note.startswith("Left out of all measures: F0.5, P, R, ")
    assert "needs a reference" in note
    assert any("gecmetrics:NAME (each needs a local model" in note for note in results.footnotes)
    assert not any("all measures" in note for note in redink.score(DATA, "EM", pipeline="plain").footnotes)


def test_all_measures_are_tried_on_a_sentence_with_an_error():
    clean = ("All", "is", "well", ".")
    data = EvalSet(
        (clean, ("He", "go", ".")),
        (Reference("gold", (clean, ("He", "goes", "."))),),
        (System("good", (clean, ("He", "goes", "."))), System("idle", (clean, ("He", "go", ".")))),
    )
    names, notes = named_measures("all", data, Conventions())
    assert "ability" in names
    assert not any("ability" in note for note in notes)


def test_systems_are_ranked_by_their_sentences():
    results = redink.score(
        DATA, ["EM", "CLEME2-dependent-wrong"], aggregate=["expected-wins", "mean"], pipeline="plain"
    )
    first, second = results.breakdowns
    assert [row.cells[0].value for row in first.rows] == ["perfect", "eager", "idle"]
    assert first.rows[0].cells[1].value == 1
    assert first.rows[0].cells[2].interval is not None
    # Fewer wrong changes win, and the mean says that lower is better.
    assert [column.direction for column in second.columns] == ["none", "higher", "lower"]
    assert "aggregate:expected-wins mean|ties:original" in str(results.signature)
    assert "aggregate" not in str(redink.score(DATA, "EM", pipeline="plain").signature)


def test_bug_a_ranking_by_one_sentence_had_intervals_of_no_width():
    alone = redink.score(
        sources=["He go ."], outputs={"good": ["He goes ."], "idle": ["He go ."]}, references=[["He goes ."]],
        measures="EM", aggregate=["mean", "expected-wins", "trueskill"], pipeline="plain",
    )  # fmt: skip
    (table,) = alone.breakdowns
    assert [cell.interval for row in table.rows for cell in row.cells] == [None] * 10
    assert table.notes[0] == "One sentence has no interval."
    few = redink.score(DATA, "EM", aggregate="mean", resamples=5, pipeline="plain").breakdowns[0]
    assert few.notes == ("5 resamples are too few for intervals of 95 %: use 40 or more.",)


@pytest.mark.parametrize("wrong", [{"aggregate": "wins"}, {"ties": "no"}])
def test_an_aggregate_that_does_not_exist_is_refused(wrong):
    with pytest.raises(UsageError, match="choose from"):
        redink.score(DATA, "EM", **wrong)
    with pytest.raises(UsageError, match="one system"):
        redink.score(replace(DATA, systems=DATA.systems[:1]), "EM", aggregate="trueskill")


def test_bug_all_measures_of_raw_texts_ended_in_a_traceback():
    data = redink.read(
        {"mine": ["He goes home.", "It is, maybe."]},
        source=["He go home.", "It be, maybe."],
        references=[["He goes home.", "It is, maybe."]],
        tokenise="en",
    )
    assert "F0.5" in named_measures("all", data, Conventions())[0]


@pytest.mark.filterwarnings("ignore:With one system")
def test_bug_all_measures_failed_with_a_language_whose_analyser_draws_no_trees():
    texts = (("Er", "geht", "."),)
    data = EvalSet((("Er", "gehst", "."),), (Reference("gold", texts),), (System("mine", texts),))
    results = redink.score(data, "all", pipeline="zh")
    assert "F0.5" in results.measures
    assert not any(name.startswith("USim") for name in results.measures)
