"""Section inputs in; how hard the errors are, by type and by level, and what that does to the ranking out."""

from __future__ import annotations

import numpy as np

from redink.annotation.error_types import in_words
from redink.evaluation.sections import SectionInputs, SectionMaker, called_reference, reference_label
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, clashes_kept
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import measured
from redink.questions.difficulty.sections.judgements import Judgements, judgements
from redink.questions.difficulty.sections.links import levels_linked, types_linked
from redink.questions.difficulty.tables import level_table, rank_tables, type_table, weighted_table
from redink.questions.difficulty.views import PAPER
from redink.reports.charts import Axis, Bar, Chart, Stack, Track, score_bars, slope_chart, stacked_bars
from redink.reports.one_page import Fold, Html, Part, Section
from redink.stats.ranking import ranks


def difficulty_section(inputs: SectionInputs) -> Section | None:
    """Show weighted scores, rank changes, and the difficulty of types; nothing when there are no errors."""
    judged = judgements(inputs)
    results, shown = judged.results, judged.results.reference()
    if not len(shown.error_weights):
        return None
    parts: list[Part] = [_levels(judged)]
    if len(inputs.data.systems) > 1:
        parts.append(_rank_changes(inputs, results))
    first = inputs.measures[0]
    parts += [
        weighted_table(results),
        _by_type(shown),
        Fold(
            "Tables: ranks, types, levels",
            (
                *rank_tables(results, first, inputs.results.values(first)),
                *(
                    types_linked(type_table(shown, granularity, inputs.type_notes))
                    for granularity in ("operation-type", "type")
                ),
                levels_linked(level_table(shown)),
            ),
        ),
    ]
    if len(inputs.data.references) > 1:
        parts.append(_all_references(inputs))
    text = (
        f"The weight w of an error says how hard it is: 0 if all {shown.pool.size} systems correct it, 1 if none does. "
        "wP, wR, wF and wA are precision, recall, F and accuracy in which each place of the text counts by its weight. "
        f"Weights, ranks and types are those of {called_reference(shown.name)}."
    )
    return Section("difficulty", "How hard were the errors?", text, tuple(parts), _finding(shown), (PAPER,))


def _all_references(inputs: SectionInputs) -> Part:
    """Give the scores when all references are joined."""
    if clashes_kept(inputs.data) is not None:
        said = "The references are not joined here, because edits of one annotator overlap (see --overlaps first)."
        return Html(f"<p>{said}</p>\n")
    plan = Plan(absent=inputs.conventions.absent, several="regions")
    table = weighted_table(measured(inputs.data, plan, pipeline=inputs.pipeline))
    return Fold("All references joined: an error is what any annotator changes", (table,))


def _levels(judged: Judgements) -> Chart:
    """One bar per reference: its errors from easy to hard, in at most five steps."""
    steps = _steps(judged.results.reference().pool.size)
    stacks = []
    for reference in judged.references:
        solved = reference.pool.solved[reference.table.is_error]
        counts = [int(((solved >= low) & (solved <= high)).sum()) for low, high, _ in steps]
        stacks.append(Stack(reference_label(reference.name), tuple(map(float, counts))))
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


def _rank_changes(inputs: SectionInputs, results: DifficultyResults) -> Chart:
    """Draw the ways from the conventional ranking to the weighted ones (the paper's Tables 2 and 3)."""
    first = inputs.measures[0]
    columns = [inputs.results.values(first), *map(results.values, results.ranked)]
    placed = [ranks([np.nan if value is None else value for value in column]) for column in columns]
    tracks = [
        Track(system.name, tuple(None if np.isnan(column[row]) else float(column[row]) for column in placed))
        for row, system in enumerate(inputs.data.systems)
    ]
    return slope_chart("Which systems rise and fall when hard errors count more", (first, *results.ranked), tracks)


def _by_type(shown: JudgedReference) -> Chart:
    bars = [Bar(f"{row.type} ({row.frequency})", row.mean) for row in shown.by_type()]
    return score_bars(
        "Mean difficulty of error types (number of errors)", bars, axis=Axis("mean weight w", low=0.0, high=1.0)
    )


def _finding(shown: JudgedReference) -> str:
    levels = shown.levels()
    total, none = int(levels.sum()), int(levels[-1])
    frequent = [row for row in shown.by_type() if row.frequency >= max(5, total // 100)]
    alone = shown.pool.size == len(shown.table.systems) == 1
    if alone:
        share = f"{100 * (1 - none / total):.0f} %"
        finding = f"{shown.table.systems[0]} corrects {total - none:,} of {total:,} errors ({share})."
    elif none:
        finding = f"{none:,} of {total:,} errors ({100 * none / total:.0f} %) are corrected by no system."
    else:
        finding = f"Each of the {total:,} errors is corrected by at least one system."
    if not frequent:
        return finding
    hardest = frequent[0]
    corrected = 100 * (1 - hardest.mean)
    share = f"{corrected:.0f} %" if corrected >= 1 else "less than 1 %"
    if alone:
        rest = f"it corrects {share if corrected else 'none'} of these errors."
    else:
        rest = f"on average, {share} of the systems correct such an error." if corrected else "no system corrects one."
    return f"{finding} The hardest frequent error type is {in_words(hardest.type)}: {rest}"


SECTION = SectionMaker(80, difficulty_section)
