"""A form in, its event out: each form carries a signed ticket that says what question it answers."""

from __future__ import annotations

import time
from typing import Literal, NamedTuple

from redink.judging import views
from redink.judging.standing import event_key
from redink.judging.store import Event, now, time_of

LONGEST_NOTE = 2000
LONGEST_ANSWER = 5000


class Typed(NamedTuple):
    """The text of a form that could not be saved, to be filled in again."""

    item: str = ""
    """Id of the item."""
    text: str = ""
    note: str = ""
    criterion: str = ""


NOTHING_TYPED = Typed()


class Ticket(NamedTuple):
    """What the server signed about a question when it showed it, and what its form sends back.

    Anybody can read it: nothing in it may tell a pair that is asked again from any other.
    """

    person: int
    """Number of the person."""
    code: str
    """Code of the item (`Keys.code`): its id would tell that it is asked again."""
    round: int
    """Number of the pass."""
    shown: str
    """Which error was shown first."""
    position: int
    """Number of answers before this one, plus 1."""
    started: int
    """Time when the question was shown, in milliseconds."""
    undone: int
    """How often an answer was taken back."""
    skips: int
    """How often the item was skipped."""

    def event(
        self,
        kind: Literal["answer", "skip"],
        person: str,
        item: str,
        answer: str = "",
        note: str = "",
        criterion: str = "",
    ) -> Event:
        """Give the event of this form."""
        seconds = max(0.0, round(time.time() - self.started / 1000, 3))
        started = time_of(self.started / 1000)
        key = event_key(kind, self.person, self.round, item, self.undone if kind == "answer" else self.skips)
        shown = (self.shown, self.position, seconds, started, now())
        return Event(key, kind, person, item, self.round, answer, note, *shown, criterion=criterion)


def answer_of(task: str, fields: dict[str, str], ticket: Ticket, source: str) -> str:
    """Give the answer of a form: about left and right, a rating or vote, or a sentence; empty for anything else."""
    choice = fields.get("answer", "")
    if task == "pair":
        return views.canonical(choice, ticket.shown)
    if task == "correct":
        return source if choice == "unchanged" else clean(fields.get("text", ""), LONGEST_ANSWER)
    return choice


def clean(text: str, longest: int) -> str:
    """Give the text as one line of printable characters, of at most `longest`."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:longest].strip()
