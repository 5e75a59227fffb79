"""An `EvalSet` and measures in; the sentence statistics of every measure and system out, by one process or several.

Nothing here is drawn at random, and results come back in the order of the tasks: the digits are the same for any
number of processes.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import product
from typing import TypeAlias

from redink.arrays import Floats
from redink.errors import RedinkError
from redink.records import EvalSet
from redink.scoring.measure import Measure
from redink.scoring.watching import unwatched, watched

Task: TypeAlias = tuple[int, int]
"""Number of a measure and of a system."""
Elsewhere: TypeAlias = Callable[[EvalSet, Sequence[Measure], Sequence[Task]], Iterable[Floats]]
"""Computes the statistics of tasks on other machines; gives them in the order of the tasks."""

_work: tuple[EvalSet, Sequence[Measure]] | None = None


def statistics_of(
    data: EvalSet, measures: Sequence[Measure], *, jobs: int = 1, elsewhere: Elsewhere | None = None
) -> list[list[Floats]]:
    """Give for each measure the statistics (sentences × columns) of each system.

    Args:
        data: What is evaluated.
        measures: By what.
        jobs: Number of processes.
        elsewhere: Who does the work instead, such as a cluster.
    """
    tasks = list(product(range(len(measures)), range(len(data.systems))))
    if elsewhere is not None:
        done = list(watched(elsewhere(data, measures, tasks), "scoring", len(tasks)))
    else:
        done = list(_together(data, measures, tasks, min(jobs, len(tasks))))
    width = len(data.systems)
    return [done[number * width : (number + 1) * width] for number in range(len(measures))]


def _together(data: EvalSet, measures: Sequence[Measure], tasks: Sequence[Task], jobs: int) -> Iterator[Floats]:
    if jobs <= 1:
        yield from (task_statistics(data, measures, task) for task in tasks)
        return
    # A forked worker has the data for nothing; elsewhere they are sent over once.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    try:
        with ProcessPoolExecutor(jobs, mp_context=context, initializer=_remember, initargs=(data, measures)) as pool:
            yield from watched(pool.map(_statistics, tasks), "scoring", len(tasks))
    except BrokenProcessPool as error:
        raise RedinkError("a worker process died", remedy="is there enough memory? try fewer --jobs") from error


def _remember(data: EvalSet, measures: Sequence[Measure]) -> None:
    global _work  # noqa: PLW0603 - a worker has one evaluation for life
    _work = data, measures
    unwatched()  # one bar is enough
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to take


def _statistics(task: Task) -> Floats:
    assert _work is not None
    return task_statistics(*_work, task)


def task_statistics(data: EvalSet, measures: Sequence[Measure], task: Task) -> Floats:
    """Compute the statistics of one system by one measure."""
    return measures[task[0]].sentence_stats(data, data.systems[task[1]])
