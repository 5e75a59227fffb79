"""A plan with adaptive pairs and the answers so far in; the open pair that teaches most, and when to stop, out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.arrays import Floats, Ints
from redink.judging.store import Event
from redink.reading.judging_tasks import ErrorInContext, TaskSet
from redink.stats.informative_pairs import Belief

_OUTCOMES = {">": 1, "<": -1, "=": 0, "?": None}


class AdaptivePairs:
    """What the answers of all judges tell about the errors of a plan; it follows entirely from the events."""

    def __init__(self, tasks: TaskSet) -> None:
        """Begin with the machine's difficulties."""
        errors: dict[str, int] = {}
        levels: list[int | None] = []

        def number(error: ErrorInContext | None) -> int:
            assert error is not None
            key = error.identity.key
            if key not in errors:
                errors[key] = len(errors)
                levels.append(error.level)
            return errors[key]

        self._ends = {item.id: (number(item.left), number(item.right)) for item in tasks.items}
        self._goal = tasks.precision
        self._belief = Belief(machine_difficulty(levels, tasks.size))
        self._known: set[str] = set()
        self._all = self._columns([item.id for item in tasks.items if not item.repeat_of])
        self._precision: float | None = None  # until the next answer

    def apply(self, event: Event) -> None:
        """Learn from an answer of the first pass; forget an answer that was taken back."""
        self._precision = None
        if event.kind == "undo" and event.answer in self._known:
            self._known.remove(event.answer)
            self._belief.forget(event.answer)
        elif event.kind == "answer" and event.round == 1:
            self._known.add(event.key)
            self._belief.learn(event.key, *self._ends[event.item], _OUTCOMES[event.answer])

    def best(self, items: Sequence[str]) -> str | None:
        """Give the pair whose answer is expected to tell most; `None` if there are none."""
        if not items:
            return None
        return items[int(self._belief.information(*self._columns(items)).argmax())]

    @property
    def precision(self) -> float:
        """The mean chance, over the pairs of the plan, that the error called harder so far is the harder one."""
        if self._precision is None:
            self._precision = float(self._belief.certainty(*self._all).mean())
        return self._precision

    @property
    def is_precise(self) -> bool:
        """Whether the precision that the plan states is reached."""
        return self._goal is not None and self.precision >= self._goal

    def _columns(self, items: Sequence[str]) -> tuple[Ints, Ints]:
        ends = np.array([self._ends[item] for item in items], dtype=np.int64).reshape(-1, 2)
        return ends[:, 0], ends[:, 1]


def machine_difficulty(levels: Sequence[int | None], size: int) -> Floats:
    """Give the logit of the share of systems that miss each error, with mean 0 and spread 1; 0 where unknown."""
    known = np.array([np.nan if level is None else level for level in levels], dtype=np.float64)
    logit = np.log((known + 0.5) / (size - known + 0.5))
    spread = np.nanstd(logit) if np.isfinite(logit).any() else 0.0
    if not spread:
        return np.zeros(len(known))
    centred: Floats = np.nan_to_num((logit - np.nanmean(logit)) / spread)
    return centred
