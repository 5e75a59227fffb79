"""A setting that was hidden is found again, and its score is the one that `redink.score` gives."""

import random
from dataclasses import fields, replace

import pytest

import redink
from redink.questions.diagnose.mathematics.claims import read_claim
from redink.questions.diagnose.mathematics.settings import CHANGEABLE, Setting
from redink.questions.diagnose.run import MEASURES, _Block, _try_block, explained, path_to
from redink.questions.diagnose.tables import simplest
from tests.questions.diagnose.samples import annotators, gold, plain, score, tried
from tests.shared_files import DATA, needs_shared

pytestmark = pytest.mark.filterwarnings("ignore:this text does not look tokenised")


def hidden(make, count):
    """Draw settings; half of them with several changes, which are most of all."""
    known = [attempt for attempt in tried(make) if attempt.value is not None]
    return random.Random(18).sample(known, count)


@pytest.mark.parametrize("make", [gold, plain])
def test_a_hidden_setting_is_found_again(make):
    for attempt in hidden(make, 15):
        value = score(make(), attempt.setting)
        assert value == pytest.approx(attempt.value, abs=1e-12), attempt.setting
        found = explained(make(), read_claim(f"{value:.4f}"), tried(make), annotators())
        assert attempt.setting in {match.setting for match in found.matches}
        assert found.path[-1].value == pytest.approx(value, abs=5.1e-5)
        assert not found.nearest


def test_everything_is_tried():
    seen = {name: {getattr(attempt.setting, name) for attempt in tried(gold)} for name in CHANGEABLE}
    assert seen["text"] == {"as it is", "lower case", "straight quotes", "NFC", "all tokenised"}
    assert seen["blanks"] == {"as they are", "left out", "source"}
    assert seen["edits"] == {"given", "auto"}
    assert seen["absent"] == {"missing", "noop", "agree"}
    assert seen["reference"] == {"", "annotator 0", "annotator 1"}
    assert seen["rule"] == {"faithful", "corrected"}
    assert seen["pipeline"] == {"redink-en", "plain"}
    assert {attempt.setting.measure for attempt in tried(gold)} == set(MEASURES)
    assert "output tokenised" in {attempt.setting.text for attempt in tried(plain)}


@pytest.mark.parametrize("make", [gold, plain])
def test_no_setting_is_tried_twice_and_the_simplest_come_first(make):
    settings = [attempt.setting for attempt in tried(make)]
    assert len(set(settings)) == len(settings)
    numbers = [len(setting.changes) for setting in settings]
    assert numbers == sorted(numbers)
    assert [setting for setting in settings if not setting.changes] == [Setting(name) for name in MEASURES]


def test_only_what_can_move_a_score_is_tried():
    for attempt in tried(gold):
        setting = attempt.setting
        if setting.measure in ("GLEU", "EM"):
            assert setting.edits == "given"
            assert setting.pipeline == "redink-en" or setting.text == "all tokenised"
        if setting.measure == "M2" and setting.edits == "given":
            assert setting.pipeline == "redink-en"
        if setting.reference == "annotator 0":
            assert setting.absent == "missing"
        if setting.reference == "annotator 1":
            assert setting.absent != "missing"
        if setting.text == "all tokenised" and setting.measure not in ("GLEU", "EM"):
            assert setting.edits == "auto"


def test_without_gaps_and_gold_edits_there_is_less_to_try():
    settings = [attempt.setting for attempt in tried(plain)]
    assert {setting.absent for setting in settings} == {"missing"}
    assert {setting.edits for setting in settings} == {"given"}
    assert {setting.blanks for setting in settings} == {"as they are"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["given", "auto"]),
        ({"text": "lower case"}, ["given"]),
        ({"text": "all tokenised"}, ["auto"]),
        ({"text": "all tokenised", "blanks": "source"}, []),
        ({"text": "lower case", "blanks": "source"}, []),
    ],
)
def test_errant_is_tried_with_one_more_change_at_most(changes, expected):
    block = _Block(**{"text": "as it is", "blanks": "as they are", "pipeline": "errant", "data": gold()} | changes)
    assert block.edits_for("F0.5", has_gold=True) == expected


@pytest.mark.parametrize("make", [gold, plain])
def test_every_path_goes_from_the_official_setting_to_its_end(make):
    values = {attempt.setting: attempt.value for attempt in tried(make)}
    for setting, value in values.items():
        first, *steps = path_to(setting, values)
        assert (first.change, first.value, first.difference) == (
            f"official {setting.measure}",
            values[Setting(setting.measure)],
            None,
        )
        assert [first, *steps][-1].value == value
        # New tokens may differ only by the tokeniser of another pipeline: then both changes are one step.
        assert len(setting.changes) - len(steps) <= (setting.text == "all tokenised")
        if value is not None and first.value is not None:
            assert first.value + sum(step.difference for step in steps) == pytest.approx(value)


