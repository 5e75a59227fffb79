"""The record that `design` gives: what a test set can show, and what it takes to show more."""

from __future__ import annotations

import msgspec

from redink.frozen import frozen
from redink.questions.design.charts import power_chart
from redink.questions.design.mathematics.pilots import Pilot
from redink.questions.design.mathematics.plans import Judging, Plan, Point, Wanted
from redink.questions.design.tables import judging_table, plan_table, power_table
from redink.reports.figure import Chart
from redink.reports.shown import Shown, flat
from redink.reports.tables import Table
from redink.signature import Signature

SCHEMA = 1
"""Version of the JSON layout."""


@frozen
class Agreement:
    """What is asked about judges."""

    kappa: float
    """The κ that is expected."""
    half_width: float
    """How well it must be known: κ ± this."""
    answers: int
    """Number of answers to choose from."""
    rows: tuple[Judging, ...]
    """By the number of judges."""


@frozen
class Design(Shown):
    """How many sentences, references and judges."""

    signature: Signature
    """Everything the numbers depend on."""
    pilot: Pilot
    """What the numbers rest on."""
    wanted: Wanted
    """What is to be shown."""
    points: tuple[Point, ...]
    """One for each measure, N and M."""
    plans: tuple[tuple[Plan, ...], ...]
    """Ways to spend money, by measure."""
    agreement: Agreement
    """Items that people must judge."""

    def answer(self) -> list[str]:
        """Say in words what the test set at hand can show, one sentence a measure."""
        sentences = []
        for spreads in self.pilot.measures:
            here = next(
                point
                for point in self.points
                if point.measure == spreads.measure
                and point.sentences == self.pilot.units
                and point.references == self.pilot.references
            )
            sentences.append(
                f"{here.sentences:,} {self.pilot.unit} with {_references(here.references)} are too few to detect "
                f"{here.measure} differences below {here.smallest * 100:.1f} points; a difference of "
                f"{self.wanted.difference * 100:g} points needs {here.needed:,} {self.pilot.unit}."
            )
        return sentences

    def to_tables(self) -> list[Table]:
        """Give power by N and M, ways to spend money, and judged items."""
        return [power_table(self), *(plan_table(plans, self) for plans in self.plans if plans), judging_table(self)]

    def curves(self) -> Chart:
        """Draw power by N, a curve for each number of references, by the first measure."""
        return power_chart(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "answer": self.answer(),
            "pilot": msgspec.to_builtins(self.pilot),
            "wanted": msgspec.to_builtins(self.wanted),
            "points": msgspec.to_builtins(self.points),
            "plans": msgspec.to_builtins(self.plans),
            "agreement": msgspec.to_builtins(self.agreement),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each measure, N and M."""
        return [flat({**msgspec.to_builtins(point), "power_interval": None}) for point in self.points]


def _references(number: int) -> str:
    return f"{number} reference{'s' * (number != 1)}"
