from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from redink.questions.conservatism.mathematics.sentence_boundaries import _BLOCKS, _blocks, _Sentence, boundary_changes

tokens = st.sampled_from(["he", "goes", "home", "and", "she", "Stays", ".", "?", ",", '"'])
lines = st.lists(st.lists(tokens, max_size=8).map(tuple), min_size=1, max_size=4)
pairs = lines.flatmap(
    lambda own: st.tuples(
        st.just(own), st.lists(st.lists(tokens, max_size=8).map(tuple), min_size=len(own), max_size=len(own))
    )
)


def shapes(source, correction, documents=None):
    read = [[tuple(line.split()) for line in text] for text in (source, correction)]
    return [(change.line, change.source, change.correction) for change in boundary_changes(*read, documents)]


def test_a_split_within_a_line():
    source, correction = ["He left , she stayed at home ."], ["He left . She stayed at home ."]
    assert shapes(source, correction) == [(0, 1, 2)]
    assert shapes(correction, source) == [(0, 2, 1)]


def test_a_merge_across_lines_needs_documents():
    source = ["When we post pictures .", "We present our lives ."]
    correction = ["When we post pictures ,", "we present our lives ."]
    assert shapes(source, correction, ["e1", "e1"]) == [(0, 2, 1)]
    assert shapes(correction, source, ["e1", "e1"]) == [(0, 1, 2)]
    assert shapes(source, correction, ["e1", "e2"]) == shapes(source, correction) == []


def test_a_line_left_empty_was_merged_into_the_one_before():
    source, correction = ["He came .", "She left him ."], ["He came and she left him .", ""]
    assert shapes(source, correction, ["e", "e"]) == [(0, 2, 1)]


def test_a_heading_without_a_full_stop_stays_a_sentence():
    source, correction = ["My town", "It is big ."], ["My town .", "It is big ."]
    assert shapes(source, correction, ["e", "e"]) == []


def test_a_sentence_deleted_or_written_anew_is_no_merge_or_split():
    source = ["He went home . It was late and nobody was there ."]
    assert shapes(source, ["He went home ."]) == [(0, 1, 0)]
    assert shapes(["He went home ."], source) == [(0, 0, 1)]


def test_a_moved_boundary_is_neither():
    assert shapes(["I like it here . Now we can go ."], ["I like it . Here now we can go ."]) == []
    assert shapes(["a b c d e . f g h ."], ["a b . c d e f g h ."]) == [(0, 2, 2)]


def test_quotation_marks_belong_to_the_sentence_before():
    assert shapes(['" Go ! " he said to her .'], ['" Go ! " he says to her .']) == []


@given(pairs)
def test_splits_and_merges_are_mirror_images(versions):
    source, correction = versions
    for documents in (None, ["e"] * len(source), ["e", "f", "f", "e"][: len(source)]):
        there = boundary_changes(source, correction, documents)
        back = boundary_changes(correction, source, documents)
        assert Counter((c.source, c.correction) for c in there) == Counter((c.correction, c.source) for c in back)
        assert sum(c.is_split for c in there) == sum(c.is_merge for c in back)


@given(lines)
def test_nothing_changes_in_the_same_text(text):
    assert boundary_changes(text, text, ["e"] * len(text)) == []


sentences = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(tuple), max_size=4)


@given(sentences, sentences)
def test_blocks_are_the_cheapest_of_all(ours, theirs):
    """The twin tries every division by plain recursion."""

    def cost(one, two):
        flat = [[word for sentence in side for word in sentence] for side in (one, two)]
        return Levenshtein.distance(*flat) + ((len(one), len(two)) != (1, 1))

    @cache
    def least(i, j):
        if (i, j) == (len(ours), len(theirs)):
            return 0
        ends = [(i + p, j + q) for p, q in _BLOCKS if i + p <= len(ours) and j + q <= len(theirs)]
        return min(cost(ours[i:a], theirs[j:b]) + least(a, b) for a, b in ends)

    found = _blocks([_Sentence(0, words) for words in ours], [_Sentence(0, words) for words in theirs])
    i = j = total = 0
    for p, q in found:
        total += cost(ours[i : i + p], theirs[j : j + q])
        i, j = i + p, j + q
    assert (i, j) == (len(ours), len(theirs))
    assert total == least(0, 0)


@pytest.mark.parametrize("ending", [".", "!", "?", "。"])
def test_several_marks_end_sentences(ending):
    assert shapes([f"a b c d {ending}"], [f"a b {ending} c d {ending}"]) == [(0, 1, 2)]