def test_a_step_says_what_is_changed():
    goal = Setting("M2", edits="auto", pipeline="plain", absent="noop", reference="annotator 1", rule="corrected")
    values = {attempt.setting: attempt.value for attempt in tried(gold)}
    changes = ["--auto", "-p plain", "--absent noop", "only the reference 'annotator 1'", "--rule corrected"]
    assert [step.change for step in path_to(goal, values)] == ["official M2", *changes]
    ends = {setting: value for setting, value in values.items() if setting == goal or not setting.changes}
    assert [step.change for step in path_to(goal, ends)] == ["official M2", ", ".join(changes)]


def test_a_claim_that_nothing_gives_has_neighbours():
    values = sorted(attempt.value for attempt in tried(plain) if attempt.value is not None)
    far = f"{min(1.0, values[-1] + 0.0005):.6f}"
    found = explained(plain(), read_claim(far), tried(plain), annotators())
    assert found.matches == ()
    assert len(found.nearest) == 5
    distances = [abs(attempt.value - float(far)) for attempt in found.nearest]
    assert distances == sorted(distances)
    assert distances[0] == min(abs(value - float(far)) for value in values)
    assert found.path[-1].value == found.nearest[0].value
    assert "No setting gives" in str(found)


def test_changes_that_make_no_difference_are_not_shown():
    official = next(attempt for attempt in tried(gold) if attempt.setting == Setting("GLEU"))
    found = explained(gold(), read_claim(f"{official.value:.6f}"), tried(gold), annotators())
    shown = simplest(found.matches, found.claim)
    assert shown[0] == official
    assert all(attempt.setting.measure != "GLEU" for attempt in shown[1:])
    for attempt in found.matches:
        assert any(
            set(kept.setting.changes) <= set(attempt.setting.changes)
            and kept.setting.measure == attempt.setting.measure
            for kept in shown
        )


def test_all_is_in_the_json():
    found = explained(gold(), read_claim("0.5"), tried(gold), annotators())
    record = found.to_dict()
    assert len(record["settings"]) == len(found.to_dicts()) == len(tried(gold))
    assert set(record["settings"][0]) == {field.name for field in fields(Setting)} | {"value", "options", "words"}
    assert record["claim"] == {"text": "0.5", "value": 0.5, "decimals": 1, "is_percent": False}
    assert record["signature"]["claimed"] == "0.5"
    assert {"matches", "nearest", "path", "system", "schema"} <= set(record)


def test_options_and_words_say_how_to_get_there():
    setting = Setting("M2", "auto", "all tokenised", "left out", "plain", "noop", "annotator 1", "corrected")
    assert setting.options == "-m M2 --auto -p plain --absent noop --rule corrected"
    assert setting.words == (
        "all texts tokenised again by plain, sentences with a blank output left out, only the reference 'annotator 1'"
    )
    assert Setting("GLEU").options == "-m GLEU"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, {"claimed": "abc"}),
        ({}, {"claimed": "-3"}),
        ({}, {"claimed": 65.2}),
        ({}, {"measures": "I"}),
        ({}, {"measures": ["F0.5-type"]}),
        ({}, {"measures": ["F0.7x"]}),
        ({"systems": ()}, {}),
        ({"references": ()}, {}),
    ],
)
def test_nonsense_is_refused(change, wrong):
    with pytest.raises(redink.UsageError):
        redink.diagnose(replace(plain(), **change), **{"claimed": "65.2"} | wrong)


@needs_shared
@pytest.mark.filterwarnings("ignore")
def test_a_claim_about_conll14():
    """37.48 for CAMB by M2 is what redink 0.1 gave by default: `corrected`, absent annotators as "no change"."""
    m2 = DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"
    data = redink.read([DATA / "conll14-teams" / "CAMB"], references=[m2])
    found = explained(data, read_claim("37.48"), try_m2(data), {"plain": annotators()["plain"]})
    assert found.matches[0].setting == Setting("M2", absent="noop", rule="corrected")
    assert [round(100 * step.value, 2) for step in found.path] == [37.33, 37.51, 37.48]


def try_m2(data):
    """Try the settings of M2 that need no tagger."""
    block = _Block("as it is", "as they are", "redink-en", data)
    return sorted(
        (attempt for attempt in _try_block(block, ["M2"], annotators()["plain"], has_gold=True)),
        key=lambda attempt: len(attempt.setting.changes),
    )
