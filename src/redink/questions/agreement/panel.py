"""Judgements, and the pairs they are about, in; one table of answers, judges × pairs, out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from redink.arrays import Flags, Ints
from redink.errors import InputError
from redink.reading.judgements import FLIPPED, Judgement, Which, latest, name_of
from redink.reading.judging_tasks import ANSWERS, Item, TaskSet

SIGNS = ANSWERS["pair"]
"""`>` `<` `=` `?`, in the order of their numbers 0 … 3."""
HARDER, EASIER, EQUAL, UNSURE = range(4)
MISSING = -1


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """What H people, and perhaps the machine, said about P pairs."""

    people: tuple[str, ...]
    """Names of the judges."""
    pairs: tuple[str, ...]
    """Names of the pairs, repeats left out."""
    answers: Ints
    """(H × P) answers about left and right, −1 where somebody did not answer."""
    items: tuple[Item, ...] = ()
    """(P,) the pairs with their errors; empty when no file of pairs was given."""
    machine: Ints | None = None
    """(P,) the machine's answers by level."""
    gap: Ints | None = None
    """(P,) |level(left) − level(right)|."""
    size: int = 0
    """N."""
    systems: tuple[str, ...] = ()
    """Their names, when known one by one."""
    chosen: Flags | None = None
    """(P,) whether a pair was asked because it teaches much; such pairs tell nothing about rates of agreement."""

    compared: tuple[tuple[str, str], ...] = ()
    """(P,) the two systems of each pair, in judgements about systems; else empty."""

    @property
    def columns(self) -> dict[str, int]:
        """The column of each pair."""
        return {name: number for number, name in enumerate(self.pairs)}

    def at_random(self) -> Panel:
        """Give the panel without the pairs that were chosen."""
        if self.chosen is None or not self.chosen.any():
            return self
        kept = np.flatnonzero(~self.chosen).tolist()
        return replace(
            self,
            pairs=tuple(self.pairs[place] for place in kept),
            answers=self.answers[:, kept],
            items=tuple(self.items[place] for place in kept) if self.items else (),
            machine=None if self.machine is None else self.machine[kept],
            gap=None if self.gap is None else self.gap[kept],
            chosen=None,
        )

    @property
    def unlike(self) -> Flags:
        """(P,) whether the two errors have unlike levels; all of them when there is no machine."""
        if self.gap is None:
            return np.ones(len(self.pairs), dtype=np.bool_)
        return self.gap > 0

    @property
    def machine_name(self) -> str:
        """`M`, unless a person is called so."""
        return "machine" if "M" in self.people else "M"

    def evaluators(self) -> list[tuple[str, Ints]]:
        """Give the judges in order, and the machine last."""
        named = list(zip(self.people, self.answers, strict=True))
        return [*named, (self.machine_name, self.machine)] if self.machine is not None else named


def make_panel(
    judgements: Sequence[Judgement], tasks: TaskSet | None = None, *, which: Which = "last"
) -> tuple[Panel, tuple[Judgement, ...]]:
    """Arrange judgements about pairs; gives them also one by one, named and turned as the pairs are.

    Judgements about other tasks are left out; of repeats, `which` pass counts.
    """
    about_pairs = [judgement for judgement in judgements if judgement.task == "pair"]
    named = about_pairs if tasks is None else fit_to_pairs(about_pairs, tasks)
    kept = latest(named, which)
    people = tuple(dict.fromkeys(judgement.annotator for judgement in named))
    items = () if tasks is None else tuple(item for item in tasks.items if not item.repeat_of)
    pairs = tuple(item.id for item in items) or tuple(dict.fromkeys(name for _, name in kept))
    row = {name: number for number, name in enumerate(people)}
    column = {name: number for number, name in enumerate(pairs)}
    answers = np.full((len(people), len(pairs)), MISSING, dtype=np.int64)
    for (person, name), judgement in kept.items():
        if name in column:
            answers[row[person], column[name]] = SIGNS.index(judgement.answer)
    machine, gap = _machine(items)
    size, systems = (tasks.size, tasks.systems) if tasks is not None else (0, ())
    asked = {name_of(judgement) for judgement in named if judgement.block == "adaptive"}
    asked |= {item.id for item in items if item.block == "adaptive"}
    chosen = np.array([name in asked for name in pairs], dtype=np.bool_)
    sides = {name_of(judgement): judgement.systems for judgement in named if judgement.systems is not None}
    compared = tuple(sides[name] for name in pairs) if sides and len(sides) == len(pairs) else ()
    return Panel(people, pairs, answers, items, machine, gap, size, systems, chosen, compared), tuple(named)


def fit_to_pairs(judgements: Iterable[Judgement], tasks: TaskSet) -> list[Judgement]:
    """Name judgements as the pairs are named, by name or else by their errors, and turn them round where need be."""
    by_name = {item.id: item for item in tasks.items}
    by_errors = {_keys(item): item for item in reversed(tasks.items)}
    fitted = []
    for judgement in judgements:
        keys = None if judgement.left is None or judgement.right is None else (judgement.left.key, judgement.right.key)
        item = by_name.get(judgement.id)
        if item is None or (keys is not None and keys not in (_keys(item), _keys(item)[::-1])):
            item = None if keys is None else by_errors.get(keys) or by_errors.get(keys[::-1])
        if item is None:
            raise InputError(
                f"a judgement of {judgement.annotator!r} is about {name_of(judgement)!r}, which is not among the pairs",
                remedy="give the file of pairs that was judged",
            )
        turned = keys is not None and keys != _keys(item)
        fitted.append(_renamed(judgement, item.id, turned=turned))
    return fitted


def _keys(item: Item) -> tuple[str, str]:
    assert item.left is not None
    assert item.right is not None
    return item.left.identity.key, item.right.identity.key


def _renamed(judgement: Judgement, name: str, *, turned: bool) -> Judgement:
    import msgspec

    shown = {"left-right": "right-left", "right-left": "left-right"}
    if not turned:
        return msgspec.structs.replace(judgement, pair=name)
    return msgspec.structs.replace(
        judgement,
        pair=name,
        answer=FLIPPED[judgement.answer],
        left=judgement.right,
        right=judgement.left,
        shown=shown.get(judgement.shown, ""),
        changed_from=FLIPPED.get(judgement.changed_from, ""),
    )


def _machine(items: Sequence[Item]) -> tuple[Ints | None, Ints | None]:
    levels = [(item.left.level, item.right.level) for item in items if item.left and item.right]
    if not levels or any(level is None for both in levels for level in both):
        return None, None
    table = np.array(levels, dtype=np.int64)
    return compare(table[:, 0], table[:, 1]), np.abs(table[:, 0] - table[:, 1])


def compare(left: Ints, right: Ints) -> Ints:
    """Give the machine's answers: the error of the higher level is harder."""
    answers: Ints = np.where(left > right, HARDER, np.where(left < right, EASIER, EQUAL)).astype(np.int64)
    return answers
