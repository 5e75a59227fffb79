"""Report inputs in; who is significantly better than whom out, by every measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from redink.arrays import Floats
from redink.page.inputs import ReportInputs
from redink.reports.charts import Axis, Chart, heat_table
from redink.reports.one_page import Section
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.measure import Measure, parse_measures
from redink.stats.ranking import rank_clusters, rank_ranges, significance_letters, significantly_better
from redink.stats.resampling import Resamples, Swaps, bootstrap
from redink.stats.significance import (
    adjust_matrix,
    approximate_randomisation,
    fewest_resamples,
    holm,
    p_matrix,
    paired_bootstrap,
)

ALPHA = 0.05
"""Level at which a difference counts."""
_TESTS = {"randomisation": "approximate randomisation", "bootstrap": "paired bootstrap"}


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """All pairs of systems by one measure."""

    measure: str
    scores: Floats
    """(s,), NaN where undefined."""
    p: Floats
    """(s × s), adjusted by Holm over all pairs."""


def significance_section(inputs: ReportInputs) -> Section | None:
    """Test every pair of systems by every measure; nothing to show for one system."""
    size = len(inputs.data.systems)
    if size < 2:
        return None
    pairs = size * (size - 1) // 2
    resamples = max(inputs.trust.resamples, fewest_resamples(pairs, ALPHA))
    tested = _test_all(inputs, resamples)
    how = (
        f"{_TESTS[inputs.trust.test]} with {resamples:,} resamples, two-sided, α = {ALPHA:g}, "
        f"Holm's correction over the {pairs} pairs of a measure"
    )
    text = (
        f"Every pair of systems is tested by {how}. A rank such as 2–4 says that no more can be told: at least one "
        "system is significantly better, and those behind the fourth place are significantly worse."
    )
    parts = (_rank_table(inputs, tested), _matrix(inputs, tested[0]))
    papers = ("Noreen (1989): approximate randomisation; Holm (1979): correction for many tests",)
    finding = _finding(inputs, tested[0])
    return Section("significance", "Who is significantly better than whom?", text, parts, finding, papers)


def _test_all(inputs: ReportInputs, resamples: int) -> list[_Tested]:
    test = _tester(inputs, resamples)
    found = []
    for number, measure in enumerate(parse_measures(inputs.measures, inputs.conventions)):
        tables = [measure.sentence_stats(inputs.data, system) for system in inputs.data.systems]
        values = [system.scores[number].value for system in inputs.results.systems]
        scores = np.array([np.nan if value is None else value for value in values])
        found.append(_Tested(measure.name, scores, adjust_matrix(test(tables, measure), holm)))
    return found


def _tester(inputs: ReportInputs, resamples: int) -> Callable[[Sequence[Floats], Measure], Floats]:
    """Draw once, and give the function that tests all pairs; what a system's part in it costs is paid once, too."""
    rng, size, groups = np.random.default_rng(inputs.trust.seed), len(inputs.data.sources), inputs.data.documents
    if inputs.trust.test == "bootstrap":
        plan = Resamples.draw(size, resamples, rng, groups)
        return lambda tables, measure: p_matrix(
            [bootstrap(table, measure.score_from_sums, plan) for table in tables], paired_bootstrap
        )
    swaps = Swaps.draw(size, resamples, rng, groups)
    return lambda tables, measure: p_matrix(
        [swaps.sums(table) for table in tables],
        lambda first, second: approximate_randomisation(first, second, measure.score_from_sums),
    )


def _rank_table(inputs: ReportInputs, tested: list[_Tested]) -> Table:
    first = tested[0]
    differs = np.nan_to_num(first.p, nan=1.0) <= ALPHA
    letters = significance_letters(first.scores, differs)
    clusters = rank_clusters(first.scores, significantly_better(first.scores, first.p, alpha=ALPHA))
    ranges = [rank_ranges(one.scores, significantly_better(one.scores, one.p, alpha=ALPHA)) for one in tested]
    columns = (
        Column("system"),
        Column("group", f"group by {first.measure}", align="centre"),
        Column("letters", f"letters by {first.measure}", align="centre"),
        *(Column(f"rank {one.measure}", f"rank by {one.measure}", align="centre") for one in tested),
    )
    rows = tuple(
        Row((Cell(system.name), Cell(clusters[row]), Cell(letters[row]), *(Cell(_show(own[row])) for own in ranges)))
        for row, system in enumerate(inputs.data.systems)
    )
    notes = (
        "Group: every system of a group is significantly better than every system of the groups behind it.",
        "Letters: two systems share a letter if and only if they do not differ significantly.",
    )
    return Table("Ranks that hold", columns, rows, notes=notes)


def _show(ends: tuple[int, int] | None) -> str | None:
    if ends is None:
        return None
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"


def _matrix(inputs: ReportInputs, tested: _Tested) -> Chart:
    names = [system.name for system in inputs.data.systems]
    better = significantly_better(tested.scores, tested.p, alpha=ALPHA)
    gaps = tested.scores[:, np.newaxis] - tested.scores
    values = [
        [float(gaps[row, column]) if better[row, column] else None for column in range(len(names))]
        for row in range(len(names))
    ]
    return heat_table(
        f"By how much the row is significantly better than the column ({tested.measure})",
        names,
        names,
        values,
        axis=Axis(f"difference in {tested.measure}", low=0.0),
        row_label="system",
        column_label="is better than",
    )


def _finding(inputs: ReportInputs, tested: _Tested) -> str:
    names = [system.name for system in inputs.data.systems]
    better = significantly_better(tested.scores, tested.p, alpha=ALPHA)
    rest = len(names) - 1
    beaten = int(better[0].sum())
    if beaten == rest:
        return f"{names[0]} is significantly better than every other system by {tested.measure}."
    equals = [name for place, name in enumerate(names) if place and not better[0, place]]
    return f"{names[0]} is not significantly better than {', '.join(equals)} by {tested.measure}."
