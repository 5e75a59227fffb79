"""Results of `measure_difficulty` in; charts of ranks, levels, types and corpora, and parts of a report out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from redink.arrays import Floats
from redink.questions.difficulty.mathematics.stability import rank_stability
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.tables import error_table, score_of
from redink.questions.difficulty.views import heat_map_fragment
from redink.reports.charts import Axis, Bar, Chart, Track, score_bars, slope_chart
from redink.reports.tables import Table
from redink.stats.ranking import ranks


@dataclass(frozen=True, slots=True)
class DifficultyParts:
    """What a report shows about difficulty."""

    heat_map: str
    """HTML fragment; the page needs `redink.reports.heat_map.STYLE`."""
    ranks: Chart | None
    """Who rises and who falls against a conventional measure; `None` when none is given."""
    levels: Chart
    """How many errors so many systems solve."""
    by_type: Chart
    """Mean weight of each type, hardest first."""
    solved_by_one: Table
    """Errors that one system alone solves."""


def difficulty_parts(
    results: DifficultyResults,
    *,
    measure: str = "",
    conventional: Mapping[str, float | None] | None = None,
    granularity: str = "type",
) -> DifficultyParts:
    """Make everything a report shows about difficulty.

    Args:
        results: What was measured.
        measure: Name of a conventional measure to compare ranks with.
        conventional: Its score of each system.
        granularity: `operation`, `type` or `operation-type`.
    """
    return DifficultyParts(
        heat_map_fragment(results),
        None if conventional is None else rank_chart(results, measure, conventional),
        level_chart(results),
        type_chart(results, granularity),
        error_table(results, "one"),
    )


def rank_chart(results: DifficultyResults, measure: str, conventional: Mapping[str, float | None]) -> Chart:
    """Draw the ways from the ranks by a conventional measure to those by wF_β and wA (the paper's Tables 2 and 3)."""
    systems = results.scores.systems
    weighted = [score.measure for score in systems[0].scores[2:4]]
    columns = [[conventional[system.name] for system in systems]]
    columns += [[score_of(system, name).value for system in systems] for name in weighted]
    placed = np.stack([ranks([np.nan if value is None else value for value in own]) for own in columns], axis=1)
    names = [system.name for system in systems]
    return slope_chart(f"Ranks by {measure} and by difficulty", (measure, *weighted), _tracks(names, placed))


def stability_chart(scores: Mapping[str, Mapping[str, float | None]], measure: str) -> Chart:
    """Draw each system's way through the ranks of any number of corpora (the paper's Figure 3)."""
    found = rank_stability(scores)
    return slope_chart(f"Ranks by {measure} across corpora", found.corpora, _tracks(found.systems, found.ranks))


def _tracks(names: Sequence[str], placed: Floats) -> list[Track]:
    return [
        Track(name, tuple(None if np.isnan(rank) else float(rank) for rank in own))
        for name, own in zip(names, placed, strict=True)
    ]


def level_chart(results: DifficultyResults) -> Chart:
    """Draw one bar a level: how many errors so many systems solve, from all (easy) to none (hard)."""
    size = results.judged[0].pool.size
    weights = results.settings.weight(np.arange(size, -1, -1), size)
    bars = [
        Bar(f"{size - level} of {size} (w {weight:.2f})", int(count))
        for level, (count, weight) in enumerate(zip(results.levels(), weights, strict=True))
    ]
    axis = Axis("errors", digits=0, low=0.0, whole=True)
    return score_bars("Errors by the number of systems that solve them", bars, axis=axis)


def type_chart(results: DifficultyResults, granularity: str = "type") -> Chart:
    """Draw one bar a type: the mean weight of its errors, hardest first, with their number (the paper's Table 4)."""
    bars = [Bar(f"{row.type} ({row.frequency})", row.mean) for row in results.by_type(granularity)]
    title = f"Mean difficulty by {granularity} (number of errors)"
    return score_bars(title, bars, axis=Axis("mean weight w", low=0.0))
