"""The network as a textbook would write it: one sentence, whole numbers, no batches, no sharing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from redink.language.english.features import TABLES, feature_rows


def slow_predict(packed: bytes, words: Sequence[str]) -> tuple[list[int], list[int]]:
    """Give tag and class numbers of one sentence, in 64-bit integers."""
    with np.load(io.BytesIO(packed)) as file:
        whole = {name: file[name] for name in file.files}
    rows = feature_rows(words)
    embedded = [
        np.concatenate([whole[f"table{i}"][row[i]].astype(np.int64).sum(axis=0) for i in range(len(TABLES))])
        for row in rows
    ]
    vectors = [_to_grid(_layer(whole, 0, vector)) for vector in embedded]
    edge = np.zeros(len(vectors[0]), np.int64)
    for i in range(1, len(whole["shifts"])):
        padded = [edge, *vectors, edge]
        vectors = [
            _to_grid(
                [
                    a + int(b)
                    for a, b in zip(_layer(whole, i, np.concatenate(padded[j - 1 : j + 2])), padded[j], strict=True)
                ]
            )
            for j in range(1, len(padded) - 1)
        ]
    scores = [vector @ whole["heads"].astype(np.int64) + whole["heads_bias"] for vector in vectors]
    split = len(whole["tags"])
    return [int(s[:split].argmax()) for s in scores], [int(s[split:].argmax()) for s in scores]


def _layer(whole: dict[str, np.ndarray], i: int, vector: np.ndarray) -> list[Fraction]:
    sums = vector @ whole[f"weights{i}"].astype(np.int64) + whole[f"bias{i}"]
    best = sums.reshape(int(whole["pieces"][i]), -1).max(axis=0)
    return [Fraction(int(value), 2 ** int(whole["shifts"][i])) for value in best]


def _to_grid(values: Sequence[Fraction]) -> np.ndarray:
    return np.array([max(-255, min(255, round(value))) for value in values], np.int64)
