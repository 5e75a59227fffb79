"""The records an evaluation gives: scores of systems, comparisons, and the conditions they hold under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redink.errors import UnknownName, expect_two_names
from redink.evaluation.statistics import Statistics
from redink.evaluation.tables import (
    counts_table,
    difference_table,
    precision_and_recall,
    ranking_table,
    score_table,
    verdict,
)
from redink.evaluation.trust import CORRECTIONS, TESTS, Correction, TestName
from redink.frozen import frozen
from redink.reading.files import write_whole
from redink.records import Score
from redink.reports.machine import table_record
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.scoring.edit_overlap import Rule
from redink.signature import Signature

if TYPE_CHECKING:
    pass

SCHEMA = 1
"""Version of the JSON layout."""


@dataclass(frozen=True, slots=True)
class SystemScores:
    """All scores of one system."""

    name: str
    scores: tuple[Score, ...]
    """One score for each measure, in the order asked for."""

    def __getitem__(self, measure: str) -> Score:
        """Give the score by one measure."""
        for score in self.scores:
            if score.measure == measure:
                return score
        known = ", ".join(score.measure for score in self.scores)
        raise UnknownName(f"{self.name} has no {measure}", remedy=f"there are {known}")


@frozen
class Difference:
    """One measure's difference between two systems, tested."""

    measure: str
    """Name of the measure."""
    base: str
    """The system compared with."""
    system: str
    """The system that is compared."""
    difference: float | None
    """Score of `system` minus score of `base`."""
    p: float | None
    """Two-sided p-value, as the test gave it."""
    adjusted_p: float | None
    """The same, adjusted for the number of comparisons of this measure."""
    least_p: float | None = None
    """The smallest p-value the test could have given: 1 / (resamples + 1)."""


@frozen
class Standing:
    """Where one system stands among all by one measure."""

    system: str
    score: float | None
    rank: int | None
    """Its rank by score alone, 1 for the best; equal scores share one."""
    best_rank: int | None
    """1 + the number of systems significantly better."""
    worst_rank: int | None
    """The number of systems minus those significantly worse."""
    cluster: int | None
    """Its cluster: every system of an earlier one is significantly better than every system of a later one."""
    letters: tuple[str, ...]
    """Two systems share a letter exactly when they do not differ significantly."""


