"""Faithfulness by the names of its numbers: `redink score -m USim-UD` gives what `redink faithfulness` gives."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import redink
from redink.errors import MissingExtraError, UsageError
from redink.questions.faithfulness import measures
from redink.questions.faithfulness.mathematics.measures import NAMES, named_formula
from redink.questions.faithfulness.mathematics.pairs import COLUMNS, Language, Meaning, Outcome, statistics
from redink.questions.faithfulness.mathematics.usim import Match, USim
from redink.questions.faithfulness.measures import make
from redink.records import EvalSet, System
from redink.scoring.measure import Conventions, WithoutReferences
from redink.scoring.names import parse_measure
from tests.cli.running import run
from tests.questions.faithfulness.test_run import ADDED, SOURCE, SWAPPED, YES, Shouting, Ten

TREES = {tree.tokens: tree for tree in (SOURCE, YES, SWAPPED, ADDED)}
DATA = EvalSet(
    (SOURCE.tokens, YES.tokens, SOURCE.tokens),
    systems=(
        System("none", (SOURCE.tokens, YES.tokens, SOURCE.tokens)),
        System("swap", (SWAPPED.tokens, YES.tokens, SOURCE.tokens)),
        System("more", (ADDED.tokens, YES.tokens, ADDED.tokens)),
    ),
)


class Drawn:
    """A parser that has its four trees ready, and counts what it is asked."""

    name, version = "drawn", "1"

    def __init__(self):
        self.asked = []

    def parse(self, sentences):
        for tokens in sentences:
            self.asked.append(tokens)
            yield TREES[tokens]


@pytest.fixture
def parser(monkeypatch):
    """Trees, errors and perplexities by hand, and nothing remembered."""
    parser = Drawn()
    monkeypatch.setattr(measures, "_parser", lambda _name: parser)
    monkeypatch.setattr(measures, "_checker", Shouting)
    monkeypatch.setattr(measures, "_model", Ten)
    for memory in ("_sides", "_languages", "_meanings"):
        monkeypatch.setattr(measures, memory, {})
    return parser


@pytest.fixture
def faithful(parser):
    from redink.questions.faithfulness.plan import Plan
    from redink.questions.faithfulness.run import measure_faithfulness

    return measure_faithfulness(DATA, parser, plan=Plan(checker=Shouting(), model=Ten()))


SAME = {
    "USim-UD": "USim-UD",
    "USim-UD-changed": "USim-UD changed",
    "USim-UD-matched": "USim-UD matched",
    "USim-UD-unlabelled": "USim-UD unlabelled",
    "USim-UD-P-forward": "precision forward",
    "USim-UD-R-backward": "recall backward",
    "errors-removed": "errors removed",
    "errors-fewer": "errors fewer",
    "fluency": "fluency",
    "Scribendi": "Scribendi",
}


def test_score_gives_the_numbers_of_faithfulness(faithful):
    scored = redink.score(DATA, list(SAME))
    for system in DATA.systems:
        for name, shown in SAME.items():
            ours, theirs = scored[system.name, name].value, faithful[system.name, shown].value
            assert ours == theirs if theirs is None else ours == pytest.approx(theirs)
    at_risk = redink.score(DATA, "no-risk")
    assert at_risk["swap", "no-risk"].value == 1 - faithful["swap", "at risk"].value == pytest.approx(2 / 3)
    assert redink.score(DATA, "no-swapped-roles")["swap", "no-swapped-roles"].value == pytest.approx(2 / 3)
    assert redink.score(DATA, "no-name-changed")["swap", "no-name-changed"].value == 1


def test_released_is_the_rule_of_the_published_program(parser):
    from redink.questions.faithfulness.plan import Plan
    from redink.questions.faithfulness.run import measure_faithfulness

    results = measure_faithfulness(DATA, parser, plan=Plan(compat="released"))
    scored = redink.score(DATA, ["USim-UD-released", "USim-UD"])
    for system in DATA.systems:
        assert scored[system.name, "USim-UD-released"].value == pytest.approx(results[system.name, "USim-UD"].value)
    assert scored["more", "USim-UD-released"].value != scored["more", "USim-UD"].value


def test_every_text_is_parsed_once_for_all_measures_and_systems(parser):
    redink.score(DATA, [*NAMES, "noref-F1"])
    redink.compare(DATA, "USim-UD", resamples=20)
    assert sorted(parser.asked) == sorted(TREES)


@pytest.mark.usefixtures("parser")
def test_the_three_steps_by_hand():
    """`more` keeps 7/9 of the meaning twice; each time it removes `hit` and introduces `again`.

    TP = 7/9 + 7/9, FP = 2 · (1 + 2/9), FN = 2 − TP; P = 7/18, R = 7/9. `swap` removes nothing, but changes meaning.
    """
    results = redink.score(DATA, ["USim-UD", "noref-P", "noref-R", "noref-F1"])
    assert results["more", "USim-UD"].value == pytest.approx((7 / 9 + 1 + 7 / 9) / 3)
    assert results["more", "noref-P"].value == pytest.approx(7 / 18)
    assert results["more", "noref-R"].value == pytest.approx(7 / 9)
    assert results["more", "noref-F1"].value == pytest.approx(2 * (7 / 18) * (7 / 9) / (7 / 18 + 7 / 9))
    assert results["none", "noref-P"].value is None  # 0/0: it does nothing
    assert results["none", "noref-R"].value == 0


def outcome(errors_before, errors_after, kept):
    def language(number):
        return Language(tuple(measures_complaint(place) for place in range(number)))

    return Outcome(USim(*[Match(kept, kept)] * 4), 1, (), True, language(errors_before), language(errors_after))


def measures_complaint(place):
    from redink.questions.faithfulness.mathematics.fluency_errors import Complaint

    return Complaint("kind", str(place), "")


@given(st.integers(0, 5), st.integers(0, 5), st.floats(0.01, 1), st.floats(0.01, 1))
@example(0, 1, 1.0, 1 - 1e-16)
def test_changed_meaning_is_a_penalty(before, after, one, other):
    """Whoever keeps less meaning has fewer right, more wrong and more missed; the source's errors stay all counted."""
    low, high = sorted((one, other))
    (few,), (many,) = (statistics([outcome(before, after, kept)], [(9, 9)]) for kept in (low, high))
    tp, fp, fn = ([row[COLUMNS.index(name)] for row in (few, many)] for name in ("tp", "fp", "fn"))
    assert tp[0] <= tp[1]
    assert fp[0] >= fp[1]
    assert fn[0] >= fn[1]
    assert tp[0] + fn[0] == pytest.approx(before)
    if low == 1:
        assert fp[0] == max(0, after - before)
    elif high - low > 1e-12:  # a smaller difference is lost in rounding when it is added to whole errors
        assert fp[0] > fp[1]  # a penalty even where no error was removed


