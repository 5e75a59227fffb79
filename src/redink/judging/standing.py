"""Events of one person in, one after the other; the person's answers, skips, last event and next item out."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal, TypeAlias

from redink.judging.store import Event

Key: TypeAlias = tuple[int, str]
"""Pass and item."""

_RECENT = 20
"""Number of recent answers from which the pace is computed."""


def event_key(kind: Literal["answer", "skip"], person: int, round_: int, item: str, before: int) -> str:
    """Give the key of an answer or a skip: the same however often it is sent, but another after an undo.

    `before` is the number of answers that were taken back, or of skips.
    """
    return f"{kind}/{person}/{round_}/{item}/{before}"


class Standing:
    """The state of one person; it follows entirely from the person's events."""

    def __init__(self, name: str, number: int) -> None:
        """Begin without any event."""
        self.name = name
        self.number = number
        self.round = 1
        self.answers: dict[Key, Event] = {}
        self.last: str = ""
        self._skipped: dict[Key, None] = {}
        self._undone: Counter[Key] = Counter()
        self._skips: Counter[Key] = Counter()
        self._history: list[Event] = []
        self._reopened: list[str] = []
        self._seconds: deque[float] = deque(maxlen=_RECENT)

    def apply(self, event: Event) -> None:
        """Update the state by one event."""
        key = (event.round, event.item)
        self.last = event.ended
        if event.kind == "round":
            self.round = event.round
            self._history.clear()
            self._reopened.clear()
            return
        if event.kind == "undo":
            self._undo(event.answer)
            return
        if event.kind == "skip" and key in self.answers:
            return  # from an old page: the item would be asked again, and its new answer ignored, for ever
        self._reopened = [item for item in self._reopened if item != event.item]
        self._history.append(event)
        self._skipped.pop(key, None)
        if event.kind == "skip":
            self._skips[key] += 1
            self._skipped[key] = None
        else:
            self.answers[key] = event
            if event.seconds is not None:
                self._seconds.append(event.seconds)

    def _undo(self, target: str) -> None:
        for place, event in enumerate(self._history):
            if event.key == target:
                del self._history[place]
                key = (event.round, event.item)
                if event.kind == "answer":
                    self.answers.pop(key, None)
                    self._undone[key] += 1
                else:
                    self._skipped.pop(key, None)
                self._reopened.append(event.item)
                return

    def has_said(self, event: Event) -> bool:
        """Tell whether the person's current answer is that of an event; true for every other kind of event."""
        if event.kind != "answer":
            return True
        answer = self.answers.get((event.round, event.item))
        said = (event.answer, event.note, event.criterion)
        return answer is not None and (answer.answer, answer.note, answer.criterion) == said

    def undone(self, item: str) -> int:
        """Give how often the answer to an item was taken back in this pass."""
        return self._undone[self.round, item]

    def skips(self, item: str) -> int:
        """Give how often an item was skipped in this pass."""
        return self._skips[self.round, item]

    @property
    def last_done(self) -> Event | None:
        """The answer or skip that undo would take back."""
        return self._history[-1] if self._history else None

    def is_open(self, item: str) -> bool:
        """Tell whether an item has no answer yet in this pass."""
        return (self.round, item) not in self.answers

    def may_be_next(self, item: str) -> bool:
        """Tell whether an item has neither an answer nor a skip in this pass."""
        return self.is_open(item) and (self.round, item) not in self._skipped

    def next_of(self, order: Sequence[str], wanted: Callable[[str], bool]) -> str | None:
        """Give the next item: one that was taken back, else the next in order, else the one skipped longest ago."""
        for item in reversed(self._reopened):
            if self.is_open(item):
                return item
        for item in order:
            if self.may_be_next(item) and wanted(item):
                return item
        return next((item for round_, item in self._skipped if round_ == self.round and wanted(item)), None)

    @property
    def done(self) -> int:
        """Number of answers in this pass."""
        return sum(round_ == self.round for round_, _ in self.answers)

    @property
    def skipped(self) -> int:
        """Number of skipped items in this pass."""
        return sum(round_ == self.round for round_, _ in self._skipped)

    @property
    def pace(self) -> float | None:
        """Median seconds of the last answers."""
        return median(self._seconds) if self._seconds else None

    def earlier(self, item: str) -> Event | None:
        """Give the answer to an item in the previous pass; `None` if there is none."""
        return self.answers.get((self.round - 1, item))
