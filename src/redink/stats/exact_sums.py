"""Whole-number weights and a table of statistics in; weighted sums, equal to the last bit on every machine, out.

A matrix product adds in an order that depends on the processor, the number of threads and the shape of the arrays. Its
last digits depend on them too, so a tie may be broken on one machine and not on another. Here every column is first
rounded to multiples of a power of two g that is so coarse that all partial sums fit into the 53 bits of a float: such a
product is exact in any order. The remainders are added in the same way. Counts (TP, FP, n-grams …) have no remainder
and cost one product.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError

Weights: TypeAlias = npt.NDArray[np.uint8] | npt.NDArray[np.bool_]

BLOCK_CELLS = 2**21
"""Number of weights converted to floats at a time (16 MiB). It changes no digit, because all sums are exact."""


def exact_sums(weights: Weights, table: Floats) -> Floats:
    """Give Σᵢ weights[r, i] · table[i, c] for every r and c.

    Args:
        weights: (r × n) non-negative whole numbers.
        table: (n × k) finite statistics.

    Returns:
        (r × k) sums: exact if the table holds whole numbers; otherwise within a few units in the last place of the
        sum of absolute values.
    """
    heaviest = int(weights.sum(axis=1, dtype=np.int64).max(initial=0))
    if heaviest * np.abs(table).max(initial=0.0) < 2**24 and (np.rint(table) == table).all():
        return _product(weights, table, np.float32)
    coarse, remainder = _cut(table, heaviest)
    if not remainder.any():
        return _product(weights, coarse)
    fine, _ = _cut(remainder, heaviest)
    columns = table.shape[1]
    sums = _product(weights, np.hstack([coarse, fine]))
    return sums[:, :columns] + sums[:, columns:]


def as_table(table: npt.ArrayLike, rows: int) -> Floats:
    """Give the table as float64, after checking that it has one finite row for each sentence.

    Raises:
        InputError: If it has another shape, or holds NaN or ∞. As 0 · NaN is NaN, one such cell would spoil every
            resample, even those without its sentence.
    """
    array = np.asarray(table, dtype=np.float64)
    if array.ndim != 2 or len(array) != rows:
        raise InputError(
            f"a table of statistics has shape {array.shape}, not ({rows}, number of columns)",
            remedy="sentence_stats must give one row for each sentence",
        )
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise InputError(
            f"the statistics of sentence {row + 1} are not finite: {array[row].tolist()}",
            remedy="sentence_stats must give sums that can be added up; only score_from_sums may give NaN",
        )
    return array


def _cut(table: Floats, heaviest: int) -> tuple[Floats, Floats]:
    """Round every column to multiples of its g; give the multiples and the remainders."""
    reach = heaviest * np.abs(table).max(axis=0, initial=0.0)
    # No sum exceeds reach < 2^e. With g = 2^(e−52), every sum is a multiple of g below 2^53 · g, rounding included.
    exponent = np.frexp(reach)[1] - 52
    coarse: Floats = np.ldexp(np.rint(np.ldexp(table, -exponent)), exponent)
    return coarse, table - coarse


def _product(weights: npt.NDArray[Any], table: Floats, kind: type[np.floating[Any]] = np.float64) -> Floats:
    """Give the product weights · table, block by block: weights take one byte each, but the product needs floats.

    Sums of whole numbers below 2^24 are exact in `float32` too, which costs half.
    """
    rows, cells = weights.shape
    block = max(1, BLOCK_CELLS // max(1, cells))
    sums = np.empty((rows, table.shape[1]), order="F")  # scores read it column by column
    factor = table.astype(kind)
    for start in range(0, rows, block):
        sums[start : start + block] = np.matmul(weights[start : start + block].astype(kind), factor)
    return sums
