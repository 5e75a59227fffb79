"""A judging table in; the difficulty of each error by item response theory, with its uncertainty, out.

The weight of an error is the share of the pool that is expected to fail on it: w = 1 − n/N, where n is the sum of the
systems' chances to solve the error, given all that is known of it. This is the paper's weight with expected
numbers of systems for counted ones, so that it has the paper's range and mean, and goes into weight files as n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Flags, Floats
from redink.frozen import frozen
from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.questions.difficulty.mathematics.features import FEWEST, Features, error_features
from redink.questions.difficulty.mathematics.judging_table import JudgingTable
from redink.questions.difficulty.mathematics.pool import Pool
from redink.records import Tokens
from redink.stats.item_response import (
    Fit,
    ItemResponse,
    abilities,
    fit_item_response,
    fit_of,
    prior_masses,
    quantiles,
)

Model: TypeAlias = Literal["paper", "irt", "irt-2pl"]
"""How hard an error is: counted as in the paper, or by item response theory with one or two parameters an error."""


class Effect(NamedTuple):
    """What a feature does to the difficulty."""

    feature: str
    """Its name."""
    effect: float
    """γ: the change of b for one unit of the feature."""
    error: float
    """Standard error of γ."""
    centre: float
    """Mean of the feature in the fit, where the prior mean of b is 0."""


@frozen
class Coefficients:
    """A model that was fitted elsewhere: all that is needed to predict the difficulty of new errors."""

    effects: tuple[Effect, ...]
    sigma: float
    """Spread of difficulties that the features do not explain."""
    slope: float
    """α."""
    abilities: Mapping[str, float]
    """θ of the systems of the fit; the expected share of them that fails is the weight."""

    def means(self, features: Features) -> Floats:
        """(E,) prior means of b; a feature that no error has is 0."""
        nothing = np.zeros(len(next(iter(features.values()))))
        terms = [effect.effect * (features.get(effect.feature, nothing) - effect.centre) for effect in self.effects]
        means: Floats = np.sum([nothing, *terms], axis=0)
        return means


@dataclass(frozen=True, slots=True, eq=False)
class ErrorModel:
    """What a model says about E errors and N systems."""

    systems: tuple[str, ...]
    """The systems that the model knows."""
    b: Floats
    """(Q,) values of the difficulty."""
    mass: Floats
    """(E × Q) how likely each value is for each error."""
    slope: float
    """α."""
    solved: Floats
    """(E,) n, the expected number of systems that solve the error."""
    effects: tuple[Effect, ...]
    """What makes an error hard."""
    response: ItemResponse | None = None
    """The fit; `None` for predictions."""
    others: Floats | None = None
    """(E × N) the expected number of the other systems that solve the error, by their answers alone."""
    is_joint: bool = False
    """Whether the difficulties are those that machines and people have in common."""

    @property
    def difficulty(self) -> Floats:
        """(E,) posterior means of b."""
        means: Floats = self.mass @ self.b
        return means

    def intervals(self, level: float) -> tuple[Floats, Floats]:
        """Give the (E,) lower and upper ends of the intervals of b."""
        if self.response is not None and not self.is_joint:
            return self.response.intervals(level)
        return quantiles(self.b, self.mass, (1 - level) / 2), quantiles(self.b, self.mass, (1 + level) / 2)

    def pool(self, table: JudgingTable, counted: Pool) -> Pool:
        """Give the pool with expected numbers for errors; correct text keeps the counted ones."""
        solved = counted.solved.astype(np.float64)
        solved[table.is_error] = self.solved
        if self.others is None:
            return Pool(self.systems, len(self.systems), solved)
        others = np.asarray(counted.solved[:, np.newaxis] - table.correct.astype(np.float64), dtype=np.float64)
        others[table.is_error] = self.others
        return Pool(self.systems, len(self.systems), solved, others)

    def fit(self, solved: Flags, axis: int) -> Fit:
        """Give infit and outfit of the errors (`axis` 1) or of the systems (`axis` 0)."""
        assert self.response is not None
        return fit_of(solved, self.response.chances(), axis)

    def abilities(self, solved: Flags) -> tuple[Floats, Floats]:
        """Give the (N,) abilities and their standard errors; NaN for a system that solves no error, or all.

        A system is as able as it must be to solve as many errors as it did. Where the errors are predicted, the
        standard error is that of the number of solved errors, divided by its slope.
        """
        counts = solved.sum(axis=0).astype(np.float64)
        theta = abilities(counts, np.tile(self.mass.sum(axis=0), (len(counts), 1)), self.b, self.slope)
        if self.response is not None:
            if self.response.tau or self.is_joint:
                theta = np.where(np.isnan(theta), np.nan, self.response.ability)
            return theta, self.response.ability_error
        chance = 1 / (1 + np.exp(-self.slope * (theta - self.b[:, np.newaxis])))  # Q × N
        mean = self.mass @ chance
        rise = self.slope * (self.mass @ (chance * (1 - chance))).sum(axis=0)
        return theta, np.sqrt((mean * (1 - mean)).sum(axis=0)) / rise


def fitted_model(table: JudgingTable, sources: Sequence[Tokens], model: Model) -> ErrorModel:
    """Fit the errors of a judging table."""
    features = error_features(table.gold.edits, table.gold.sentence, sources)
    return fit_errors(table.of_errors(), features, table.systems, model)


def fit_errors(solved: Flags, features: Features, systems: tuple[str, ...], model: Model) -> ErrorModel:
    """Fit (E × N) answers with the features of the errors."""
    names = [name for name, values in features.items() if _varies(values)]
    columns = np.stack([features[name] for name in names], axis=1) if names else np.zeros((len(solved), 0))
    response = fit_item_response(solved, columns, parameters=2 if model == "irt-2pl" else 1)
    effects = zip(
        names, *(part.tolist() for part in (response.effects, response.effect_errors, response.centre)), strict=True
    )
    b, mass = response.masses()
    expected = response.chances().sum(axis=1)
    others = response.others_solve(solved)
    return ErrorModel(systems, b, mass, response.slope, expected, tuple(map(Effect._make, effects)), response, others)


def _varies(values: Floats) -> bool:
    """Tell whether enough errors have another value than most."""
    return len(values) - int(np.unique(values, return_counts=True)[1].max(initial=0)) >= FEWEST


_STEPS = np.arange(-8.0, 8.01, 0.1)
"""Values of b for predictions; the errors of the fit have mean 0 and spread 1."""


def predicted_model(gold: GoldChunks, sources: Sequence[Tokens], coefficients: Coefficients) -> ErrorModel:
    """Predict the errors of a reference, which no system needs to have tried."""
    means = coefficients.means(error_features(gold.edits, gold.sentence, sources))
    mass = prior_masses(means, coefficients.sigma, _STEPS)
    away = np.array(list(coefficients.abilities.values()))[:, np.newaxis] - _STEPS
    solved = mass @ (1 / (1 + np.exp(-coefficients.slope * away))).sum(axis=0)
    return ErrorModel(tuple(coefficients.abilities), _STEPS, mass, coefficients.slope, solved, coefficients.effects)
