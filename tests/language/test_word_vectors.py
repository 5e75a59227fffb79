"""The store of word vectors: every word has its own, whatever was asked before, and the matrix is not made anew."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.language import word_vectors
from redink.language.word_vectors import WordVectors

batches = st.lists(st.lists(st.text("abc", max_size=3), max_size=8), max_size=8)


def spelt(word):
    """A vector that tells which word it is of."""
    return [1.0, len(word), *(ord(letter) for letter in word[:2].ljust(2)), ord(word[-1:] or " ")]


def store(computed):
    def compute(words, rows):
        computed.extend(words)
        rows[:] = [spelt(word) for word in words]

    return WordVectors(5, compute)


@given(batches, st.integers(0, 6))
def test_every_word_has_its_vector_and_the_edge_none(texts, kept):
    usual, word_vectors.TYPES_KEPT = word_vectors.TYPES_KEPT, kept
    try:
        vectors = store([])
        for words in texts:
            numbers = vectors.numbers(words)
            assert vectors.rows[numbers].tolist() == [spelt(word) for word in words]
            assert not vectors.rows[0].any()
            assert len(vectors.rows) <= 1 + kept + len(set(words))
    finally:
        word_vectors.TYPES_KEPT = usual


def test_a_word_is_computed_once():
    computed = []
    vectors = store(computed)
    for words in (["a", "b", "a"], ["b"], ["c", "a"], []):
        vectors.numbers(words)
    assert computed == ["a", "b", "c"]


def test_bug_new_words_of_each_batch_had_all_vectors_copied():
    """The copies left holes in the memory: a million pairs took a sixth more than ten thousand."""
    vectors = store([])
    vectors.numbers(["a"])
    first = vectors.rows
    vectors.numbers(["b", "c"])
    assert np.shares_memory(first, vectors.rows)
