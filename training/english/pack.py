"""Trained parameters in float32 in, the integer weights file of the package out."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import LARGEST_ENTRY, LARGEST_SUM, TABLES
from redink.language.english.network import EXACT, LIMIT, STEPS
from training.english.network import Floats, Parameters, Size

LARGEST = 2**15 - 1
"""Weights are stored in 16 bits."""
FINEST = 10
"""Weights need no more than steps of 2^-10; coarser steps pack smaller."""


def pack(parameters: Parameters, size: Size, tags: list[str], classes: list[str]) -> bytes:
    """Round all parameters to integers, each layer in the finest steps that keep its sums exact."""
    arrays: dict[str, NDArray[np.generic]] = {
        "tags": np.array(tags),
        "classes": np.array(classes),
        "pieces": np.array(size.pieces),
    }
    for i in range(len(TABLES)):
        entries = np.rint(parameters[f"table{i}"] * STEPS)
        arrays[f"table{i}"] = np.clip(entries, -LARGEST_ENTRY, LARGEST_ENTRY).astype(np.int8)
    shifts = []
    for i in range(len(size.pieces)):
        limit = LIMIT if i else LARGEST_SUM
        weights, bias, shift = to_integers(parameters[f"weights{i}"], parameters[f"bias{i}"], limit)
        arrays |= {f"weights{i}": weights, f"bias{i}": bias}
        shifts.append(shift)
    arrays["heads"], arrays["heads_bias"], _ = to_integers(parameters["heads"], parameters["heads_bias"])
    arrays["shifts"] = np.array(shifts)
    return write_arrays(arrays)


def to_integers(weights: Floats, bias: Floats, limit: int = LIMIT) -> tuple[NDArray[np.int16], NDArray[np.int32], int]:
    """Give integer weights and bias in steps of 2^-shift, for inputs of −limit…limit."""
    for shift in range(FINEST, 0, -1):
        whole = np.rint(weights.astype(np.float64) * 2**shift)
        whole_bias = np.rint(bias.astype(np.float64) * 2**shift * STEPS)
        largest_sum = np.abs(whole).sum(axis=0).max() * limit + np.abs(whole_bias).max()
        if np.abs(whole).max() <= LARGEST and largest_sum < EXACT:
            return whole.astype(np.int16), whole_bias.astype(np.int32), shift
    raise ValueError("weights too large for exact sums: train with more decay")


def write_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    """Write an npz file whose bytes depend on nothing but the arrays (NumPy's own holds the time)."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(array, order="C"), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getvalue(), zipfile.ZIP_DEFLATED, 9)
    return target.getvalue()
