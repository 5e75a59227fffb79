"""Two scores of a measure and the limits of the gate in; what became of the measure, and whether it fails, out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.trust import Draws, Trust
from redink.frozen import frozen
from redink.scoring.names import lower_is_better
from redink.signature import Value
from redink.stats.power import POWER, needed_units
from redink.stats.resampling import ScoreFromSums, bootstrap_tables

Outcome: TypeAlias = Literal[
    "worse",
    "lower, may be chance",
    "lower, within the allowed drop",
    "misses the required score",
    "no drop",
    "better",
    "undefined now (0/0)",
    "undefined before (0/0)",
]
"""What became of a measure. `worse` and `lower, may be chance` are drops beyond the limit."""

POINTS = 100
"""Points of a score of 1."""


@frozen
class Check:
    """One measure, then and now."""

    measure: str
    before: float | None
    """Score of the saved run."""
    now: float | None
    """Score of the new output."""
    p: float | None
    """Two-sided p-value of the paired test."""
    adjusted_p: float | None
    """The same after Holm's correction over the measures."""
    outcome: Outcome
    """What follows."""
    failed: bool
    """Whether this measure closes the gate."""
    required: float | None = None
    """The score that was asked for."""
    least_p: float | None = None
    """The smallest p-value the test could have given."""

    @property
    def points(self) -> float | None:
        """Points won (negative: lost)."""
        return None if self.before is None or self.now is None else (self.now - self.before) * POINTS

    @property
    def lost(self) -> float | None:
        """Points of quality lost (negative: won): a measure of faults is turned round."""
        return None if self.points is None else self.points * (1 if lower_is_better(self.measure) else -1)


@frozen
class Limits:
    """What was asked for."""

    max_drop: float = 0.5
    """Points that a measure may lose."""
    minima: tuple[tuple[str, float], ...] = ()
    """Measures and the scores that they must reach; "" stands for all measures."""
    significant_only: bool = False
    """Whether a drop beyond the limit fails only if it is significant."""

    @classmethod
    def of(cls, max_drop: float, min_score: float | str | Sequence[float | str], *, significant_only: bool) -> Limits:
        """Read limits as users write them, and refuse what would never or always fail."""
        if not max_drop >= 0:
            raise UsageError(f"the allowed drop cannot be {max_drop} points", remedy="give 0 or more points")
        given = [min_score] if isinstance(min_score, float | int | str) else min_score
        return cls(max_drop, tuple(_minimum(value) for value in given), significant_only)

    def expect_known(self, measures: Sequence[str]) -> None:
        """Refuse a minimum for a measure that is not checked."""
        for name, _ in self.minima:
            if name and name not in measures:
                raise UsageError(
                    f"a minimum for {name}, which is not checked", remedy=f"choose from {', '.join(measures)}"
                )

    @property
    def settings(self) -> dict[str, Value]:
        """What the signature says."""
        settings: dict[str, Value] = {"max_drop": self.max_drop}
        if self.minima:
            settings["min_score"] = " ".join(
                f"{name}={score:g}" if name else f"{score:g}" for name, score in self.minima
            )
        return settings | ({"significant_only": True} if self.significant_only else {})

    def is_exceeded(self, lost: float) -> bool:
        """Tell whether more points were lost than may be."""
        # What was written as 0.5 points must not fail by a rounding error of the last bit.
        return lost > self.max_drop + 1e-9

    def check(
        self,
        measure: str,
        before: float | None,
        now: float | None,
        p: float | None,
        corrected: float | None,
        trust: Trust,
    ) -> Check:
        """Say what became of a measure."""
        # A measure of faults is turned round: its rise is a drop in quality.
        sign = -1 if lower_is_better(measure) else 1
        minima = [sign * score for name, score in self.minima if name in ("", measure)]
        minimum = max(minima) if minima else None
        significant = corrected is not None and corrected <= trust.alpha
        then, later = (None if value is None else sign * value for value in (before, now))
        outcome = self._outcome(then, later, minimum, significant=significant)
        failing = {"worse", "misses the required score", "undefined now (0/0)"}
        failing |= set() if self.significant_only else {"lower, may be chance"}
        least_p = 1 / (trust.resamples + 1)
        required = None if minimum is None else sign * minimum
        return Check(measure, before, now, p, corrected, outcome, outcome in failing, required, least_p)

    def _outcome(self, before: float | None, now: float | None, minimum: float | None, *, significant: bool) -> Outcome:
        if now is None:
            return "undefined before (0/0)" if before is None and minimum is None else "undefined now (0/0)"
        if minimum is not None and now < minimum:
            return "misses the required score"
        if before is None:
            return "undefined before (0/0)"
        if now >= before:
            return "better" if significant and now > before else "no drop"
        if not self.is_exceeded((before - now) * POINTS):
            return "lower, within the allowed drop"
        return "worse" if significant else "lower, may be chance"


def _minimum(value: float | str) -> tuple[str, float]:
    name, _, number = str(value).rpartition("=")
    try:
        score = float(number)
    except ValueError:
        score = math.nan
    if not -1 <= score <= 1:
        raise UsageError(
            f"the minimum {value!r} is not a score", remedy="write it as scores are printed: 0.5, or F0.5=0.5 for one"
        )
    return name.strip(), score


def too_few_sentences(
    tables: Mapping[str, tuple[ScoreFromSums, Floats, Floats]], draws: Draws, max_drop: float
) -> tuple[str, ...]:
    """Say so if the set is too small to show a drop of the size that is not allowed.

    `tables` has the formula of each measure and its statistics in both runs.
    """
    if not max_drop:
        return ()
    short: list[str] = []
    same: list[str] = []
    units, least, kind = 0, 0, "sentences" if draws.documents is None else "documents"
    for name, (formula, then, now) in tables.items():
        before, after = (scores[0] for scores in bootstrap_tables([then, now], [formula], draws.resamples))
        moved, units = after.minus(before).scores, after.left_out.size
        known = moved[np.isfinite(moved)]
        spread = float(known.std()) if known.size > moved.size / 2 else 1.0  # mostly 0/0: nothing is known
        needed = needed_units(max_drop / POINTS, spread=spread, units=units, alpha=draws.trust.alpha, tests=len(tables))
        if needed > units and spread:
            short.append(f"{float(f'{needed:.2g}'):,.0f} for {name}")
        elif needed > units:
            same.append(name)
            least = needed
    if not short and not same:
        return ()
    sentences = [f"{units:,} {kind} are too few to show a drop of {max_drop:g} points."]
    if short:
        sentences.append(
            f"Numbers needed: about {', '.join(short)} (level {draws.trust.alpha:g}, {POWER:.0%} power, if these "
            f"{kind} are typical)."
        )
    if same:
        verb = "is" if len(same) == 1 else "are"
        sentences.append(
            f"At least {least} {kind} are needed. {' and '.join(same)} {verb} the same in both runs, so no better "
            "estimate is possible."
        )
    return (f"{' '.join(sentences)} With fewer {kind} you cannot tell a real drop from chance.",)
