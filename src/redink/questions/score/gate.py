"""A new output and a saved run in, a verdict out: may the new one replace the old one?

A measure fails when its score dropped by more than `max_drop` points (a point is a hundredth: 0.512 → 0.507 is half a
point), when it misses the required score, or when it can no longer be computed (0/0). A paired test, two-sided, with
Holm's correction over the measures, tells whether a drop may be chance. It decides only with `significant_only`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from redink.errors import InputError, Place, UsageError
from redink.evaluation.estimate import adjusted, all_pairs, too_few_resamples
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import expect_data, prepare
from redink.evaluation.results import SCHEMA
from redink.evaluation.tables import p_cells
from redink.evaluation.trust import Draws, TestName, Trust
from redink.evaluation.workforce import Workforce, workforce
from redink.frozen import frozen
from redink.questions.score.baselines import Baseline, SavedMeasure, choose_system, read_baseline
from redink.questions.score.gate_limits import POINTS, Check, Limits, too_few_sentences
from redink.questions.score.plan import look_at_types, run_plan, score_conditions, sorted_types
from redink.questions.score.run import scored
from redink.records import EvalSet
from redink.reports.numbers import show_number
from redink.reports.shown import Shown
from redink.reports.tables import Column, Table, make_table
from redink.scoring.edit_overlap import Rule, Size
from redink.scoring.measure import Absent, Conventions, Measure
from redink.scoring.names import expect_scorable, need_of, parse_measures
from redink.signature import Signature, Value

_TESTING = ("units", "test", "correction", "alpha", "systems", "checked", "max_drop", "min_score", "significant_only")
_DRAWN = frozenset({"measures", "resamples", "seed", "interval", "level", *_TESTING})
"""Settings that do not move a score: they may differ between the saved run and the new one."""


@frozen
class GateResult(Shown):
    """The verdict and what it rests on."""

    signature: Signature
    """Conditions of the new scores."""
    base: str
    system: str
    limits: Limits
    """What was asked for."""
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

    def failures(self) -> str:
        """Name the measures that failed, each with its cause."""
        return "; ".join(self._cause(check) for check in self.checks if check.failed)

    def _cause(self, check: Check) -> str:
        causes = []
        if check.now is None:
            causes.append("cannot be computed any more (0/0)")
        exceeded = check.lost is not None and self.limits.is_exceeded(check.lost)
        if check.points is not None and exceeded and (check.outcome == "worse" or not self.limits.significant_only):
            chance = f"p = {_shown_p(check.adjusted_p)}"
            chance = f"significant, {chance}" if check.outcome == "worse" else f"may be chance, {chance}"
            causes.append(f"{show_number(check.points)} points ({chance}; {self.limits.max_drop:g} points may be lost)")
        if check.outcome == "misses the required score":
            causes.append(f"is {check.now:.4f} and misses the required {check.required:g}")
        return f"{check.measure} {' and '.join(causes)}"

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
            "max_drop": self.limits.max_drop,
            "significant_only": self.limits.significant_only,
            "alpha": self.alpha,
            "checks": self.to_dicts(),
            "warnings": list(self.footnotes),
        }

    def to_table(self) -> Table:
        """One row per measure: then, now, points won or lost, p and what follows."""
        columns = (
            Column("measure"),
            Column("before", f"before ({self.base})", digits=4),
            Column("now", f"now ({self.system})", digits=4),
            Column("points", digits=2),
            Column("p", digits=4),
            Column("adjusted_p", "p (Holm)", digits=4),
            Column("outcome"),
        )
        rows = [
            (check.measure, check.before, check.now, check.points, *p_cells(check), check.outcome)
            for check in self.checks
        ]
        notes = (self._rule(), *self.footnotes, f"Signature: {self.signature}.")
        return make_table(f"Gate: {'passed' if self.passed else 'failed'}", columns, rows, notes=notes)

    def _rule(self) -> str:
        limits = self.limits
        chance = " and the drop is significant" if limits.significant_only else ", even by chance"
        minimum = ", misses the required score" if any(check.required is not None for check in self.checks) else ""
        return (
            f"A measure fails if it drops by more than {limits.max_drop:g} points (score × {POINTS}){chance}{minimum}, "
            "or can no longer be computed. p: paired test, two-sided, Holm's correction over the measures; significant "
            f"up to {self.alpha:g}."
        )


@takes_texts
def gate(
    data: EvalSet,
    against: str | Path,
    *,
    measures: str | Sequence[str] = (),
    system: str | None = None,
    max_drop: float = 0.5,
    min_score: float | str | Sequence[float | str] = (),
    significant_only: bool = False,
    alpha: float = 0.05,
    test: TestName = "randomisation",
    rule: Rule = "faithful",
    absent: Absent = "missing",
    size: Size = "all",
    exclude: Sequence[str] = (),
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
    keep_types: bool = False,
    preset: str | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> GateResult:
    """Check a new output against a saved run. `.passed` is true if no measure failed.

    Arguments that are not in this list mean the same as in `score`:
        data: The result of `read`, with one system.
        against: The earlier run, saved by `redink score --save` or `results.save_statistics`.
        measures: The saved measures to check. If empty: all.
        system: The saved system to compare with, if the file has several and none has the name of the new system.
        max_drop: The largest loss that is allowed, in points (score × 100), whether it may be chance or not.
        min_score: The score that must be reached: 0.5 for every measure, "F0.5=0.5" for one.
        significant_only: Whether a drop beyond the limit fails only if it is significant.
        alpha: Significance level of the paired test.
        test: The paired test.
        rule: As in the saved run, like all other settings that change a score.
    """
    baseline = read_baseline(against)
    conventions = Conventions(
        *(rule, absent, size, sorted_types(exclude)),
        max_unchanged=max_unchanged,
        ignore_whitespace_casing=ignore_whitespace_casing,
    )
    plan = run_plan(measures, conventions, preset, pipeline, unless_named=())
    need = need_of(baseline.measures, plan.conventions)
    expect_data(data)
    expect_scorable(baseline.measures, data)
    with workforce(jobs, cluster) as workers:
        ready = prepare(
            data,
            need,
            pipeline=plan.pipeline,
            cache=cache,
            auto=auto,
            types=look_at_types(parse_measures(baseline.measures, plan.conventions), plan.conventions),
            keep_types=keep_types,
            workforce=workers,
        )
        return check_gate(
            ready.data,
            baseline,
            measures=plan.measures,
            base=system,
            limits=Limits.of(max_drop, min_score, significant_only=significant_only),
            conventions=plan.conventions,
            trust=Trust(resamples=resamples, seed=seed, test=test, alpha=alpha),
            pipeline=ready.pipeline,
            workforce=workers,
        )


def check_gate(
    data: EvalSet,
    baseline: Baseline,
    *,
    measures: Sequence[str] = (),
    base: str | None = None,
    limits: Limits | None = None,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    workforce: Workforce | None = None,
) -> GateResult:
    """Compare one new system, whose data have all their edits, with a saved one; arguments as in `gate`."""
    conventions, trust, limits = conventions or Conventions(), trust or Trust(), limits or Limits()
    new, saved_system = _only_system(data), choose_system(baseline, base, [system.name for system in data.systems])
    parsed = parse_measures(baseline.measures, conventions)
    wanted = tuple(measures) or baseline.measures
    limits.expect_known(wanted)
    asked: dict[str, Value] = {"checked": " ".join(wanted), **limits.settings}
    signature = score_conditions(data, parsed, conventions, trust, pipeline, tested=True, more=asked)
    refuse_unlike(baseline, signature)
    results = scored(data, wanted, conventions=conventions, pipeline=pipeline, workforce=workforce)
    assert results.statistics is not None
    draws = Draws(trust, len(data.sources), data.documents)
    saved = {
        measure.name: _saved(baseline, saved_system, measure, len(data.sources))
        for measure in results.statistics.measures(wanted)
    }
    tables = {
        measure.name: (measure.score_from_sums, saved[measure.name].rows, results.statistics.rows(measure, new))
        for measure in results.statistics.measures(wanted)
    }
    p_values = [all_pairs([then, now], formula, draws)[0, 1].p for formula, then, now in tables.values()]
    checks = tuple(
        limits.check(name, saved[name].score, results[new, name].value, p, corrected, trust)
        for name, p, corrected in zip(saved, p_values, adjusted(p_values, "holm"), strict=True)
    )
    notes = (*too_few_resamples(len(checks), trust), *too_few_sentences(tables, draws, limits.max_drop))
    return GateResult(signature, saved_system, new, limits, trust.alpha, checks, notes)


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
        remedy = "use the options of the saved run, or save a new one with: redink score OUTPUT ... --save FILE"
        if "pool" in unlike:
            remedy += "; each run weighs errors by its own systems: fix the weights, as in -m wF0.5@FILE"
        raise InputError(
            f"the signatures do not agree, so the scores cannot be compared: {shown}",
            place=Place(baseline.path),
            remedy=remedy,
        )


def _shown_p(value: float | None) -> str:
    return "not available" if value is None else f"{value:.3g}"
