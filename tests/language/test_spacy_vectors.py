"""The vectors of distinct windows are those that spaCy gives each token of each sentence."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.language import word_vectors
from redink.language.spacy_pipeline import SpacyPipeline
from redink.language.spacy_vectors import WindowVectors, _distances

pytest.importorskip("spacy", reason="needs the extra [errant]")


@pytest.fixture(scope="module")
def model(errant_pipeline):
    """The model as spaCy loads it."""
    return SpacyPipeline(str(errant_pipeline._folder))._nlp


@pytest.fixture(scope="module")
def window_vectors(model):
    """Our own way through its network."""
    return WindowVectors(model.get_pipe("tok2vec"), model.vocab)


def spacys_vectors(model, sentences):
    from spacy.tokens import Doc

    docs = [Doc(model.vocab, words=sentence) for sentence in sentences]
    return np.concatenate([np.zeros((0, 96), np.float32), *model.get_pipe("tok2vec").predict(docs)])


WORDS = ["the", "The", "dog", "dogs", "goes", "colour", ",", ".", "'s", "2026", "naïve", "中文", "x-ray"]
sentences = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(sentences)
def test_they_are_spacys(model, window_vectors, sentences):
    vectors, numbers = window_vectors(sentences)
    assert np.allclose(vectors[numbers], spacys_vectors(model, sentences), atol=2e-5)


def test_empty_sentences_have_no_vectors_and_change_none(window_vectors):
    alone, first = window_vectors([["He", "goes"], ["home"]])
    between, second = window_vectors([[], ["He", "goes"], [], ["home"], []])
    # The places beside the sentences make the matrix products longer, and those may round otherwise.
    assert np.allclose(alone[first], between[second], atol=2e-5)
    assert np.array_equal(np.unique(first, return_inverse=True)[1], np.unique(second, return_inverse=True)[1])
    assert len(window_vectors([[]])[1]) == 0


def test_equal_windows_are_computed_once(window_vectors):
    versions = [f"word {i} of a long sentence that two texts share but for its end {i}".split() for i in (1, 2)]
    once, _ = window_vectors(versions[:1])
    again, numbers = window_vectors(versions[:1] * 50)
    assert len(once) == len(again) < len(numbers)


def test_words_are_forgotten_when_there_are_too_many(model, monkeypatch):
    monkeypatch.setattr(word_vectors, "TYPES_KEPT", 2)
    fresh = WindowVectors(model.get_pipe("tok2vec"), model.vocab)
    for text in ("a dog barks", "a cat sleeps", "a dog sleeps"):
        vectors, numbers = fresh([text.split()])
        assert np.allclose(vectors[numbers], spacys_vectors(model, [text.split()]), atol=2e-5)


@given(st.lists(st.integers(0, 5), max_size=6), st.integers(1, 4))
def test_distances_count_from_the_nearest_token(lengths, most):
    expected = list(chain.from_iterable([*range(most, 0, -1), *[0] * n, *range(1, most + 1)] for n in lengths if n))
    distance = _distances(np.array(lengths, np.intp), most).tolist()
    assert [d for n, part in zip(lengths, _split(distance, lengths, most), strict=True) if n for d in part] == expected


def _split(distance, lengths, most):
    ends = np.cumsum([n + 2 * most for n in lengths]).tolist()
    return [distance[end - n - 2 * most : end] for n, end in zip(lengths, ends, strict=True)]
