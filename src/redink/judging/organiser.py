"""A journal in; the progress of each person and the agreement so far, for the organiser's page, out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from redink.frozen import frozen
from redink.judging.journal import Journal
from redink.questions.agreement.panel import MISSING, SIGNS, UNSURE, make_panel
from redink.questions.agreement.ratings import measure_ratings
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import TaskSet
from redink.reports.numbers import show_number
from redink.stats.agreement import answer_counts, cohen_kappa, contingency, fleiss_kappa

TOO_FAST = 2.0
_MOST_COUPLES = 60
"""If there are more couples than this, only Fleiss' κ of all people is shown."""


@frozen
class PersonRow:
    """The progress of one person."""

    name: str
    """Name of the person."""
    number: int
    """Number of the person, which the personal link holds."""
    round: int
    """Number of the person's current pass."""
    done: int
    """Number of answers in that pass."""
    total: int
    """Number of answers that the person is to give."""
    skipped: int
    """Number of skipped items."""
    pace: float | None
    """Median seconds of the last answers."""
    left: float | None
    """Seconds that the person still needs, at the measured pace, or else at the pace of the plan."""
    too_fast: int
    """Number of answers in less than `TOO_FAST` seconds."""
    changed: int
    """Number of answers changed in the second pass."""
    last: str
    """Time of the person's last event."""


@frozen
class CoupleRow:
    """The agreement of two people so far."""

    first: str
    """Name of the first person."""
    second: str
    """Name of the second person; the machine comes last."""
    n: int
    """Number of items that both answered."""
    rate: float | None
    """Share of equal answers, `?` excluded."""
    kappa: float | None


def progress(journal: Journal) -> list[PersonRow]:
    """Give the progress of every person, in the order in which they joined."""
    rows = []
    for standing in list(journal.people.values()):  # a copy, because people may join meanwhile
        answers = list(standing.answers.values())
        total, pace = journal.total(standing), standing.pace or journal.tasks.pace
        again = [event for event in answers if event.round > 1]
        first = {event.item: event.answer for event in answers if event.round == 1}
        rows.append(
            PersonRow(
                standing.name,
                standing.number,
                standing.round,
                standing.done,
                total,
                standing.skipped,
                standing.pace,
                None if pace is None else pace * (total - standing.done),
                sum(event.seconds is not None and event.seconds < TOO_FAST for event in answers),
                sum(event.answer != first.get(event.item, event.answer) for event in again),
                standing.last[:16].replace("T", " "),
            )
        )
    return rows


def live_agreement(journal: Journal) -> tuple[list[CoupleRow], str]:
    """Give the agreement of each two people so far, and a sentence about all people together."""
    records = journal.judgements()
    if journal.tasks.task == "pair":
        return _of_pairs(records, journal.tasks)
    if journal.tasks.task in ("likert", "edit", "rating", "valid") and records:
        ratings = measure_ratings(records, journal.tasks.task)
        shown = "not yet available" if ratings.free.value is None else show_number(ratings.free.value, digits=3)
        return [], f"Free-marginal κ of all people: {shown}, over {ratings.items} items."
    return [], ""


def _of_pairs(records: Sequence[Judgement], tasks: TaskSet) -> tuple[list[CoupleRow], str]:
    panel = make_panel(records, tasks)[0].at_random()
    couples = list(combinations(panel.evaluators(), 2))
    rows = []
    for (first_name, first), (second_name, second) in couples if len(couples) <= _MOST_COUPLES else ():
        answered = (first != MISSING) & (second != MISSING)
        n = int(answered.sum())
        same = int(((first == second) & answered & (first != UNSURE)).sum())
        kappa = cohen_kappa(contingency(first, second, len(SIGNS))).value
        rows.append(CoupleRow(first_name, second_name, n, same / n if n else None, kappa))
    fleiss = fleiss_kappa(answer_counts(panel.answers, len(SIGNS))).value if len(panel.people) > 2 else None
    notes = (
        []
        if panel.machine is None
        else [f"{panel.machine_name} is the machine: an error is harder if fewer systems correct it."]
    )
    if fleiss is not None:
        notes.append(f"Fleiss' κ of all people: {show_number(fleiss, digits=3)}.")
    return rows, " ".join(notes)
