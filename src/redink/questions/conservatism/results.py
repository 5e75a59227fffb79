"""The record that `measure_conservatism` gives: rates of systems and references, and what can be asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.evaluation.results import Results
from redink.evaluation.tables import GROUPS
from redink.questions.conservatism.mathematics.edit_types import TypeRatio, count_types, mean_types, type_ratios
from redink.questions.conservatism.mathematics.five_way import FiveWay
from redink.questions.conservatism.mathematics.four_way import FourWay
from redink.questions.conservatism.mathematics.rates import COLUMNS
from redink.questions.conservatism.mathematics.statistics import Settings
from redink.records import EvalSet, Score
from redink.reports.shown import Shown
from redink.reports.tables import Table

Kind: TypeAlias = Literal["system", "reference"]

MOST_CHANGES = 10
"""From so many changed words on, sentences are counted together."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What one system or reference changes, sentence by sentence."""

    name: str
    """Its name."""
    kind: Kind
    """Whether it is judged, or judges."""
    table: Floats
    """(sentences × columns) statistics, see `redink.questions.conservatism.mathematics.rates.COLUMNS`."""

    def column(self, name: str) -> Floats:
        """Give one statistic of the sentences this version has."""
        own = self.table[self.table[:, COLUMNS.index("sentences")] > 0]
        values: Floats = own[:, COLUMNS.index(name)]
        return values

    def total(self, name: str) -> float:
        """Add up one statistic."""
        return float(self.table[:, COLUMNS.index(name)].sum())

    def count(self, name: str) -> int:
        """Add up a statistic of whole numbers."""
        return round(self.total(name))

    def histogram(self, most: int = MOST_CHANGES) -> list[int]:
        """Count sentences with 0, 1, … changed words; the last number is that of `most` or more."""
        changes = np.minimum(self.column("changes").astype(np.intp), most)
        return [int(count) for count in np.bincount(changes, minlength=most + 1)]

    def five_way(self) -> FiveWay:
        """Give the word classes against the nearest reference."""
        return FiveWay(*(self.count(name) for name in FiveWay._fields))

    def four_way(self) -> FourWay:
        """Give the chunks TP, FPne, FN and FPun."""
        return FourWay(*(self.count(name) for name in ("hit", "wrong", "under", "over")))


@dataclass(frozen=True, slots=True, eq=False)
class ConservatismResults(Shown):
    """How much systems and references change."""

    scores: Results
    """Rates of every system, then of every reference, in the order of `measured`."""
    measured: tuple[Measured, ...]
    """Statistics of every system, then of every reference."""
    data: EvalSet
    """What was measured."""
    settings: Settings
    """How words were compared."""

    @property
    def with_edits(self) -> bool:
        """Whether edits were looked at."""
        return any(score.measure == "Hit" for score in self.scores.systems[0].scores) if self.measured else False

    def score(self, number: int, rate: str) -> Score | None:
        """Find a rate of one system or reference, by its place in `measured`."""
        return next((score for score in self.scores.systems[number].scores if score.measure == rate), None)

    def by_type(self, granularity: str = "type") -> dict[str, list[TypeRatio]]:
        """Give for each system the ratio of its edits to the references' by error type; needs edits.

        Only sentences that some reference has are looked at.
        """
        group = GROUPS[granularity]
        references = [reference.edits or () for reference in self.data.references]
        means = mean_types(references, group)
        judged = [any(edits is not None for edits in answers) for answers in zip(*references, strict=True)]
        return {
            system.name: type_ratios(count_types(compress(system.edits or (), judged), group), means)
            for system in self.data.systems
        }

    def to_tables(self) -> list[Table]:
        """Give the main table."""
        from redink.questions.conservatism.tables import conservatism_table

        return [conservatism_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: rates, counts and histograms, unrounded."""
        versions = [
            {
                "name": own.name,
                "kind": own.kind,
                "rates": _rates(self.scores, number),
                "counts": {name: own.total(name) for name in COLUMNS},
                "word_changes": own.histogram(),
                "rho": sorted(set(own.column("rho").tolist())),
            }
            for number, own in enumerate(self.measured)
        ]
        types = {
            name: [{**row._asdict(), "ratio": row.ratio} for row in rows]
            for name, rows in (self.by_type() if self.with_edits else {}).items()
        }
        return {"signature": self.scores.signature.to_dict(), "versions": versions, "types": types}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system or reference and rate."""
        return [
            {"kind": own.kind, "system": own.name, **record}
            for number, own in enumerate(self.measured)
            for record in _rates(self.scores, number)
        ]


def _rates(scores: Results, number: int) -> list[dict[str, object]]:
    found = []
    for score in scores.systems[number].scores:
        record: dict[str, object] = {"measure": score.measure, "value": score.value}
        if score.interval is not None:
            record |= {"low": score.interval.low, "high": score.interval.high, "level": score.interval.level}
        found.append(record)
    return found
