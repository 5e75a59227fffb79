"""Spreads of differences in; power, the smallest difference that is shown, and plans of the same cost out."""

from __future__ import annotations

import math

import numpy as np

from redink.frozen import frozen
from redink.questions.design.mathematics.pilots import MeasureSpreads, Spread
from redink.records import Interval
from redink.stats.power import kappa_items, needed_units, power_of, reach


@frozen
class Wanted:
    """What a test set is to show."""

    difference: float = 0.01
    """Difference of two scores, as seen with the references of the pilot."""
    power: float = 0.8
    """How often the test must show it."""
    alpha: float = 0.05
    """Level of the test."""
    tests: int = 1
    """Number of tests that share the level."""
    cost_sentence: float = 1.0
    """Cost of a sentence without references."""
    cost_reference: float = 1.0
    """Cost of one reference of one sentence."""

    def cost(self, units: int, references: int) -> float:
        """Give the cost of a test set."""
        return units * (self.cost_sentence + references * self.cost_reference)


@frozen
class Point:
    """What N sentences with M references can show. Differences are as seen with the references of the pilot."""

    measure: str
    sentences: int
    """N."""
    references: int
    """M."""
    smallest: float
    """The smallest difference that is shown with the wanted power, for a typical pair of systems."""
    interval: Interval
    """Its interval, over the sentences of the pilot."""
    alike: float
    """The same for systems that are much alike: the 10th percentile of all pairs."""
    unlike: float
    """The same for systems that are very unlike: the 90th percentile of all pairs."""
    power: float
    """Power to show the wanted difference."""
    power_interval: Interval
    """Its interval."""
    needed: int
    """The smallest N for the wanted difference and power with M references."""
    predicted: bool
    """Whether the effect of the references was computed from coverage."""


def point(measure: str, spread: Spread, sentences: int, wanted: Wanted) -> Point:
    """Say what so many sentences can show."""
    root = math.sqrt(sentences) * abs(spread.kept)

    def smallest(deviation: float) -> float:
        errors = reach(alpha=wanted.alpha, tests=wanted.tests, power=wanted.power, ratio=spread.ratio)
        return errors * deviation / root

    def power(deviation: float) -> float:
        return power_of(wanted.difference, deviation / root, alpha=wanted.alpha, tests=wanted.tests, ratio=spread.ratio)

    alike, unlike = np.quantile(spread.deviations, [0.1, 0.9]).tolist()
    return Point(
        measure,
        sentences,
        spread.references,
        smallest(spread.deviation),
        Interval(smallest(spread.low), smallest(spread.high), 0.95, "percentile"),
        smallest(alike),
        smallest(unlike),
        power(spread.deviation),
        Interval(power(spread.high), power(spread.low), 0.95, "percentile"),
        needed_units(
            wanted.difference * abs(spread.kept),
            spread=spread.deviation,
            units=1,
            alpha=wanted.alpha,
            tests=wanted.tests,
            power=wanted.power,
            ratio=spread.ratio,
        ),
        spread.predicted,
    )


@frozen
class Plan:
    """A way to spend money."""

    name: str
    """What it is, in words."""
    cost: float
    point: Point


def plans(known: MeasureSpreads, sentences: int, references: int, wanted: Wanted) -> tuple[Plan, ...]:
    """Set beside the test set at hand: twice the sentences, one more reference, and others of the same cost."""
    spread = known.with_references(references)
    if spread is None:
        return ()
    budget = wanted.cost(sentences, references)
    choices = [("this test set", sentences, spread), ("twice the sentences", 2 * sentences, spread)]
    more = known.with_references(references + 1)
    if more is not None:
        choices.append(("one more reference", sentences, more))
    for other in known.spreads:
        affordable = int(budget / wanted.cost(1, other.references)) if wanted.cost(1, other.references) else 0
        if other.references != references and affordable > 1:
            choices.append((f"same cost, M = {other.references}", affordable, other))
    return tuple(
        Plan(name, wanted.cost(units, chosen.references), point(known.measure, chosen, units, wanted))
        for name, units, chosen in choices
    )


@frozen
class Judging:
    """How many items people must judge."""

    judges: int
    """People who judge every item."""
    items: int
    """Items after which κ is known well enough."""

    @property
    def answers(self) -> int:
        """Answers of all judges together."""
        return self.judges * self.items


def judging(kappa: float, half_width: float, answers: int) -> tuple[Judging, ...]:
    """Say how many items two to six judges must answer until κ is known to ± `half_width`."""
    return tuple(
        Judging(judges, kappa_items(half_width, kappa, judges=judges, answers=answers)) for judges in range(2, 7)
    )
