"""Report inputs in; how hard the errors are, by type and by level, and what that does to the ranking out."""

from __future__ import annotations

import numpy as np

from redink.page.inputs import ReportInputs
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.tables import level_table, rank_tables, score_of, type_table, weighted_table
from redink.reports.charts import Axis, Bar, Chart, Stack, Track, score_bars, slope_chart, stacked_bars
from redink.reports.one_page import Fold, Part, Section
from redink.stats.ranking import ranks


def difficulty_section(inputs: ReportInputs) -> Section | None:
    """Show weighted scores, rank changes, and the difficulty of types; nothing when there are no errors."""
    shown = inputs.difficulty[0]
    if not len(shown.error_weights):
        return None
    parts: list[Part] = [_levels(inputs)]
    if len(inputs.data.systems) > 1:
        parts.append(_rank_changes(inputs, shown))
    old = {system.name: system.scores[0].value for system in inputs.results.systems}
    parts += [
        weighted_table(shown),
        _by_type(shown),
        Fold("Tables: ranks, types, levels", (*rank_tables(shown, inputs.measures[0], old), *_details(shown))),
    ]
    text = (
        f"An error is the harder, the fewer of the {shown.judged[0].pool.size} systems correct it: its weight w runs "
        "from 0 (all do) to 1 (none does), and wP, wR, wF and wA count chunks by weight. "
        f"Weights, ranks and types are those of {shown.judged[0].reference}."
    )
    papers = ("Gotou, Nagata, Mita and Hanawa (2020): difficulty of errors and weighted scores",)
    return Section("difficulty", "How hard were the errors?", text, tuple(parts), _finding(shown), papers)


def _details(shown: DifficultyResults) -> tuple[Part, ...]:
    return type_table(shown, "operation-type"), type_table(shown, "type"), level_table(shown)


def _levels(inputs: ReportInputs) -> Chart:
    """One bar a reference: its errors from easy to hard, in at most five steps."""
    size = inputs.difficulty[0].judged[0].pool.size
    steps = _steps(size)
    stacks = []
    for one in inputs.difficulty:
        solved = one.judged[0].pool.solved[one.judged[0].table.is_error]
        counts = [int(((solved >= low) & (solved <= high)).sum()) for low, high, _ in steps]
        stacks.append(Stack(one.judged[0].reference, tuple(map(float, counts))))
    return stacked_bars(
        "Errors by the number of systems that correct them",
        [name for _, _, name in steps],
        stacks,
        axis=Axis("errors", digits=0, low=0.0, whole=True),
        scale="difficulty",
    )


def _steps(size: int) -> list[tuple[int, int, str]]:
    """Cut 0 … N systems into none, few, some, most and all; (least, most, name) of those that are not empty."""
    third, two_thirds = size // 3, 2 * size // 3
    cut = [
        (0, 0, "by none"),
        (1, third, "by few"),
        (third + 1, two_thirds, "by some"),
        (two_thirds + 1, size - 1, "by most"),
        (size, size, "by all"),
    ]
    kept = [(low, high, name) for low, high, name in cut if low <= high]
    return [
        (low, high, f"{name} ({low})" if low == high else f"{name} ({low}–{high})") for low, high, name in kept[::-1]
    ]


def _rank_changes(inputs: ReportInputs, shown: DifficultyResults) -> Chart:
    """Draw the ways from the conventional ranking to the weighted ones (the paper's Tables 2 and 3)."""
    systems = shown.scores.systems
    weighted = [score.measure for score in systems[0].scores[2:4]]
    old = [system.scores[0].value for system in inputs.results.systems]
    columns = [old, *([score_of(system, name).value for system in systems] for name in weighted)]
    placed = [ranks([np.nan if value is None else value for value in column]) for column in columns]
    tracks = [
        Track(system.name, tuple(None if np.isnan(own[row]) else float(own[row]) for own in placed))
        for row, system in enumerate(systems)
    ]
    rules = (inputs.measures[0], *weighted)
    return slope_chart("Who rises and who falls when hard errors count more", rules, tracks)


def _by_type(shown: DifficultyResults) -> Chart:
    bars = [Bar(f"{row.type} ({row.frequency})", row.mean) for row in shown.by_type()]
    return score_bars(
        "Mean difficulty of error types (number of errors)", bars, axis=Axis("mean weight w", low=0.0, high=1.0)
    )


def _finding(shown: DifficultyResults) -> str:
    levels = shown.levels()
    total, none = int(levels.sum()), int(levels[-1])
    frequent = [row for row in shown.by_type() if row.frequency >= max(5, total // 100)]
    found = f"{none:,} of {total:,} errors ({100 * none / total:.0f} %) are corrected by no system"
    if frequent:
        found += f"; the hardest frequent type is {frequent[0].type} (mean weight {frequent[0].mean:.2f})"
    return f"{found}."
