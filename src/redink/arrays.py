"""The names of our array types, and a division that says what 0/0 is."""

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
