"""Sentence statistics of pairs of systems in; how often redink's paired test finds them different, by simulation, out.

Statistics are counted once. A simulated test set is a draw of their rows, so that thousands of tests cost seconds. The
p-values are those of `redink.stats.significance.approximate_randomisation`; tests/tools/test_design_tools.py compares
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.scoring.measure import Measure
from redink.stats.power import difference_deviations, exchange_deviations, influences, power_of
from redink.stats.resampling import ScoreFromSums, scores_of
from redink.stats.significance import SAME

Bits: TypeAlias = npt.NDArray[np.uint8]

RESAMPLES = 199
"""Of each test. 10 of 200 cases are 5 % exactly."""
ALPHA = 0.05


class Errors(NamedTuple):
    """How much differences of all pairs vary, for one sentence."""

    drawn: Floats
    """(systems × systems) over drawn test sets."""
    exchanged: Floats
    """(systems × systems) when outputs are exchanged."""

    def power(self, pair: tuple[int, int], difference: float, size: int) -> float:
        """Predict how often the test shows the difference of a pair with so many sentences."""
        drawn, exchanged = self.drawn[pair], self.exchanged[pair]
        return power_of(difference, drawn / size**0.5, alpha=ALPHA, ratio=exchanged / drawn if drawn else 1.0)


def errors_of(tables: Sequence[Floats], measure: Measure) -> Errors:
    """Estimate from sentence statistics how much differences vary."""
    moved = np.stack([influences(table, measure.score_from_sums) for table in tables])
    return Errors(difference_deviations(moved), exchange_deviations(tables, measure.score_from_sums))


def stacked(tables: Sequence[Floats], pairs: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
    """Give the statistics of the first and of the second system of each pair, (sentences × pairs × columns)."""
    first, second = (np.stack([tables[pair[side]] for pair in pairs], axis=1) for side in (0, 1))
    return first, second


def exchange_p_values(first: Floats, second: Floats, coins: Bits, formula: ScoreFromSums) -> Floats:
    """Give (pairs,) p-values of second − first, from (resamples × sentences) coins that say what is exchanged.

    The statistics must be whole numbers, so that sums are exact in any order.
    """
    size, pairs, columns = first.shape
    sums = [side.sum(axis=0) for side in (first, second)]
    assert max(np.abs(total).max() for total in sums) < 2**24
    gained = (second - first).astype(np.float32).reshape(size, pairs * columns)
    moved = (coins.astype(np.float32) @ gained).astype(np.float64).reshape(len(coins), pairs, columns)
    low, high = (scores_of(total, formula) for total in sums)
    mixed = [
        scores_of(total.reshape(-1, columns), formula).reshape(len(coins), pairs)
        for total in (sums[0] + moved, sums[1] - moved)
    ]
    limit = np.abs(high - low) - SAME * np.maximum(np.abs(low), np.abs(high))
    smaller = (np.abs(mixed[1] - mixed[0]) < limit).sum(axis=0)
    p: Floats = np.where(np.isnan(limit), np.nan, (len(coins) - smaller + 1) / (len(coins) + 1))
    return p


def rejections(
    choices: Sequence[tuple[Floats, Floats]],
    formula: ScoreFromSums,
    size: int,
    trials: int,
    rng: np.random.Generator,
    *,
    null: bool = False,
) -> Floats:
    """Give (pairs,) the share of simulated test sets in which each pair differs significantly.

    Args:
        choices: The statistics of the pairs, once for each choice of references; simulations take turns.
        formula: Turns sums into scores.
        size: Sentences that are drawn, with replacement.
        trials: Number of simulated test sets.
        rng: All chance.
        null: Whether the outputs of each pair are exchanged at random first, so that there is no difference.
    """
    rejected = np.zeros(choices[0][0].shape[1])
    for trial in range(trials):
        drawn = rng.integers(0, len(choices[0][0]), size)
        first, second = (side[drawn] for side in choices[trial % len(choices)])
        if null:
            swapped = rng.random((size, first.shape[1], 1)) < 0.5
            first, second = np.where(swapped, second, first), np.where(swapped, first, second)
        coins = np.unpackbits(rng.integers(0, 256, (RESAMPLES, -(-size // 8)), dtype=np.uint8), axis=1)[:, :size]
        rejected += exchange_p_values(first, second, coins, formula) <= ALPHA
    return rejected / trials
