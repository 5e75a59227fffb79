"""A form in, the event it asks for out: forms carry a signed ticket that says which question they answer."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import NamedTuple

from redink.judging import views
from redink.judging.store import Event, now

LONGEST_NOTE = 2000
LONGEST_ANSWER = 5000


class Typed(NamedTuple):
    """What somebody typed into a form that could not be taken, so that it need not be typed again."""

    item: str = ""
    """What it was about."""
    text: str = ""
    """The correction."""
    note: str = ""
    """The note."""


NOTHING_TYPED = Typed()


class Ticket:
    """What a form brings back of its question."""

    def __init__(
        self, person: int, item: str, round_: int, shown: str, position: int, started: int, key: str, skip_key: str
    ) -> None:
        """Take what the server signed when it put the question."""
        self.person, self.item, self.round, self.shown = person, item, round_, shown
        self.position, self.started, self.key, self.skip_key = position, started, key, skip_key

    def event(self, kind: str, person: str, answer: str, note: str) -> Event:
        """Make the event that this form asks for."""
        seconds = max(0.0, round(time.time() - self.started / 1000, 3))
        started = datetime.fromtimestamp(self.started / 1000, UTC).isoformat(timespec="milliseconds")
        shared = (person, self.item, self.round, answer, note, self.shown, self.position, seconds, started, now())
        return Event(self.key, "answer", *shared) if kind == "answer" else Event(self.skip_key, "skip", *shared)


def answer_of(task: str, fields: dict[str, str], ticket: Ticket, source: str) -> str:
    """Give what a form answers: about left and right, a rating or vote, or a sentence; empty for anything else."""
    choice = fields.get("answer", "")
    if task == "pair":
        return views.canonical(choice, ticket.shown)
    if task == "correct":
        return source if choice == "unchanged" else clean(fields.get("text", ""), LONGEST_ANSWER)
    return choice


def clean(text: str, longest: int) -> str:
    """Keep one line of printable text."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:longest].strip()
