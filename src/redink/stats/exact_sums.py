"""Whole-number weights and a table of statistics in, weighted sums out, alike to the last bit everywhere.

A matrix product adds in an order that depends on the processor, the number of threads and the shape of
the arrays, so its last digits do too; a tie may then be broken on one machine and not on another. Here
every column is first cut into multiples of a power of two g so coarse that all partial sums fit into a
float's 53 bits: such a product is exact in any order. What the cut leaves over is added the same way.
Counts (TP, FP, n-grams …) leave nothing over and cost one product.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError

Weights: TypeAlias = npt.NDArray[np.uint8] | npt.NDArray[np.bool_]

BLOCK_CELLS = 2**21
"""Cells of the weights turned into floats at a time (16 MiB); moves no digit, since all sums are exact."""


def exact_sums(weights: Weights, table: Floats) -> Floats:
    """Give Σᵢ weights[r, i] · table[i, c] for every r and c.

    Args:
        weights: (r × n) whole numbers, none negative.
        table: (n × k) finite statistics.

    Returns:
        (r × k) sums: exact when the table holds whole numbers, otherwise within a few units of the last place
        of the sum of absolute values.
    """
    heaviest = int(weights.sum(axis=1, dtype=np.int64).max(initial=0))
    coarse, rest = _cut(table, heaviest)
    if not rest.any():
        return _product(weights, coarse)
    fine, _ = _cut(rest, heaviest)
    columns = table.shape[1]
    both = _product(weights, np.hstack([coarse, fine]))
    return both[:, :columns] + both[:, columns:]


def as_table(table: npt.ArrayLike, rows: int) -> Floats:
    """Give the table as float64 after checking that it has one finite row a sentence.

    Raises:
        InputError: if it has another shape, or holds NaN or ∞: 0 · NaN is NaN, so that one such cell
            would spoil every resample, also those that leave its sentence out.
    """
    array = np.asarray(table, dtype=np.float64)
    if array.ndim != 2 or len(array) != rows:
        raise InputError(
            f"a table of statistics has shape {array.shape}, not ({rows}, number of columns)",
            remedy="sentence_stats must give one row a sentence",
        )
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise InputError(
            f"the statistics of sentence {row + 1} are not finite: {array[row].tolist()}",
            remedy="sentence_stats must give sums that can be added up; only score_from_sums may give NaN",
        )
    return array


def _cut(table: Floats, heaviest: int) -> tuple[Floats, Floats]:
    """Round every column to multiples of its g; give the multiples and what is left over."""
    reach = heaviest * np.abs(table).max(axis=0, initial=0.0)
    # No sum exceeds reach < 2^e; with g = 2^(e−52) it is a whole multiple of g below 2^53, rounding included.
    exponent = np.frexp(reach)[1] - 52
    coarse: Floats = np.ldexp(np.rint(np.ldexp(table, -exponent)), exponent)
    return coarse, table - coarse


def _product(weights: npt.NDArray[Any], table: Floats) -> Floats:
    """Multiply block by block: the weights are stored in one byte each, the product needs floats."""
    rows, cells = weights.shape
    block = max(1, BLOCK_CELLS // max(1, cells))
    sums = np.empty((rows, table.shape[1]))
    for start in range(0, rows, block):
        sums[start : start + block] = weights[start : start + block].astype(np.float64) @ table
    return sums
