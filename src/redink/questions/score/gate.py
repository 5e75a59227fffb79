"""A new output and a saved run in, a verdict out: is the new one significantly worse?

A measure fails when its score dropped by more than `max_drop` points (a point is a hundredth: 0.512 → 0.507 is half a
point) and the drop is significant: p ≤ α in a paired test, two-sided, after Holm's correction over the measures. A
score that can no longer be computed (0/0) fails too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from redink.errors import InputError, Place, UsageError
from redink.evaluation.results import SCHEMA
from redink.evaluation.tables import p_cells
from redink.questions.score.baselines import Baseline, SavedMeasure, choose_system
from redink.questions.score.run import Trust, paired_test, score, signature_of, too_few_resamples
from redink.records import EvalSet
from redink.reports.shown import Shown
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import Conventions, Measure, parse_measures
from redink.signature import Signature
from redink.stats.significance import holm

Outcome: TypeAlias = Literal[
    "worse", "worse, within the allowed drop", "lower, not significantly", "no drop", "better", "lost", "not available"
]
"""What became of a measure; `worse` and `lost` (it was there and is not any more) fail the gate."""

POINTS = 100
"""Points of a score of 1."""
_DRAWN = frozenset({"measures", "resamples", "seed", "interval", "level", "units", "test", "correction", "alpha"})
"""Settings that do not move a score: they may differ between the saved run and the new one."""


@dataclass(frozen=True, slots=True)
class Check:
    """One measure, then and now."""

    measure: str
    """Its name."""
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
    least_p: float | None = None
    """The smallest p-value the test could have given."""

    @property
    def points(self) -> float | None:
        """Points won (negative: lost)."""
        return None if self.before is None or self.now is None else (self.now - self.before) * POINTS

    @property
    def failed(self) -> bool:
        """Whether this measure closes the gate."""
        return self.outcome in {"worse", "lost"}


@dataclass(frozen=True, slots=True)
class GateResult(Shown):
    """The verdict and what it rests on."""

    signature: Signature
    """Conditions of the new scores."""
    base: str
    """The saved system."""
    system: str
    """The new one."""
    max_drop: float
    """Points that may be lost."""
    alpha: float
    """Level of the test."""
    checks: tuple[Check, ...]
    """One a measure."""
    footnotes: tuple[str, ...] = ()
    """What a reader should know."""

    @property
    def passed(self) -> bool:
        """Whether no measure failed."""
        return not any(check.failed for check in self.checks)

    def to_tables(self) -> list[Table]:
        """Give the one table."""
        return [self.to_table()]

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary a measure."""
        return [
            {"base": self.base, "system": self.system, "points": check.points, "failed": check.failed}
            | msgspec.to_builtins(check)
            for check in self.checks
        ]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "passed": self.passed,
            "max_drop": self.max_drop,
            "alpha": self.alpha,
            "checks": self.to_dicts(),
        }

    def to_table(self) -> Table:
        """One row a measure: then, now, points won or lost, p and what follows."""
        columns = (
            Column("measure"),
            Column("before", f"before ({self.base})", digits=4),
            Column("now", f"now ({self.system})", digits=4),
            Column("points", digits=2),
            Column("p", digits=4),
            Column("adjusted_p", "p (Holm)", digits=4),
            Column("outcome"),
        )
        rows = [(one.measure, one.before, one.now, one.points, *p_cells(one), one.outcome) for one in self.checks]
        rule = (
            f"The gate closes when a score drops by more than {self.max_drop:g} points (score × {POINTS}) and the drop "
            f"is significant (paired test, two-sided, α = {self.alpha:g}, Holm's correction over the measures)."
        )
        notes = (rule, *self.footnotes, f"Signature: {self.signature}.")
        return make_table(f"Gate: {'passed' if self.passed else 'failed'}", columns, rows, notes=notes)


