"""The record of ratings and votes, and its tables (Bryant et al. 2017, Table 3)."""

from __future__ import annotations

from dataclasses import fields

import msgspec
import numpy as np

from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.reading.judging_tasks import ANSWERS, Task
from redink.reports.numbers import in_words, show_interval
from redink.reports.shown import Shown
from redink.reports.tables import Cell, Column, Row, Table, make_table
from redink.signature import Signature
from redink.stats.agreement import NO_KAPPA, Kappa, wilson_interval


@frozen
class RatedTogether:
    """Two judges who rated the same items."""

    first: str
    second: str
    n: int
    """Items that both rated."""
    agreed: float | None
    """Share of equal ratings."""
    weighted: Kappa
    """Cohen's κ with linear weights."""


@frozen
class Rater:
    """The model of a judge who rates difficulty."""

    judge: str
    severity: float
    """How much higher than the average of all judges the judge rates the same errors."""
    error: float
    noise: float
    """Spread of the judge's ratings around what errors and severity explain."""


@frozen
class SystemVotes:
    """The edits of one system, as most judges see them."""

    system: str
    edits: int
    """Edits with a majority for accept or reject."""
    accepted: int


@frozen
class RatingResults(Shown):
    """How people rated items, or voted on them, and how far they agree."""

    signature: Signature
    """Everything the numbers depend on."""
    task: Task
    shares: dict[str, tuple[int, ...]]
    """How often each judge gave each answer, in the order of `ANSWERS`."""
    items: int
    """Items with an answer."""
    free: Kappa
    """κ_free (Randolph 2005)."""
    fleiss: Kappa
    majority: dict[str, int]
    """Items by the answer most judges gave; `tie` where there is none."""
    alpha: Kappa = NO_KAPPA
    """Krippendorff's α, ordinal for answers that have an order; "cannot judge" is left out."""
    couples: tuple[RatedTogether, ...] = ()
    """Agreement of every two judges, for answers that have an order."""
    raters: tuple[Rater, ...] = ()
    """A model of each judge of difficulty."""
    systems: tuple[SystemVotes, ...] = ()
    """Votes on the edits of each system, when the items name the systems."""
    with_machine: float | None = None
    """Spearman's ρ of the mean rating of difficulty and the machine's level."""

    def to_tables(self) -> list[Table]:
        """Give the table of shares, how the majority decides, and what else there is."""
        made = [_share_table(self), _majority_table(self), _couple_table(self), _rater_table(self), _system_table(self)]
        return [table for table in made if table.rows]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        names = [each.name for each in fields(self) if each.name != "signature"]
        values = {name: msgspec.to_builtins(getattr(self, name)) for name in names}
        return {"schema": SCHEMA, "signature": self.signature.to_dict()} | values

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each judge."""
        names = ANSWERS[self.task]
        return [{"judge": judge} | dict(zip(names, counts, strict=True)) for judge, counts in self.shares.items()]


def _share_table(results: RatingResults) -> Table:
    names = ANSWERS[results.task]
    columns = [Column("judge", "rater"), *(Column(name, name.capitalize(), digits=1, percent=True) for name in names)]
    columns.append(Column("n", digits=0))
    rows: list[Row | tuple[str | float | None, ...]] = []
    for judge, counts in results.shares.items():
        rows.append((judge, *(count / sum(counts) for count in counts), sum(counts)))
    # As in the paper, every judgement weighs alike; where all rated all, that is the mean of the rows.
    total = np.array(list(results.shares.values())).sum(axis=0)
    rows.append(make_table("", columns, [("OVERALL", *(total / total.sum()).tolist(), int(total.sum()))]).rows[0])
    notes = (
        f"{results.items} items. κ_free {in_words(results.free.value)} (Randolph 2005), "
        f"Fleiss' κ {in_words(results.fleiss.value)}, observed agreement {in_words(results.free.observed)}.",
        *_alpha_notes(results),
        f"Signature: {results.signature}.",
    )
    title = "Ratings" if results.task in ("rating", "likert") else "Votes"
    return make_table(f"{title} by rater", columns, rows, notes=notes)


def _majority_table(results: RatingResults) -> Table:
    rows = [(name, count, count / results.items) for name, count in results.majority.items()]
    columns = ("answer", Column("items", digits=0), Column("share", digits=1, percent=True))
    return make_table("Items by what most raters say", columns, rows)


def _alpha_notes(results: RatingResults) -> list[str]:
    notes = []
    if results.alpha.value is not None:
        ends = show_interval(results.alpha.interval, digits=3)
        notes.append(f"Krippendorff's α {in_words(results.alpha.value)} {ends}".rstrip() + ".")
    if results.with_machine is not None:
        notes.append(f"Spearman's ρ of the mean rating and the machine's level: {in_words(results.with_machine)}.")
    return notes


def _couple_table(results: RatingResults) -> Table:
    columns = (
        Column("judges", "raters"),
        Column("n", digits=0),
        Column("agreed", "same rating", digits=1, percent=True),
        Column("weighted", "weighted κ", digits=3),
    )
    rows = [
        (f"{row.first}–{row.second}", row.n, row.agreed, Cell(row.weighted.value, row.weighted.interval))
        for row in results.couples
    ]
    return make_table("Agreement of raters", columns, rows, notes=["Weighted κ: linear weights."])


def _rater_table(results: RatingResults) -> Table:
    columns = (Column("judge", "rater"), Column("severity"), Column("error", "±"), Column("noise"))
    rows = [(row.judge, row.severity, row.error, row.noise) for row in results.raters]
    note = (
        "Severity: how far a rater is above the average rating of the same errors. Noise: spread that neither the "
        "errors nor the severity explain."
    )
    return make_table("Raters by a model", columns, rows, notes=[note])


def _system_table(results: RatingResults) -> Table:
    columns = (
        Column("system"),
        Column("edits", digits=0),
        Column("accepted", digits=0),
        Column("share", "accepted", digits=1, percent=True),
    )
    rows = [
        (row.system, row.edits, row.accepted,
         Cell(row.accepted / row.edits if row.edits else None, wilson_interval(row.accepted, row.edits)))
        for row in results.systems
    ]  # fmt: skip
    note = "Edits on which most judges say accept or reject."
    return make_table("Edits that people accept, by system", columns, rows, notes=[note])