@frozen
class Ranking:
    """All systems by one measure, every pair of them tested."""

    measure: str
    """Name of the measure."""
    standings: tuple[Standing, ...]
    """One a system, in the order of the results."""
    pairs: tuple[Difference, ...]
    """Every pair, p-values adjusted for the number of pairs."""
    resolved: float | None = None
    """The smallest difference of a typical pair that the tests show with a power of 0.8; `None` if it is unknown."""

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems without a score, which cannot be compared with the others."""
        return tuple(standing.system for standing in self.standings if standing.rank is None)

    def winner(self, alpha: float) -> tuple[Standing, tuple[str, ...]] | None:
        """Give the system with the best score, and those that do not differ significantly from it; `None` without any.

        Systems stand in the order of their ranks.
        """
        ranked = sorted(
            (standing for standing in self.standings if standing.rank is not None),
            key=lambda standing: standing.rank or 0,
        )
        if not ranked:
            return None
        first = ranked[0]
        unlike = {
            name
            for pair in self.pairs
            if first.system in (pair.base, pair.system) and pair.adjusted_p is not None and pair.adjusted_p <= alpha
            for name in (pair.base, pair.system)
        }
        return first, tuple(standing.system for standing in ranked[1:] if standing.system not in unlike)


@frozen
class Procedure:
    """How differences were tested."""

    test: TestName
    resamples: int
    """How often it drew."""
    alpha: float = 0.05
    """Adjusted p-values up to this are significant."""
    correction: Correction = "holm"
    """Guard against many tests."""
    base: str | None = None
    """The system with which the others are compared; `None` if it is the best one."""

    @property
    def words(self) -> str:
        """Test, level and correction for a caption, without what the correction goes over."""
        guard = CORRECTIONS[self.correction]
        guard = f"{guard} correction" if guard else "no correction for multiple tests"
        return f"{TESTS[self.test]}, {self.resamples:,} resamples, α = {self.alpha:g}, {guard}"


@frozen
class Results(Shown):
    """What `score` and `compare` give."""

    signature: Signature
    """Everything the numbers depend on."""
    systems: tuple[SystemScores, ...]
    """Scores by system, in the order given; after tests, the best stands first."""
    differences: tuple[Difference, ...] = ()
    """Paired comparisons, when asked for."""
    footnotes: tuple[str, ...] = ()
    """What a reader of the numbers should know."""
    rankings: tuple[Ranking, ...] = ()
    """Ranks, clusters and letters of significance by measure, when asked for."""
    testing: Procedure | None = None
    """How differences were tested."""
    rule: Rule = "faithful"
    """The reference rule, which also says what 0/0 is."""
    breakdowns: tuple[Table, ...] = ()
    """Scores of parts of the data, when asked for."""
    statistics: Statistics | None = field(default=None, repr=False, compare=False)
    """The statistics of every sentence that the scores were made from."""

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Give one score: `results["CAMB", "F0.5"].value`."""
        expect_two_names(key, (system.name for system in self.systems), self.measures)
        system, measure = key
        return self.of(system)[measure]

    def __iter__(self) -> Iterator[tuple[str, Score]]:
        """Give every score with the name of its system."""
        return ((system.name, score) for system in self.systems for score in system.scores)

    def of(self, system: str) -> SystemScores:
        """Give all scores of one system."""
        for scores in self.systems:
            if scores.name == system:
                return scores
        known = ", ".join(scores.name for scores in self.systems)
        raise UnknownName(f"there is no system {system!r}", remedy=f"there are {known}")

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures, in the order asked for."""
        return tuple(score.measure for score in self.systems[0].scores) if self.systems else ()

    def values(self, measure: str) -> list[float | None]:
        """Give the score of every system by one measure."""
        return [system[measure].value for system in self.systems]

    def verdicts(self) -> tuple[str, ...]:
        """Say for each measure who is first, and with whom it ties; nothing without tests."""
        return () if self.testing is None else tuple(verdict(ranking, self.testing) for ranking in self.rankings)

    def to_tables(self) -> list[Table]:
        """Give the scores, then counts where they are not beside them, comparisons, ranks and breakdowns."""
        counts = counts_table(self)
        return [
            score_table(self),
            *([counts] if counts else []),
            *([difference_table(self)] if self.differences else []),
            *([ranking_table(self)] if len(self.systems) > 2 and self.rankings else []),
            *self.breakdowns,
        ]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where a score is undefined."""
        import msgspec

        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "systems": [
                {"name": system.name, "scores": [_score(score, self.rule) for score in system.scores]}
                for system in self.systems
            ],
            "comparisons": [msgspec.to_builtins(difference) for difference in self.differences],
            "footnotes": list(self.footnotes),
            "warnings": [] if self.statistics is None else list(self.statistics.data.warnings),
        } | self._more()

    def _more(self) -> dict[str, object]:
        """Give what only comparisons have, and the breakdowns."""
        import msgspec

        more: dict[str, object] = {}
        if self.testing is not None:
            more |= {
                "verdicts": list(self.verdicts()),
                "testing": msgspec.to_builtins(self.testing),
                "rankings": msgspec.to_builtins(self.rankings),
            }
        return more | ({"tables": [table_record(table) for table in self.breakdowns]} if self.breakdowns else {})

    def save_statistics(self, path: str | Path) -> None:
        """Write the results together with the statistics of every sentence, for `gate`."""
        import msgspec

        counted = self.statistics
        assert counted is not None
        statistics = {
            system.name: {
                measure.name: {
                    "columns": list(measure.columns),
                    "rows": [[_plain(value) for value in row] for row in counted.rows(measure, system.name).tolist()],
                }
                for measure in counted.measures(self.measures)
            }
            for system in self.systems
        }
        with write_whole(path) as out:
            out.write(msgspec.json.encode(self.to_dict() | {"statistics": statistics}).decode() + "\n")

    def per_sentence(self) -> list[dict[str, str | float]]:
        """Give one row for each system and sentence: its score by each measure, and the statistics behind it."""
        assert self.statistics is not None
        rows: list[dict[str, str | float]] = []
        measures = self.statistics.measures(self.measures)
        for system in self.statistics.data.systems:
            blocks = {
                measure.name: (
                    self.statistics.sentence_scores(measure, system.name).tolist(),
                    self.statistics.rows(measure, system.name).tolist(),
                )
                for measure in measures
            }
            for number in range(len(self.statistics.data.sources)):
                row: dict[str, str | float] = {"system": system.name, "sentence": number + 1}
                for measure in measures:
                    scores, statistics = blocks[measure.name]
                    row[measure.name] = _plain(scores[number])
                    names = (f"{measure.name}.{column}" for column in measure.columns)
                    row |= zip(names, map(_plain, statistics[number]), strict=True)
                rows.append(row)
        return rows

    def plot(self, measure: str | None = None, *, axes: Any = None) -> Any:
        """Draw the scores of all systems by one measure, the last one if none is named.

        Give a chart, whose `.svg` is the picture, or with `axes` draw on axes of matplotlib.
        """
        from redink.reports.charts import Bar
        from redink.reports.plotting import plot_bars

        name = measure or self.measures[-1]
        bars = [Bar(system.name, system[name].value, system[name].interval) for system in self.systems]
        return plot_bars(name, bars, axes=axes)

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and measure."""
        return [flat({"system": system, **_score(score, self.rule)}) for system, score in self]


def _plain(value: float) -> float | int:
    """Write counts as whole numbers: the file is a third shorter."""
    return int(value) if value.is_integer() else value


def _score(score: Score, rule: Rule) -> dict[str, object]:
    record: dict[str, object] = {"measure": score.measure, "value": score.value}
    if score.interval is not None:
        record |= {"low": score.interval.low, "high": score.interval.high, "level": score.interval.level}
    if score.counts is not None:
        record["counts"] = {"tp": score.counts.tp, "fp": score.counts.fp, "fn": score.counts.fn}
        record["precision"], record["recall"] = precision_and_recall(score.counts, rule)
    return record
