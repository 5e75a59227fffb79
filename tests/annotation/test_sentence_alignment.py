"""The best placement of sentences in an output: by hand, against the textbook, and in a narrow corridor."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation import sentence_alignment
from redink.annotation.sentence_alignment import place
from redink.errors import InputError
from tests.annotation.slow_sentence_alignment import cheapest

WORDS = st.sampled_from(["a", "b", "walk", "walks", "."])
SENTENCES = st.lists(st.lists(WORDS, max_size=4), max_size=4)


def placed(sentences, output, *, bad_cuts=(), weak=(), **how):
    cuts = np.array([int(number in bad_cuts) for number in range(len(output) + 1)], dtype=np.int64)
    strong = np.array([number not in weak for number in range(len(output) + 1)])
    return place([sentence.split() for sentence in sentences], output, cuts, strong=strong, **how)


def test_a_lost_sentence_has_an_empty_stretch():
    placement = placed(["he is here", "she was not", "we are"], ["he", "is", "here", "we", "are"])
    assert placement.stretches == ((0, 3), (3, 3), (3, 5))
    assert placement.cost == (18, 0)


def test_a_repeated_sentence_is_added():
    placement = placed(["he is so here", "we are"], ["he", "is", "so", "here", "he", "is", "so", "here", "we", "are"])
    assert placement.added in (((4, 8),), ((0, 4),))
    assert placement.stretches[1] == (8, 10)
    assert placement.cost == (34, 0)


def test_words_that_only_the_output_has_are_insertions_where_a_stretch_would_begin_inside_a_sentence():
    output = ["he", "left", "for", "good", "reasons", "we", "are"]
    placement = placed(["he left", "we are"], output, weak=(2,), bad_cuts=(2, 3, 4))
    assert placement.added == ()
    assert placement.stretches == ((0, 5), (5, 7))


def test_an_inserted_word_goes_to_the_side_of_the_better_cut():
    output = ["one", ".", "however", "two", "."]
    assert placed(["one .", "two ."], output, bad_cuts=(3,)).stretches == ((0, 2), (2, 5))
    assert placed(["one .", "two ."], output, bad_cuts=(2,)).stretches == ((0, 3), (3, 5))


def test_a_misspelt_heading_keeps_its_place():
    assert placed(["introdution", "we are"], ["introduction", "we", "are"]).stretches == ((0, 1), (1, 3))


def test_unlike_sentences_are_not_paired():
    placement = placed(["he is here now", "we are"], ["cold", "water", "helps", "nobody", "we", "are"])
    assert placement.stretches in (((4, 4), (4, 6)), ((0, 0), (4, 6)))
    assert placement.added == ((0, 4),)


def test_nothing_and_nothing():
    assert placed([], []).stretches == ()
    assert placed(["", ""], []).stretches == ((0, 0), (0, 0))
    assert placed([], ["a"]).added == ((0, 1),)


@given(SENTENCES, st.lists(WORDS, max_size=10), st.data())
def test_no_placement_is_cheaper(sentences, output, data):
    size = len(output) + 1
    cuts = np.array(data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), dtype=np.int64)
    strong = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), dtype=np.bool_)
    placement = place(sentences, output, cuts, strong=strong)
    assert placement.cost == cheapest(sentences, output, cuts, strong)
    assert [place for stretch in sorted((*placement.stretches, *placement.added)) for place in range(*stretch)] == list(
        range(len(output))
    )


@given(SENTENCES, st.data())
def test_the_same_words_are_cut_as_the_source_is(sentences, data):
    output = [word for sentence in sentences for word in sentence]
    size = len(output) + 1
    cuts = np.array(data.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)), dtype=np.int64)
    strong = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), dtype=np.bool_)
    placement = place(sentences, output, cuts, strong=strong)
    ends = np.cumsum([0, *map(len, sentences)]).tolist()
    assert placement.stretches == tuple(itertools.pairwise(ends))
    assert placement.added == ()


@settings(max_examples=8)
@given(st.randoms(use_true_random=False))
def test_a_narrow_corridor_finds_what_the_whole_table_finds(random):
    words = [f"w{number}" for number in range(40)]
    sentences = [random.choices(words, k=random.randint(1, 8)) for _ in range(25)]
    output = []
    for sentence in sentences:
        for _ in range(random.choices((0, 1, 2), (1, 8, 1))[0]):
            output += [random.choice(words) if random.random() < 0.1 else word for word in sentence]
    cuts, strong = np.zeros(len(output) + 1, dtype=np.int64), np.ones(len(output) + 1, dtype=np.bool_)
    narrow = place(sentences, output, cuts, strong=strong, margin=12)
    assert narrow.cost == place(sentences, output, cuts, strong=strong, margin=1000).cost


def test_texts_with_nothing_in_common_are_refused_when_the_table_is_too_large(monkeypatch):
    monkeypatch.setattr(sentence_alignment, "_MOST_CELLS", 100)
    with pytest.raises(InputError, match="shares too little"):
        placed(["a b c d e f g h"] * 4, ["x"] * 30)
