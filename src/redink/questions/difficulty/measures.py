"""The name of a score that `difficulty` gives in, its measure out: wP, wR, wF0.5, wA, or u for their unweighted twins.

As `difficulty` has it by default, the first reference counts, and all systems of the run judge how hard an error is. A
name such as `wF0.5@conll14` or `wA@weights.json` takes the difficulty from a pool or a weight file instead. With
`wF0.5@regions`, all references count: an error is a region that any of them changes.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias, cast

from redink.arrays import Floats
from redink.errors import users_line
from redink.frozen import frozen
from redink.questions.difficulty.mathematics.formulas import (
    COLUMNS,
    UNWEIGHTED,
    WEIGHTED,
    Formula,
    Kind,
    Settings,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.judged_reference import (
    JudgedReference,
    ReferenceRule,
    clashes_kept,
    judge_reference,
    outsider_warnings,
)
from redink.questions.difficulty.mathematics.weights import check_weights
from redink.questions.difficulty.pools import weight_lines, weights_of
from redink.reading.weights import SolvedCounts
from redink.records import EvalSet, System
from redink.scoring.beta import read_beta
from redink.scoring.measure import Conventions, Measure, Need, refuse_filters

_NAME = re.compile(rf"({WEIGHTED}|{UNWEIGHTED})(?:(P|R|A)|F(\d+(?:\.\d+)?))(?:@(.+))?", re.IGNORECASE)
NAMES = tuple(prefix + kind for prefix in (WEIGHTED, UNWEIGHTED) for kind in ("P", "R", "F0.5", "A"))
JudgedSystem: TypeAlias = tuple[JudgedReference, int]
"""A reference, judged for all systems, and the place of one system among them."""


@frozen
class _ChunkMeasure:
    """P, R, F_β or A of the chunks of the first reference."""

    formula: Formula
    """The score of summed counts."""
    settings: Settings
    """How chunks are weighed."""
    conventions: Conventions
    """How an annotator without a line is read."""
    several: ReferenceRule = "one"
    """Whether the first reference counts, or the regions of all."""
    columns = COLUMNS
    needs: Need = "edits"

    def judged(self, data: EvalSet, weights: Sequence[SolvedCounts] = ()) -> JudgedReference:
        """Judge all systems; weights of a file follow the sentences, as reranking repeats them."""
        return judge_reference(
            data,
            several=self.several,
            settings=self.settings,
            absent=self.conventions.absent,
            clashes=clashes_kept(data),
            weights=weights,
            anywhere=True,
        )

    def notes(self, data: EvalSet) -> tuple[str, ...]:
        """Say which reference counts, if there are others."""
        if self.several != "one" or len(data.references) < 2:
            return ()
        first = data.references[0].name
        all_of_them = "wF0.5@regions and the like use all references"
        return (f"wF0.5 and its relatives use only the reference {first}; {all_of_them}.",)

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 7) sums into scores."""
        return self.formula.score_from_sums(sums)


@frozen
class DifficultyMeasure(_ChunkMeasure):
    """The systems at hand judge how hard an error is."""

    @property
    def name(self) -> str:
        """`wF0.5` or `wF0.5@regions`, and the like."""
        return self.formula.name if self.several == "one" else f"{self.formula.name}@{self.several}"

    @property
    def counting(self) -> Hashable:
        """Who gets which chunk right depends neither on weights nor on β."""
        return "difficulty", self.settings.mode, self.conventions.absent, self.several

    @property
    def table(self) -> Hashable:
        """Weighted scores have the same counts, whatever the β."""
        return self.counting, self.settings.weight.name

    def count_all(self, data: EvalSet) -> list[JudgedSystem]:
        """Judge all systems together."""
        judged = self.judged(data)
        return [(judged, column) for column in range(len(data.systems))]

    def stats_of(self, counted: JudgedSystem) -> Floats:
        """Weigh the chunks of one system; warns once where few systems judge."""
        judged, column = counted
        if column == 0 and self.formula.prefix == WEIGHTED:
            _warn(check_weights(self.settings.weight, judged.pool.size, mode=self.settings.mode))
        return sentence_stats(judged.table, column, judged.pool, self.settings)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Judge all systems, and weigh the chunks of one."""
        return self.stats_of(self.count_all(data)[[known.name for known in data.systems].index(system.name)])


@frozen
class PooledMeasure(_ChunkMeasure):
    """A pool or a weight file says how hard an error is, so that each system is judged by itself."""

    source: str = ""
    """The pool or the file, as it was typed."""
    weights: tuple[SolvedCounts, ...] = ()
    """What it holds."""

    @property
    def name(self) -> str:
        """`wF0.5@conll14` and the like."""
        return f"{self.formula.name}@{self.source}"

    @property
    def counting(self) -> Hashable:
        """Who gets which chunk right depends neither on weights nor on β."""
        return "difficulty", self.settings.mode, self.conventions.absent, self.source

    @property
    def table(self) -> Hashable:
        """Weighted scores have the same counts, whatever the β."""
        return self.counting, self.settings.weight.name

    def inputs(self) -> dict[str, Iterable[str]]:
        """Give the lines of the weights, which are signed."""
        return {"weights": weight_lines(self.weights)}

    def count(self, data: EvalSet, system: System) -> JudgedSystem:
        """Judge one system."""
        return self.judged(replace(data, systems=(system,)), self.weights), 0

    def stats_of(self, counted: JudgedSystem) -> Floats:
        """Weigh the chunks of one system; warns if it makes false positives that have no weight."""
        judged, column = counted
        if self.formula.prefix == WEIGHTED:
            _warn(check_weights(self.settings.weight, judged.pool.size, mode=self.settings.mode))
            _warn(outsider_warnings(judged))
        return sentence_stats(judged.table, column, judged.pool, self.settings)

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """Judge one system, and weigh its chunks."""
        return self.stats_of(self.count(data, system))


def _warn(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        warnings.warn(sentence, stacklevel=users_line())


def make(name: str, conventions: Conventions) -> Measure | None:
    """Give the measure of a name; `None` if the name is not one of ours."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    refuse_filters(name, conventions)
    settings = Settings("paper", beta=read_beta(parts[3]))
    prefix, kind = parts[1].lower(), cast(Kind, (parts[2] or "F").upper())
    formula = Formula(kind, prefix, settings.beta, settings.nothing)
    settings = settings if prefix == WEIGHTED else settings.unweighted()
    if parts[4] is None or parts[4] == "regions":
        return DifficultyMeasure(formula, settings, conventions, several="regions" if parts[4] else "one")
    return PooledMeasure(formula, settings, conventions, source=parts[4], weights=weights_of(parts[4]))


make.names = NAMES  # type: ignore[attr-defined] # the registry asks makers for the names they know
