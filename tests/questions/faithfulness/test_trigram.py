"""The trigram model: against pocketsphinx's own reader, and against bad files."""

import math
import struct

import numpy as np
import pytest

from redink.errors import InputError, MissingExtraError
from redink.questions.faithfulness.mathematics import trigram
from redink.questions.faithfulness.mathematics.trigram import OOV_FLOOR, load_model, words_of_text

SENTENCES = [
    "he goes to school every day",
    "colorless green ideas sleep furiously",
    "the of the of",
    "i do not know",
    "",
]


@pytest.fixture(scope="module")
def model():
    pytest.importorskip("pocketsphinx", reason="needs the extra [fluency]")
    return load_model()


def test_the_packages_own_reader_gives_the_same(model):
    """Oracle: `NGramModel.prob` takes words newest first and gives logarithms to the base 1.0001, rounded."""
    theirs = __import__("pocketsphinx").NGramModel.readfile(str(trigram.find_model()))
    logs, lengths = model.score([text.split() for text in SENTENCES])
    assert lengths.tolist() == [len(text.split()) + 1 for text in SENTENCES]
    for text, log in zip(SENTENCES, logs, strict=True):
        line = ["<s>", *text.split(), "</s>"]
        grams = [line[max(0, place - 2) : place + 1][::-1] for place in range(1, len(line))]
        assert log == pytest.approx(sum(theirs.prob(gram) for gram in grams) * math.log(1.0001), abs=1e-3 * len(line))


def test_unknown_words_have_a_floor(model):
    (log,), _ = model.score([["xyzzyq"]])
    (empty,), _ = model.score([[]])
    end_after_unknown = model.unigrams[0][model.numbers["</s>"]]
    assert log == pytest.approx(OOV_FLOOR * math.log(10) + end_after_unknown)
    known = np.delete(model.unigrams[0], model.numbers["<s>"])  # which is never predicted
    assert OOV_FLOOR < known.min() / math.log(10) < OOV_FLOOR + 0.1
    assert empty < 0


def test_keys_are_sorted_and_probabilities_are_such(model):
    for keys in (model.bigram_keys, model.trigram_keys):
        assert (np.diff(keys) > 0).all()
    for table in (model.unigrams[0], model.bigrams[0], model.trigrams):
        assert (table <= 0).all()


@pytest.mark.parametrize("number", [math.inf, math.nan])
@pytest.mark.usefixtures("model")
def test_probabilities_that_are_no_numbers_are_refused(tmp_path, number):
    data = bytearray(trigram.find_model().read_bytes())
    struct.pack_into("<f", data, len(b"Trie Language Model") + 1 + 12 + 4, number)
    (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(InputError, match="probabilities that are not numbers"):
        load_model(tmp_path / "m.bin")


def test_no_sentences(model):
    logs, lengths = model.score([])
    assert (len(logs), len(lengths)) == (0, 0)


def test_better_english_is_more_probable(model):
    good, bad = model.score(
        [words_of_text(["He", "goes", "to", "school", "."]), words_of_text(["He", "go", "to", "school", "."])]
    )[0]
    assert good > bad


def test_words():
    assert words_of_text(["Do", "n't", "say", "“", "so", "”", ",", "it", "’s", "2nd"]) == [
        "don't",
        "say",
        "so",
        "it's",
        "2nd",
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Trie Language Model\x02" + bytes(100),
        b"Trie Language Model\x03" + struct.pack("<3I", 9, 9, 9) + bytes(40),
    ],
)
def test_bad_files(tmp_path, data):
    (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(InputError, match="not a trigram model"):
        load_model(tmp_path / "m.bin")


def test_no_file(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        load_model(tmp_path / "none")


def test_no_package(monkeypatch):
    monkeypatch.setattr(trigram, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtraError, match="fluency"):
        load_model()


def test_a_package_without_the_model(monkeypatch, tmp_path):
    from types import SimpleNamespace

    monkeypatch.setattr(trigram, "find_spec", lambda _name: SimpleNamespace(origin=str(tmp_path / "__init__.py")))
    with pytest.raises(MissingExtraError, match="has no"):
        load_model()
