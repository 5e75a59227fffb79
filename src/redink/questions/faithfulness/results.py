"""The records `measure_faithfulness` gives: systems, sentences, and the conditions they hold under."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from redink.errors import UnknownName, UsageError, expect_two_names
from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.questions.faithfulness.mathematics.checks import CHECKS, Finding
from redink.questions.faithfulness.mathematics.fluency_errors import Steps
from redink.questions.faithfulness.tables import plane, result_tables
from redink.records import Score, Tokens
from redink.reports.charts import Chart
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.signature import Signature


@frozen
class Bin:
    """Sentences with one amount of change."""

    words: str
    sentences: int
    """Sentences of the system with so much change."""
    kept: float | None


@frozen
class SystemFaithfulness:
    """One system."""

    name: str
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


@frozen
class SentenceFaithfulness:
    """One changed sentence of one system."""

    system: str
    number: int
    """Number of the sentence, from 1."""
    source: Tokens
    """What the learner wrote."""
    correction: Tokens
    """What the system made of it."""
    word_change: int
    kept: float | None
    risk: float
    """Findings + 1 − USim: what the table is sorted by."""
    findings: tuple[Finding, ...]
    """Named signs that the meaning is at risk."""
    errors: Steps | None
    """Errors before, removed and introduced."""
    fluency: float | None
    """By which share the perplexity fell."""


@frozen
class Listing:
    """Which tables were asked for beside the usual ones."""

    sentences: int | None = None
    """How many of the sentences most at risk are listed (0: all); `None` for no list."""
    sort: str = "risk"
    checks: tuple[str, ...] = ()
    """Only findings of these checks are listed."""
    details: bool = False
    """Whether precision and recall by direction, unlabelled USim and DistSim are shown."""

    def __post_init__(self) -> None:
        """Refuse what would do nothing, or not what it says."""
        for name in self.checks:
            if name not in CHECKS:
                raise UsageError(f"there is no check {name!r}", remedy=f"known: {', '.join(CHECKS)}")
        if self.checks and self.sentences is None:
            raise UsageError("--check chooses among listed sentences", remedy="add --sentences N (0: all)")


@frozen
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
    notes: tuple[str, ...] = ()
    """What could not be measured, and why."""
    listing: Listing = Listing()
    """Which tables were asked for beside the usual ones."""

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Give one number of one system: `results["CAMB", "USim-UD"].value`."""
        known = [scores.name for scores in self.systems]
        expect_two_names(key, known, (score.measure for score in self.systems[0].scores))
        system, measure = key
        for measured in self.systems:
            if measured.name == system:
                return measured.score(measure)
        raise UnknownName(f"there is no system {system!r}", remedy=f"there are {', '.join(known)}")

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
        """Give the tables that have something to show, and those that were asked for."""
        return result_tables(self)

    def plane(self) -> Chart:
        """Draw systems on the plane of meaning kept and language improved."""
        return plane(self)
