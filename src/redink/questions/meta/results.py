"""The records of a meta-evaluation, and their tables."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from redink.evaluation.results import SCHEMA
from redink.records import Interval
from redink.reports.shown import Shown, flat
from redink.reports.tables import Cell, Column, Row, Table
from redink.signature import Signature
from redink.stats.correlation import Correlation


@dataclass(frozen=True, slots=True)
class HumanRanking:
    """How good people find the systems."""

    method: str
    """`expected-wins`, `bradley-terry`, `trueskill`, or the name of scores that were given."""
    systems: tuple[str, ...]
    """Systems in alphabetical order."""
    values: tuple[float | None, ...]
    """One number a system, higher is better; `None` when a system was never decided about."""
    errors: tuple[float | None, ...] | None = None
    """Standard errors (Bradley–Terry) or deviations (TrueSkill)."""
    notes: tuple[str, ...] = ()
    """What a reader should know."""


@dataclass(frozen=True, slots=True)
class SystemAgreement:
    """One measure against one human ranking of systems."""

    measure: str
    """The measure."""
    ranking: str
    """The ranking's method."""
    correlations: tuple[Correlation, ...]
    """Pearson, Spearman, Kendall."""
    systems: tuple[str, ...]
    """The systems both know."""
    left_out: tuple[str, ...]
    """Systems only one of them knows."""


@dataclass(frozen=True, slots=True)
class SentenceAgreement:
    """One measure against pairwise human choices."""

    measure: str
    """The measure."""
    concordant: int
    """C: choices the measure shares."""
    discordant: int
    """D: choices it turns round."""
    measure_ties: int
    """T: pairs people told apart and the measure did not."""
    human_ties: int
    """Pairs people tied; they count nowhere."""
    left_out: int
    """Choices about outputs that have no score."""
    tau: float | None
    """(C − D) / (C + D)."""
    interval: Interval | None
    """Its interval."""
    tau_counted: float | None
    """(C − D) / (C + D + T)."""
    interval_counted: Interval | None
    """Its interval."""


@dataclass(frozen=True, slots=True)
class MetaResults(Shown):
    """What `redink meta` gives."""

    signature: Signature
    """Everything the numbers depend on."""
    rankings: tuple[HumanRanking, ...]
    """Human rankings."""
    systems: tuple[SystemAgreement, ...]
    """Agreement about systems, by measure and ranking."""
    sentences: tuple[SentenceAgreement, ...]
    """Agreement about sentences, by measure."""

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "rankings": msgspec.to_builtins(self.rankings),
            "systems": msgspec.to_builtins(self.systems),
            "sentences": msgspec.to_builtins(self.sentences),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each measure, ranking and coefficient."""
        return [
            flat({"measure": one.measure, "ranking": one.ranking, **msgspec.to_builtins(found)})
            for one in self.systems
            for found in one.correlations
        ]

    def to_tables(self) -> list[Table]:
        """Give the tables that have rows."""
        made = [ranking_table(self), system_table(self), sentence_table(self)]
        return [table for table in made if table.rows]


def ranking_table(results: MetaResults) -> Table:
    """One row a system, best first by the first ranking; one column a ranking."""
    columns = [Column("system")]
    known = [dict(zip(ranking.systems, ranking.values, strict=True)) for ranking in results.rankings]
    errors = [dict(zip(ranking.systems, ranking.errors or (), strict=False)) for ranking in results.rankings]
    for ranking in results.rankings:
        columns.append(Column(ranking.method, direction="higher", digits=3))
        if ranking.errors is not None:
            columns.append(Column(f"{ranking.method} ±", digits=3))
    systems = sorted({name for own in known for name in own}, key=lambda name: _place(known[0].get(name), name))
    rows = []
    for name in systems:
        cells = [Cell(name)]
        for ranking, values, spread in zip(results.rankings, known, errors, strict=True):
            cells.append(Cell(values.get(name)))
            if ranking.errors is not None:
                cells.append(Cell(spread.get(name)))
        rows.append(Row(tuple(cells)))
    notes = tuple(note for ranking in results.rankings for note in ranking.notes)
    return Table("Human rankings", tuple(columns), tuple(rows), notes=(*notes, f"Signature: {results.signature}."))


def _place(value: float | None, name: str) -> tuple[bool, float, str]:
    return value is None, -(value or 0.0), name


def system_table(results: MetaResults) -> Table:
    """One row a measure and ranking, one column a coefficient."""
    columns = (
        Column("measure"),
        Column("ranking"),
        Column("systems", digits=0),
        *(Column(name, name.capitalize(), digits=3) for name in ("pearson", "spearman")),
        Column("kendall", "Kendall τ-b", digits=3),
    )
    rows = tuple(
        Row(
            (
                Cell(one.measure),
                Cell(one.ranking),
                Cell(len(one.systems)),
                *(Cell(found.value, found.interval) for found in one.correlations),
            )
        )
        for one in results.systems
    )
    left_out = sorted({name for one in results.systems for name in one.left_out})
    notes = (f"Left out, for want of a score or of judgements: {', '.join(left_out)}.",) if left_out else ()
    return Table("Systems: measures against people", columns, rows, notes=notes)


def sentence_table(results: MetaResults) -> Table:
    """One row a measure: how often it would have chosen as people did."""
    columns = (
        Column("measure"),
        Column("concordant", digits=0),
        Column("discordant", digits=0),
        Column("measure_ties", "ties of the measure", digits=0),
        Column("human_ties", "ties of people", digits=0),
        Column("tau", "τ (ties dropped)", direction="higher", digits=3),
        Column("tau_counted", "τ (ties counted)", direction="higher", digits=3),
    )
    rows = tuple(
        Row(
            (
                Cell(one.measure),
                Cell(one.concordant),
                Cell(one.discordant),
                Cell(one.measure_ties),
                Cell(one.human_ties),
                Cell(one.tau, one.interval),
                Cell(one.tau_counted, one.interval_counted),
            )
        )
        for one in results.sentences
    )
    notes = ["τ = (C − D) / (C + D), or with T, the ties of the measure, below the line; ties of people never count."]
    notes += [
        f"{one.measure}: {one.left_out} choices left out for want of a score."
        for one in results.sentences
        if one.left_out
    ]
    return Table("Sentences: measures against people's choices", columns, rows, notes=tuple(notes))
