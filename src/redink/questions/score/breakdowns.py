"""Results and what to break them down by in; tables of parts of the data out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from redink.errors import UsageError
from redink.evaluation.results import Results
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.reading.files import read_lines
from redink.reading.tables import read_labels
from redink.records import EvalSet
from redink.registry import contribution
from redink.reports.tables import Table
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.edit_overlap import GROUPS
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import parse_measures
from redink.signature import Value, checksum

if TYPE_CHECKING:
    from redink.stats.aggregation import Aggregate, TieRule

TYPES = tuple(GROUPS)
"""Breakdowns by error type."""


@frozen
class Breakdown:
    """What scores are broken down by."""

    by: str | None = None
    """A kind of error type, `length`, or a column of the metadata."""
    metadata: str | Path | None = None
    """A TSV table with one row for each sentence."""
    counts: bool = False
    """Whether TP, FP, FN, P and R are shown too."""
    leaders: bool = False
    """Whether the best system of each error type is shown."""
    coverage: str | Path | None = None
    """A coverage file, to correct exact matches for few references."""
    aggregate: tuple[Aggregate, ...] = ()
    """How systems are ranked by their sentence scores."""
    ties: TieRule = "original"
    """What equal sentence scores count in these rankings."""

    @property
    def by_type(self) -> bool:
        """Whether error types are looked at."""
        return self.by in TYPES or self.leaders

    def expect_sensible(self, systems: int) -> None:
        """Refuse words that mean nothing, and a ranking of one system."""
        if self.aggregate or self.ties != "original":
            from redink.questions.score.aggregation import check_aggregates

            check_aggregates(self.aggregate, self.ties, systems)

    def conditions(self) -> dict[str, Value]:
        """Give what moves the numbers of breakdowns, for the signature."""
        files = {"metadata": self.metadata, "coverage": self.coverage}
        ranked: dict[str, Value] = {"aggregate": " ".join(self.aggregate), "ties": self.ties} if self.aggregate else {}
        return ranked | {name: checksum(read_lines(path)) for name, path in files.items() if path is not None}


def breakdown_tables(
    results: Results,
    measures: Sequence[str],
    conventions: Conventions,
    trust: Trust,
    wanted: Breakdown,
    type_notes: Sequence[str] = (),
) -> tuple[Table, ...]:
    """Make the tables that were asked for; `type_notes` stand under those of error types."""
    statistics = results.statistics
    assert statistics is not None
    parsed = parse_measures(measures, conventions)
    overlap = _edit_measure(parsed, conventions)
    tables: list[Table] = []
    if wanted.by in TYPES:
        tables += _by_type(statistics, wanted.by, overlap, counts=wanted.counts)
    elif wanted.by is not None:
        labels = _labels(statistics.data, wanted.by, wanted.metadata)
        for measure in parsed:
            tables += _by_slice(statistics, measure, labels, wanted.by, conventions, counts=wanted.counts)
    if wanted.leaders:
        from redink.questions.score.leaders import find_leaders, leaders_table

        by = wanted.by if wanted.by in TYPES else "type"
        leaders = find_leaders(statistics, by, overlap, trust)
        tables.append(leaders_table(leaders, by=by, beta=overlap.beta, trust=trust))
    if wanted.by_type:
        tables = [replace(table, notes=(*table.notes, *type_notes)) for table in tables]
    if wanted.aggregate:
        from redink.questions.score.aggregation import aggregate_table

    for measure in parsed if wanted.aggregate else ():
        tables.append(aggregate_table(statistics, measure, wanted.aggregate, wanted.ties, conventions.rule, trust))
    if wanted.coverage is not None:
        tables += contribution("redink.breakdowns", "coverage")(statistics, measures, wanted.coverage, conventions)
    return tuple(tables)


def _edit_measure(measures: Sequence[Measure], conventions: Conventions) -> EditOverlap:
    """Give the first F of edits that was asked for: its β and level are used for error types; else F0.5."""
    asked = (measure for measure in measures if isinstance(measure, EditOverlap) and measure.quantity == "F")
    return next(asked, EditOverlap("F", 0.5, "correction", conventions))


def _by_type(statistics: Statistics, by: str, overlap: EditOverlap, *, counts: bool) -> list[Table]:
    from redink.questions.score.by_type import breakdown_table, group_counts_table

    scores = breakdown_table(statistics, by, overlap, macro=True)
    return [scores, *([group_counts_table(statistics, by, overlap)] if counts else [])]


def _by_slice(
    statistics: Statistics, measure: Measure, labels: Sequence[str], by: str, conventions: Conventions, *, counts: bool
) -> list[Table]:
    from redink.questions.score.slices import slice_counts_table, slice_table

    scores = slice_table(statistics, measure, labels, by)
    counted = slice_counts_table(statistics, measure, labels, by, conventions.rule) if counts else None
    return [scores, *([counted] if counted else [])]


def _labels(data: EvalSet, by: str, metadata: str | Path | None) -> Sequence[str]:
    """Give each sentence its slice; a column of the table goes before our own `length`."""
    if metadata is not None:
        return read_labels(metadata, by, source="the source", sentences=len(data.sources))
    if by == "length":
        from redink.questions.score.slices import length_labels

        return length_labels(data)
    raise UsageError(
        f"cannot break down by {by!r}",
        remedy=f"choose from {', '.join(TYPES)}, length, or a column of the table given by --metadata",
    )