def check_gate(
    data: EvalSet,
    baseline: Baseline,
    *,
    measures: Sequence[str] = (),
    base: str | None = None,
    max_drop: float = 0.5,
    alpha: float = 0.05,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
) -> GateResult:
    """Compare one new system with a saved one.

    Args:
        data: Sources, references and the new system, with the edits that the saved measures need.
        baseline: The saved run; its signature must agree with this one's.
        measures: Which of the saved measures count; all when empty.
        base: Which saved system to compare with; needed when there are several and none has the new one's name.
        max_drop: Points (score × 100) that a measure may lose.
        alpha: Level of the paired test.
        conventions: Reference rule and the like.
        trust: Kind of test, resamples, seed.
        pipeline: Who made the edits, for the signature.
    """
    if max_drop < 0 or not 0 < alpha < 1:
        raise UsageError(
            f"an allowed drop of {max_drop} points at α = {alpha}",
            remedy="give points from 0 on, and a share between 0 and 1 such as 0.05",
        )
    conventions, trust = conventions or Conventions(), trust or Trust()
    new, name = _only_system(data), choose_system(baseline, base, [system.name for system in data.systems])
    signature = signature_of(
        data, parse_measures(baseline.measures, conventions), conventions, trust, pipeline, tested=True
    )
    refuse_unlike(baseline, signature)
    wanted = tuple(measures) or baseline.measures
    results = score(data, wanted, conventions=conventions, pipeline=pipeline)
    test, found = paired_test(data, trust), []
    for measure, now in zip(parse_measures(wanted, conventions), results.systems[0].scores, strict=True):
        saved = _saved(baseline, name, measure, len(data.sources))
        tested = test(saved.rows, measure.sentence_stats(data, data.systems[0]), measure)
        found.append((measure.name, saved.score, now.value, tested.p))
    adjusted = holm([math.nan if p is None else p for *_, p in found])
    checks = tuple(
        Check(
            *(*one, None if math.isnan(fair) else fair, _outcome(one[1], one[2], fair, max_drop, alpha)),
            least_p=1 / (trust.resamples + 1),
        )
        for one, fair in zip(found, adjusted.tolist(), strict=True)
    )
    footnotes = too_few_resamples(len(checks), trust)
    return GateResult(signature, name, new, max_drop, alpha, checks, footnotes)


def _saved(baseline: Baseline, system: str, measure: Measure, sentences: int) -> SavedMeasure:
    """Find what was saved of a system by a measure, and refuse statistics that do not fit."""
    saved = baseline.systems[system].get(measure.name)
    if saved is None:
        raise UsageError(f"{baseline.path} has no {measure.name}", remedy=f"choose from {', '.join(baseline.measures)}")
    if len(saved.rows) != sentences:
        raise InputError(
            f"{len(saved.rows)} rows of statistics for {sentences} sentences",
            place=Place(baseline.path),
            remedy="the file was changed or cut off: save the earlier run again, with redink score --save",
        )
    if saved.rows.shape[1] != len(measure.columns):
        raise InputError(
            f"{saved.rows.shape[1]} columns of statistics for the {len(measure.columns)} of {measure.name}",
            place=Place(baseline.path),
            remedy="save the earlier run again, with this version of redink",
        )
    return saved


def _only_system(data: EvalSet) -> str:
    if len(data.systems) != 1:
        raise UsageError(f"the gate is for one system, not {len(data.systems)}", remedy="give one output")
    return data.systems[0].name


def refuse_unlike(baseline: Baseline, signature: Signature) -> None:
    """Raise unless both runs scored the same text against the same references in the same way."""
    saved, ours = baseline.signature.to_dict(), signature.to_dict()
    unlike = [name for name in baseline.signature.differences(signature) if name not in _DRAWN]
    if unlike:
        pairs = ((name, saved.get(name, "not set"), ours.get(name, "not set")) for name in unlike)
        shown = "; ".join(f"{name}: {then} then, {now} now" for name, then, now in pairs)
        raise InputError(
            f"the signatures do not agree, so that the scores cannot be compared: {shown}",
            place=Place(baseline.path),
            remedy="use the options of the saved run, or save a new one with: redink score OUTPUT ... --save FILE",
        )


def _outcome(before: float | None, now: float | None, p: float, max_drop: float, alpha: float) -> Outcome:
    if before is None:
        return "not available"
    if now is None:
        return "lost"
    significant = p <= alpha
    if now >= before:
        return "better" if significant and now > before else "no drop"
    if not significant:
        return "lower, not significantly"
    # What was written as 0.5 points must not fail by a rounding error of the last bit.
    return "worse" if (before - now) * POINTS > max_drop + 1e-9 else "worse, within the allowed drop"
