"""Records about single judges: a model of each, change over time, second passes, and the criteria that decided."""

from __future__ import annotations

from redink.frozen import frozen
from redink.stats.agreement import Kappa


@frozen
class JudgeModel:
    """One judge of pairs, raw and by the model."""

    person: str
    answers: int
    """Answers about pairs."""
    ties: float | None
    """Share of `=` among the answers that are not `?`."""
    unsure: float | None
    """Share of `?`."""
    noise: float
    """Spread of the judge's errors; 1 is the spread of true differences."""
    noise_low: float
    noise_high: float
    """Ends of the 95 % interval."""
    tie: float
    """Smallest difference that the judge calls a difference, in the same units."""
    bias: float | None
    """How much the error shown first gains, in units of the noise; `None` if nobody knows which it was."""
    bias_error: float | None


@frozen
class Quarter:
    """One quarter of a judge's answers of the first pass, in the order in which they were given."""

    person: str
    quarter: int
    """1 to 4."""
    answers: int
    seconds: float | None
    """Median time of an answer."""
    agreed: float | None
    """Share of other people's answers about the same pairs that are the same."""
    ties: float | None
    """Share of `=`."""
    unsure: float | None
    """Share of `?`."""


@frozen
class Trend:
    """Whether a judge changes with the number of answers given."""

    person: str
    seconds: float | None
    """Spearman's ρ of time and position."""
    seconds_p: float | None
    agreed: float | None
    """Correlation of agreement with others and position."""
    agreed_p: float | None


@frozen
class Drift:
    """A judge's first pass against the second."""

    person: str
    pairs: int
    """Pairs that were judged in both."""
    changed: int
    kappa: Kappa
    """Cohen's κ of the two passes."""
    ties_first: float | None
    ties_second: float | None
    """Share of `=` in each pass."""
    machine_first: float | None
    machine_second: float | None
    """Agreement with the machine in each pass."""


@frozen
class CriterionRow:
    """Answers that one criterion decided."""

    criterion: str
    answers: int
    shared: int
    """Pairs of answers of two people about the same pair, of which at least one names this criterion."""
    agreed: float | None
    """Share of these whose answers are the same."""
    same: float | None
    """Share of these whose criterion is the same, where both name one."""
    context: float | None
    """Harder minus easier error, mean: words in the sentence."""
    lexical: float | None
    """The same of lexical choice (1 if the correction is another word)."""
    neighbours: float | None
    """The same of other errors within 3 words."""


@frozen
class ScaleRow:
    """How many held-out answers a scale of difficulty predicts."""

    scale: str
    """`joint`, `machine` or `people`."""
    right: float
    answers: int


@frozen
class Discrepancy:
    """How much harder the errors of a type are for people than for machines."""

    type: str
    value: float
    sd: float


@frozen
class Judges:
    """What is known of single judges."""

    models: tuple[JudgeModel, ...] = ()
    quarters: tuple[Quarter, ...] = ()
    trends: tuple[Trend, ...] = ()
    drift: tuple[Drift, ...] = ()
    criteria: tuple[CriterionRow, ...] = ()
    scales: tuple[ScaleRow, ...] = ()
    """People and machine on one scale, when asked for."""
    discrepancies: tuple[Discrepancy, ...] = ()
    """By type, the largest first."""
