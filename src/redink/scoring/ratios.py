"""Two arrays in; their quotient out, with a stated value where there is nothing to divide by."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]


def ratio(part: ArrayLike, whole: ArrayLike, *, nothing: float = np.nan) -> Floats:
    """Divide element by element; where `whole` is 0 the answer is `nothing`, without a warning."""
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64))
    out: Floats = np.full(part.shape, nothing, dtype=np.float64)
    np.divide(part, whole, out=out, where=whole != 0)
    return out
