"""Labelled text in, trained parameters out: batches, the loop, agreement on held-out text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from redink.language.english.features import feature_rows
from training.english.classes import CLASSES
from training.english.labelled import TOP, Labelled
from training.english.network import START, Batch, Floats, Network, Parameters, Size, Weights, new_parameters
from training.english.optimiser import Adam, Pace

HELD_OUT = 2000
"""Sentences at the end of the labelled text that are not trained on."""
TOKENS_A_BATCH = 2048
SPREAD_FROM = 200_000
"""Tokens from which the spread of the teacher's vectors is measured."""


class Agreement(NamedTuple):
    """Share of held-out tokens where student and teacher agree."""

    tags: float
    classes: float


class Batches:
    """Cuts labelled text into batches."""

    def __init__(self, text: Labelled, alone: Floats) -> None:
        """Look up the features of all word types once; `alone` has the teacher's vectors of them."""
        self.text = text
        self.features = feature_rows(text.types)
        self.ends = np.cumsum(text.lengths)
        self.starts = self.ends - text.lengths
        shares = text.shares.astype(np.float32)
        self.shares = shares / shares.sum(axis=1, keepdims=True)
        # The teacher's vectors have columns of all sizes; each shall count the same.
        self.spread = text.vectors[:SPREAD_FROM].astype(np.float32).std(axis=0) + np.float32(1e-6)
        self.alone = alone / alone.std(axis=0)

    def make(self, sentences: np.ndarray) -> Batch:
        """Put some sentences (by number) in a row."""
        gap = np.array([-1])
        pieces = [gap]
        for i in sentences:
            pieces += [np.arange(self.starts[i], self.ends[i]), gap]
        places = np.concatenate(pieces)
        inside = places >= 0
        tokens = places[inside]
        types, numbers = np.unique(self.text.words[tokens], return_inverse=True)
        words = np.zeros(len(places), np.intp)
        words[inside] = numbers
        tags = np.zeros((len(places), len(self.text.tagset)), np.float32)
        rows = np.flatnonzero(inside)
        for k in range(TOP):
            tags[rows, self.text.tags[tokens, k]] += self.shares[tokens, k]
        classes = np.zeros((len(places), len(CLASSES)), np.float32)
        classes[rows, self.text.classes[tokens]] = 1
        vectors = np.zeros((len(places), self.text.vectors.shape[1]), np.float32)
        vectors[rows] = self.text.vectors[tokens] / self.spread
        return Batch(
            self.features[types], words, inside.astype(np.float32)[:, None], tags, classes, vectors, self.alone[types]
        )

    def forever(self, rng: np.random.Generator, tokens: int) -> Iterator[Batch]:
        """Give batches of about `tokens` tokens, every sentence once before any comes again."""
        count = len(self.text.lengths) - HELD_OUT
        at_once = max(1, int(tokens / self.text.lengths.mean()))
        while True:
            order = rng.permutation(count)
            for start in range(0, max(1, count - at_once + 1), at_once):
                yield self.make(order[start : start + at_once])

    def held_out(self) -> Iterator[Batch]:
        """Give the sentences kept apart."""
        count = len(self.text.lengths)
        for start in range(max(0, count - HELD_OUT), count, 200):
            yield self.make(np.arange(start, min(start + 200, count)))


def agreement(network: Network, batches: Batches) -> Agreement:
    """Compare with the teacher's best tag and class on held-out text."""
    right = np.zeros(3)
    for batch in batches.held_out():
        logits = network.logits(batch)
        rows = np.flatnonzero(batch.inside)
        split = network.size.tags
        tags = _hits(logits[rows, :split], batch.tags[rows])
        right += [len(rows), tags, _hits(logits[rows, split:], batch.classes[rows])]
    return Agreement(right[1] / right[0], right[2] / right[0])


def _hits(logits: Floats, target: Floats) -> int:
    return int((logits.argmax(axis=1) == target.argmax(axis=1)).sum())


def train(
    text: Labelled,
    alone: Floats,
    size: Size,
    pace: Pace,
    rng: np.random.Generator,
    *,
    weights: Weights = START,
    report: Callable[[str], None] = print,
) -> Parameters:
    """Train a network; give the running mean of its parameters.

    Args:
        text: What the teacher says about a text.
        alone: The teacher's vectors of the text's word types.
        size: The network's measurements.
        pace: How fast to learn, and how long.
        rng: Draws the first parameters and the order of the sentences.
        weights: How much each part of the loss counts.
        report: Takes a line about every thousand steps.
    """
    batches = Batches(text, alone)
    network = Network(size, new_parameters(size, rng), weights)
    adam = Adam(network.parameters, pace)
    averaged = Network(size, adam.mean)
    losses = []
    started = time.process_time()
    for batch in batches.forever(rng, TOKENS_A_BATCH):
        network.weights = weights.after(adam.step / pace.steps)
        loss, gradients = network.loss_and_gradients(batch)
        adam.update(gradients)
        losses.append(loss)
        if adam.step % 1000 == 0 or adam.step == pace.steps:
            tags, classes = agreement(averaged, batches)
            seconds = time.process_time() - started
            loss = " ".join(f"{part:.4f}" for part in np.mean(losses, axis=0))
            report(f"{adam.step} loss {loss} tags {tags:.4f} classes {classes:.4f} {seconds:.0f} s")
            losses = []
        if adam.step >= pace.steps:
            break
    return adam.mean
