"""Scores of sentences in; a table that ranks the systems as people's judgements are ranked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, get_args

import numpy as np

from redink.errors import UsageError
from redink.evaluation.estimate import interval_notes
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Draws, Trust
from redink.reports.tables import Cell, Column, Direction, Row, Table
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Measure, expect_choice
from redink.scoring.names import lower_is_better
from redink.stats.aggregation import Aggregate, Aggregated, TieRule, aggregate

_Part: TypeAlias = tuple[Column, list[Cell]]


def check_aggregates(methods: Sequence[str], ties: str, systems: int) -> None:
    """Refuse words that mean nothing, and a ranking of one system."""
    for method in methods:
        expect_choice("aggregate", method, get_args(Aggregate))
    expect_choice("rule for ties", ties, get_args(TieRule))
    if systems < 2 and set(methods) - {"mean"}:
        raise UsageError("one system cannot be ranked by comparisons", remedy="give two outputs or more")


def aggregate_table(
    statistics: Statistics, measure: Measure, methods: Sequence[Aggregate], ties: TieRule, rule: Rule, trust: Trust
) -> Table:
    """Show for each system what its sentence scores aggregate to."""
    data = statistics.data
    names = [system.name for system in data.systems]
    draws = Draws(trust, len(data.sources), data.documents)
    scores = np.array([statistics.sentence_scores(measure, name) for name in names])
    faults = lower_is_better(measure.name)
    parts: list[_Part] = []
    notes: list[str] = list(interval_notes(draws))
    for method in methods:
        turned = -scores if faults and method != "mean" else scores
        aggregated = aggregate(turned, method, draws.resamples, ties=ties, level=trust.level)
        parts += _columns(aggregated, method, rule, "lower" if faults and method == "mean" else "higher")
        notes += _notes(aggregated, method, ties, rule)
    columns, cells = zip(*parts, strict=True)
    rows = tuple(Row((Cell(name), *row)) for name, row in zip(names, zip(*cells, strict=True), strict=True))
    return Table(
        f"{measure.name}: systems ranked by their sentences", (Column("system"), *columns), rows, notes=(*notes,)
    )


def _columns(found: Aggregated, method: Aggregate, rule: Rule, direction: Direction) -> list[_Part]:
    values = [None if np.isnan(value) else float(value) for value in found.values]
    cells = [Cell(value, spread) for value, spread in zip(values, found.intervals, strict=True)]
    if method != "trueskill":
        return [(Column(method, direction=direction, digits=4), cells)]
    without = (Column("trueskill_without_order", "trueskill without order", direction=direction, digits=4), cells)
    if rule == "corrected" or found.in_order is None:
        return [without]
    in_order = [Cell(float(value)) for value in found.in_order]
    return [(Column("trueskill", "trueskill in this order", direction=direction, digits=4), in_order), without]


def _notes(found: Aggregated, method: Aggregate, ties: TieRule, rule: Rule) -> list[str]:
    notes = []
    if method == "trueskill" and rule == "faithful" and ties == "original":
        notes.append(
            "trueskill in this order: one pass over the sentences, as gec-metrics does. Another order of sentences or "
            "systems gives other values. trueskill without order: the mean over all orders, with mean 0."
        )
    if method != "mean" and found.undecided:
        how = "They count in no mean." if method == "expected-wins" and ties == "original" else "Their ties count."
        notes.append(f"{method}: {found.undecided} pairs of systems have equal scores in all sentences. {how}")
    return notes
