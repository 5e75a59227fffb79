"""Events of people in; rows on disk and the next question out: the engine behind the page, for all tasks."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterable, Sequence
from itertools import islice

import msgspec

from redink.errors import InputError
from redink.frozen import frozen
from redink.judging.adaptive import AdaptivePairs
from redink.judging.order import order_for, side_for
from redink.judging.screens import HELD, Screen, Screens
from redink.judging.standing import Standing
from redink.judging.store import Event, Store, damaged, now, seconds_of, time_of
from redink.questions.agreement.panel import fit_to_pairs
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import ANSWERS, Item, TaskSet
from redink.signature import checksum

LAST_ROUND = 2


@frozen
class Question:
    """An item as it is shown to one person now."""

    item: Item
    """The item in question."""
    round: int
    """Number of the pass."""
    position: int
    """Number of answers before this one, plus 1."""
    total: int
    """Number of answers that the person is to give."""
    shown: str
    """Which error is shown first."""
    undone: int
    """How often the person took back an answer to it."""
    skips: int
    """How often the person skipped it."""
    earlier: Event | None
    """The person's answer in the first pass."""


def checksum_of(tasks: TaskSet) -> str:
    """Give a short checksum of the tasks."""
    return checksum([tasks.task, str(tasks.seed), *(msgspec.json.encode(item).decode() for item in tasks.items)])


