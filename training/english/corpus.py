"""Plain text in, the sentences to be labelled out: clean copies and noisy ones, shuffled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from redink.language.english.lemmas import LemmaTables
from training.english.forms import Forms
from training.english.noise import add_noise
from training.english.text import Words, read_paragraphs, sentences

CLEAN_SHARE = 0.7
"""Share of the sentences that are kept as they are as well."""
NOISY_COPIES = 5
"""How often each sentence is told with errors."""
OFTEN_ENOUGH = 3
"""Words the text has at least so often may stand for others."""
RATES = (0.05, 0.1, 0.15, 0.2)
"""Errors a word; drawn for each copy."""


def build(path: Path, tables: LemmaTables, rng: np.random.Generator) -> list[Words]:
    """Make the training sentences from a text; each clean sentence enters once."""
    clean: dict[tuple[str, ...], None] = {}
    for paragraph in read_paragraphs(path):
        clean |= dict.fromkeys(map(tuple, sentences(paragraph, rng)))
    counts = Counter(word for sentence in clean for word in sentence)
    forms = Forms(tables, {word for word, count in counts.items() if count >= OFTEN_ENOUGH})
    told: list[Words] = []
    for sentence in clean:
        if rng.random() < CLEAN_SHARE:
            told.append(list(sentence))
        told += (
            add_noise(sentence, rng, forms, rate=RATES[int(rng.random() * len(RATES))]) for _ in range(NOISY_COPIES)
        )
    return [told[i] for i in rng.permutation(len(told))]
