"""The record of ratings and votes, and its tables (Bryant et al. 2017, Table 3)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import numpy as np

from redink.evaluation.results import SCHEMA
from redink.reading.judging_tasks import ANSWERS, Task
from redink.reports.numbers import in_words
from redink.reports.shown import Shown
from redink.reports.tables import Column, Row, Table, make_table
from redink.signature import Signature
from redink.stats.agreement import Kappa


@dataclass(frozen=True, slots=True)
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

    def to_tables(self) -> list[Table]:
        """Give the table of shares, and how the majority decides."""
        return [_share_table(self), _majority_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        values = {name: msgspec.to_builtins(getattr(self, name)) for name in self.__slots__ if name != "signature"}
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
        f"Signature: {results.signature}.",
    )
    title = "Ratings" if results.task == "rating" else "Votes"
    return make_table(f"{title} by rater", columns, rows, notes=notes)


def _majority_table(results: RatingResults) -> Table:
    rows = [(name, count, count / results.items) for name, count in results.majority.items()]
    columns = ("answer", Column("items", digits=0), Column("share", digits=1, percent=True))
    return make_table("Items by what most raters say", columns, rows)
