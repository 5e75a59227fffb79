"""The records `measure_faithfulness` gives: systems, sentences, and the conditions they hold under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from redink.evaluation.results import SCHEMA
from redink.questions.faithfulness.mathematics.checks import Finding
from redink.questions.faithfulness.mathematics.fluency_errors import Steps
from redink.records import Score, Tokens
from redink.reports.charts import Chart
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.signature import Signature


@dataclass(frozen=True, slots=True)
class Bin:
    """Sentences with one amount of change."""

    words: str
    """Changed words."""
    sentences: int
    """Sentences of the system with so much change."""
    kept: float | None
    """Their mean USim."""


@dataclass(frozen=True, slots=True)
class SystemFaithfulness:
    """One system."""

    name: str
    """The system."""
    sentences: int
    """Pairs measured."""
    changed: int
    """Of these, changed ones."""
    scores: tuple[Score, ...]
    """All numbers, by name."""
    bins: tuple[Bin, ...]
    """Meaning kept at each amount of change."""
    checks: Mapping[str, int]
    """Findings of each named check."""
    dist_sim: Mapping[str, float]
    """DistSim of each label."""

    def score(self, name: str) -> Score:
        """Give one number; without a value when it was not measured."""
        return next((score for score in self.scores if score.measure == name), Score(name, None))


@dataclass(frozen=True, slots=True)
class SentenceFaithfulness:
    """One changed sentence of one system."""

    system: str
    """The system."""
    number: int
    """Number of the sentence, from 1."""
    source: Tokens
    """What the learner wrote."""
    correction: Tokens
    """What the system made of it."""
    word_change: int
    """Changed words."""
    kept: float | None
    """USim."""
    risk: float
    """Findings + 1 − USim: what the table is sorted by."""
    findings: tuple[Finding, ...]
    """Named signs that the meaning is at risk."""
    errors: Steps | None
    """Errors before, removed and introduced."""
    fluency: float | None
    """By which share the perplexity fell."""


@dataclass(frozen=True, slots=True)
class FaithfulnessResults(Shown):
    """What `redink faithfulness` gives."""

    signature: Signature
    """Everything the numbers depend on."""
    measure: str
    """`USim-UD` (units from dependency trees) or `USim` (UCCA)."""
    systems: tuple[SystemFaithfulness, ...]
    """Systems in the order given."""
    sentences: tuple[SentenceFaithfulness, ...]
    """Changed sentences of all systems, those most at risk first."""

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "measure": self.measure,
            "systems": msgspec.to_builtins(self.systems),
            "sentences": msgspec.to_builtins(self.sentences),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each system and number."""
        return [
            flat({"system": system.name, **msgspec.to_builtins(score)})
            for system in self.systems
            for score in system.scores
        ]

    def to_tables(self) -> list[Table]:
        """Give the tables that have something to show."""
        from redink.questions.faithfulness.tables import tables

        return tables(self)

    def plane(self) -> Chart:
        """Draw systems on the plane of meaning kept and language improved."""
        from redink.questions.faithfulness.tables import plane

        return plane(self)
