"""A journal in; who has done how much, and how far people agree so far, out: the organiser's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from redink.judging.journal import Journal
from redink.questions.agreement.panel import MISSING, SIGNS, UNSURE, make_panel
from redink.questions.agreement.ratings import measure_ratings
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import TaskSet
from redink.reports.numbers import show_number
from redink.stats.agreement import answer_counts, cohen_kappa, contingency, fleiss_kappa

TOO_FAST = 2.0
_MOST_COUPLES = 60
"""Couples shown one by one; of more, only Fleiss' κ is."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person's progress."""

    name: str
    """Who."""
    number: int
    """Number of the person, which the link holds."""
    round: int
    """The pass they are in."""
    done: int
    """Answers of that pass."""
    total: int
    """How many there are to give."""
    skipped: int
    """What they put off."""
    pace: float | None
    """Median seconds of the last answers."""
    too_fast: int
    """Answers in less than `TOO_FAST` seconds."""
    changed: int
    """Answers changed in the second pass."""
    last: str
    """When they last did something."""


@dataclass(frozen=True, slots=True)
class CoupleRow:
    """Two people's agreement so far."""

    first: str
    """Who."""
    second: str
    """And who else; the machine comes last."""
    n: int
    """Items both answered."""
    rate: float | None
    """Share of equal answers, `?` excluded."""
    kappa: float | None
    """Cohen's κ."""


def progress(journal: Journal) -> list[PersonRow]:
    """Give everybody's progress, in the order they joined."""
    rows = []
    for own in list(journal.people.values()):  # others may join meanwhile
        answers = list(own.answers.values())
        again = [event for event in answers if event.round > 1]
        first = {event.item: event.answer for event in answers if event.round == 1}
        rows.append(
            PersonRow(
                own.name,
                own.number,
                own.round,
                own.done,
                journal.total(own),
                own.skipped,
                own.pace,
                sum(event.seconds is not None and event.seconds < TOO_FAST for event in answers),
                sum(event.answer != first.get(event.item, event.answer) for event in again),
                own.last[:16].replace("T", " "),
            )
        )
    return rows


def live_agreement(journal: Journal) -> tuple[list[CoupleRow], str]:
    """Compare what people have said so far; gives rows, and a sentence about all of them together."""
    records = journal.judgements()
    if journal.tasks.task == "pair":
        return _of_pairs(records, journal.tasks)
    if journal.tasks.task in ("rating", "valid") and records:
        found = measure_ratings(records, journal.tasks.task)
        shown = "not yet available" if found.free.value is None else show_number(found.free.value, digits=3)
        return [], f"Free-marginal κ of all people: {shown}, over {found.items} items."
    return [], ""


def _of_pairs(records: Sequence[Judgement], tasks: TaskSet) -> tuple[list[CoupleRow], str]:
    panel, _ = make_panel(records, tasks)
    couples = list(combinations(panel.evaluators(), 2))
    rows = []
    for (one, first), (other, second) in couples if len(couples) <= _MOST_COUPLES else ():
        both = (first != MISSING) & (second != MISSING)
        n = int(both.sum())
        same = int(((first == second) & both & (first != UNSURE)).sum())
        kappa = cohen_kappa(contingency(first, second, len(SIGNS))).value
        rows.append(CoupleRow(one, other, n, same / n if n else None, kappa))
    fleiss = fleiss_kappa(answer_counts(panel.answers, len(SIGNS))).value if len(panel.people) > 2 else None
    said = (
        [] if panel.machine is None else [f"{panel.machine_name} is the machine: harder is what fewer systems correct."]
    )
    if fleiss is not None:
        said.append(f"Fleiss' κ of all people: {show_number(fleiss, digits=3)}.")
    return rows, " ".join(said)
