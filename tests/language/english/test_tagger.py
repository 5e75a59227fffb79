"""The network's forward pass: against its textbook twin, in any company, with any number of threads."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.language import word_vectors
from redink.language.english import network as network_module
from redink.language.english import tagger as tagger_module
from redink.language.english.tagger import Tagger
from tests.language.english.slow_tagger import slow_predict

PACKED = resources.files("redink.language.english").joinpath("data/tagger.npz").read_bytes()
TAGGER = Tagger(PACKED)
FUNCTION_WORDS = [
    "the",
    "a",
    "is",
    "are",
    "be",
    "have",
    "to",
    "of",
    "in",
    "that",
    "because",
    "'s",
    "n't",
    "not",
    "I",
]
OTHER_WORDS = [
    "cat",
    "dogs",
    "goes",
    "went",
    "big",
    "bigger",
    "informations",
    "beautifull",
    "London",
    "1990",
    ",",
    ".",
]
VOCABULARY = FUNCTION_WORDS + OTHER_WORDS

words = st.one_of(st.sampled_from(VOCABULARY), st.text(max_size=8))
sentences = st.lists(words, max_size=12)


def random_text(count: int) -> list[list[str]]:
    rng = np.random.default_rng(3)
    return [[VOCABULARY[i] for i in rng.integers(0, len(VOCABULARY), rng.integers(0, 25))] for _ in range(count)]


def predict(batch: list[list[str]], tagger: Tagger = TAGGER) -> tuple[list[int], list[int]]:
    predicted = tagger.predict(batch)
    return predicted.tags.tolist(), predicted.classes.tolist()


@settings(max_examples=25)
@given(st.lists(words, min_size=1, max_size=6), st.booleans())
def test_equals_the_textbook_twin(sentence: list[str], twice: bool) -> None:
    tags, classes = slow_predict(PACKED, sentence)
    assert predict([sentence] * (1 + twice)) == (tags * (1 + twice), classes * (1 + twice))


@given(st.lists(sentences, max_size=6))
def test_company_changes_nothing(batch: list[list[str]]) -> None:
    alone = [predict([sentence]) for sentence in batch]
    assert predict(batch) == (
        [tag for tags, _ in alone for tag in tags],
        [c for _, classes in alone for c in classes],
    )


def test_company_changes_nothing_on_thousands_of_sentences() -> None:
    batch = random_text(3000)
    tags, classes = predict(batch)
    start = 0
    for sentence in batch:
        end = start + len(sentence)
        assert predict([sentence]) == (tags[start:end], classes[start:end])
        start = end


def test_size_of_products_and_caches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = random_text(200)
    expected = predict(batch)
    fifty = predict(batch[:50])
    monkeypatch.setattr(network_module, "ROWS_AT_ONCE", 17)
    monkeypatch.setattr(tagger_module, "ROWS_AT_ONCE", 7)
    monkeypatch.setattr(word_vectors, "TYPES_KEPT", 5)
    monkeypatch.setattr(network_module, "CUBE_FITS", 9)
    fresh = Tagger(PACKED)
    assert predict(batch[:50], fresh) == fifty
    assert predict(batch, fresh) == expected


def test_a_long_line_has_no_seams() -> None:
    line = [VOCABULARY[i] for i in np.random.default_rng(4).integers(0, len(VOCABULARY), 3000)]
    tags, classes = predict([line])
    for start in range(0, 2900, 90):
        # Far from its cuts a piece is told apart from the whole by nothing.
        part_tags, part_classes = predict([line[start : start + 100]])
        assert part_tags[4:-4] == tags[start + 4 : start + 96]
        assert part_classes[4:-4] == classes[start + 4 : start + 96]


PROGRAM = """
import hashlib, sys
sys.path.insert(0, {root!r})
from tests.language.english.test_tagger import predict, random_text
print(hashlib.sha256(repr(predict(random_text(2000))).encode()).hexdigest())
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_threads_change_nothing(threads: str) -> None:
    root = Path(__file__).resolve().parents[3]
    limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
    environment = os.environ | limits | {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-c", PROGRAM.format(root=str(root))]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    here = hashlib.sha256(repr(predict(random_text(2000))).encode()).hexdigest()
    assert answer == here


def test_equal_words_have_equal_numbers() -> None:
    predicted = TAGGER.predict([["a", "cat"], [], ["cat", "A"]])
    assert predicted.words == ["a", "cat", "cat", "A"]
    assert predicted.lengths.tolist() == [2, 0, 2]
    first, second, third, fourth = predicted.numbers.tolist()
    assert second == third
    assert len({first, second, fourth}) == 3


def test_nothing_in_nothing_out() -> None:
    assert predict([]) == ([], [])
    assert predict([[], []]) == ([], [])


def test_sums_cannot_leave_the_exact_range() -> None:
    weights = np.full((300, 2), 30_000, np.int16)
    with pytest.raises(AssertionError):
        network_module.Layer(weights, np.zeros(2, np.int32), 4, 1)
