"""Trained parameters in, the file of a language with integer weights out."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from redink.language.english.network import STEPS
from redink.language.universal.features import Rows
from redink.language.universal.lemmas import Lemmas
from training.english.network import Parameters
from training.english.pack import to_integers, write_arrays
from training.languages.labels import Labels
from training.languages.network import Size
from training.languages.treebank import Sentence


def pack(
    size: Size,
    parameters: Parameters,
    labels: Labels,
    rows: Rows,
    sentences: list[Sentence],
    lemmas: Lemmas,
    vocabulary: NDArray[np.uint8],
    sure: NDArray[np.float32] | None = None,
) -> bytes:
    """Round all parameters to integers, each layer in the finest steps that keep its sums exact.

    The vector of the main treebank, the first, becomes part of the first bias.
    """
    bundles, allowed = _bundles(labels, sentences)
    arrays: dict[str, NDArray[np.generic]] = {
        "pos": np.array(labels.pos),
        "features": np.array(list(labels.features), dtype=str),
        "sizes": np.array([len(values) for values in labels.features.values()], np.int32),
        "bundles": np.array([_written(labels, bundle) for bundle in bundles]),
        "values": np.array(bundles, np.uint8).reshape(len(bundles), len(labels.features)),
        "allowed": np.array([number for numbers in allowed for number in numbers], np.uint16),
        "allowed_ends": np.cumsum([len(numbers) for numbers in allowed]).astype(np.int32),
        "sure": np.full(len(labels.features), np.inf, np.float32) if sure is None else sure,
        "pieces": np.array(size.pieces),
        "vocabulary": vocabulary,
        "lemmas": np.frombuffer(lemmas.pack().encode(), np.uint8),
    }
    for i, keys in enumerate(rows.keys):
        arrays[f"keys{i}"] = keys
        arrays[f"table{i}"] = np.clip(np.rint(parameters[f"table{i}"] * STEPS), -127, 127).astype(np.int8)
    shifts = []
    for i in range(size.depth + 1):
        bias = parameters[f"bias{i}"] + (parameters["sources"][0] if i == 0 else 0)
        arrays[f"weights{i}"], arrays[f"bias{i}"], shift = to_integers(parameters[f"weights{i}"], bias)
        shifts.append(shift)
    arrays["heads"], arrays["heads_bias"], _ = to_integers(parameters["heads"], parameters["heads_bias"])
    arrays["shifts"] = np.array(shifts)
    return write_arrays(arrays)


def _bundles(labels: Labels, sentences: list[Sentence]) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """List the sets of features that occur, and for each part of speech the numbers of those that go with it."""
    numbers: dict[tuple[int, ...], int] = {}
    allowed: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for sentence in sentences:
        for pos, *values in labels.targets((*sentence.words, *sentence.surface)).tolist():
            allowed[pos][numbers.setdefault(tuple(values), len(numbers))] = None
    return list(numbers), [list(allowed[pos]) for pos in range(len(labels.pos))]


def _written(labels: Labels, bundle: tuple[int, ...]) -> str:
    """Write a set of features as Universal Dependencies does."""
    pairs = zip(labels.features.items(), bundle, strict=True)
    return "|".join(sorted((f"{name}={values[number]}" for (name, values), number in pairs if number), key=str.lower))
