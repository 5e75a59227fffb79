"""The records an evaluation gives: scores of systems, comparisons, and the conditions they hold under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from redink.records import Counts, Score
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.scoring.edit_overlap import Rule
from redink.signature import Signature

SCHEMA = 1
"""Version of the JSON layout."""

TestName: TypeAlias = Literal["randomisation", "bootstrap"]
Correction: TypeAlias = Literal["holm", "bh", "none"]
"""Guard against many tests: Holm's, Benjamini and Hochberg's, or none."""

TESTS = {"randomisation": "approximate randomisation", "bootstrap": "paired bootstrap"}
"""Tests in words."""
CORRECTIONS = {"holm": "Holm", "bh": "Benjamini–Hochberg", "none": ""}
"""Corrections in words."""


@dataclass(frozen=True, slots=True)
class SystemScores:
    """All scores of one system."""

    name: str
    """The system."""
    scores: tuple[Score, ...]
    """One a measure, in the order asked for."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one system stands among all by one measure."""

    system: str
    """The system."""
    score: float | None
    """Its score."""
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


@dataclass(frozen=True, slots=True)
class Ranking:
    """All systems by one measure, every pair of them tested."""

    measure: str
    """Name of the measure."""
    standings: tuple[Standing, ...]
    """One a system, in the order given."""
    pairs: tuple[Difference, ...]
    """Every pair, p-values adjusted for the number of pairs."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """How differences were tested."""

    test: TestName
    """The paired test."""
    resamples: int
    """How often it drew."""
    alpha: float = 0.05
    """Adjusted p-values up to this are significant."""
    correction: Correction = "holm"
    """Guard against many tests."""

    @property
    def words(self) -> str:
        """Test, level and correction for a caption, without what the correction goes over."""
        guard = CORRECTIONS[self.correction]
        guard = f"{guard} correction" if guard else "no correction for multiple tests"
        return f"{TESTS[self.test]}, {self.resamples:,} resamples, α = {self.alpha:g}, {guard}"


@dataclass(frozen=True, slots=True)
class Results(Shown):
    """What `score` and `compare` give."""

    signature: Signature
    """Everything the numbers depend on."""
    systems: tuple[SystemScores, ...]
    """Scores by system, in the order given."""
    differences: tuple[Difference, ...] = ()
    """Paired comparisons, when asked for."""
    footnotes: tuple[str, ...] = ()
    """What a reader of the numbers should know."""
    rankings: tuple[Ranking, ...] = ()
    """Ranks, clusters and letters of significance by measure, when asked for."""
    testing: Procedure | None = None
    """How differences were tested."""

    def __str__(self) -> str:
        """Give the tables as text."""
        from redink.evaluation.tables import tables_of
        from redink.reports.rendering import render

        return "\n".join(render(table) for table in tables_of(self)).rstrip("\n")

    def to_tables(self) -> list[Table]:
        """Give the scores; letters of significance stand beside them when they were tested."""
        from redink.evaluation.tables import score_table

        return [score_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where a score is undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "systems": [
                {"name": system.name, "scores": [_score(score, self.rule) for score in system.scores]}
                for system in self.systems
            ],
            "comparisons": [msgspec.to_builtins(difference) for difference in self.differences],
            "footnotes": list(self.footnotes),
        } | self._tested()

    def _tested(self) -> dict[str, object]:
        """Give what only comparisons have."""
        if self.testing is None:
            return {}
        return {"testing": msgspec.to_builtins(self.testing), "rankings": msgspec.to_builtins(self.rankings)}

    @property
    def rule(self) -> Rule:
        """The reference rule, which also says what 0/0 is."""
        return "faithful" if ("rule", "faithful") in self.signature.fields else "corrected"

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and measure."""
        return [
            flat({"system": system.name, **_score(score, self.rule)})
            for system in self.systems
            for score in system.scores
        ]


def precision_and_recall(counts: Counts, rule: Rule) -> tuple[float | None, float | None]:
    """Give P and R; 0/0 is `None`, or 1 where the rule is `faithful`."""
    if rule == "corrected":
        return counts.precision, counts.recall
    return (1.0 if counts.precision is None else counts.precision), (1.0 if counts.recall is None else counts.recall)


def _score(score: Score, rule: Rule) -> dict[str, object]:
    record: dict[str, object] = {"measure": score.measure, "value": score.value}
    if score.interval is not None:
        record |= {"low": score.interval.low, "high": score.interval.high, "level": score.interval.level}
    if score.counts is not None:
        record["counts"] = {"tp": score.counts.tp, "fp": score.counts.fp, "fn": score.counts.fn}
        record["precision"], record["recall"] = precision_and_recall(score.counts, rule)
    return record
