"""Errors with their weights in; mean, spread and number by error type, and the number of errors at each level out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints

UNNAMED = "(no type)"


class TypeDifficulty(NamedTuple):
    """How hard the errors of one type are: a row of the paper's Table 4."""

    type: str
    """The type, at the granularity asked for."""
    mean: float
    sd: float | None
    """Sample standard deviation (n − 1), as in the paper; `None` for a single error."""
    frequency: int


def difficulty_by_type(
    types: Sequence[str], weights: Floats, group: Callable[[str], str | None]
) -> tuple[TypeDifficulty, ...]:
    """Give the difficulty of each type, hardest first; ties are sorted by name."""
    groups: dict[str, list[float]] = {}
    for kind, weight in zip(types, weights.tolist(), strict=True):
        groups.setdefault(group(kind) or UNNAMED, []).append(weight)
    rows = [_row(name, np.array(group_weights)) for name, group_weights in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.mean, row.type)))


def _row(name: str, weights: Floats) -> TypeDifficulty:
    sd = float(weights.std(ddof=1)) if len(weights) > 1 else None
    return TypeDifficulty(name, float(weights.mean()), sd, len(weights))


def level_histogram(solved: Ints | Floats, size: int) -> Ints:
    """Give (N + 1,) the number of errors at each level N − n: 0 is solved by every system, N by none.

    Expected n are rounded.
    """
    return np.bincount(size - np.rint(solved).astype(np.int64), minlength=size + 1)
