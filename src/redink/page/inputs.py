"""What every section of the report is given, and the type of a section."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from redink.evaluation.results import Results
from redink.questions.coverage.results import CoverageResults
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.faithfulness.results import FaithfulnessResults
from redink.questions.score.run import Trust
from redink.records import EvalSet
from redink.reports.one_page import Section
from redink.scoring.measure import Conventions


@dataclass(frozen=True, slots=True)
class ReportInputs:
    """Data and results that sections share.

    A section that needs more than this adds a field that is `None` unless it was given, and is not shown then.
    """

    data: EvalSet
    """Sources, references and systems with edits; systems stand best first."""
    results: Results
    """Scores by every measure, in the order of `data.systems`."""
    conventions: Conventions
    """Reference rule and the like."""
    trust: Trust
    """How intervals and tests are made."""
    difficulty: tuple[DifficultyResults, ...]
    """How hard the errors are, one a reference, in the order of `data.references`."""
    coverage: CoverageResults | None = None
    """How much references cover, when corrections were given."""
    faithfulness: FaithfulnessResults | None = None
    """Meaning kept and language improved, when asked for (it needs a parser)."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures; the first orders the systems."""
        return tuple(score.measure for score in self.results.systems[0].scores)


SectionMaker: TypeAlias = Callable[[ReportInputs], Section | None]
"""A section of the report; `None` when what it shows is not there."""