shares = st.floats(0, 1)


@given(shares, shares, st.floats(0, 1))
@example(5e-323, 1.0, 1.0)
def test_means_of_two_scores(a, b, weight):
    """Harmonic ≤ geometric ≤ arithmetic; equal parts give themselves; the weights turn one into the other."""
    weight = round(weight, 3)
    sums = np.zeros((1, len(COLUMNS)))
    for name, value in {"usim": a, "has_usim": 1, "tokens": 1, "errors_before": 1 - b, "errors_removed": 0}.items():
        sums[0, COLUMNS.index(name)] = value
    kinds = ("harmonic", "geometric", "mean")
    harmonic, geometric, mean = (
        float(named_formula(f"{kind}{weight:.3f}:USim-UD+grammaticality").score_from_sums(sums)[0]) for kind in kinds
    )
    assert mean == pytest.approx(weight * a + (1 - weight) * b, abs=1e-9)
    if min(a, b) > 1e-6:
        assert harmonic <= geometric + 1e-9 <= mean + 2e-9
        assert geometric == pytest.approx(math.exp(weight * math.log(a) + (1 - weight) * math.log(b)), rel=1e-6)
        assert harmonic == pytest.approx(1 / (weight / a + (1 - weight) / b), rel=1e-6)


@pytest.mark.usefixtures("parser")
def test_combined_scores_are_those_of_their_parts():
    names = ["USim-UD", "grammaticality", "harmonic:USim-UD+grammaticality", "mean0.3:USim-UD+fluency", "fluency"]
    results = redink.score(DATA, names, ci=True, resamples=20)
    usim, grammar, harmonic, weighted, fluency = (results["more", name].value for name in names)
    assert grammar == pytest.approx(1 - 2 / 9)  # two `again` among nine tokens
    assert harmonic == pytest.approx(2 * usim * grammar / (usim + grammar))
    assert weighted == pytest.approx(0.3 * usim + 0.7 * fluency)


@pytest.mark.usefixtures("parser")
def test_all_that_moves_a_number_is_signed():
    signed = redink.score(DATA, list(NAMES)).signature.to_dict()
    assert (signed["parser"], signed["checker"], signed["model"]) == ("drawn@1", "shouting@1", "ten")
    alone = redink.score(DATA, "USim-UD").signature.to_dict()
    assert "checker" not in alone
    assert "pool" not in alone
    assert "pool" in redink.score(DATA, "USim-UD-matched").signature.to_dict()


