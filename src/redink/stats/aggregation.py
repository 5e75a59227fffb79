"""Scores of sentences by several systems in; one number for each system out, as human judgements are aggregated.

Each sentence compares every two systems: the higher score wins, equal scores tie. `expected-wins` and `trueskill` make
a ranking from these comparisons; `mean` is the mean of the scores. T. Goto et al. (2025), "Rethinking evaluation
metrics for grammatical error correction".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats, ratio
from redink.records import Interval
from redink.stats.rankings_from_pairs import Pairs, Tally, expected_wins, gaussian_rating, rating_without_order
from redink.stats.resampling import Resamples

Aggregate: TypeAlias = Literal["trueskill", "expected-wins", "mean"]
TieRule: TypeAlias = Literal["original", "half"]
"""Ties as the original programs have them (left out by expected wins, draws for TrueSkill), or as half a win each."""

_BLOCK = 50
"""Resamples whose ratings are found at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Aggregated:
    """One number for each system."""

    values: Floats
    """(systems,) the aggregate; NaN for a system that is never decided about."""
    intervals: tuple[Interval | None, ...]
    in_order: Floats | None
    """(systems,) TrueSkill after one pass in the order of the sentences and systems; `None` for the others."""
    undecided: int
    """Pairs of systems without a single decided sentence."""


def compared(scores: Floats) -> Floats:
    """Give for (systems × sentences) scores the outcomes of every pair: (sentences × pairs × [win, loss, tie]).

    Pairs are (0, 1), (0, 2) … (1, 2) …; a sentence without a score for one of the two (NaN) has no outcome.
    """
    first, second = np.triu_indices(len(scores), 1)
    left, right = scores[first].T, scores[second].T
    return np.stack([left > right, left < right, left == right], axis=-1).astype(np.float64)


def tally_of(sums: Floats, systems: int) -> Tally:
    """Give the wins and ties of (…, pairs, 3) summed outcomes."""
    first, second = np.triu_indices(systems, 1)
    wins, ties = (np.zeros((*sums.shape[:-2], systems, systems)) for _ in range(2))
    wins[..., first, second], wins[..., second, first] = sums[..., 0], sums[..., 1]
    ties[..., first, second] = ties[..., second, first] = sums[..., 2]
    return Tally(wins, ties)


def aggregate(
    scores: Floats, method: Aggregate, draws: Resamples, *, ties: TieRule = "original", level: float = 0.95
) -> Aggregated:
    """Aggregate (systems × sentences) scores; intervals are percentiles over resampled sentences.

    TrueSkill's values are those without order (see `rating_without_order`).
    """
    systems = len(scores)
    if method == "mean":
        known = ~np.isnan(scores)
        table = np.concatenate([np.where(known, scores, 0.0), known]).T
        sums = np.concatenate([table.sum(axis=0)[np.newaxis], draws.sums(table)])
        values = ratio(sums[:, :systems], sums[:, systems:])
        return Aggregated(values[0], _intervals(values[1:], draws, level), None, 0)
    outcomes = compared(scores)
    flat = outcomes.reshape(len(outcomes), -1)
    sums = np.concatenate([flat.sum(axis=0)[np.newaxis], draws.sums(flat)]).reshape(-1, flat.shape[1] // 3, 3)
    undecided = int((sums[0, :, :2].sum(axis=-1) == 0).sum())
    blocks = (tally_of(sums[start : start + _BLOCK], systems) for start in range(0, len(sums), _BLOCK))
    rated = rating_without_order if method == "trueskill" else expected_wins
    values = np.concatenate([rated(tally.with_half_ties() if ties == "half" else tally) for tally in blocks])
    in_order = rating_in_order(outcomes, systems) if method == "trueskill" and ties == "original" else None
    return Aggregated(values[0], _intervals(values[1:], draws, level), in_order, undecided)


def rating_in_order(outcomes: Floats, systems: int) -> Floats:
    """Give TrueSkill after one pass over `compared` outcomes: sentence by sentence, pair by pair."""
    first, second = np.triu_indices(systems, 1)
    sentence, pair = np.nonzero(outcomes.any(axis=-1))
    outcome = (outcomes[..., 0] - outcomes[..., 1])[sentence, pair].astype(np.intp)
    return gaussian_rating(Pairs(first[pair], second[pair], outcome, systems)).mu


def _intervals(values: Floats, draws: Resamples, level: float) -> tuple[Interval | None, ...]:
    """Give a percentile interval for each column; `None` where a resample is undefined, or for a single unit."""
    if draws.units.n_units == 1:
        return (None,) * int(values.shape[1])
    tails = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return tuple(None if np.isnan(low) else Interval(low, high, level) for low, high in tails.T.tolist())
