"""The records of this question: what systems and references change, and what re-ranking picks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Literal, TypeAlias

from redink.arrays import Floats
from redink.errors import UnknownName, expect_two_names
from redink.evaluation.results import SystemScores
from redink.questions.conservatism.mathematics.edit_types import TypeRatio, count_types, mean_types, type_ratios
from redink.questions.conservatism.mathematics.five_way import FiveWay
from redink.questions.conservatism.mathematics.four_way import FourWay
from redink.questions.conservatism.mathematics.rates import COLUMNS
from redink.questions.conservatism.mathematics.statistics import Settings, histogram
from redink.questions.conservatism.tables import all_tables, rerank_table
from redink.reading.files import write_whole
from redink.records import EvalSet, Interval, Score, Tokens
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.scoring.edit_overlap import GROUPS
from redink.signature import Signature

Kind: TypeAlias = Literal["system", "reference"]


@dataclass(frozen=True, slots=True, eq=False)
class Measured(SystemScores):
    """The rates of one system or reference, and the statistics of every sentence behind them."""

    kind: Kind
    """Whether it is judged, or judges."""
    table: Floats
    """(sentences × columns) statistics, see `redink.questions.conservatism.mathematics.rates.COLUMNS`."""

    def column(self, name: str) -> Floats:
        """Give one statistic of the sentences this version has."""
        present = self.table[self.table[:, COLUMNS.index("sentences")] > 0]
        values: Floats = present[:, COLUMNS.index(name)]
        return values

    def total(self, name: str) -> float:
        """Add up one statistic."""
        return float(self.table[:, COLUMNS.index(name)].sum())

    def count(self, name: str) -> int:
        """Add up a statistic of whole numbers."""
        return round(self.total(name))

    def histogram(self) -> list[int]:
        """Count sentences with 0, 1, … changed words; the last number is that of `MOST_CHANGES` or more."""
        return histogram(self.table)

    def five_way(self) -> FiveWay:
        """Give the word classes against the nearest reference."""
        return FiveWay(*(self.count(name) for name in FiveWay._fields))

    def four_way(self) -> FourWay:
        """Give the chunks TP, FPne, FN and FPun."""
        return FourWay(*(self.count(name) for name in ("hit", "wrong", "under", "over")))


@dataclass(frozen=True, slots=True, eq=False)
class ConservatismResults(Shown):
    """How much systems and references change."""

    signature: Signature
    """Everything the numbers depend on."""
    measured: tuple[Measured, ...]
    """Every system, then every reference."""
    data: EvalSet
    settings: Settings
    """How words were compared."""
    by: str | None = None
    """How edits are grouped in the table of error types; no such table when left out."""
    type_notes: tuple[str, ...] = ()
    """What is said under the table of error types."""

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Give one rate: `results["CAMB", "ratio"].value`."""
        expect_two_names(
            key, (version.name for version in self.measured), (score.measure for score in self.measured[0].scores)
        )
        version, rate = key
        return self.of(version)[rate]

    def __iter__(self) -> Iterator[tuple[str, Score]]:
        """Give every rate with the name of its system or reference."""
        return ((version.name, score) for version in self.measured for score in version.scores)

    def of(self, name: str) -> Measured:
        """Give a system or reference; the system where both are called so."""
        for version in self.measured:
            if version.name == name:
                return version
        known = ", ".join(version.name for version in self.measured)
        raise UnknownName(f"there is no {name!r}", remedy=f"there are {known}")

    @property
    def with_edits(self) -> bool:
        """Whether edits were looked at."""
        return any(score.measure == "Hit" for _, score in self)

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
        """Give every table there is something for."""
        return all_tables(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: rates, counts and histograms, unrounded."""
        versions = [
            {
                "name": version.name,
                "kind": version.kind,
                "rates": [_record(score) for score in version.scores],
                "counts": {name: version.total(name) for name in COLUMNS},
                "word_changes": version.histogram(),
                "rho": sorted(set(version.column("rho").tolist())),
            }
            for version in self.measured
        ]
        types = {
            name: [{**row._asdict(), "ratio": row.ratio} for row in rows]
            for name, rows in (self.by_type() if self.with_edits else {}).items()
        }
        return {"signature": self.signature.to_dict(), "versions": versions, "types": types}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system or reference and rate."""
        return [
            {"kind": version.kind, "system": version.name, **_record(score)}
            for version in self.measured
            for score in version.scores
        ]


def _record(score: Score) -> dict[str, object]:
    record: dict[str, object] = {"measure": score.measure, "value": score.value}
    if score.interval is not None:
        record |= {"low": score.interval.low, "high": score.interval.high, "level": score.interval.level}
    return record


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """What was picked for one number of references."""

    name: str
    """`1-best`, `M = 2`, or a reference."""
    texts: tuple[Tokens, ...]
    """The picked candidates; those of the first draw where there are several."""
    score: float | None
    """Their score: of `1-best` against the largest M, of picks against the references used; `None` for references."""
    table: Floats
    """(sentences × columns) what they change, the mean over draws."""
    histogram: tuple[float, ...]
    """Sentences with 0, 1, … changed words, the mean over draws; the last of `MOST_CHANGES` or more."""
    change: Interval | None = None
    """Interval of the mean WordChange."""

    def mean(self, name: str) -> float | None:
        """Give the mean of one statistic over sentences."""
        return float(self.table[:, COLUMNS.index(name)].mean()) if len(self.table) else None

    def total(self, name: str) -> float:
        """Add up one statistic."""
        return float(self.table[:, COLUMNS.index(name)].sum())


@dataclass(frozen=True, slots=True, eq=False)
class Reranked(Shown):
    """Oracle re-ranking as the number of references grows."""

    measure: str
    """The measure by which candidates were picked."""
    numbers: tuple[int, ...]
    """The numbers of references M."""
    sentences: tuple[int, ...]
    """The source sentences that have candidates, from 0."""
    candidates: int
    """How many candidates there are in all."""
    rows: tuple[Picks, ...]
    """The first candidates, the picks for every M, then the references."""
    draws: int | None
    """How many random choices of M references each row is the mean of; `None` for the first M."""
    signature: Signature
    """Everything the numbers depend on."""

    def __getitem__(self, name: str) -> Picks:
        """Give one row: `reranked["M = 2"].mean("changes")`."""
        for row in self.rows:
            if row.name == name:
                return row
        known = ", ".join(row.name for row in self.rows)
        raise UnknownName(f"there is no {name!r}", remedy=f"there are {known}")

    def save_picks(self, path: str | Path) -> None:
        """Write the picks of the largest M, one line for each sentence."""
        with write_whole(path) as out:
            out.writelines(" ".join(text) + "\n" for text in self[f"M = {max(self.numbers)}"].texts)

    def to_tables(self) -> list[Table]:
        """Give the table."""
        return [rerank_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        return {"signature": self.signature.to_dict(), "rows": self.to_dicts()}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each row."""
        return [
            {
                "picked": row.name,
                self.measure: row.score,
                "changed": row.total("changed"),
                "WordChange": row.mean("changes"),
                "rho": row.mean("rho"),
                "reordered": row.total("reordered"),
                "word_changes": list(row.histogram),
            }
            for row in self.rows
        ]
