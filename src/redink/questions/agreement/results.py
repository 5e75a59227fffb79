"""The records that `measure_agreement` gives, each a row of a table of the paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from redink.errors import UsageError
from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.questions.agreement.judge_results import Judges
from redink.questions.agreement.rating_results import RatingResults
from redink.questions.agreement.tables import result_tables
from redink.reading.judgements import Which
from redink.records import Interval
from redink.reports.shown import Shown, flat, json_text
from redink.reports.tables import Table
from redink.signature import Signature
from redink.stats.agreement import Kappa
from redink.stats.intervals import expect_level


@frozen
class Agreement:
    """How often two evaluators give the same answer: a row of the paper's Table 3."""

    first: str
    """An evaluator."""
    second: str
    """Another, or `M`."""
    block: str
    """`all` pairs, or those of `unlike` levels."""
    n: int
    """Pairs both judged."""
    agreed: int
    """Pairs with the same answer, `?` excluded."""
    rate: float | None
    interval: Interval | None
    """Wilson's interval of the rate."""
    kappa: Kappa
    """Cohen's κ over `>` `<` `=` `?`."""
    weighted: Kappa
    """Cohen's κ over `<` `=` `>` with linear weights: `=` is halfway; `?` is left out."""
    baseline: int
    """Pairs on which the most frequent answer alone would be right."""
    z: float | None
    """Two-proportion z of agreed against baseline, as the paper tests it."""
    z_p: float | None
    """Its two-sided p."""
    only_agreed: int
    """Pairs the evaluators agree on and the baseline gets wrong."""
    only_baseline: int
    """Pairs the baseline gets right and the evaluators do not agree on."""
    mcnemar_p: float | None
    """McNemar's exact p: the same comparison, paired."""


@frozen
class RateBy:
    """Agreement of every two evaluators on some of the pairs."""

    group: str
    """A type, or a difference of levels."""
    n: int
    """Pairs."""
    rates: tuple[float | None, ...]
    """One for each two evaluators, in the order of `AgreementResults.couples`."""


@frozen
class SizeRate:
    """Agreement of people with k systems: a point of the paper's Figure 2."""

    k: int
    """How many systems judge the difficulty."""
    subsets: int
    """How many choices of k systems were averaged over."""
    rate: float | None
    """Mean agreement over the choices and the people."""
    ties: float
    """Mean share of pairs on which the k systems tie."""
    untied: float | None
    """Mean agreement on the pairs on which they do not."""


@frozen
class Conduct:
    """How one person judged."""

    person: str
    answers: int
    """Answers given, repeats included."""
    median_seconds: float | None
    """Median time of an answer."""
    too_fast: int | None
    """Answers faster than a reader can read; `None` when times are not known."""
    first_harder: int
    """Answers that the error shown first is the harder one."""
    second_harder: int
    """The same of the error shown second."""
    bias_p: float | None
    """Exact two-sided p that neither place is favoured."""
    repeats: int
    """Pairs asked again as they were."""
    repeats_agreed: int
    """Those answered alike."""
    swapped: int
    """Pairs asked again with sides exchanged."""
    swapped_agreed: int
    """Those answered alike."""
    second_pass: int
    """Pairs judged in a second pass."""
    changed: int
    """Those whose answer was changed."""


@frozen
class Dissent:
    """A pair on which all people agree, against the machine."""

    pair: str
    """Its name."""
    people: str
    """What people say."""
    machine: str
    """What the levels say."""
    harder_type: str
    """Type of the error people find harder (left, when they find them equal)."""
    easier_type: str
    """Type of the other."""
    levels: str
    """Levels of the same two errors."""
    harder: str
    """The same error, as `old → new`."""
    easier: str
    """The other."""


@frozen
class Strength:
    """Difficulty of a type or level from people's answers (Bradley–Terry)."""

    group: str
    """The type or level."""
    theta: float
    """θ: log strength, higher is harder, mean 0."""
    error: float
    answers: int
    """Answers it takes part in."""


