"""A treebank in, trained parameters out: batches, noise, the loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from redink.language.universal.features import Rows
from training.english.network import Ints, Parameters
from training.english.optimiser import Adam, Pace
from training.languages.labels import Labels
from training.languages.network import Batch, Network, Size, new_parameters
from training.languages.noise import Noise
from training.languages.treebank import Treebank, Word

TOKENS_A_BATCH = 1024
TOKENS_SEEN = 1_200_000
"""Tokens that the network sees in all, whatever the size of the treebank …"""
EPOCHS = (8, 60)
"""… but no sentence is seen less or more often."""
NOISY = 0.3
"""Share of the sentences that get errors, drawn anew each time."""
HIDE, DROPOUT = 0.3, 0.2


class Features:
    """Table rows of word types, each looked up once."""

    def __init__(self, rows: Rows) -> None:
        """Take what knows them."""
        self._look_up = rows
        self._rows: dict[str, NDArray[np.int32]] = {}

    def of(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Give the rows of some words."""
        if new := [word for word in dict.fromkeys(words) if word not in self._rows]:
            self._rows |= zip(new, self._look_up.of(new), strict=True)
        return np.stack([self._rows[word] for word in words])


def make_batch(sentences: Sequence[tuple[Sequence[Word], int]], labels: Labels, features: Features) -> Batch:
    """Put some sentences, each with the number of its treebank, in a row."""
    edge = np.zeros((1, len(labels.heads)), np.intp)
    types: dict[tuple[str, int], int] = {}
    numbers, inside = [0], [0]
    targets: list[Ints] = [edge]
    for words, source in sentences:
        numbers += [*(types.setdefault((word.form, source), len(types)) for word in words), 0]
        inside += [*[1] * len(words), 0]
        targets += [labels.targets(words), edge]
    return Batch(
        features.of([form for form, _ in types]),
        np.array([source for _, source in types]),
        np.array(numbers),
        np.array(inside, np.float32)[:, None],
        np.concatenate(targets),
    )


def sources_of(treebank: Treebank) -> list[str]:
    """Name the treebanks, the main one first."""
    others = sorted({sentence.source for sentence in treebank.train} - {treebank.main})
    return [treebank.main, *others]


def first_parameters(size: Size, treebank: Treebank, labels: Labels, rng: np.random.Generator) -> Parameters:
    """Draw parameters; without any other knowledge the network gives each output its share of the text."""
    parameters = new_parameters(size, rng)
    targets = np.concatenate([labels.targets(sentence.words) for sentence in treebank.train])
    shares = [
        (np.bincount(column, minlength=outputs) + 0.5) / len(targets)
        for column, outputs in zip(targets.T, labels.heads, strict=True)
    ]
    parameters["heads_bias"] = np.log(np.concatenate(shares)).astype(np.float32)
    return parameters


def train(
    treebank: Treebank, labels: Labels, rows: Rows, rng: np.random.Generator, *, report: Callable[[str], None] = print
) -> tuple[Size, Parameters]:
    """Train a network from nothing; give the running mean of its parameters."""
    sources = sources_of(treebank)
    size = Size(labels.heads, len(sources), tuple(len(keys) + 1 for keys in rows.keys))
    tokens = sum(len(sentence.words) for sentence in treebank.train)
    epochs = min(max(TOKENS_SEEN // tokens, EPOCHS[0]), EPOCHS[1])
    steps = max(1, epochs * tokens // TOKENS_A_BATCH)
    network = Network(size, first_parameters(size, treebank, labels, rng))
    adam = Adam(network.parameters, Pace(peak=0.005, steps=steps, warm_up=min(200, max(1, steps // 10))))
    features, started, losses = Features(rows), time.process_time(), []
    for sentences in _forever(treebank, sources, rng):
        batch = make_batch(sentences, labels, features)
        loss, gradients = network.loss_and_gradients(batch, rng, hide=HIDE, dropout=DROPOUT)
        adam.update(gradients)
        losses.append(loss)
        if adam.step >= steps:
            break
    seconds = time.process_time() - started
    report(f"{steps} steps, {epochs} epochs, loss {np.mean(losses[-50:]):.4f}, {seconds:.0f} s")
    return size, adam.mean


def _forever(
    treebank: Treebank, sources: Sequence[str], rng: np.random.Generator
) -> Iterator[list[tuple[tuple[Word, ...], int]]]:
    """Yield groups of sentences, in a new order and with new errors each time around."""
    noise = Noise(treebank.train)
    tokens = sum(len(sentence.words) for sentence in treebank.train)
    at_once = max(1, round(TOKENS_A_BATCH * len(treebank.train) / tokens))
    for epoch in count():
        order = rng.permutation(len(treebank.train)).tolist()
        for start in range(0, len(order), at_once):
            chosen = [treebank.train[number] for number in order[start : start + at_once]]
            noisy = rng.random(len(chosen)) < NOISY
            # Every other time a sentence has its surface tokens: text to be corrected has these.
            tokens_of = [
                sentence.surface if (epoch + start + i) % 2 else sentence.words for i, sentence in enumerate(chosen)
            ]
            yield [
                (noise.apply(tokens, rng) if is_noisy else tokens, sources.index(sentence.source))
                for sentence, tokens, is_noisy in zip(chosen, tokens_of, noisy.tolist(), strict=True)
            ]
