"""What a section of the report is given, and how a question contributes one (entry point group `redink.sections`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from redink.evaluation.results import Results
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.records import EvalSet
from redink.reports.one_page import Section
from redink.scoring.measure import Conventions

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class SectionInputs:
    """What the sections of a page share."""

    data: EvalSet
    """Sources, references and systems with edits; the best system stands first."""
    results: Results
    """Scores by every measure, in the order of `data.systems`."""
    conventions: Conventions
    """Reference rule and the like."""
    trust: Trust
    """How intervals and tests are made."""
    pipeline: str = "none"
    """Name and version of the pipeline that made the edits, for signatures."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """What was asked for beside the usual, by the names of the report's options."""
    type_notes: tuple[str, ...] = ()
    """What is said where error types are shown."""
    _made: dict[str, Any] = field(default_factory=dict)

    @property
    def statistics(self) -> Statistics:
        """The statistics of every sentence, each counted once."""
        assert self.results.statistics is not None
        return self.results.statistics

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures; the first orders the systems."""
        return self.results.measures

    def once(self, name: str, make: Callable[[], Value]) -> Value:
        """Make something that several sections need the first time it is asked for, and keep it."""
        if name not in self._made:
            self._made[name] = make()
        made: Value = self._made[name]
        return made


@frozen
class SectionMaker:
    """A section that a question contributes."""

    place: int
    """Where it stands on the page: the section with the lowest number comes first."""
    make: Callable[[SectionInputs], Section | None]
    """Makes the section; `None` when what it shows is not there."""


def listed(names: Sequence[str]) -> str:
    """Give names as in a sentence: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def reference_label(name: str) -> str:
    """Give the name of a reference so that nobody takes it for a system: `first (reference)`, `reference 0`."""
    return name if name.lower().startswith("reference") else f"{name} (reference)"


def called_reference(name: str) -> str:
    """Give the name of a reference as in a sentence: `the reference first`, `reference 0`."""
    return name if name.lower().startswith("reference") else f"the reference {name}"


SLICE = 25
"""Sentences shown together when the corpus has no essays."""


def essay_name(data: EvalSet, number: int) -> str:
    """Name the essay of a sentence (from 0), or the range of sentences it is shown with."""
    if data.documents is not None:
        return data.documents[number]
    start = number // SLICE * SLICE
    return f"Sentences {start + 1} to {min(start + SLICE, len(data.sources))}"
