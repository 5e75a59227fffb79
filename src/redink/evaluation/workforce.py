"""Who does the work: this process, several, or the machines of a cluster; the digits are the same for any of them.

Nothing here is drawn at random, and what was counted comes back in the order of the tasks.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from redink.errors import UsageError
from redink.frozen import frozen
from redink.records import AnnotatedSentence, EvalSet
from redink.registry import contribution
from redink.scoring.measure import CountsOnce, CountsSystems, Measure
from redink.scoring.watching import unwatched, watched

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator, Row


class Task(NamedTuple):
    """What is to be counted: one system by one measure."""

    measure: Measure
    """The measure; others that count the same share the result."""
    system: int
    """Place of the system in the data."""


class Workforce(Protocol):
    """Anything that annotates rows and counts tasks, in order."""

    def annotate(self, rows: Iterable[Row], annotator: Annotator, pipeline: str) -> Iterator[AnnotatedSentence]:
        """Give the edits of each row; `pipeline` is the name by which the pipeline was loaded."""

    def count(self, data: EvalSet, tasks: Sequence[Task]) -> Iterable[Any]:
        """Give what `counted` gives for each task."""


def batches(tasks: Sequence[Task], size: int) -> list[Sequence[Task]]:
    """Give the tasks in batches of one measure and at most `size` systems, in their order."""
    groups = (list(group) for _, group in groupby(tasks, key=lambda task: task.measure))
    return [group[start : start + size] for group in groups for start in range(0, len(group), size)]


def counted(data: EvalSet, batch: Sequence[Task]) -> list[Any]:
    """Count systems by one measure: for each what its statistics are made from, or the statistics themselves."""
    measure, systems = batch[0].measure, [data.systems[task.system] for task in batch]
    if isinstance(measure, CountsSystems):
        return list(measure.count_systems(data, systems))
    count = measure.count if isinstance(measure, CountsOnce) else measure.sentence_stats
    return [count(data, system) for system in systems]


@frozen
class Processes:
    """Processes of this machine."""

    jobs: int = 1
    """How many; 1 works in this one."""

    def annotate(self, rows: Iterable[Row], annotator: Annotator, pipeline: str) -> Iterator[AnnotatedSentence]:  # noqa: ARG002
        """Give the edits of each row."""
        from redink.annotation.workers import annotate_rows, as_it_is

        return annotate_rows(rows, annotator, as_it_is, jobs=self.jobs)

    def count(self, data: EvalSet, tasks: Sequence[Task]) -> Iterator[Any]:
        """Count the tasks, in order."""
        jobs = min(self.jobs, len(tasks))
        if jobs > 1:
            from redink.annotation.workers import possible_jobs, worker_pool

            jobs = possible_jobs(jobs)
        if jobs <= 1:
            for batch in batches(tasks, len(tasks)):
                yield from counted(data, batch)
            return
        parts = batches(tasks, -(-len(data.systems) // jobs))
        with worker_pool(jobs, _remember, data) as pool:
            for results in watched(pool.map(_counted, parts), "scoring", len(parts)):
                yield from results


_data: EvalSet | None = None


def _remember(data: EvalSet) -> None:
    global _data  # noqa: PLW0603 - a worker has one evaluation for life
    _data = data
    unwatched()  # one bar is enough


def _counted(batch: Sequence[Task]) -> list[Any]:
    assert _data is not None
    return counted(_data, batch)


@contextmanager
def workforce(jobs: int = 1, cluster: str | None = None) -> Iterator[Workforce]:
    """Give whoever the options name.

    0 jobs stand for one for each core; the scheduler of a Dask cluster does the work instead of processes.
    """
    if not cluster:
        yield Processes(jobs or os.cpu_count() or 1)
        return
    if jobs != 1:
        raise UsageError(
            "--cluster uses the processes of the cluster", remedy="leave out --jobs, or leave out --cluster"
        )
    with contribution("redink.workforces", "dask")(cluster) as machines:
        yield machines
