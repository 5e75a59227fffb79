"""Section inputs in; who is significantly better than whom, and what this test set can show, out."""

from __future__ import annotations

from dataclasses import replace

from redink.evaluation.estimate import all_pairs
from redink.evaluation.rankings import merits, rank_systems, resolution_notes, resolved
from redink.evaluation.results import Procedure, Ranking, Standing
from redink.evaluation.sections import SectionInputs, SectionMaker, listed
from redink.evaluation.trust import TESTS, Draws, Trust
from redink.reports.charts import Axis, Chart, Curve, curves, heat_table
from redink.reports.one_page import Fold, Part, Section
from redink.reports.tables import Cell, Column, Row, Table
from redink.stats.significance import fewest_resamples

ALPHA = 0.05
"""Level at which a difference counts."""


def significance_section(inputs: SectionInputs) -> Section | None:
    """Test every pair of systems by every measure; nothing to show for one system."""
    size = len(inputs.data.systems)
    if size < 2:
        return None
    pairs = size * (size - 1) // 2
    resamples = max(inputs.trust.resamples, fewest_resamples(pairs, ALPHA))
    rankings = _test_all(inputs, replace(inputs.trust, resamples=resamples))
    how = (
        f"{TESTS[inputs.trust.test]} with {resamples:,} resamples, two-sided, α = {ALPHA:g}, "
        f"Holm's correction over the {pairs} pairs of a measure"
    )
    text = (
        f"Every pair of systems is tested by {how}. A rank such as 2–4 means that the exact place is not known: at "
        "least one system is significantly better, and the systems below fourth place are significantly worse."
    )
    better = _better(rankings[0])
    parts: list[Part] = [_matrix(rankings[0], better), _rank_table(rankings)]
    if rankings[0].resolved is not None:
        draws = Draws(replace(inputs.trust, alpha=ALPHA), len(inputs.data.sources), inputs.data.documents)
        text = " ".join((text, *resolution_notes(rankings[:1], draws)))
        parts.append(Fold("What would larger test sets show?", (_resolution(rankings[0], draws),)))
    papers = ("Noreen (1989): approximate randomisation; Holm (1979): correction for many tests",)
    finding = _finding(rankings[0])
    return Section("significance", "Who is significantly better than whom?", text, tuple(parts), finding, papers)


def _test_all(inputs: SectionInputs, trust: Trust) -> list[Ranking]:
    draws = Draws(replace(trust, alpha=ALPHA), len(inputs.data.sources), inputs.data.documents)
    testing = Procedure(trust.test, trust.resamples, ALPHA)
    names = [system.name for system in inputs.data.systems]
    rankings = []
    for measure in inputs.statistics.measures(inputs.measures):
        tables = inputs.statistics.tables(measure)
        tests = all_pairs(tables, measure.score_from_sums, draws)
        ranking = rank_systems(measure.name, names, inputs.results.values(measure.name), tests, testing)
        rankings.append(replace(ranking, resolved=resolved(tables, measure, draws)))
    return rankings


def _resolution(ranking: Ranking, draws: Draws) -> Chart:
    """Draw the smallest difference that test sets of a quarter to four times the size show: it falls with √N."""
    kind = "sentences" if draws.documents is None else "documents"
    units, here = draws.units.n_units, (ranking.resolved or 0.0) * 100
    sizes = sorted({max(1, units * step // 8) for step in (2, 3, 4, 6, 8, 12, 16, 24, 32)})
    curve = Curve("not detected below", tuple(map(float, sizes)), tuple(here * (units / size) ** 0.5 for size in sizes))
    return curves(
        f"Smallest difference that is shown, by the number of {kind}",
        [curve],
        x_axis=Axis(f"number of {kind}", whole=True),
        y_axis=Axis(f"points of {ranking.measure} (score × 100)", low=0.0),
        description=f"The smallest difference falls with the root of the number of {kind}; there are {units:,} now.",
    )


def _rank_table(rankings: list[Ranking]) -> Table:
    first = rankings[0]
    columns = (
        Column("system"),
        Column("group", f"group by {first.measure}", align="centre"),
        Column("letters", f"letters by {first.measure}", align="centre"),
        *(Column(f"rank {ranking.measure}", f"rank by {ranking.measure}", align="centre") for ranking in rankings),
    )
    rows = tuple(
        Row(
            (
                Cell(standings[0].system),
                Cell(standings[0].cluster),
                Cell("".join(standings[0].letters)),
                *(Cell(_range(standing)) for standing in standings),
            )
        )
        for standings in zip(*(ranking.standings for ranking in rankings), strict=True)
    )
    notes = (
        "Group: every system of a group is significantly better than every system of the groups below it.",
        "Letters: two systems share a letter if and only if they do not differ significantly.",
    )
    return Table("Significant ranks", columns, rows, notes=notes)


def _range(standing: Standing) -> str | None:
    best, worst = standing.best_rank, standing.worst_rank
    if best is None:
        return None
    return str(best) if best == worst else f"{best}–{worst}"


def _better(ranking: Ranking) -> dict[tuple[str, str], float]:
    """Give by how much the first of two systems is significantly better than the second, where it is."""
    values = merits(ranking.measure, [standing.score for standing in ranking.standings]).tolist()
    merit = dict(zip((standing.system for standing in ranking.standings), values, strict=True))
    gaps: dict[tuple[str, str], float] = {}
    for pair in ranking.pairs:
        if pair.adjusted_p is None or pair.adjusted_p > ALPHA:
            continue
        gap = merit[pair.system] - merit[pair.base]
        gaps |= {(pair.system, pair.base): gap, (pair.base, pair.system): -gap}
    return {names: gap for names, gap in gaps.items() if gap > 0}


def _matrix(ranking: Ranking, better: dict[tuple[str, str], float]) -> Chart:
    names = [standing.system for standing in ranking.standings]
    return heat_table(
        f"By how much the row is significantly better than the column ({ranking.measure})",
        names,
        names,
        [[better.get((row, column)) for column in names] for row in names],
        axis=Axis(f"difference in {ranking.measure}", low=0.0),
        row_label="system",
        column_label="is better than",
    )


def _finding(ranking: Ranking) -> str:
    winner = ranking.winner(ALPHA)
    if winner is None or len({standing.score for standing in ranking.standings} - {None}) == 1:
        return ""
    first, equals = winner
    if not equals:
        others = "every other system that has a score" if ranking.unscored else "every other system"
        return f"{first.system} is first in {ranking.measure}, and its lead over {others} is significant."
    return (
        f"{first.system} is first in {ranking.measure}, but its lead over {listed(equals)} is not significant: it may "
        "be due to chance."
    )


SECTION = SectionMaker(20, significance_section)
