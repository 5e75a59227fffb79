"""Meta-evaluation: a made-up contest by hand, and the published rankings of the CoNLL-2014 systems."""

import doctest
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from redink.errors import InputError, UsageError
from redink.questions.meta.agreeing import (
    MetaPlan,
    agree_on_sentences,
    correlate_systems,
    evaluate_measures,
    rank_systems,
)
from redink.reading.human_rankings import PairwiseChoice, read_choices
from redink.reading.score_files import read_score_file
from redink.stats.correlation import kendall, spearman
from tests.shared_files import DATA, needs_shared

CHOICES = (
    PairwiseChoice(0, "j", "A", "B", ">"),
    PairwiseChoice(0, "j", "A", "C", ">"),
    PairwiseChoice(1, "j", "B", "C", ">"),
    PairwiseChoice(1, "j", "C", "A", ">"),
    PairwiseChoice(1, "k", "A", "C", ">"),
    PairwiseChoice(2, "j", "A", "B", "=", identical=True),
)
SCHEMA_KEYS = {"schema", "signature", "numbering", "rankings", "systems", "sentences"}


def test_expected_wins_of_choices():
    (ranking,) = rank_systems(CHOICES)
    # A: 1/1 against B, 2/3 against C; B: 0/1, 1/1; C: 1/3, 0/1.
    assert dict(zip(ranking.systems, ranking.values, strict=True)) == pytest.approx({"A": 5 / 6, "B": 0.5, "C": 1 / 6})


def test_ties_of_identical_outputs_can_be_left_out():
    with_them, without = (
        rank_systems(CHOICES, MetaPlan(("bradley-terry",), identical=identical))[0] for identical in (True, False)
    )
    assert with_them.values[0] - with_them.values[1] < without.values[0] - without.values[1]


def test_a_measure_against_a_ranking():
    scores = {"good": {"A": 0.9, "B": 0.8, "C": 0.1, "D": 0.5}, "bad": {"A": 0.0, "B": 0.5, "C": 1.0}}
    good, bad = correlate_systems(scores, rank_systems(CHOICES))
    assert [found.value for found in good.correlations][1:] == [pytest.approx(1), pytest.approx(1)]
    assert [found.value for found in bad.correlations] == pytest.approx([-1, -1, -1])
    assert good.systems == ("A", "B", "C")
    assert good.left_out == ("D",)


def test_sentences_by_hand():
    scores = {("A", 0): 0.9, ("B", 0): 0.1, ("C", 0): 0.95, ("A", 1): 0.5, ("C", 1): 0.5, ("A", 2): 0.0, ("B", 2): 0.1}
    found = agree_on_sentences("m", scores, CHOICES)
    assert (found.concordant, found.discordant, found.measure_ties, found.human_ties, found.left_out) == (1, 1, 2, 1, 1)
    assert found.tau == 0
    assert found.tau_counted == 0
    assert (found.accuracy, found.accuracy_counted) == (0.5, 0.5)
    # Of A and C, tied by the measure, people preferred C once and A once; SEEDA's script always prefers C.
    assert (found.tau_seeda, found.accuracy_seeda) == (0, 0.5)


@pytest.mark.parametrize(("names", "accuracy"), [("AB", 0.0), ("BA", 1.0)])
def test_a_tie_of_the_measure_is_a_choice_of_the_later_name_in_seedas_script(names, accuracy):
    better, worse = names
    choices = (PairwiseChoice(0, "j", better, worse, ">"), PairwiseChoice(0, "k", worse, better, "<"))
    found = agree_on_sentences("m", {("A", 0): 0.5, ("B", 0): 0.5}, choices)
    assert (found.accuracy_seeda, found.tau_seeda) == (accuracy, 2 * accuracy - 1)
    assert (found.accuracy, found.accuracy_counted) == (None, 0.5)


def test_everything_at_once_goes_to_json_and_tables():
    systems = {"M": {"A": 3.0, "B": 2.0, "C": 1.0}}
    sentences = {"S": {(name, number): float(ord(name)) for name in "ABC" for number in range(3)}}
    plan = MetaPlan(("expected-wins", "bradley-terry", "trueskill"), resamples=50, orders=2, seed=0)
    results = evaluate_measures(
        systems, sentences, CHOICES, given={"experts": {"A": 1.0, "B": 0.5, "C": 0.2}}, plan=plan
    )
    record = json.loads(results.to_json())
    assert set(record) == SCHEMA_KEYS
    assert [one["ranking"] for one in record["systems"]] == ["expected-wins", "bradley-terry", "trueskill", "experts"]
    assert record["signature"]["rankings"] == "expected-wins bradley-terry trueskill experts"
    assert len(results.to_dicts()) == 4 * 3
    assert [table.title.split(":")[0] for table in results.to_tables()] == ["Human rankings", "Systems", "Sentences"]
    assert "Human rankings" in results.to_latex()
    assert "<table" in results._repr_html_()
    assert results == evaluate_measures(
        systems, sentences, CHOICES, given={"experts": {"A": 1.0, "B": 0.5, "C": 0.2}}, plan=plan
    )


def test_a_saved_result_is_the_json(tmp_path):
    results = evaluate_measures({}, {}, CHOICES)
    results.save(tmp_path / "meta.json")
    assert (tmp_path / "meta.json").read_text(encoding="utf-8") == results.to_json()


def test_unconnected_systems_are_noted():
    (ranking,) = rank_systems(CHOICES[:2], MetaPlan(("bradley-terry",)))
    assert "3 separate parts" in ranking.notes[0]


