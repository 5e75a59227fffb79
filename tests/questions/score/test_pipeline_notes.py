"""Footnotes about redink-en: which systems are closer than its uncertainty, and what to do about them."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink import example
from redink.evaluation.results import SystemScores
from redink.questions.score.pipeline_notes import UNCERTAINTY, close_pairs, pipeline_notes
from redink.questions.score.run import scored
from redink.records import EvalSet, Score, System
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures

USUAL = "Edits come from redink-en; --pipeline errant gives ERRANT-identical ones."
EN = "redink-en@1"


def systems_of(scores):
    """Make systems with different outputs from their scores, given by system and measure."""
    data = EvalSet((("a",),), systems=tuple(System(name, ((f"output of {name}",),)) for name in scores))
    by_system = (
        SystemScores(name, tuple(Score(measure, value) for measure, value in by_measure.items()))
        for name, by_measure in scores.items()
    )
    return data, tuple(by_system)


def notes(scores, pipeline=EN):
    measures = list(next(iter(scores.values())))
    return pipeline_notes(*systems_of(scores), parse_measures(measures, Conventions()), pipeline)


def test_bug_two_systems_closer_than_the_pipelines_uncertainty_were_ranked_without_a_word():
    usual, close = notes({"a": {"P": 0.5, "F0.5": 0.5}, "b": {"P": 0.6, "F0.5": 0.503}, "c": {"P": 0.599, "F0.5": 0.6}})
    assert usual == USUAL
    assert "up to 0.4 points" in close
    assert "points): a and b (F0.5); b and c (P). " in close
    assert "To rank these systems, use --pipeline errant." in close


def test_all_measures_of_a_pair_are_named_together():
    assert "a and b (P, R)" in notes({"a": {"P": 0.5, "R": 0.5, "F1": 0.5}, "b": {"P": 0.5, "R": 0.501, "F1": 0.7}})[1]


def test_three_pairs_are_named_and_the_others_counted():
    many = {name: {"F0.5": 0.5} for name in "abcd"}
    assert ": a and b (F0.5); a and c (F0.5); a and d (F0.5); and 3 more." in notes(many)[1]
    three = {name: many[name] for name in "abc"}
    assert "more" not in notes(three)[1]


@pytest.mark.parametrize("pipeline", ["errant@3", "plain@1", "none"])
def test_other_pipelines_have_no_such_note(pipeline):
    assert notes({"a": {"F0.5": 0.5}, "b": {"F0.5": 0.5}}, pipeline) == ()


def test_only_measures_of_the_systems_edits_are_looked_at():
    assert notes({"a": {"GLEU": 0.5}, "b": {"GLEU": 0.5}}) == ()
    assert notes({"a": {"M2": 0.5}, "b": {"M2": 0.5}}) == (USUAL,)
    assert notes({"a": {"M2": 0.5, "F0.5": 0.5}, "b": {"M2": 0.5, "F0.5": 0.6}}) == (USUAL,)


def test_a_score_that_is_not_available_is_close_to_none():
    assert notes({"a": {"F0.5": None}, "b": {"F0.5": None}, "c": {"F0.5": 0.1}}) == (USUAL,)


def test_identical_outputs_are_equal_with_any_pipeline():
    data, systems = systems_of({"a": {"F0.5": 0.5}, "b": {"F0.5": 0.5}})
    alike = replace(data, systems=tuple(replace(system, texts=(("same",),)) for system in data.systems))
    assert close_pairs(data, systems, ["F0.5"])
    assert not close_pairs(alike, systems, ["F0.5"])


@given(st.lists(st.none() | st.floats(0, 1), max_size=6))
def test_pairs_are_those_whose_scores_are_closer_than_the_uncertainty(values):
    scores = {f"s{number}": {"F0.5": value} for number, value in enumerate(values)}
    expected = {
        (first, second)
        for first, second in combinations(scores, 2)
        if None not in (low := scores[first]["F0.5"], high := scores[second]["F0.5"]) and abs(low - high) < UNCERTAINTY
    }
    assert set(close_pairs(*systems_of(scores), ["F0.5"])) == expected


@pytest.fixture(scope="module")
def nearly_alike():
    """Two outputs that differ in a single sentence."""
    data = example.load()
    strong = data.systems[0]
    twin = System("twin", (data.sources[0] + ("indeed",), *strong.texts[1:]))
    return replace(data, systems=(strong, twin))


def test_score_compare_and_report_say_so(nearly_alike):
    first = nearly_alike.systems[0].name
    said = f"{first} and twin (F0.5"
    results = redink.compare(nearly_alike, resamples=20)
    assert any(said in note for note in results.footnotes)
    assert any(said in note for note in results.to_dict()["footnotes"])
    assert any(said in note for note in results.to_tables()[0].notes)
    page = redink.report(nearly_alike, resamples=20).to_html()
    assert "Too close to rank by redink-en" in page
    assert not any("Too close" in note for note in redink.score(nearly_alike, pipeline="plain").footnotes)


def test_scores_of_other_questions_without_a_pipeline_have_no_note(nearly_alike):
    assert scored(nearly_alike, ["GLEU"], pipeline=EN).footnotes == ()
