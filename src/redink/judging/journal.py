"""What people do in, rows on disk and what comes next out: the engine behind the page, for all four tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from redink.errors import InputError
from redink.judging.order import order_for, side_for
from redink.judging.standing import Standing
from redink.judging.store import Event, Store, now
from redink.questions.agreement.panel import fit_to_pairs
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import ANSWERS, Item, TaskSet
from redink.signature import checksum

LAST_ROUND = 2


@dataclass(frozen=True, slots=True)
class Question:
    """An item as it is put to one person now."""

    item: Item
    """What is asked."""
    round: int
    """In which pass."""
    position: int
    """How many answers came before, plus 1."""
    total: int
    """How many there are to give."""
    shown: str
    """Which error stands first."""
    key: str
    """Name of the answer that is due."""
    skip_key: str
    """Name of the skip that may come."""
    earlier: Event | None
    """Own answer of the first pass."""


def checksum_of(tasks: TaskSet) -> str:
    """Sum up what is asked in a few digits."""
    return checksum([tasks.task, str(tasks.seed), *(msgspec.json.encode(item).decode() for item in tasks.items)])


class Journal:
    """Everybody's standing, kept in memory and on disk."""

    def __init__(self, tasks: TaskSet, store: Store) -> None:
        """Read what has happened so far."""
        self.tasks = tasks
        self.store = store
        self.items = {item.id: item for item in tasks.items}
        self.people = {name: Standing(name, number) for name, number in store.people().items()}
        self._by_number = {one.number: one for one in self.people.values()}
        self._orders: dict[tuple[int, int], list[str]] = {}
        self._votes: dict[str, set[int]] = {}
        self._waiting: list[tuple[Event, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None
        for event in store.events():
            self._apply(event)

    def person(self, number: int) -> Standing | None:
        """Find a person."""
        return self._by_number.get(number)

    def add_person(self, name: str) -> Standing:
        """Let somebody join, or find who has joined."""
        if name not in self.people:
            number = self.store.add_person(name)
            # Steps that no other thread can halve: two may add one name at the same moment.
            self.people.setdefault(name, self._by_number.setdefault(number, Standing(name, number)))
        return self.people[name]

    def _apply(self, event: Event) -> None:
        own = self.people[event.person]
        own.apply(event)
        if event.kind in ("answer", "undo"):
            item = event.item
            answered = any((round_, item) in own.answers for round_ in range(1, LAST_ROUND + 1))
            voters = self._votes.setdefault(item, set())
            (voters.add if answered else voters.discard)(own.number)

    def _order(self, own: Standing) -> list[str]:
        key = (own.number, own.round)
        if key not in self._orders:
            self._orders[key] = order_for(self.tasks.items, self.tasks.seed, *key)
        return self._orders[key]

    def _is_wanted(self, own: Standing, item: str) -> bool:
        """Tell whether an item still needs this person: not when enough others have answered it."""
        if own.round > 1:
            return own.earlier(item) is not None
        if self.tasks.votes is None:
            return True
        return len(self._votes.get(item, set()) - {own.number}) < self.tasks.votes

    def total(self, own: Standing) -> int:
        """Count what one person is to answer in this pass."""
        if own.round == 1 and self.tasks.votes is None:
            return len(self.tasks.items)
        return sum(not own.is_open(item) or self._is_wanted(own, item) for item in self.items)

    def question(self, own: Standing) -> Question | None:
        """Give what comes next; `None` when all is done."""
        name = own.next_of(self._order(own), lambda item: self._is_wanted(own, item))
        if name is None:
            return None
        item = self.items[name]
        shown = side_for(item, self.tasks.seed, own.number) if self.tasks.task == "pair" else ""
        return Question(
            item,
            own.round,
            own.done + 1,
            self.total(own),
            shown,
            own.answer_key(name),
            own.skip_key(name),
            own.earlier(name),
        )

    async def append(self, event: Event) -> bool:
        """Put an event on disk, then take it into account; tells whether it is new.

        Those that wait while others are being written go to disk together: one flush serves them all.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((event, future))
        if self._writer is None:
            self._writer = loop.create_task(self._write())
        return await future

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                fresh = await asyncio.to_thread(self.store.append, [event for event, _ in batch])
            except Exception as error:  # the disk is full, or gone: nobody is told that it went well
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (event, future), is_new in zip(batch, fresh, strict=True):
                if is_new:
                    self._apply(event)
                if not future.done():
                    future.set_result(is_new)
        self._writer = None

    def take_in(self, records: Iterable[Judgement]) -> tuple[int, int]:
        """Add judgements made elsewhere; gives how many are new and how many were known already."""
        fitted = self._fitted(list(records))
        events = []
        for one in fitted:
            own = self.add_person(one.annotator)
            if (one.round, one.id) not in own.answers:
                events.append(_imported(one, own.number))
        fresh = self.store.append(events)
        for event, is_new in zip(events, fresh, strict=True):
            if is_new:
                self._apply(event)
        return sum(fresh), len(fitted) - sum(fresh)

    def _fitted(self, records: Sequence[Judgement]) -> list[Judgement]:
        wrong = next((one for one in records if one.task != self.tasks.task), None)
        if wrong is not None:
            raise InputError(f"a judgement of the task {wrong.task!r}", remedy=f"the items ask {self.tasks.task!r}")
        if self.tasks.task == "pair":
            return fit_to_pairs(records, self.tasks)
        for one in records:
            if one.id not in self.items:
                raise InputError(
                    f"a judgement of {one.annotator!r} is about {one.id!r}, which is not among the items",
                    remedy="serve the file with the items that it was made for",
                )
        return list(records)

    def judgements(self) -> list[Judgement]:
        """Give every answer that was not taken back, person by person in the order they were given."""
        # Called from other threads while answers come in: a list is taken in one step, a dictionary is not walked so.
        given = [(own, event) for own in list(self.people.values()) for event in list(own.answers.values())]
        return [self._judgement(own, event) for own, event in given]

    def _judgement(self, own: Standing, event: Event) -> Judgement:
        item = self.items[event.item]
        before = own.answers.get((event.round - 1, event.item))
        is_pair = self.tasks.task == "pair"
        return Judgement(
            pair=item.id if is_pair else "",
            item="" if is_pair else item.id,
            annotator=event.person,
            answer=event.answer,
            left=item.left.identity if item.left else None,
            right=item.right.identity if item.right else None,
            shown=event.shown,
            seconds=event.seconds,
            round=event.round,
            changed_from=before.answer if before is not None and before.answer != event.answer else "",
            position=event.position,
            started=event.started,
            ended=event.ended,
            note=event.note,
            sentence=item.passage.sentence if item.passage else None,
            source=item.passage.text if item.passage else "",
            correction=item.correction or "",
            tool=event.tool,
            asked=self.tasks.task,
        )


def is_answer(task: str, answer: str) -> bool:
    """Tell whether a task can be answered so."""
    return answer in ANSWERS[task] if task != "correct" else bool(answer)  # type: ignore[index]


def _imported(one: Judgement, number: int) -> Event:
    return Event(
        key=f"import/{number}/{one.round}/{one.id}",
        kind="answer",
        person=one.annotator,
        item=one.id,
        round=one.round,
        answer=one.answer,
        note=one.note,
        shown=one.shown,
        position=one.position,
        seconds=one.seconds,
        started=one.started,
        ended=one.ended or now(),
        tool=one.tool or "imported",
    )
