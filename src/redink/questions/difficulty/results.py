"""The record that `measure_difficulty` gives: scores, judging tables and pools, and what can be asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from redink.arrays import Floats, Ints
from redink.evaluation.results import Results
from redink.evaluation.tables import GROUPS
from redink.questions.difficulty.mathematics.by_type import TypeDifficulty, difficulty_by_type, level_histogram
from redink.questions.difficulty.mathematics.complementarity import (
    Influence,
    Team,
    best_teams,
    mean_shift,
    solved_by_none,
    solved_by_one,
)
from redink.questions.difficulty.mathematics.corpus import CorpusFacts, corpus_facts
from redink.questions.difficulty.mathematics.judging_table import JudgingTable
from redink.questions.difficulty.mathematics.measures import Settings, measures, sentence_stats
from redink.questions.difficulty.mathematics.pool import Pool, pool_of, solved_counts
from redink.questions.difficulty.mathematics.references import ReferenceRule
from redink.reading.files import write_whole
from redink.reading.packing import unpacked_name
from redink.reading.weights import SolvedCounts, write_published, write_weights
from redink.records import Tokens
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.stats.ranking import ranks


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """How systems did under one reference, and who judges the difficulty."""

    reference: str
    """Name of the reference."""
    table: JudgingTable
    """Who got what right."""
    pool: Pool
    """Whose successes make the weights."""


@dataclass(frozen=True, slots=True)
class ChunkTest:
    """McNemar's exact test of two systems on the chunks they share."""

    base: str
    """The system compared with."""
    system: str
    """The system that is compared."""
    only_base: int
    """Chunks only the base got right."""
    only_system: int
    """Chunks only the system got right."""
    p: float
    """Two-sided p-value over all chunks."""
    errors_only_base: int
    """Errors only the base got right."""
    errors_only_system: int
    """Errors only the system got right."""
    errors_p: float
    """Two-sided p-value over errors alone."""
    adjusted_p: float | None = None
    """`p` adjusted by Holm over the systems compared with the base."""
    errors_adjusted_p: float | None = None
    """`errors_p` adjusted likewise."""


@dataclass(frozen=True, slots=True, eq=False)
class DifficultyResults(Shown):
    """Weighted scores of systems, and the difficulty of the errors behind them."""

    scores: Results
    """wP, wR, wF_β, wA and their unweighted twins uP, uR, uF_β, uA of each system."""
    sources: tuple[Tokens, ...]
    """The source sentences."""
    settings: Settings
    """How chunks are weighed."""
    judged: tuple[Judged, ...]
    """Judging tables, one a reference that counts; analyses look at the first."""
    tables: dict[str, Floats]
    """Weighted counts of each system by sentence: (S × 5), columns tp, fp, fn, tn, all."""
    unweighted: dict[str, Floats]
    """The same without weights."""
    rule: ReferenceRule
    """How several references are used."""
    errors_left: dict[str, int]
    """Errors of each reference, and with `best` of the references chosen for each system."""
    chunk_tests: tuple[ChunkTest, ...] = ()
    """McNemar's tests, when asked for."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the numbers should know, in whole sentences."""
        return self.scores.footnotes

    @property
    def error_weights(self) -> Floats:
        """(E,) w of the gold errors, the same for all systems (leave-one-out aside)."""
        return self._weights()[self.judged[0].table.is_error]

    def _weights(self) -> Floats:
        return self.judged[0].pool.weights(self.settings.weight)[0]

    def by_type(self, granularity: str = "type") -> tuple[TypeDifficulty, ...]:
        """Give mean, sample SD and frequency of weights by `operation`, `type` or `operation-type`."""
        types = [edit.type for edit in self.judged[0].table.gold.edits]
        return difficulty_by_type(types, self.error_weights, GROUPS[granularity])

    def levels(self) -> Ints:
        """Count errors by level N − n, from 0 (all solve it) to N (none does)."""
        first = self.judged[0]
        return level_histogram(first.pool.solved[first.table.is_error], first.pool.size)

    def facts(self) -> CorpusFacts:
        """Count sentences, tokens, chunks and errors."""
        return corpus_facts(self.judged[0].table.gold, self.sources)

    def teams(self) -> tuple[Team, ...]:
        """Find the best k systems by the errors they solve together, for every k."""
        table = self.judged[0].table
        return best_teams(table.systems, table.of_errors())

    def unique(self) -> dict[str, Ints]:
        """Give for each system the errors (indices of `gold.edits`) that it alone solves."""
        table = self.judged[0].table
        return dict(zip(table.systems, solved_by_one(table.of_errors()), strict=True))

    def unsolved(self) -> Ints:
        """Give the errors that no system at hand solves."""
        return solved_by_none(self.judged[0].table.of_errors())

    def influence(self) -> tuple[Influence, ...]:
        """Tell for each system what its absence from the pool does to weights and ranking (systems at hand judge)."""
        table = self.judged[0].table
        full = pool_of(table)
        before = full.weights(self.settings.weight)[0][table.is_error]
        rows = []
        for name in table.systems if len(table.systems) > 2 else ():
            others = [other for other in table.systems if other != name]
            smaller = pool_of(table, others)
            after = smaller.weights(self.settings.weight)[0][table.is_error]
            old, new = (self._ranks(pool, others) for pool in (full, smaller))
            rows.append(Influence(name, *mean_shift(before, after), int((old != new).sum())))
        return tuple(rows)

    def _ranks(self, pool: Pool, names: list[str]) -> Floats:
        table, f = self.judged[0].table, measures(self.settings)[2]
        sums = [sentence_stats(table, table.systems.index(name), pool, self.settings).sum(axis=0) for name in names]
        return np.nan_to_num(ranks(f.score_from_sums(np.stack(sums))))

    def solved_counts(self, *, pipeline: str = "none") -> SolvedCounts:
        """Make the contents of a weight file for the first reference."""
        first = self.judged[0]
        # f(n, N) is not among them: the file holds n, and is good for any f.
        settings = {"pipeline": pipeline, "mode": self.settings.mode}
        return solved_counts(first.table, first.pool, self.sources, reference=first.reference, settings=settings)

    def to_tables(self) -> list[Table]:
        """Give the table of weighted scores."""
        from redink.questions.difficulty.tables import weighted_table

        return [weighted_table(self)]

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: scores and analyses, unrounded."""
        first = self.judged[0]
        return self.scores.to_dict() | {
            "warnings": list(self.warnings),
            "pool": {"size": first.pool.size, "systems": list(first.pool.systems)},
            "corpus": self.facts()._asdict(),
            "errors": self.errors_left,
            "levels": self.levels().tolist(),
            "types": [row._asdict() for row in self.by_type()],
            "unique": {name: len(own) for name, own in self.unique().items()},
            "unsolved": len(self.unsolved()),
            "teams": [team._asdict() for team in self.teams()],
            "influence": [row._asdict() for row in self.influence()],
            "chunk_tests": [msgspec.to_builtins(test) for test in self.chunk_tests],
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and measure."""
        return self.scores.to_dicts()

    def save_weights(self, path: str | Path, *, pipeline: str = "none") -> None:
        """Write a weight file for the first reference: JSON, or the published kind if the name ends in `.txt`."""
        counts = self.solved_counts(pipeline=pipeline)
        if unpacked_name(path).endswith(".txt"):
            write_published(path, counts)
        else:
            write_weights(path, counts, self.sources)

    def save_heat_map(self, path: str | Path) -> None:
        """Write the heat map as a page (HTML) that needs no network."""
        from redink.questions.difficulty.views import heat_map_page

        with write_whole(path) as out:
            out.write(heat_map_page(self))
