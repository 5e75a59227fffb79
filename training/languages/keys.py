"""Sentences of a treebank in, the parts of words that get a row in the embedding tables out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from redink.language.universal.features import TABLES, Rows, checksums
from training.languages.treebank import Sentence

ENOUGH = 2
"""Tokens that a part needs: what is seen once teaches how to treat the unknown."""


def collect_rows(sentences: Iterable[Sentence]) -> Rows:
    """Give each table the most frequent parts; of those as frequent as each other, the smaller checksums come first."""
    forms = Counter[str]()
    for sentence in sentences:
        words, tokens = ({word.form for word in part} for part in (sentence.words, sentence.surface))
        forms.update(word.form for word in sentence.words)
        forms.update(tokens - words)
    counts, sums = np.array(list(forms.values())), checksums(list(forms))
    keys = []
    for i, table in enumerate(TABLES):
        parts, which = np.unique(sums[:, i], return_inverse=True)
        totals = np.bincount(which, counts)
        best = np.argsort(-totals, kind="stable")[: table.most]
        keys.append(np.sort(parts[best][totals[best] >= ENOUGH]))
    return Rows(keys)
