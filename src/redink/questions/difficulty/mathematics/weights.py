"""How many of N systems solved a chunk in, its difficulty weight w = f(n, N) out.

- `linear:a,b,c`: a − (n + b)/(N + c), the function of the paper; 1, 0, 0 by default
- `reciprocal:k`: (N + k)/(n + k), smoothed because 1/0 is undefined; `reciprocal:0` is N/n, the paper's other example
- `log:k`: ln((N + k)/(n + k)), between the two
- `constant`: 1, no weights
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import UsageError
from redink.frozen import frozen

Mode: TypeAlias = Literal["paper", "faithful"]
"""The definitions of the paper, or exactly what its program does."""

FalsePositives: TypeAlias = Literal["paper", "unit"]
"""A false positive weighs as much as its chunk (formula 2), or 1."""


SUCCESS_RATE = "reciprocal:0"
"""Name of the weight function N/n, which has no value at n = 0."""


class WeightFunction(Protocol):
    """A function from counts of successful systems to weights."""

    @property
    def name(self) -> str:
        """The name that `parse_weight` takes."""

    def __call__(self, n: Ints | Floats, size: int) -> Floats:
        """Give w for counts n of `size` systems."""


@frozen
class NamedWeight:
    """A weight function with the name that users type."""

    name: str
    """E.g. `linear:1,0,0`."""
    function: Callable[[Floats, int], Floats]
    """(n, N) → w, element by element."""

    def __call__(self, n: Ints | Floats, size: int) -> Floats:
        """Give w for counts n of `size` systems."""
        weights: Floats = np.asarray(self.function(np.asarray(n, dtype=np.float64), size), dtype=np.float64)
        return weights


def _digits(number: float) -> str:
    """Write a number with all its digits: other weights must not have the same name."""
    return np.format_float_positional(number, trim="-")


def linear(a: float = 1.0, b: float = 0.0, c: float = 0.0) -> NamedWeight:
    """Give w = a − (n + b)/(N + c)."""
    return NamedWeight(f"linear:{_digits(a)},{_digits(b)},{_digits(c)}", lambda n, size: a - (n + b) / (size + c))


def reciprocal(k: float = 1.0) -> NamedWeight:
    """Give w = (N + k)/(n + k), k ≥ 0.

    With k = 0, this is 1 divided by the success rate n/N (§3.1 of the paper). N/0 has no value; a chunk that no system
    got right then weighs N, as much as one that a single system got right.
    """
    if k < 0:
        raise UsageError(f"reciprocal weights cannot be smoothed by {k:g}", remedy="use 0 or more, such as 1")
    if k == 0:
        return NamedWeight(SUCCESS_RATE, lambda n, size: size / np.maximum(n, 1.0))
    return NamedWeight(f"reciprocal:{_digits(k)}", lambda n, size: (size + k) / (n + k))


def log(k: float = 1.0) -> NamedWeight:
    """Give w = ln((N + k)/(n + k)), k > 0."""
    if k <= 0:
        raise UsageError(f"smoothing by {k:g} leaves ln(1/0) without a value", remedy="use a number above 0, such as 1")
    return NamedWeight(f"log:{_digits(k)}", lambda n, size: np.log((size + k) / (n + k)))


def constant() -> NamedWeight:
    """Give w = 1."""
    return NamedWeight("constant", lambda n, _: np.ones_like(n))


_MAKERS: dict[str, tuple[Callable[..., NamedWeight], int]] = {
    "linear": (linear, 3),
    "reciprocal": (reciprocal, 1),
    "log": (log, 1),
    "constant": (constant, 0),
}


def parse_weight(name: str) -> NamedWeight:
    """Give the weight function of a name such as `linear`, `linear:1.5,0,1` or `reciprocal:0.5`."""
    kind, _, numbers = name.partition(":")
    remedy = "choose linear:A,B,C (1,0,0), reciprocal:K, log:K or constant"
    if kind not in _MAKERS:
        raise UsageError(f"there is not a weight function {name!r}", remedy=remedy)
    make, most = _MAKERS[kind]
    try:
        values = [float(number) for number in numbers.split(",")] if numbers else []
    except ValueError:
        values = [np.nan]
    if len(values) > most or not np.isfinite(values).all():
        raise UsageError(f"{name!r} is not a weight function", remedy=remedy)
    return make(*values)


def check_weights(weight: WeightFunction, size: int, *, mode: Mode = "paper") -> tuple[str, ...]:
    """Give warnings about a weight function; refuse weights that make no sense.

    Negative weights reward mistakes. They are refused except in `faithful`, which uses them as the program does.

    Returns:
        Warnings in whole sentences.
    """
    if size < 1:
        raise UsageError("no system is left to judge the difficulty by", remedy="give more systems, or a weight file")
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = weight(np.arange(size + 1), size)
    if not np.isfinite(weights).all():
        raise UsageError(f"{weight.name} has no value for {size} systems", remedy="choose other parameters")
    warnings = []
    lowest = float(weights.min())
    if lowest < -1e-12:
        cause = f"{weight.name} gives negative weights (down to {lowest:.3g} for {size} systems)"
        if mode == "paper":
            raise UsageError(cause, remedy="in linear:a,b,c, a must be at least (N + b)/(N + c)")
        warnings.append(f"{cause}: mistakes are rewarded there.")
    if size == 1:
        warnings.append(
            f"With one system, solved errors get weight {weights[1]:g}. Do not use these scores; give two or more "
            "systems."
        )
    elif size < 5:
        warnings.append(f"Only {size} systems judge the difficulty; weights become stable with 5 or 6.")
    return tuple(warnings)
