"""The names of our array types, a division that says what 0/0 is, and the distinct values of an array.

These do what `numpy.unique` does, without its import of `numpy.ma`, which takes 5 ms.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def ratio(part: ArrayLike, whole: ArrayLike, *, nothing: float = np.nan) -> Floats:
    """Divide element by element; where `whole` is 0 the answer is `nothing`, without a warning."""
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64))
    out: Floats = np.full(part.shape, nothing, dtype=np.float64)
    np.divide(part, whole, out=out, where=whole != 0)
    return out


def distinct(values: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Give a place of each value, values ascending, and for each place the number of its value.

    It need not be the first place of the value: a stable sort would take five times as long.
    """
    order = np.argsort(values)
    ordered = values[order]
    new = np.empty(len(values), dtype=np.bool_)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    numbers = np.empty(len(values), dtype=np.intp)
    numbers[order] = np.cumsum(new) - 1
    return order[new], numbers


def counted(values: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Give the distinct values, ascending, and how often each of them occurs."""
    ordered = np.sort(values, axis=None)
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)])
    return ordered[starts], np.diff(starts, append=len(ordered))