def test_what_cannot_be_done_is_said():
    with pytest.raises(UsageError, match="no human"):
        evaluate_measures({"M": {"A": 1.0}}, {})
    with pytest.raises(UsageError, match="sentence scores"):
        evaluate_measures({}, {"S": {("A", 0): 1.0}}, given={"experts": {"A": 1.0}})
    with pytest.raises(InputError, match="no system in common"):
        correlate_systems({"M": {"X": 1.0}}, rank_systems(CHOICES))
    with pytest.raises(InputError, match="no human choice"):
        agree_on_sentences("M", {("A", 9): 1.0}, CHOICES)


def test_the_examples_of_the_page_give_what_it_says():
    page = Path(__file__).resolve().parents[3] / "docs" / "meta-evaluation.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted >= 10
    assert found.failed == 0


PUBLISHED = DATA / "metric-scores-chollampatt18"


@pytest.fixture(scope="module")
def choices():
    return read_choices(DATA / "human-grundkiewicz15" / "judgments.xml")


def published(folder, name):
    with gzip.open(PUBLISHED / folder / f"{name}.txt.gz", "rt") as file:
        return {row[3]: float(row[4]) for row in (line.split("\t") for line in file if line.strip())}


@needs_shared
def test_expected_wins_are_those_of_grundkiewicz(choices):
    """Published to three digits. Two differ by more than rounding: CUUI .5497 (.549) and INPUT .4564 (.457)."""
    (ranking,) = rank_systems(choices)
    ours, theirs = (
        dict(zip(ranking.systems, ranking.values, strict=True)),
        published("system_scores_humans", "expected_wins"),
    )
    assert set(ours) == set(theirs)
    assert ours == pytest.approx(theirs, abs=0.001)
    off = {name for name in ours if abs(ours[name] - theirs[name]) > 0.00051}
    assert off == {"CUUI", "INPUT"}
    assert sorted(ours, key=ours.get) == sorted(theirs, key=theirs.get)


@needs_shared
def test_trueskill_on_the_scale_of_wmts_program_has_the_published_values(choices):
    """Published to three digits, as means of 1000 random runs; the largest difference is that of CAMB, .1813 (.180)."""
    (ranking,) = rank_systems(choices, MetaPlan(("wmt-trueskill",)))
    ours = dict(zip(ranking.systems, ranking.values, strict=True))
    theirs = published("system_scores_humans", "trueskill")
    assert ours == pytest.approx(theirs, abs=0.0013)
    assert sum(abs(ours[name] - theirs[name]) < 0.0007 for name in ours) == 12
    assert "Grundkiewicz" in ranking.notes[0]
    assert len(ranking.notes) == 1


def test_few_choices_are_noted_where_the_scale_is_that_of_wmts_program():
    (ranking,) = rank_systems(CHOICES, MetaPlan(("wmt-trueskill",)))
    assert "with 6 choices" in ranking.notes[1]


@needs_shared
@pytest.mark.parametrize("method", ["trueskill", "bradley-terry"])
def test_trueskill_and_bradley_terry_order_the_systems_as_published_trueskill_does(choices, method):
    (ranking,) = rank_systems(choices, MetaPlan((method,), orders=1, seed=0))
    theirs = published("system_scores_humans", "trueskill")
    column = [theirs[name] for name in ranking.systems]
    assert spearman(ranking.values, column) == pytest.approx(1)
    assert kendall(ranking.values, column) == pytest.approx(1)
    assert np.corrcoef(ranking.values, column)[0, 1] > 0.999


@needs_shared
@pytest.mark.parametrize(
    ("measure", "r", "rho"), [("gleu", 0.691, 0.407), ("imeasure", -0.250, -0.385), ("m2score", 0.623, 0.687)]
)
def test_correlations_with_expected_wins(choices, measure, r, rho):
    """Three digits of scipy.stats on the published expected wins; ours come from the judgements themselves."""
    scores = read_score_file(PUBLISHED / "system_scores_metrics" / f"{measure}.txt.gz").systems
    (found,) = correlate_systems(scores, rank_systems(choices))
    assert [one.value for one in found.correlations[:2]] == pytest.approx([r, rho], abs=0.001)
    assert len(found.systems) == 13


@needs_shared
@pytest.mark.parametrize(
    ("measure", "counts"),
    [("gleu", (34468, 15066, 447)), ("imeasure", (33225, 14855, 1901)), ("m2score", (20956, 5944, 23081))],
)
def test_sentences_against_a_plain_count(choices, measure, counts):
    """Every decided pair is asked about; the counts are checked against a plain loop over the files."""
    scores = read_score_file(PUBLISHED / "sentence_scores_metrics" / f"{measure}.txt.gz").sentences[measure]
    found = agree_on_sentences(measure, scores, choices, MetaPlan(resamples=10))
    assert (found.concordant, found.discordant, found.measure_ties) == counts == plain_count(scores, choices)
    assert (found.human_ties, found.left_out) == (59117, 0)
    assert found.accuracy_seeda == pytest.approx(seeda_accuracy(scores, choices))


def plain_count(scores, choices):
    counts = [0, 0, 0]
    for choice in choices:
        one, other = scores[choice.first, choice.sentence], scores[choice.second, choice.sentence]
        preferred = ">" if one > other else "<" if one < other else "="
        if choice.outcome != "=":
            counts[2 if preferred == "=" else int(preferred != choice.outcome)] += 1
    return tuple(counts)


def seeda_accuracy(scores, choices):
    """Ask of every pair, in alphabetical order, whether the first is better: a tie of the measure is a no."""
    agreed = total = 0
    for choice in choices:
        if choice.outcome != "=":
            first, second = sorted((choice.first, choice.second))
            better = choice.first if choice.outcome == ">" else choice.second
            total += 1
            agreed += (scores[first, choice.sentence] > scores[second, choice.sentence]) == (better == first)
    return agreed / total
