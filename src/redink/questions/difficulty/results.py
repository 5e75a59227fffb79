"""The record that `difficulty` gives: scores of systems, judged references, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from redink.arrays import Floats
from redink.evaluation.results import Results
from redink.questions.difficulty.mathematics.formulas import Settings, formulas
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.mathematics.references import ReferenceRule
from redink.questions.difficulty.model_tables import model_dict
from redink.questions.difficulty.tables import Details, tables_of
from redink.questions.difficulty.views import heat_map_page
from redink.reading.files import write_whole
from redink.reading.packing import unpacked_name
from redink.reading.weights import write_published, write_weights
from redink.records import Score
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.signature import Signature


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
    several: ReferenceRule
    """How several references are used."""
    references: tuple[JudgedReference, ...]
    """The references that count, judged."""
    shown: int
    """Place of the reference that tables, JSON and pages show, among the references of the data."""
    counts: Mapping[str, Floats]
    """Weighted counts of each system by sentence: (S × 7), columns tp, fp, fn, tn, all, chunks, wrong."""
    unweighted: Mapping[str, Floats]
    """The same without weights."""
    errors_left: Mapping[str, int]
    """Errors of each reference, and with `best` of the references chosen for each system."""
    chunk_tests: tuple[ChunkTest, ...] = ()
    """McNemar's tests, when asked for."""
    against: str | None = None
    """The conventional measure that ranks are held against."""
    across: Mapping[str, Mapping[str, Mapping[str, float | None]]] = field(default_factory=dict)
    """By measure and corpus: the scores of systems here and in earlier runs."""
    details: Details = field(default_factory=Details)
    """What is shown beside the scores."""
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

    def reference(self, which: int | str | None = None) -> JudgedReference:
        """Give one judged reference, with its types, levels, teams and weights.

        It is named by its place among the references of the data (from 0), or its name; by default it is the one shown.
        """
        wanted = self.shown if which is None else which
        for reference in self.references:
            if wanted in (reference.place, reference.name):
                return reference
        names = ", ".join(f"{reference.place}: {reference.name}" for reference in self.references)
        raise KeyError(f"there is no judged reference {wanted!r}; there are {names}")

    def to_tables(self) -> list[Table]:
        """Give the scores, and every table that was asked for."""
        return tables_of(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: scores and analyses, unrounded."""
        reference = self.reference()
        model = {} if reference.model is None else {"model": model_dict(reference.model)}
        return (
            self.scores.to_dict()
            | model
            | {
                "warnings": list(self.warnings),
                "pool": {"size": reference.pool.size, "systems": list(reference.pool.systems)},
                "corpus": reference.facts()._asdict(),
                "errors": dict(self.errors_left),
                "levels": reference.levels().tolist(),
                "types": [row._asdict() for row in reference.by_type()],
                "unique": {name: len(errors) for name, errors in reference.unique().items()},
                "unsolved": len(reference.unsolved()),
                "teams": [team._asdict() for team in reference.teams()],
                "influence": [row._asdict() for row in reference.influence()],
                "chunk_tests": [msgspec.to_builtins(test) for test in self.chunk_tests],
            }
        )

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and measure."""
        return self.scores.to_dicts()

    def save_weights(self, path: str | Path, reference: int | str | None = None) -> None:
        """Write a weight file of one reference: JSON, or the published kind if the name ends in `.txt`."""
        judged = self.reference(reference)
        if unpacked_name(path).endswith(".txt"):
            write_published(path, judged.solved_counts())
        else:
            write_weights(path, judged.solved_counts(), judged.sources)

    def save_heat_map(self, path: str | Path, reference: int | str | None = None) -> None:
        """Write the heat map of one reference as a page (HTML) that needs no network."""
        with write_whole(path) as out:
            out.write(heat_map_page(self.reference(reference), self.signature))
