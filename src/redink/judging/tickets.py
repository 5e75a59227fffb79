"""A form in, its event out: each form carries a signed ticket that says what question it answers."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import NamedTuple

from redink.judging import views
from redink.judging.store import Event, now

LONGEST_NOTE = 2000
LONGEST_ANSWER = 5000


class Typed(NamedTuple):
    """The text of a form that could not be saved, to be filled in again."""

    item: str = ""
    """Id of the item."""
    text: str = ""
    note: str = ""


NOTHING_TYPED = Typed()


class Ticket:
    """The data about its question that a form sends back."""

    def __init__(
        self, person: int, item: str, round_: int, shown: str, position: int, started: int, key: str, skip_key: str
    ) -> None:
        """Store the data that the server signed when it showed the question."""
        self.person, self.item, self.round, self.shown = person, item, round_, shown
        self.position, self.started, self.key, self.skip_key = position, started, key, skip_key

    def event(self, kind: str, person: str, answer: str, note: str) -> Event:
        """Give the event of this form."""
        seconds = max(0.0, round(time.time() - self.started / 1000, 3))
        started = datetime.fromtimestamp(self.started / 1000, UTC).isoformat(timespec="milliseconds")
        shared = (person, self.item, self.round, answer, note, self.shown, self.position, seconds, started, now())
        return Event(self.key, "answer", *shared) if kind == "answer" else Event(self.skip_key, "skip", *shared)


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
