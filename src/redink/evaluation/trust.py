"""How far numbers can be trusted: settings of intervals and tests in, the random draws behind them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

import numpy as np

from redink.errors import UsageError
from redink.frozen import frozen
from redink.scoring.measure import expect_choice
from redink.stats.intervals import IntervalMethod
from redink.stats.resampling import Resamples, Swaps, Units, expect_resamples

TestName: TypeAlias = Literal["randomisation", "bootstrap"]
Correction: TypeAlias = Literal["holm", "bh", "none"]
"""Guard against many tests: Holm's, Benjamini and Hochberg's, or none."""

TESTS = {"randomisation": "approximate randomisation", "bootstrap": "paired bootstrap"}
"""Tests in words."""
CORRECTIONS = {"holm": "Holm", "bh": "Benjamini–Hochberg", "none": ""}
"""Corrections in words."""


@frozen
class Trust:
    """How uncertainty is estimated."""

    method: IntervalMethod = "percentile"
    """Kind of interval."""
    level: float = 0.95
    """Level of the interval."""
    resamples: int = 1000
    """Number of resamples, for intervals and tests alike."""
    seed: int = 12345
    """Where the generator starts; 0 is a seed like any other."""
    test: TestName = "randomisation"
    """Paired test of `compare`."""
    correction: Correction = "holm"
    """Guard of `compare` against many tests: `holm`, `bh` (Benjamini and Hochberg) or `none`."""
    alpha: float = 0.05
    """Level at which `compare` calls a difference significant."""

    def __post_init__(self) -> None:
        """Refuse what the generator and the tests cannot use; intervals have checks of their own."""
        expect_choice("paired test", self.test, get_args(TestName))
        expect_choice("correction", self.correction, get_args(Correction))
        expect_resamples(self.resamples)
        if self.seed < 0:
            raise UsageError(f"the seed is {self.seed}", remedy="give a whole number, 0 or larger")
        if not 0 < self.alpha < 1:
            raise UsageError(f"the level of significance is {self.alpha}", remedy="give a share between 0 and 1: 0.05")


@dataclass(frozen=True, eq=False)
class Draws:
    """The random draws of one evaluation, made once and shared by everything that is compared."""

    trust: Trust
    """How often, and from which seed."""
    size: int
    documents: Sequence[str] | None = None
    """The document of each sentence; whole documents are drawn when it is known."""

    @cached_property
    def units(self) -> Units:
        """What is drawn: sentences or documents."""
        return Units.of(self.size, self.documents)

    @cached_property
    def resamples(self) -> Resamples:
        """How often each sentence (or document) is drawn in each bootstrap resample."""
        rng = np.random.default_rng(self.trust.seed)
        return Resamples.draw(self.size, self.trust.resamples, rng, self.documents)

    @cached_property
    def swaps(self) -> Swaps:
        """In which sentences (or documents) two systems exchange their outputs."""
        rng = np.random.default_rng(self.trust.seed)
        return Swaps.draw(self.size, self.trust.resamples, rng, self.documents)
