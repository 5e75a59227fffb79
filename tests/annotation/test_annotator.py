"""Sources and corrections to annotated sentences: nothing twice, nothing lost, nothing too early."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation import annotator as room
from redink.annotation.annotator import CHUNK, Annotator, Settings
from redink.language.plain import PlainPipeline
from redink.reading.corrections import apply_edits
from redink.reading.m2 import noop
from redink.records import Edit
from tests.language.counting import CountingPipeline

STRATEGIES = ("rules", "all-split", "all-merge", "all-equal")
COSTS = ("linguistic", "levenshtein")
WAYS = [Settings(costs, strategy) for costs in COSTS for strategy in STRATEGIES]


def words(text):
    return tuple(text.split())


@pytest.fixture
def counting():
    return Annotator(CountingPipeline())


def annotated(annotator, source, *corrections):
    (sentence,) = annotator.annotate([(words(source), tuple(c if c is None else words(c) for c in corrections))])
    return sentence


def test_each_correction_becomes_an_annotator(counting):
    sentence = annotated(counting, "He go home .", "He goes home .", "He go home .", "He go to home")
    assert sentence.tokens == words("He go home .")
    assert sentence.edits == (
        Edit(1, 2, ("goes",), "R:OTHER", 0),
        noop(1),
        Edit(2, 2, ("to",), "M:OTHER", 2),
        Edit(3, 4, (), "U:OTHER", 2),
    )


def test_an_identical_pair_is_a_noop_and_costs_nothing(counting):
    assert annotated(counting, "He is home .", "He is home .").edits == (noop(0),)
    assert counting.edits(("a",), ("a",)) == ()
    assert counting.pipeline.calls == 0


def test_a_missing_correction_is_absent_not_a_noop(counting):
    sentence = annotated(counting, "a b", None, "a c", None)
    assert sentence.annotators() == (1,)
    assert sentence.edits_of(0) is None
    assert annotated(counting, "a b", None).edits == ()


def test_empty_sentences_on_either_side(counting):
    assert annotated(counting, "", "").edits == (noop(0),)
    assert annotated(counting, "", "a b").edits == (Edit(0, 0, ("a", "b"), "M:OTHER"),)
    assert annotated(counting, "a b", "").edits == (Edit(0, 2, (), "U:OTHER"),)


def test_a_row_without_corrections_has_no_edits(counting):
    assert annotated(counting, "a b").edits == ()


def test_the_same_correction_by_several_systems_is_aligned_once(counting, monkeypatch):
    calls = []
    monkeypatch.setattr(room, "align", lambda *a, align=room.align, **k: calls.append(a) or align(*a, **k))
    sentence = annotated(counting, "a b c", "a x c", "a y c", "a x c", "a x c")
    assert len(calls) == 2
    assert [edit.replacement for edit in sentence.edits] == [("x",), ("y",), ("x",), ("x",)]
    assert [edit.annotator for edit in sentence.edits] == [0, 1, 2, 3]


def test_each_distinct_sentence_is_analysed_once(counting):
    rows = [((f"s{i % 50}", "a"), ((f"s{i % 50}", "b"), (f"s{i % 50}", "a"), ("same",))) for i in range(3 * CHUNK)]
    list(counting.annotate(rows))
    assert set(counting.pipeline.seen.values()) == {1}
    assert len(counting.pipeline.seen) == 101
    assert counting.pipeline.calls == 1


def test_a_chunk_is_analysed_once_however_many_sentences_are_remembered(counting, monkeypatch):
    """Found here: when memory ran full, a chunk was forgotten right after its batch was analysed."""
    monkeypatch.setattr(room, "_REMEMBERED", 100)
    rows = [((f"s{i}",), tuple((f"s{i}", str(k)) for k in range(5))) for i in range(3 * CHUNK)]
    assert len(list(counting.annotate(rows))) == len(rows)
    assert set(counting.pipeline.seen.values()) == {1}
    assert counting.pipeline.calls == 3


def test_memory_is_bounded(counting, monkeypatch):
    monkeypatch.setattr(room, "_REMEMBERED", 100)
    for i in range(500):
        counting.edits((f"s{i}",), (f"t{i}",))
        assert len(counting._known) <= 100
    list(counting.annotate(((f"s{i}",), ((f"t{i}",),)) for i in range(10 * CHUNK)))
    assert len(counting._known) <= 2 * CHUNK


def test_it_reads_one_chunk_at_a_time(counting):
    read = []
    stream = counting.annotate((("a",), ((read.append(i) or "b",),)) for i in range(10 * CHUNK))
    assert read == []
    next(stream)
    assert len(read) == CHUNK


def test_settings_reach_alignment_and_merging():
    source, correction = words("a b c d"), words("b a x d")
    spans = {way: tuple(Annotator(PlainPipeline(), way).spans(source, correction)) for way in WAYS}
    assert len(spans[Settings("linguistic", "all-split")]) == 2, "a transposition and a substitution"
    assert len(spans[Settings("levenshtein", "all-split")]) == 3, "substitutions only"
    assert len(spans[Settings("levenshtein", "all-merge")]) == 1


def test_types_come_from_the_rules_only_where_the_pipeline_knows_parts_of_speech(errant_pipeline, counting):
    pair = words("He go home ."), words("He goes home .")
    assert [edit.type for edit in Annotator(errant_pipeline).edits(*pair)] == ["R:VERB:SVA"]
    assert [edit.type for edit in counting.edits(*pair)] == ["R:OTHER"]


# Few words, so that tokens meet again in other places, beside tokens of any characters but blanks, since
# a blank ends a token in every file.
few_words = st.sampled_from(["a", "A", "b", "ab", "a-b", "'s", ",", ""])
some_tokens = st.lists(few_words | st.text(st.characters(exclude_characters=" "), max_size=4), max_size=10)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.costs}, {way.strategy}")
@settings(max_examples=60)
@given(some_tokens.map(tuple), some_tokens.map(tuple))
def test_applying_the_edits_gives_the_correction(way, source, correction):
    edits = Annotator(PlainPipeline(), way).edits(source, correction)
    assert apply_edits(source, edits) == correction
    assert all(a.end <= b.start for a, b in pairwise(edits))
    assert {edit.type for edit in edits} <= {"M:OTHER", "R:OTHER", "U:OTHER"}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.costs}, {way.strategy}")
def test_sentences_of_a_thousand_tokens(way):
    source = tuple(f"w{i % 97}" for i in range(1000))
    correction = (*(word for i, word in enumerate(source) if i % 50), "end")
    assert apply_edits(source, Annotator(PlainPipeline(), way).edits(source, correction)) == correction
