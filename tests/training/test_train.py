"""Training: gradients against differences, the loop on a toy text, and the way to the package's integers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from redink.language.english.features import TABLES
from redink.language.english.tagger import Tagger
from training.english import train as training
from training.english.classes import CLASSES, class_of
from training.english.labelled import TOP, Labelled
from training.english.network import Network, Size, Weights, new_parameters, sum_rows, window
from training.english.optimiser import Pace
from training.english.pack import pack

TAGSET = ["DT", "NN", "VB"]
WORDS = ["the", "cat", "dog", "runs", "sleeps"]
TAG_OF = [0, 1, 1, 2, 2]
SIZE = Size(width=8, pieces=(3, 2, 2), tags=len(TAGSET), classes=len(CLASSES), vectors=7)
ALONE = np.random.default_rng(6).standard_normal((len(WORDS), SIZE.vectors), np.float32)


def toy_text(sentences: int) -> Labelled:
    """Make `the cat runs the dog sleeps …`: the tag is the word's, the class that of the word before."""
    rng = np.random.default_rng(5)
    lengths = rng.integers(1, 8, sentences).astype(np.int32)
    words = rng.integers(0, len(WORDS), lengths.sum()).astype(np.int32)
    tags = np.array([[tag, (tag + 1) % 3, (tag + 2) % 3, 0] for tag in TAG_OF], np.uint8)[words]
    shares = np.tile(np.array([255, 0, 0, 0], np.uint8), (len(words), 1))
    vectors = rng.standard_normal((len(WORDS), SIZE.vectors)).astype(np.float16)[words]
    before = np.r_[0, words[:-1]]
    before[np.r_[0, np.cumsum(lengths)[:-1]]] = len(WORDS)
    return Labelled(WORDS, TAGSET, words, tags, shares, before.astype(np.uint8), vectors, lengths)


def test_gradients_equal_differences() -> None:
    rng = np.random.default_rng(1)  # with seed 0 two pieces of a maximum are nearly equal: no slope there
    parameters = {name: value.astype(np.float64) for name, value in new_parameters(SIZE, rng).items()}
    for name in ("heads", "heads_bias", "vectors", "vectors_bias"):
        parameters[name] = rng.standard_normal(parameters[name].shape) * 0.3
    weights = Weights(tags=0.9, classes=0.7, vectors=1.3, words=1.1)
    network = Network(SIZE, parameters, weights)  # type: ignore[arg-type]  # doubles, so that differences are sharp
    batch = training.Batches(toy_text(10), ALONE).make(np.arange(5))

    def loss() -> float:
        return float(network.loss_and_gradients(batch)[0] @ weights)

    _, gradients = network.loss_and_gradients(batch)
    for name, gradient in gradients.items():
        places = np.argwhere(gradient)
        place = tuple(places[len(places) // 2])
        value = parameters[name][place]
        parameters[name][place] = value + 1e-5
        above = loss()
        parameters[name][place] = value - 1e-5
        slope = (above - loss()) / 2e-5
        parameters[name][place] = value
        assert gradient[place] == pytest.approx(slope, rel=1e-4, abs=1e-9), name


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "HELD_OUT", 50)
    monkeypatch.setattr(training, "TOKENS_A_BATCH", 64)


@pytest.mark.usefixtures("small_batches")
def test_the_loop_learns_a_toy_language_and_packs_it() -> None:
    text = toy_text(300)
    lines: list[str] = []
    trained = training.train(
        text, ALONE, SIZE, Pace(steps=250, peak=0.02, warm_up=10), np.random.default_rng(0), report=lines.append
    )
    agreement = training.agreement(Network(SIZE, trained), training.Batches(text, ALONE))
    assert agreement.tags > 0.99
    assert agreement.classes > 0.9
    assert lines[-1].startswith("250 loss")
    tagger = Tagger(pack(trained, SIZE, TAGSET, list(CLASSES)))
    predicted = tagger.predict([["the", "cat", "runs"], ["dog"]])
    assert predicted.tags.tolist() == [0, 1, 2, 1]
    assert predicted.classes.tolist() == [len(WORDS), 0, 1, len(WORDS)]


@pytest.mark.usefixtures("small_batches")
def test_a_seed_gives_the_same_file() -> None:
    text, pace = toy_text(100), Pace(steps=5)
    files = [
        pack(
            training.train(text, ALONE, SIZE, pace, np.random.default_rng(0), report=lambda _: None),
            SIZE, TAGSET, list(CLASSES),
        )
        for _ in range(2)
    ]  # fmt: skip
    assert files[0] == files[1]


def test_a_batch_by_hand() -> None:
    text = toy_text(3)
    batch = training.Batches(text, ALONE).make(np.array([2, 0]))
    inside = batch.inside[:, 0]
    assert inside[0] == inside[-1] == 0
    assert inside.sum() == text.lengths[2] + text.lengths[0] == len(inside) - 3
    assert (batch.tags.sum(axis=1) == inside).all()
    assert (batch.classes.sum(axis=1) == inside).all()
    assert (batch.vectors.any(axis=1) == inside).all()
    assert batch.features.shape[1] == len(TABLES)


def test_labels_survive_the_file(tmp_path: Path) -> None:
    text = toy_text(4)
    text.save(tmp_path / "labels.npz")
    again = Labelled.load(tmp_path / "labels.npz")
    assert (again.types, again.tagset) == (text.types, text.tagset)
    for name in ("words", "tags", "shares", "classes", "vectors", "lengths"):
        assert (getattr(again, name) == getattr(text, name)).all()
    assert again.tags.shape[1] == TOP


def test_texts_are_joined() -> None:
    first, second = toy_text(4), toy_text(3)
    second = replace(second, types=second.types[::-1], words=(len(second.types) - 1 - second.words).astype(np.int32))
    joined = Labelled.joined([first, second])
    spelt = [[part.types[i] for i in part.words] for part in (first, second, joined)]
    assert joined.types == first.types
    assert spelt[2] == spelt[0] + spelt[1]
    assert joined.lengths.tolist() == [*first.lengths.tolist(), *second.lengths.tolist()]
    assert joined.tags.shape == (len(spelt[2]), TOP)
    assert len(joined.tags) == len(joined.shares) == len(joined.classes) == joined.lengths.sum()


def test_rows_are_added_up() -> None:
    values = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    assert sum_rows(values, np.array([2, 0, 2]), 3).tolist() == [[3, 4], [0, 0], [6, 8]]


def test_windows_have_empty_edges() -> None:
    assert window(np.array([[1], [2], [3]], np.float32)).tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 0]]


def test_vectors_count_less_and_less() -> None:
    weights = Weights(tags=1, classes=2, vectors=3, words=4)
    assert weights.after(0) == weights
    assert weights.after(0.25) == pytest.approx((1, 2, 1.5, 2))
    assert weights.after(0.5) == weights.after(1) == pytest.approx((1, 2, 0.15, 0.2))


def test_pace_rises_and_falls() -> None:
    pace = Pace(peak=1.0, steps=1000, warm_up=100)
    assert pace.rate(50) == pytest.approx(0.5 * 0.95)
    assert pace.rate(100) == pytest.approx(0.9)
    assert pace.rate(1000) == pytest.approx(0.005)


@pytest.mark.parametrize(
    ("label", "expected"),
    [("auxpass", "aux"), ("dobj", "arg"), ("relcl", "clause"), ("prep", "prep"), ("xyz", "other")],
)
def test_classes(label: str, expected: str) -> None:
    assert class_of(label) == expected
