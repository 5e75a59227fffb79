"""The record that `difficulty` gives: scores of systems, judged references, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from redink.arrays import Floats
from redink.evaluation.results import Results
from redink.frozen import frozen
from redink.questions.difficulty.mathematics.formulas import Settings, formulas
from redink.questions.difficulty.mathematics.groups import Groups
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.model_tables import model_dict
from redink.questions.difficulty.people_tables import people_dict
from redink.questions.difficulty.tables import Details, needs, tables_of
from redink.questions.difficulty.views import browser_page, heat_map_page
from redink.reading.files import write_whole
from redink.reading.packing import unpacked_name
from redink.reading.weights import write_published, write_weights
from redink.records import Score
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.signature import Signature


@frozen
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


def ranked_measures(settings: Settings) -> tuple[str, ...]:
    """Give the names of the measures by which systems are ranked and tested: wF_β and wA."""
    return tuple(formula.name for formula in formulas(settings, kinds=("F", "A")))


@dataclass(frozen=True, slots=True, eq=False)
class DifficultyResults(Shown):
    """Weighted scores of systems, and the difficulty of the errors behind them."""

    scores: Results
    """wP, wR, wF_β, wA and their unweighted twins uP, uR, uF_β, uA of each system; then the conventional measure."""
    settings: Settings
    """How chunks are weighed."""
    judged: JudgedReference
    """The reference, or the regions of all references: who solves which error, and how hard that makes it."""
    counts: Mapping[str, Floats]
    """Weighted counts of each system by sentence: (S × 7), columns tp, fp, fn, tn, all, chunks, wrong."""
    unweighted: Mapping[str, Floats]
    """The same without weights."""
    chunk_tests: tuple[ChunkTest, ...] = ()
    """McNemar's tests, when asked for."""
    against: str | None = None
    """The conventional measure that ranks are held against."""
    across: Mapping[str, Mapping[str, Mapping[str, float | None]]] = field(default_factory=dict)
    """By measure and corpus: the scores of systems here and in earlier runs."""
    details: Details = field(default_factory=Details)
    """What is shown beside the scores."""
    groups: Groups | None = None
    """The groups of systems that difficulty is compared for."""
    type_notes: tuple[str, ...] = ()
    """What is said under tables of error types."""

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Give one score: `results["CAMB", "wF0.5"].value`."""
        return self.scores[key]

    def __iter__(self) -> Iterator[tuple[str, Score]]:
        """Give every score with the name of its system."""
        return iter(self.scores)

    @property
    def signature(self) -> Signature:
        """Everything the numbers depend on."""
        return self.scores.signature

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the numbers should know, in whole sentences."""
        return self.scores.footnotes

    @property
    def ranked(self) -> tuple[str, ...]:
        """The measures by which systems are ranked and tested: wF_β and wA."""
        return ranked_measures(self.settings)

    def values(self, measure: str) -> list[float | None]:
        """Give the score of every system by one measure."""
        return self.scores.values(measure)

    def reference(self) -> JudgedReference:
        """Give the judged reference, with its types, levels, teams and weights."""
        return self.judged

    def to_tables(self) -> list[Table]:
        """Give the scores, and every table that was asked for."""
        return tables_of(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: scores and analyses, unrounded."""
        reference = self.reference()
        return (
            self.scores.to_dict()
            | ({} if reference.model is None else {"model": model_dict(reference.model)})
            | ({} if reference.people is None else {"people": people_dict(reference.people)})
            | {
                "warnings": list(self.warnings),
                "pool": {"size": reference.pool.size, "systems": list(reference.pool.systems)},
                "corpus": reference.facts()._asdict(),
                "errors": {reference.name: len(reference.table.gold.edits)},
                "levels": reference.levels().tolist(),
                "types": [row._asdict() for row in reference.by_type()],
                "unique": {name: len(errors) for name, errors in reference.unique().items()},
                "unsolved": len(reference.unsolved()),
                "teams": [team._asdict() for team in reference.teams()],
                "influence": [row._asdict() for row in reference.influence()],
                "chunk_tests": [msgspec.to_builtins(test) for test in self.chunk_tests],
            }
            | self._region_data()
            | self._group_data()
        )

    def _region_data(self) -> dict[str, object]:
        if not self.judged.has_regions:
            return {}
        need, by_need = needs(self.judged)
        weights = self.judged.error_weights
        mean = float(weights.mean()) if len(weights) else None
        return {"regions": {"mean_need": need, "mean_weight": mean, "mean_weight_by_need": by_need}}

    def _group_data(self) -> dict[str, object]:
        if self.groups is None:
            return {}
        return {
            "groups": dict(zip(self.groups.names, map(list, self.groups.members), strict=True)),
            "types_by_group": [row._asdict() for row in self.groups.by_type(self.details.by or "type")],
            "errors_by_group": [row._asdict() for row in self.groups.by_error()],
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and measure."""
        return self.scores.to_dicts()

    def save_weights(self, path: str | Path) -> None:
        """Write a weight file: JSON, or the published kind if the name ends in `.txt`."""
        if unpacked_name(path).endswith(".txt"):
            write_published(path, self.judged.solved_counts())
        else:
            write_weights(path, self.judged.solved_counts(), self.judged.sources)

    def save_heat_map(self, path: str | Path) -> None:
        """Write the heat map as a page (HTML) that needs no network."""
        with write_whole(path) as out:
            out.write(heat_map_page(self.judged, self.signature, self.groups))

    def save_browser(self, path: str | Path) -> None:
        """Write the error browser as a page (HTML) that needs no network."""
        with write_whole(path) as out:
            out.write(browser_page(self.judged, self.signature, self.groups))