class Journal:
    """The standing of every person, in memory and on disk."""

    def __init__(self, tasks: TaskSet, store: Store) -> None:
        """Read all earlier events."""
        self.tasks = tasks
        self.store = store
        self.items = {item.id: item for item in tasks.items}
        events = store.events()  # before the people: beside a server, somebody may join and answer in between
        self.people = {name: Standing(name, number) for name, number in store.people().items()}
        self._by_number = {standing.number: standing for standing in self.people.values()}
        self._orders: dict[tuple[int, int], list[str]] = {}
        self._votes: dict[str, set[int]] = {}
        self._screens = Screens()
        self.adaptive = AdaptivePairs(tasks) if any(item.block == "adaptive" for item in tasks.items) else None
        self._first = sum(item.block == "first" for item in tasks.items)
        self._shared = {item.id for item in tasks.items if item.block in ("first", "shared")}
        self._generations = store.generations()
        self._waiting: list[tuple[Event, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None
        for event in events:
            self._expect_ours(event)
            self._apply(event)

    def person(self, number: int) -> Standing | None:
        """Give the person who has a number; `None` if there is none."""
        return self._by_number.get(number)

    def add_person(self, name: str) -> Standing:
        """Give the person of a name, who is added if necessary."""
        if name not in self.people:
            number = self.store.add_person(name)
            # Two threads may add the same name at the same moment: `setdefault` is atomic.
            self.people.setdefault(name, self._by_number.setdefault(number, Standing(name, number)))
        return self.people[name]

    def generation(self, number: int) -> int:
        """Give how many links of a person, or of the organiser, are no longer in use."""
        return self._generations.get(number, 0)

    def renew_link(self, number: int) -> None:
        """End the link of a person, or of the organiser, and all cookies that came from it."""
        self._generations[number] = self.store.renew_link(number)

    def _apply(self, event: Event) -> None:
        standing = self.people[event.person]
        self._apply_to_screen(standing.number, event)
        if event.kind == "draw":
            return
        standing.apply(event)
        if event.kind in ("answer", "undo"):
            item = event.item
            answered = any((round_, item) in standing.answers for round_ in range(1, LAST_ROUND + 1))
            voters = self._votes.setdefault(item, set())
            (voters.add if answered else voters.discard)(standing.number)
            if self.adaptive is not None:
                self.adaptive.apply(event)

    def _apply_to_screen(self, person: int, event: Event) -> None:
        """Keep in mind what the person sees: what was drawn, or taken back, and not answered or skipped since."""
        screen = self._screens.of(person)
        if event.kind == "draw" or (event.kind == "undo" and self._is_drawn(event.item, event.round)):
            self._screens.show(person, Screen(event.item, seconds_of(event.ended)))
        elif screen is not None and (event.kind in ("undo", "round") or event.item == screen.item):
            self._screens.clear(person)

    def _is_drawn(self, item: str, round_: int) -> bool:
        """Tell whether an item is asked only of those for whom it is drawn."""
        return self.tasks.votes is not None and round_ == 1 and item not in self._shared

    def _expect_ours(self, event: Event) -> None:
        """Refuse an event that this program cannot have stored: the file was damaged or changed."""
        is_known = event.kind in ("undo", "round") or event.item in self.items
        is_timed = event.seconds is None or 0 <= event.seconds < math.inf
        if event.kind in ("draw", "undo"):
            is_timed = is_timed and seconds_of(event.ended) >= 0
        is_said = event.kind != "answer" or is_answer(self.tasks.task, event.answer)
        if event.person not in self.people or not (is_known and is_timed and is_said) or event.round < 1:
            raise damaged(self.store.path, f"the event {event.key[:60]!r} makes no sense")

    def _order(self, standing: Standing) -> list[str]:
        key = (standing.number, standing.round)
        if key not in self._orders:
            self._orders[key] = order_for(self.tasks.items, self.tasks.seed, *key)
        return self._orders[key]

    def _is_wanted(self, standing: Standing, item: str) -> bool:
        """Tell whether an item still needs this person's answer; it does not if enough others have answered it."""
        if standing.round > 1:
            return standing.earlier(item) is not None
        if self.tasks.votes is None or item in self._shared:
            return True
        people = self._votes.get(item, set()) | self._screens.holders(item, time.time())
        return len(people - {standing.number}) < self.tasks.votes

    def _is_full(self, standing: Standing) -> bool:
        """Tell whether a person has given all answers that the plan wants of one judge."""
        return self.tasks.each is not None and standing.round == 1 and standing.done >= self.tasks.each

    @property
    def is_precise(self) -> bool:
        """Whether adaptive pairs are no longer asked, because the stated precision is reached."""
        return self.adaptive is not None and self.adaptive.is_precise

    def total(self, standing: Standing) -> int:
        """Give the number of items that a person is to answer in this pass."""
        each = self.tasks.each
        if standing.round == 1 and self.tasks.votes is None and each is None:
            return len(self.tasks.items)
        is_precise = standing.round == 1 and self.is_precise
        wanted = (
            item
            for item in self.items
            if not standing.is_open(item)
            or (self._is_wanted(standing, item) and not (is_precise and item not in self._shared))
        )
        limit = None if each is None or standing.round > 1 else max(each, standing.done)
        return sum(1 for _ in islice(wanted, limit))

    def is_done(self, standing: Standing) -> bool:
        """Tell whether a person has no further question in this pass."""
        return self._next(standing) is None

    async def ask(self, standing: Standing) -> Question | None:
        """Give the next question of a person, as `question` does, once it is on disk for whom it was drawn."""
        before = self._screens.of(standing.number)
        question = self.question(standing)
        screen = self._screens.of(standing.number)
        if screen is not None and screen != before:
            ended = time_of(screen.since)
            key = f"draw/{standing.number}/{ended}"
            await self.append(Event(key, "draw", standing.name, screen.item, standing.round, ended=ended))
        return question

    def question(self, standing: Standing) -> Question | None:
        """Give the next question of a person; `None` when all is done. Nobody else gets it for a while."""
        name = self._next(standing)
        if name is None:
            return None
        item = self.items[name]
        if self._is_drawn(name, standing.round):
            self._hold(standing.number, name)
        shown = side_for(item, self.tasks.seed, standing.number) if self.tasks.task == "pair" else ""
        return Question(
            item,
            standing.round,
            standing.done + 1,
            self.total(standing),
            shown,
            standing.undone(name),
            standing.skips(name),
            standing.earlier(name),
        )

    def _hold(self, person: int, item: str) -> None:
        screen, now_ = self._screens.of(person), time.time()
        if screen is None or screen.item != item or now_ - screen.since >= HELD:
            self._screens.show(person, Screen(item, now_))

    def _next(self, standing: Standing) -> str | None:
        def is_wanted(item: str) -> bool:
            return self._is_wanted(standing, item)

        if self._is_full(standing):
            return None
        order = self._order(standing)
        screen = self._screens.of(standing.number)
        if standing.round == 1 and screen is not None:
            order = [screen.item, *order]
        if standing.round > 1 or self.tasks.votes is None or not (self._shared or self.adaptive):
            return standing.next_of(order, is_wanted)
        shared = [item for item in order if item in self._shared]
        if self._is_shared_turn(standing) and any(map(standing.may_be_next, shared)):
            return standing.next_of(shared, is_wanted)
        return standing.next_of([*self._apart(standing, order), *shared], is_wanted)

    def _apart(self, standing: Standing, order: Sequence[str]) -> list[str]:
        """Give the pairs that are not shared, in order; of adaptive pairs, only the one that is asked next."""
        if self.is_precise:
            return []
        apart = [item for item in order if item not in self._shared]
        if self.adaptive is None:
            return apart
        candidates = [item for item in apart if standing.may_be_next(item) and self._is_wanted(standing, item)]
        screen = self._screens.of(standing.number)
        best = screen.item if screen is not None and screen.item in candidates else self.adaptive.best(candidates)
        return [] if best is None else [best]

    def _is_shared_turn(self, standing: Standing) -> bool:
        """Tell whether a shared pair comes next: the first block, then the others evenly among the person's answers."""
        answered = sum(not standing.is_open(item) for item in self._shared)
        each = self.tasks.each or len(self.items)
        due = self._first + (len(self._shared) - self._first) * (standing.done + 1 - self._first) / max(
            each - self._first, 1
        )
        return answered < self._first or answered < math.floor(due)

    async def append(self, event: Event) -> bool:
        """Write an event to disk, then apply it; tell whether it is new.

        Events that arrive while others are being written go to disk together, with one flush for all.
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
            except Exception as error:  # the disk is full, or gone: everybody who waits must get the error
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
        """Add judgements made elsewhere; give how many are new and how many were known already."""
        fitted = self._fitted(list(records))
        events = []
        for record in fitted:
            standing = self.add_person(record.annotator)
            if (record.round, record.id) not in standing.answers:
                events.append(_imported(record, standing.number))
        fresh = self.store.append(events)
        for event, is_new in zip(events, fresh, strict=True):
            if is_new:
                self._apply(event)
        return sum(fresh), len(fitted) - sum(fresh)

    def _fitted(self, records: Sequence[Judgement]) -> list[Judgement]:
        wrong = next((record for record in records if record.task != self.tasks.task), None)
        if wrong is not None:
            raise InputError(
                f"a judgement is of the task {wrong.task!r}", remedy=f"the items are of the task {self.tasks.task!r}"
            )
        if self.tasks.task == "pair":
            return fit_to_pairs(records, self.tasks)
        for record in records:
            if record.id not in self.items:
                raise InputError(
                    f"a judgement of {record.annotator!r} is about {record.id!r}, which is not among the items",
                    remedy="give the items that the file was made for",
                )
        return list(records)

    def judgements(self) -> list[Judgement]:
        """Give every answer that was not taken back, person by person, in the order of the answers."""
        # Other threads call this while answers arrive: copying a dictionary to a list is atomic, a loop over it is not.
        answers = [(person, event) for person in list(self.people.values()) for event in list(person.answers.values())]
        return [self._judgement(person, event) for person, event in answers]

    def _judgement(self, standing: Standing, event: Event) -> Judgement:
        item = self.items[event.item]
        before = standing.answers.get((event.round - 1, event.item))
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
            block=item.block,
            criterion=event.criterion,
        )


def is_answer(task: str, answer: str) -> bool:
    """Tell whether a text is a valid answer to a task."""
    return answer in ANSWERS[task] if task != "correct" else bool(answer)  # type: ignore[index]


def _imported(record: Judgement, number: int) -> Event:
    return Event(
        key=f"import/{number}/{record.round}/{record.id}",
        kind="answer",
        person=record.annotator,
        item=record.id,
        round=record.round,
        answer=record.answer,
        note=record.note,
        shown=record.shown,
        position=record.position,
        seconds=record.seconds,
        started=record.started,
        ended=record.ended or now(),
        tool=record.tool or "imported",
        criterion=record.criterion,
    )