@frozen
class AgreementPlan:
    """What is counted, and how."""

    which: Which = "last"
    """The pass that counts."""
    types: Literal["both", "first"] = "both"
    """A pair counts for the types of both errors, or for the left one's only."""
    fewest: int = 10
    """Types with fewer pairs are not shown."""
    with_other: bool = False
    """Whether the type OTHER is shown."""
    too_fast: float = 2.0
    """Answers in fewer seconds are called too fast."""
    joint: bool = False
    """Whether people and machine are joined on one scale."""
    strength: Literal["type", "level"] = "type"
    """What gets a Bradley–Terry strength."""
    level: float = 0.95
    seed: int = 12345
    """Where drawing of subsets starts, when there are too many to try all."""

    def __post_init__(self) -> None:
        """Refuse numbers that mean nothing."""
        expect_level(self.level)
        if not self.too_fast >= 0:
            raise UsageError(f"an answer cannot be too fast in {self.too_fast} seconds", remedy="give 0 or more")


@dataclass(frozen=True, slots=True)
class AgreementResults(Shown):
    """What `redink agreement` gives for pairs."""

    signature: Signature
    """Everything the numbers depend on."""
    people: tuple[str, ...]
    pairs: int
    """Pairs, repeats left out."""
    levels: tuple[int, ...]
    """Errors of the corpus by level (Table 2), when known."""
    couples: tuple[tuple[str, str], ...]
    """Every two evaluators, in the order of rates."""
    agreements: tuple[Agreement, ...]
    """Table 3: all pairs, then those of unlike levels."""
    fleiss: Kappa | None
    """Fleiss' κ of the people, when there are three or more."""
    alpha: Kappa
    """Krippendorff's α of the people over `<` `=` `>`, ordinal; `?` is left out."""
    human_machine: tuple[tuple[str, float | None, float | None], ...]
    """Block, mean rate and mean κ of people with the machine."""
    distribution: dict[str, tuple[int, int, int, int]]
    """Table 4: how often each evaluator answered `>` `<` `=` `?`."""
    by_type: tuple[RateBy, ...]
    """Table 5, unlike pairs only."""
    by_gap: tuple[RateBy, ...]
    """Figure 1."""
    by_size: tuple[SizeRate, ...]
    """Figure 2, when it is known which system solves what."""
    conduct: tuple[Conduct, ...]
    """Self-agreement, position bias, haste."""
    dissent: tuple[Dissent, ...]
    """Pairs where all people agree against the machine."""
    strengths: tuple[Strength, ...]
    """Bradley–Terry difficulty."""
    judges: Judges = field(default_factory=Judges)
    """What is known of single judges: model, change over time, drift, criteria; and people joined with the machine."""
    notes: tuple[str, ...] = ()
    """What a reader should know."""
    plan: AgreementPlan = field(default_factory=AgreementPlan)
    """What was counted, and how."""

    def to_tables(self) -> list[Table]:
        """Give all tables of the paper."""
        return result_tables(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        values = {name: getattr(self, name) for name in self.__slots__ if name not in ("signature", "plan")}
        record: dict[str, object] = {"schema": SCHEMA, "signature": self.signature.to_dict()}
        return record | {name: msgspec.to_builtins(value) for name, value in values.items()}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each two evaluators and block."""
        return [
            flat(msgspec.to_builtins(row) | {"kappa": row.kappa.value, "weighted": row.weighted.value})
            for row in self.agreements
        ]


@frozen
class AgreementReport(Shown):
    """What `redink agreement` gives for everything that people were asked."""

    pairs: AgreementResults | None
    """Which of two errors is harder: people against each other and the machine."""
    ratings: tuple[RatingResults, ...]
    """Ratings of types, and votes on corrections."""
    corrections: Table | None
    """Sentences that people corrected."""

    @property
    def parts(self) -> tuple[AgreementResults | RatingResults, ...]:
        """The results, one for each task."""
        return (*((self.pairs,) if self.pairs is not None else ()), *self.ratings)

    def to_tables(self) -> list[Table]:
        """Give the tables of all tasks."""
        tables = [table for part in self.parts for table in part.to_tables()]
        return [*tables, self.corrections] if self.corrections is not None else tables

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: of the one task, or of several under `parts`."""
        if len(self.parts) == 1:
            return self.parts[0].to_dict()
        return {"parts": [part.to_dict() for part in self.parts]}

    def to_json(self) -> str:
        """Give the JSON text: one object, or a list of objects for several tasks."""
        if len(self.parts) == 1:
            return self.parts[0].to_json()
        return json_text([part.to_dict() for part in self.parts])

    def to_dicts(self) -> list[dict[str, object]]:
        """Give the flat rows of all tasks."""
        return [row for part in self.parts for row in part.to_dicts()]
