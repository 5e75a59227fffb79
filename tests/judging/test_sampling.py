"""Edits to rate, sentences to correct, corrections to vote on."""

import pytest

from redink.errors import UsageError
from redink.judging.sampling import sample_ratings, sample_sentences, sample_votes
from redink.records import AnnotatedSentence, Edit


def corpus(n, annotators=1):
    return [
        AnnotatedSentence(
            ("He", "go", f"home{number}"),
            (*(Edit(1, 2, ("goes",), "R:VERB:SVA", who) for who in range(annotators)), Edit(-1, -1, (), "noop", 9)),
        )
        for number in range(n)
    ]


def test_so_many_edits_of_each_corpus():
    tasks = sample_ratings([("a", corpus(30)), ("b", corpus(5))], count=10, seed=0)
    assert tasks.task == "rating"
    assert [item.error.reference.split(",")[0] for item in tasks.items] == ["a"] * 10 + ["b"] * 5
    assert tasks == sample_ratings([("a", corpus(30)), ("b", corpus(5))], count=10, seed=0)
    assert tasks != sample_ratings([("a", corpus(30)), ("b", corpus(5))], count=10, seed=1)


def test_other_annotators_edits_are_not_other_errors():
    tasks = sample_ratings([("a", corpus(3, annotators=2))])
    assert len(tasks.items) == 6
    assert all(item.error.others == () for item in tasks.items)


def test_sentences_by_length():
    sources = [tuple("w" * length) for length in range(25)]
    tasks = sample_sentences(sources, count=100)
    assert [item.passage.sentence for item in tasks.items] == list(range(2, 17))
    assert tasks.votes == 50
    assert len(sample_sentences(sources, count=4, shortest=3, longest=9).items) == 4


def test_each_different_correction_once():
    sources = [("a", "b"), ("c",)]
    rows = [(0, "a x"), (0, "a  x"), (0, "a b"), (1, "d"), (1, ""), (0, "y")]
    tasks = sample_votes(sources, rows)
    assert [(item.passage.sentence, item.correction) for item in tasks.items] == [(1, "a x"), (2, "d"), (1, "y")]
    assert tasks.votes == 3
    assert len(sample_votes(sources, rows, count=2).items) == 2
    with pytest.raises(UsageError, match="nothing to ask"):
        sample_votes(sources, [(0, "a b")])
