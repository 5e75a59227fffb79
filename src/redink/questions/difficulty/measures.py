"""The name of a score that `difficulty` gives in, its measure out: wP, wR, wF0.5, wA, or u for their unweighted twins.

As `difficulty` has it by default, the first reference counts, and all systems of the run judge how hard an error is.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias, cast

from redink.arrays import Floats
from redink.errors import UsageError
from redink.questions.difficulty.mathematics.formulas import (
    COLUMNS,
    UNWEIGHTED,
    WEIGHTED,
    Formula,
    Kind,
    Settings,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, judge_reference
from redink.questions.difficulty.mathematics.weights import check_weights
from redink.records import EvalSet, System
from redink.scoring.measure import Conventions, Measure, Need
from redink.scoring.measures import read_beta

_NAME = re.compile(rf"({WEIGHTED}|{UNWEIGHTED})(?:(P|R|A)|F(\d+(?:\.\d+)?))")
NAMES = tuple(prefix + kind for prefix in (WEIGHTED, UNWEIGHTED) for kind in ("P", "R", "F0.5", "A"))
JudgedSystem: TypeAlias = tuple[JudgedReference, int]
"""A reference, judged for all systems, and the place of one system among them."""


@dataclass(frozen=True, slots=True)
class DifficultyMeasure:
    """P, R, F_β or A of the chunks of the first reference."""

    formula: Formula
    """The score of summed counts."""
    settings: Settings
    """How chunks are weighed."""
    conventions: Conventions
    """How an annotator without a line is read."""
    columns = COLUMNS
    needs: Need = "edits"

    @property
    def name(self) -> str:
        """`wF0.5` and the like."""
        return self.formula.name

    @property
    def counting(self) -> Hashable:
        """Who gets which chunk right depends neither on weights nor on β."""
        return "difficulty", self.settings.mode, self.conventions.absent

    @property
    def table(self) -> Hashable:
        """Weighted scores have the same counts, whatever the β."""
        return self.counting, self.settings.weight.name

    def count_all(self, data: EvalSet) -> list[JudgedSystem]:
        """Judge all systems together."""
        judged = judge_reference(data, settings=self.settings, absent=self.conventions.absent or "noop")
        return [(judged, column) for column in range(len(data.systems))]

    def stats_of(self, counted: JudgedSystem) -> Floats:
        """Weigh the chunks of one system; warns once where few systems judge."""
        judged, column = counted
        if column == 0 and self.formula.prefix == WEIGHTED:
            for warning in check_weights(self.settings.weight, judged.pool.size, mode=self.settings.mode):
                warnings.warn(warning, stacklevel=2)
        return sentence_stats(judged.table, column, judged.pool, self.settings)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Judge all systems, and weigh the chunks of one."""
        return self.stats_of(self.count_all(data)[[known.name for known in data.systems].index(system.name)])

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 6) sums into scores."""
        return self.formula.score_from_sums(sums)


def make(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure of a name; `None` if the name is not one of ours."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    if conventions.filters:
        raise UsageError(
            f"{name} cannot leave edits out by size or type", remedy="score it in a separate run; P, R and F can"
        )
    settings = Settings("faithful" if conventions.rule == "faithful" else "paper", beta=read_beta(parts[3]))
    prefix, kind = parts[1], cast(Kind, parts[2] or "F")
    formula = Formula(kind, prefix, settings.beta, settings.nothing)
    return DifficultyMeasure(formula, settings if prefix == WEIGHTED else settings.unweighted(), conventions)


make.names = NAMES  # type: ignore[attr-defined] # the registry asks makers for the names they know
