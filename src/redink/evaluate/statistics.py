"""An `EvalSet` and measures in; the sentence statistics of every measure and system out, by one process or several.

Nothing here is drawn at random, and results come back in the order of the tasks: the digits are the same for any
number of processes.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import product

from redink.errors import RedinkError
from redink.records import EvalSet
from redink.scoring.measure import Measure
from redink.scoring.ratios import Floats
from redink.scoring.watching import unwatched, watched

_work: tuple[EvalSet, Sequence[Measure]] | None = None


def statistics_of(data: EvalSet, measures: Sequence[Measure], *, jobs: int = 1) -> list[list[Floats]]:
    """Give for each measure the statistics (sentences × columns) of each system.

    Args:
        data: What is evaluated.
        measures: By what.
        jobs: Number of processes.
    """
    tasks = list(product(range(len(measures)), range(len(data.systems))))
    done = list(_together(data, measures, tasks, min(jobs, len(tasks))))
    width = len(data.systems)
    return [done[number * width : (number + 1) * width] for number in range(len(measures))]


def _together(
    data: EvalSet, measures: Sequence[Measure], tasks: Sequence[tuple[int, int]], jobs: int
) -> Iterator[Floats]:
    if jobs <= 1:
        yield from (measures[measure].sentence_stats(data, data.systems[system]) for measure, system in tasks)
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


def _statistics(task: tuple[int, int]) -> Floats:
    assert _work is not None
    data, measures = _work
    return measures[task[0]].sentence_stats(data, data.systems[task[1]])
