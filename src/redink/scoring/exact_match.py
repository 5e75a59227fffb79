"""Hypotheses and references in; which sentences equal a reference, and the share of such sentences, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.arrays import Floats, ratio
from redink.records import Tokens

COLUMNS = ("equal", "sentences")
"""1 if the output equals a reference; 1 if the sentence has a reference."""


def sentence_stats(hypotheses: Sequence[Tokens], references: Sequence[Sequence[Tokens]]) -> Floats:
    """Tell for each sentence, (sentences × 2), whether it equals one of its references.

    A sentence without any reference cannot be judged: its row is 0, 0.
    """
    rows = [
        (float(hypothesis in texts), float(len(texts) > 0))
        for hypothesis, texts in zip(hypotheses, references, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))


def score_from_sums(sums: Floats) -> Floats:
    """Turn (…, 2) sums into the accuracy; NaN where there is no sentence."""
    equal, sentences = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    return ratio(equal, sentences)
