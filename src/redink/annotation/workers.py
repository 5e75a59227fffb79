"""Work by several processes: rows in, rendered sentences out, in order; and the pool that all work of redink uses.

Chunks go to the workers and come back in the order they were sent, so that the output is the same
for any number of processes; only a few chunks are with the workers at any time.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from redink.annotation.annotator import Annotator, Row, chunks
from redink.errors import RedinkError, UsageError, users_line
from redink.records import AnnotatedSentence

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Rendered = TypeVar("Rendered")
Shared = TypeVar("Shared")

_AHEAD = 3
"""Chunks sent ahead for each worker."""

_annotator: Annotator | None = None


def as_it_is(sentence: AnnotatedSentence) -> AnnotatedSentence:
    """Give the sentence itself, for callers who want records."""
    return sentence


def annotate_rows(
    rows: Iterable[Row], annotator: Annotator, render: Callable[[AnnotatedSentence], Rendered], *, jobs: int = 1
) -> Iterator[Rendered]:
    """Yield what `render` makes of each annotated row, in order.

    Args:
        rows: Sources with their corrections; read only as far as the workers need.
        annotator: Does the work; workers inherit it.
        render: Makes the final form in the worker, so that little travels back. A plain function
            of a module, since it must be found by name in another process.
        jobs: Number of processes; 1 works in this one.
    """
    if jobs < 1:
        raise UsageError(f"the number of worker processes cannot be {jobs}", remedy="give jobs=1 or more")
    if possible_jobs(jobs) == 1:
        yield from map(render, annotator.annotate(rows))
        return
    annotator.analyse([()])  # loads a lazy model here, so that workers share it instead of loading their own
    remaining = chunks(rows)
    pending: deque[Future[list[Rendered]]] = deque()
    with worker_pool(jobs, _remember, annotator) as pool:
        while True:
            while len(pending) < _AHEAD * jobs and (chunk := next(remaining, None)):
                pending.append(pool.submit(_work, chunk, render))
            if not pending:
                return
            yield from pending.popleft().result()


def possible_jobs(jobs: int) -> int:
    """Give the number of processes, or 1 with a warning where the system allows no workers; results are the same."""
    if jobs <= 1:
        return jobs
    import multiprocessing  # with its pools the slowest import of the standard library

    try:
        multiprocessing.Lock()
    except OSError as error:  # /dev/shm is not there, or belongs to somebody else
        warnings.warn(f"worker processes cannot be started ({error}); continuing with one", stacklevel=users_line())
        return 1
    return jobs


@contextmanager
def worker_pool(jobs: int, start: Callable[[Shared], None], shared: Shared) -> Iterator[ProcessPoolExecutor]:
    """Give worker processes that call `start(shared)` first and that end with this process, however it ends.

    Leaving the block drops what is not yet begun. A worker that dies is our error.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # A forked worker has what is shared (a loaded model, the data) at no cost; elsewhere it is sent over once.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(start, shared))
    try:
        with _uninterrupted():
            pool.submit(_be_there)  # forks now: the caller may start threads later (a progress bar)
        yield pool
    except BrokenProcessPool as error:
        raise RedinkError("a worker process died", remedy="is there enough memory? try fewer --jobs") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back while workers start, since they could otherwise receive it before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(start: Callable[[Shared], None], shared: Shared) -> None:
    # Ctrl-C reaches all processes of a terminal; the parent takes it and ends the workers after their chunk.
    # If the workers died of it themselves, the parent might take that for an accident.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_parent, daemon=True).start()
    start(shared)


def _follow_parent() -> None:
    """End with the parent, however it ends; otherwise a worker would wait for the next chunk for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _be_there() -> None:
    """Do nothing: submitting this starts the workers."""


def _remember(annotator: Annotator) -> None:
    global _annotator  # noqa: PLW0603 - a worker has one annotator for life
    _annotator = annotator


def _work(rows: Sequence[Row], render: Callable[[AnnotatedSentence], Rendered]) -> list[Rendered]:
    assert _annotator is not None
    return [render(sentence) for sentence in _annotator.annotate_chunk(rows)]
