"""A design in, its tables out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from redink.reports.tables import Cell, Column, Table, make_table

if TYPE_CHECKING:
    from redink.questions.design.mathematics.plans import Plan, Point
    from redink.questions.design.results import Design


def power_table(design: Design) -> Table:
    """One row for each measure, N and M: the smallest difference that is shown, and the power."""
    wanted, shown = design.wanted, _shown(design)
    columns = (
        Column("measure"),
        Column("sentences", f"{design.pilot.unit} N", digits=0),
        Column("references", "references M", digits=0),
        Column("smallest", "smallest difference", digits=2, percent=True),
        Column("pairs", "alike to unlike pairs", align="right"),
        Column("power", f"power for {wanted.difference * 100:g}", digits=2),
        Column("needed", "N needed", digits=0),
    )
    rows = [
        (
            point.measure,
            point.sentences,
            point.references,
            Cell(point.smallest, point.interval),
            f"{point.alike * 100:.2f}–{point.unlike * 100:.2f}",
            Cell(point.power, point.power_interval),
            point.needed,
        )
        for point in shown
    ]
    cut = ("Other N with other M: choose them with --sentences and -M, or see -f json.",)
    more = cut if len(shown) < len(design.points) else ()
    notes = (*design.answer(), *_reading(design), *more, f"Signature: {design.signature}.")
    return make_table("What a test set can show", columns, rows, notes=notes)


_MOST_ROWS = 16
"""Of a measure; a longer table shows every N with the references of the pilot, and every M with its size."""


def _shown(design: Design) -> list[Point]:
    if len(design.points) <= _MOST_ROWS * len(design.pilot.measures):
        return list(design.points)
    here = design.pilot
    return [point for point in design.points if here.references == point.references or here.units == point.sentences]


def _reading(design: Design) -> tuple[str, ...]:
    wanted = design.wanted
    shared = f", shared by {wanted.tests} tests (the first step of Holm's correction)" if wanted.tests > 1 else ""
    notes = [
        f"Smallest difference: in points (score × 100), as seen with {design.pilot.references} references; a larger "
        f"one is shown with a power of {wanted.power:g} or more (level {wanted.alpha:g}{shared}). N needed: for a "
        f"difference of {wanted.difference * 100:g} points.",
        "Typical pairs of systems. Alike to unlike: the 10th and the 90th percentile of the pairs. A difference "
        "between similar systems is easier to detect.",
        f"Pilot: {design.pilot.name}.",
    ]
    if any(point.predicted for point in design.points):
        notes.append("More references than the pilot has: computed from coverage, not counted.")
    return tuple(notes)


def plan_table(plans: Sequence[Plan], design: Design) -> Table:
    """One row for each way to spend money."""
    columns = (
        Column("plan"),
        Column("sentences", f"{design.pilot.unit} N", digits=0),
        Column("references", "references M", digits=0),
        Column("cost", digits=0),
        Column("smallest", "smallest difference", digits=2, percent=True, direction="lower"),
        Column("power", f"power for {design.wanted.difference * 100:g}", digits=2),
    )
    rows = [
        (
            plan.name,
            plan.point.sentences,
            plan.point.references,
            plan.cost,
            Cell(plan.point.smallest, plan.point.interval),
            Cell(plan.point.power, plan.point.power_interval),
        )
        for plan in plans
    ]
    costs = f"Cost: {design.wanted.cost_sentence:g} for a sentence and {design.wanted.cost_reference:g} for a reference"
    notes = (*_more_or_longer(plans), f"{costs} of a sentence.")
    return make_table(f"More sentences or more references? ({plans[0].point.measure})", columns, rows, notes=notes)


def _more_or_longer(plans: Sequence[Plan]) -> tuple[str, ...]:
    """Say whether a reference or sentences buy more."""
    start, same = plans[0], [plan for plan in plans if plan.name.startswith("same cost")]
    sentences = []
    if len(plans) > 2 and plans[2].name == "one more reference":
        longer, wider = plans[1].point, plans[2].point
        sentences.append(
            f"Twice as many sentences lower the smallest difference from {_points(start.point)} to {_points(longer)} "
            f"points; one more reference lowers it to {_points(wider)}."
        )
    if same:
        best = min((start, *same), key=lambda plan: plan.point.smallest)
        sentences.append(
            f"At the same cost, M = {best.point.references} with N = {best.point.sentences:,} shows the smallest "
            f"difference: {_points(best.point)} points."
        )
    return tuple(sentences)


def _points(point: Point) -> str:
    return f"{point.smallest * 100:.2f}"


def judging_table(design: Design) -> Table:
    """One row for each number of judges."""
    asked = design.agreement
    columns = (
        Column("judges", digits=0),
        Column("items", "items that all judge", digits=0),
        Column("answers", "answers of all judges", digits=0),
    )
    rows = [(row.judges, row.items, row.answers) for row in asked.rows]
    note = (
        f"With {asked.answers} equally frequent answers and κ = {asked.kappa:g} (95 % interval). Assumption: judges "
        "agree on some items, and guess on the others."
    )
    return make_table(f"Judged items until κ is known to ± {asked.half_width:g}", columns, rows, notes=(note,))