def test_trees_come_from_the_pipeline_of_the_run(monkeypatch):
    asked = []
    monkeypatch.setattr(measures, "_parser", lambda name: asked.append(name) or Drawn())
    for pipeline in ("redink-en", "plain", "errant", "de_core_news_sm"):
        monkeypatch.setattr(measures, "_sides", {})
        redink.score(DATA, "USim-UD", pipeline=pipeline)
    assert list(dict.fromkeys(asked)) == ["errant", "de_core_news_sm"]


def test_names_round_trip():
    for name in (*NAMES, "noref-F2", "mean.25:USim-UD+fluency", "geometric:no-risk+noref-F1"):
        measure = parse_measure(name)
        assert measure.name == name
        assert isinstance(measure, WithoutReferences)
    assert parse_measure("NOREF-f1.0").name == "noref-F1"
    assert parse_measure("Mean.3:usim-ud+NOREF-p").name == "mean.3:USim-UD+noref-P"
    assert make("F0.5", Conventions()) is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("USim", "use USim-UD"),
        ("usim", "redink faithfulness corrected.xml"),
        ("embedding", "--embedding MODEL"),
        ("harmonic:USim-UD+fluency", "numbers from 0 to 1"),
        ("mean:USim-UD+GLEU", "choose from USim-UD"),
        ("mean:USim-UD-matched+grammaticality", "choose from USim-UD"),
        ("mean1.5:USim-UD+grammaticality", "weight from 0 to 1"),
        ("noref-F", "did you mean"),
    ],
)
def test_what_cannot_be_had_says_what_can(name, told):
    with pytest.raises(UsageError) as caught:
        parse_measure(name)
    assert told in caught.value.remedy


def test_no_edits_can_be_left_out():
    with pytest.raises(UsageError, match="USim-UD cannot leave edits out"):
        redink.score(DATA, "USim-UD", size="single")


def test_a_missing_extra_says_what_to_type(monkeypatch):
    def missing(_name):
        raise MissingExtraError("no parser", remedy="type: pip install …")

    monkeypatch.setattr(measures, "_parser", missing)
    monkeypatch.setattr(measures, "_sides", {})
    with pytest.raises(MissingExtraError):
        redink.score(DATA, "USim-UD")


def test_the_command_line_needs_no_reference_for_them(tmp_path):
    (tmp_path / "source.txt").write_text("He go home .\n")
    (tmp_path / "output.txt").write_text("He goes home .\n")
    files = (str(tmp_path / "output.txt"), "-s", str(tmp_path / "source.txt"))
    done = run("score", *files, "-m", "F0.5")
    assert done.returncode == 2
    assert b"F0.5 needs a reference" in done.stderr
    pytest.importorskip("pocketsphinx")
    shown = run("score", *files, "-m", "scribendi", "-f", "tsv").stdout.decode().splitlines()
    assert shown[0].split("\t") == ["system", "Scribendi"]


def test_memory_is_bounded(parser, monkeypatch):
    monkeypatch.setattr(measures, "_MOST", 1)
    for _ in range(2):
        redink.score(DATA, "USim-UD")
    assert len(parser.asked) > len(TREES)
    assert redink.score(replace(DATA, systems=DATA.systems[2:]), "USim-UD")["more", "USim-UD"].value == pytest.approx(
        (7 / 9 + 1 + 7 / 9) / 3
    )


def test_a_text_without_units_has_no_meaning_to_lose():
    (row,) = statistics([Outcome(*Meaning(), True, Language((), None), Language((), None))], [(1, 1)])
    assert [row[COLUMNS.index(name)] for name in ("tp", "fp", "fn")] == [0, 0, 0]


GREEK = ("Αυτό", "δημιουργεί", "νέα", "κοινωνικά", "και", "ηθικά", "διλήμματα", ".")


@pytest.mark.parametrize(("name", "program"), [("fluency", "language model"), ("grammaticality", "Harper")])
def test_bug_english_programs_judged_other_languages_without_a_word(name, program):
    greek = EvalSet((GREEK,) * 50, systems=(System("idle", (GREEK,) * 50),))
    (note,) = make(name, Conventions()).notes(greek)
    assert note.startswith("The sources do not look like English")
    assert program in note
    assert make(name, Conventions()).notes(DATA) == ()


def test_no_note_on_language_where_a_parser_of_the_language_is_named():
    greek = EvalSet((GREEK,) * 50, systems=(System("idle", (GREEK,) * 50),))
    assert "errant" in make("USim-UD", Conventions()).notes(greek)[0]
    assert make("USim-UD", Conventions(parser="el_core_news_sm")).notes(greek) == ()
