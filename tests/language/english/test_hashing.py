"""Hash functions for many strings at once: against their twins in plain integers, and against spaCy's own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.features import TABLES, feature_rows
from redink.language.english.hashing import four_rows, string_keys
from tests.language.english.slow_hashing import murmur_3, murmur_64a

keys = st.lists(st.integers(0, 2**64 - 1))


@given(st.lists(st.binary(max_size=40)))
def test_keys_of_strings(strings: list[bytes]) -> None:
    assert string_keys(strings).tolist() == [murmur_64a(text) for text in strings]


@given(keys, st.integers(0, 2**31), st.integers(1, 9000))
def test_rows_of_keys(numbers: list[int], seed: int, rows: int) -> None:
    found = four_rows(np.array(numbers, np.uint64), seed, rows).tolist()
    assert found == [[number % rows for number in murmur_3(key, seed)] for key in numbers]


@given(st.lists(st.text(min_size=1, max_size=30)))
def test_keys_and_rows_are_spacys(strings: list[str]) -> None:
    spacy_strings, thinc = pytest.importorskip("spacy.strings"), pytest.importorskip("thinc.api")
    found = string_keys([text.encode() for text in strings])
    assert found.tolist() == [spacy_strings.hash_string(text) for text in strings]
    for table in TABLES:
        theirs = thinc.NumpyOps().hash(found, table.seed) % table.rows
        assert (four_rows(found, table.seed, table.rows) == theirs).all()


def test_words_share_rows_as_in_spacy() -> None:
    spacy, thinc = pytest.importorskip("spacy"), pytest.importorskip("thinc.api")
    words = ["The", "informations", "McDonald-2020", "na\u00efve", "'s", "2,000", "x" * 50]
    attributes = ["LOWER", "PREFIX", "SUFFIX", "SHAPE"]
    ours = feature_rows(words)
    theirs = spacy.tokens.Doc(spacy.blank("en").vocab, words=words).to_array(attributes)
    for column, table in enumerate(TABLES):
        rows = thinc.NumpyOps().hash(np.ascontiguousarray(theirs[:, column]), table.seed) % table.rows
        assert (ours[:, column] == rows).all()
