"""Outputs of systems in; the ability of each by item response theory out, as a score and as a measure with a name.

`ability` is a measure like any other: the statistics of a sentence are the number of errors that a system solves and
the number of errors at each difficulty; the score is the ability at which so many are expected to be solved. The
difficulties are those of all sentences and of all systems of the run (`redink difficulty --model irt`).
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import UsageError
from redink.frozen import frozen
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, clashes_kept, judge_reference
from redink.records import EvalSet, Interval, Score, System
from redink.scoring.measure import Conventions, Measure, Need
from redink.stats.item_response import LOGITS, abilities

NAME = "ability"


def ability_scores(reference: JudgedReference, level: float) -> dict[str, tuple[Score, ...]]:
    """Give the ability of each system, with its interval, if the reference has a model."""
    if reference.model is None:
        return {}
    from statistics import NormalDist

    values, errors = reference.model.abilities(reference.table.of_errors())
    reach = NormalDist().inv_cdf((1 + level) / 2) * errors
    ends = zip(reference.table.systems, values.tolist(), reach.tolist(), strict=True)
    return {name: (_score(value, half, level),) for name, value, half in ends}


def _score(value: float, half: float, level: float) -> Score:
    if np.isnan(value):
        return Score(NAME, None)
    return Score(NAME, value, Interval(value - half, value + half, level, "information"))


@frozen
class AbilityMeasure:
    """θ of the one-parameter model."""

    conventions: Conventions
    """How an annotator without a line is read."""
    name: str = NAME
    needs: Need = "edits"
    columns = ("solved", "slope", *(f"b{place}" for place in range(len(LOGITS))))

    @property
    def counting(self) -> Hashable:
        """All systems are fitted together."""
        return NAME, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """There is no other measure with these statistics."""
        return self.counting

    def count_all(self, data: EvalSet) -> list[Floats]:
        """Fit the model, and give the statistics of all systems."""
        judged = judge_reference(data, absent=self.conventions.absent, clashes=clashes_kept(data), model="irt")
        assert judged.model is not None
        gold = judged.table.gold
        flags = judged.table.of_errors()
        shared = np.column_stack((np.full(len(flags), judged.model.slope), judged.model.mass))
        membership = np.zeros((gold.n_sentences, len(flags)))
        membership[gold.sentence, np.arange(len(flags))] = 1.0
        difficulties = membership @ shared
        return [np.column_stack((membership @ solved, difficulties)) for solved in flags.T.astype(np.float64)]

    def stats_of(self, counted: Floats) -> Floats:
        """Give the statistics of one system."""
        return counted

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Fit all systems, and give the statistics of one."""
        return self.count_all(data)[[known.name for known in data.systems].index(system.name)]

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into abilities; not available for a system that solves no error, or all."""
        solved, slopes, mass = sums[..., 0], sums[..., 1], sums[..., 2:]
        return ratio(abilities(solved, mass, LOGITS, 1.0) * mass.sum(axis=-1), slopes)


def make(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure, if this is its name."""
    if name.lower() != NAME:
        return None
    if conventions.filters:
        raise UsageError(f"{name} cannot leave edits out by size or type", remedy="score it in a separate run")
    return AbilityMeasure(conventions)


make.names = (NAME,)  # type: ignore[attr-defined] # the registry asks makers for the names they know
