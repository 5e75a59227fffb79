"""The records of a meta-evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.questions.meta.mathematics.numbering import Numbering
from redink.questions.meta.tables import ranking_table, sentence_table, system_table
from redink.records import Interval
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.signature import Signature
from redink.stats.correlation import Correlation


@frozen
class HumanRanking:
    """How good people find the systems."""

    method: str
    """`expected-wins`, `bradley-terry`, `trueskill`, `wmt-trueskill`, or the name of scores that were given."""
    systems: tuple[str, ...]
    """Systems in alphabetical order."""
    values: tuple[float | None, ...]
    """One number per system, higher is better; `None` when a system was never decided about."""
    errors: tuple[float | None, ...] | None = None
    """Standard errors (Bradley–Terry) or deviations (TrueSkill)."""
    notes: tuple[str, ...] = ()
    """What a reader should know."""


@frozen
class SystemAgreement:
    """One measure against one human ranking of systems."""

    measure: str
    ranking: str
    """The ranking's method."""
    correlations: tuple[Correlation, ...]
    systems: tuple[str, ...]
    """The systems both know."""
    left_out: tuple[str, ...]
    """Systems only one of them knows."""


@dataclass(frozen=True, slots=True)
class SentenceAgreement:
    """One measure against pairwise human choices."""

    measure: str
    concordant: int
    """C: choices the measure shares."""
    discordant: int
    """D: choices it turns round."""
    measure_ties: int
    """T: pairs people told apart and the measure did not."""
    human_ties: int
    """Pairs people tied; they count nowhere."""
    left_out: int
    """Choices about outputs that have no score."""
    tau: float | None
    """(C − D) / (C + D)."""
    interval: Interval | None
    tau_counted: float | None
    """(C − D) / (C + D + T)."""
    interval_counted: Interval | None
    tau_seeda: float | None
    """(C − D) / (C + D), where a tie of the measure is a choice of the system that is later in the alphabet."""
    interval_seeda: Interval | None
    accuracy: float | None = field(init=False)
    """C / (C + D) = (1 + τ) / 2."""
    accuracy_counted: float | None = field(init=False)
    """(C + T/2) / (C + D + T): half of the measure's ties are right."""
    accuracy_seeda: float | None = field(init=False)
    """Accuracy with ties as in `tau_seeda`."""

    def __post_init__(self) -> None:
        """Give the accuracy that belongs to each τ: the same counts, scaled from 0 to 1."""
        for kind in ("", "_counted", "_seeda"):
            tau = getattr(self, f"tau{kind}")
            object.__setattr__(self, f"accuracy{kind}", None if tau is None else (1 + tau) / 2)


@frozen
class MetaResults(Shown):
    """What `redink meta` gives."""

    signature: Signature
    """Everything the numbers depend on."""
    numbering: tuple[Numbering, ...]
    """How each file of human choices counts sentences; empty without scores of sentences."""
    rankings: tuple[HumanRanking, ...]
    systems: tuple[SystemAgreement, ...]
    """Agreement about systems, by measure and ranking."""
    sentences: tuple[SentenceAgreement, ...]
    """Agreement about sentences, by measure."""

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "numbering": msgspec.to_builtins(self.numbering),
            "rankings": msgspec.to_builtins(self.rankings),
            "systems": msgspec.to_builtins(self.systems),
            "sentences": msgspec.to_builtins(self.sentences),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each measure, ranking and coefficient."""
        return [
            flat({"measure": pair.measure, "ranking": pair.ranking, **msgspec.to_builtins(correlation)})
            for pair in self.systems
            for correlation in pair.correlations
        ]

    def to_tables(self) -> list[Table]:
        """Give the tables that have rows."""
        tables = [ranking_table(self), system_table(self), sentence_table(self)]
        return [table for table in tables if table.rows]
