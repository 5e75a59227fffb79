"""Sentences of a kind of text in, the sentences to be labelled out: clean copies and noisy ones, shuffled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from redink.language.english.lemmas import LemmaTables
from training.english.forms import Forms
from training.english.layout import lay_out
from training.english.noise import add_noise
from training.english.text import Words

OFTEN_ENOUGH = 3
"""Words the text has at least so often may stand for others."""
RATES = (0.05, 0.1, 0.15, 0.2)
"""Errors a word; drawn for each copy."""


class Recipe(NamedTuple):
    """How often a kind of text is told."""

    clean: float
    """Share of the sentences that are kept as they are as well."""
    copies: int
    """How often each sentence is told with errors."""
    laid_out: bool
    """Whether some of these become headings, items, fragments and the like."""


RECIPES = {
    "textbooks": Recipe(0.7, 5, laid_out=False),
    "web": Recipe(1.0, 6, laid_out=True),
    "treebank": Recipe(1.0, 6, laid_out=True),
    "technical": Recipe(1.0, 2, laid_out=True),
    "dictionary": Recipe(1.0, 2, laid_out=True),
}


def build(clean: Sequence[Words], tables: LemmaTables, rng: np.random.Generator, recipe: Recipe) -> list[Words]:
    """Make the training sentences from distinct clean ones."""
    counts = Counter(word for sentence in clean for word in sentence)
    forms = Forms(tables, {word for word, count in counts.items() if count >= OFTEN_ENOUGH})
    told: list[Words] = []
    for sentence in clean:
        if rng.random() < recipe.clean:
            told.append(list(sentence))
        for _ in range(recipe.copies):
            rate = RATES[int(rng.random() * len(RATES))]
            told.append(add_noise(lay_out(sentence, rng) if recipe.laid_out else sentence, rng, forms, rate=rate))
    return [told[i] for i in rng.permutation(len(told))]
