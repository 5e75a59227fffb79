"""An `EvalSet` and names of measures in, scores with intervals and paired tests out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.evaluate.results import Difference, Results, SystemScores
from redink.records import Counts, EvalSet, Interval, Score
from redink.scoring.measure import Conventions, Measure, parse_measure
from redink.scoring.ratios import Floats
from redink.signature import Signature, checksum
from redink.stats.intervals import IntervalMethod, interval
from redink.stats.resampling import Bootstrapped, Resamples, Swaps, bootstrap
from redink.stats.significance import (
    PairedResult,
    approximate_randomisation,
    fewest_resamples,
    holm,
    paired_bootstrap,
)

TestName: TypeAlias = Literal["randomisation", "bootstrap"]

TP_FP_FN = ("tp", "fp", "fn")


@dataclass(frozen=True, slots=True)
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


def score(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
) -> Results:
    """Score every system by every measure, with intervals when `trust` is given."""
    conventions = conventions or Conventions()
    parsed = [parse_measure(name, conventions) for name in measures]
    resamples = _resamples(data, trust)
    rows: list[list[Score]] = [[] for _ in data.systems]
    for measure in parsed:
        for row, system in zip(rows, data.systems, strict=True):
            row.append(_score(measure, measure.sentence_stats(data, system), resamples, trust))
    systems = tuple(SystemScores(system.name, tuple(row)) for system, row in zip(data.systems, rows, strict=True))
    return Results(_signature(data, parsed, conventions, trust, pipeline), systems)


def compare(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
) -> Results:
    """Score all systems and test each against the first; p-values are adjusted by Holm per measure."""
    conventions, trust = conventions or Conventions(), trust or Trust()
    results = score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    differences: list[Difference] = []
    for name in measures:
        measure = parse_measure(name, conventions)
        tables = [measure.sentence_stats(data, system) for system in data.systems]
        tests = _tests(tables, measure, _paired_test(data, trust))
        adjusted = holm([1.0 if test.p is None else test.p for test in tests])
        differences += (
            Difference(
                measure.name,
                data.systems[0].name,
                system.name,
                test.difference,
                test.p,
                None if test.p is None else float(p),
            )
            for system, test, p in zip(data.systems[1:], tests, adjusted, strict=True)
        )
    return Results(results.signature, results.systems, tuple(differences), _doubts(len(data.systems) - 1, trust))


def _doubts(tests: int, trust: Trust) -> tuple[str, ...]:
    """Say so when no p-value could ever be small enough."""
    enough = fewest_resamples(tests)
    if trust.resamples >= enough:
        return ()
    return (
        f"With {trust.resamples} resamples no difference can be significant after correction: use {enough} or more.",
    )


_PairedTest: TypeAlias = Callable[[Floats, Floats, Measure], PairedResult]


def _paired_test(data: EvalSet, trust: Trust) -> _PairedTest:
    rng = np.random.default_rng(trust.seed)
    groups = _groups(data)
    if trust.test == "bootstrap":
        plan = Resamples.draw(len(data.sources), trust.resamples, rng, groups)
        return lambda first, second, measure: paired_bootstrap(
            bootstrap(first, measure.score_from_sums, plan), bootstrap(second, measure.score_from_sums, plan)
        )
    swaps = Swaps.draw(len(data.sources), trust.resamples, rng, groups)
    return lambda first, second, measure: approximate_randomisation(
        swaps.sums(first), swaps.sums(second), measure.score_from_sums
    )


def _tests(tables: Sequence[Floats], measure: Measure, test: _PairedTest) -> list[PairedResult]:
    return [test(tables[0], table, measure) for table in tables[1:]]


def _resamples(data: EvalSet, trust: Trust | None) -> Resamples | None:
    if trust is None:
        return None
    rng = np.random.default_rng(trust.seed)
    return Resamples.draw(len(data.sources), trust.resamples, rng, _groups(data))


def _groups(data: EvalSet) -> Sequence[str] | None:
    return data.documents


def _score(measure: Measure, table: Floats, resamples: Resamples | None, trust: Trust | None) -> Score:
    counts = Counts(*map(float, table.sum(axis=0))) if measure.columns == TP_FP_FN else None
    if resamples is None or trust is None:
        value, spread = float(measure.score_from_sums(table.sum(axis=0)[np.newaxis])[0]), None
    else:
        moved: Bootstrapped = bootstrap(table, measure.score_from_sums, resamples)
        value, spread = moved.estimate, _interval(moved, trust)
    return Score(measure.name, None if math.isnan(value) else value, spread, counts)


def _interval(moved: Bootstrapped, trust: Trust) -> Interval | None:
    return interval(moved, level=trust.level, method=trust.method)


def _signature(
    data: EvalSet, measures: Sequence[Measure], conventions: Conventions, trust: Trust | None, pipeline: str
) -> Signature:
    drawn = (
        {"resamples": trust.resamples, "seed": trust.seed, "interval": trust.method, "level": trust.level}
        | {"units": "documents" if data.documents is not None else "sentences"}
        if trust is not None
        else {}
    )
    return Signature.of(
        measures=" ".join(measure.name for measure in measures),
        rule=conventions.rule,
        absent=conventions.absent,
        pipeline=pipeline,
        references=len(data.references),
        sentences=len(data.sources),
        data=checksum(" ".join(tokens) for tokens in data.sources),
        **drawn,
    )
