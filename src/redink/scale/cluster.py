"""The same work on a Dask cluster: rows in, rendered sentences out, in order; systems in, their statistics out.

The cluster is somebody else's: we only hand chunks to its scheduler and take the results in the order
we sent them. Few chunks are on their way at any time, so that memory stays bounded here, on the
scheduler and on the workers, however slow the disk that takes the output. The scheduler gives the
chunks of a dead worker to another; each worker loads the pipeline once and keeps it.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from ssl import SSLError
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from redink.annotation.annotator import Annotator, Row, Settings
from redink.annotation.workers import as_it_is
from redink.errors import MissingExtraError, RedinkError, users_line
from redink.evaluation.workforce import Task, counted
from redink.frozen import frozen
from redink.language.registry import load_pipeline, split_taxonomy
from redink.records import AnnotatedSentence, EvalSet
from redink.scoring.watching import watched
from redink.version import __version__

if TYPE_CHECKING:
    from distributed import Client, Future

Rendered = TypeVar("Rendered")

CHUNK = 1024
"""Rows of one task: a second of work or less, and far more work than postage."""
_AHEAD = 3
"""Chunks on their way for each thread of the cluster."""
_PATIENCE = "10s"
"""How long a scheduler may take to answer at first."""
_SILENCE = 5.0
"""Seconds without a result after which we look whether anybody is working."""
_REMEMBERED = 8
"""Messages sent that Dask's client keeps for its developers: with the usual 1,000, a million rows."""

_AGAIN = "then run the same command again (redink annotate continues from here with --resume)"


@frozen
class Recipe:
    """All a worker needs to make the annotator for itself."""

    pipeline: str
    """Name of the pipeline."""
    settings: Settings
    """How edits are found."""
    versions: tuple[str, str]
    """redink's and the pipeline's, of whoever asks: the worker's must be the same."""

    @classmethod
    def of(cls, pipeline: str, annotator: Annotator) -> Recipe:
        """Describe an annotator that is here, by the name its pipeline was loaded by."""
        return cls(pipeline, annotator.settings, (__version__, annotator.version))


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Open a cluster by its scheduler's address (tcp://HOST:8786)."""
    try:
        import dask
        import zstandard  # noqa: F401 - what travels is packed
        from distributed import Client
    except ImportError as error:
        raise MissingExtraError("--cluster needs Dask", remedy='type: pip install "redink[cluster]"') from error
    with _hushed():
        try:
            _knock(address)
            with dask.config.set({"distributed.admin.low-level-log-length": _REMEMBERED}):
                client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (TypeError, FileNotFoundError, SSLError) as error:  # what Dask says to TLS that is not configured
            raise RedinkError(
                f"Dask cannot connect to {address}: {error}",
                remedy="for tls://, give Dask the certificates: DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
                "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY",
            ) from error
        # ImportError: an address ucx:// without its package.
        except (OSError, ValueError, TimeoutError, RuntimeError, ImportError) as error:
            raise RedinkError(
                f"there is no Dask scheduler at {address}",
                remedy="start one with `dask scheduler`, and workers with `dask worker tcp://HOST:8786`",
            ) from error
        try:
            yield client
        finally:
            client.close(timeout=2)


def _knock(address: str) -> None:
    """Raise what is wrong with an address before there is a client: a client that fails ends in a traceback."""
    from distributed.comm import connect
    from distributed.security import Security

    async def knock() -> None:
        comm = await connect(address, timeout=_PATIENCE, **Security().get_connection_args("client"))
        await comm.close()

    # A thread of its own, because a notebook has a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, knock()).result()


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep Dask's own accounts of a lost connection, tracebacks and all, from the user: we tell it in our words."""
    rooms = {"distributed", "tornado", "asyncio"}
    loggers = [
        logging.getLogger(name) for name in [*logging.root.manager.loggerDict] if name.partition(".")[0] in rooms
    ]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def annotate_on_cluster(
    rows: Iterable[Row], client: Client, recipe: Recipe, render: Callable[[AnnotatedSentence], Rendered]
) -> Iterator[Rendered]:
    """Yield what `render` makes of each annotated row, in order.

    Rows are read only as far as the cluster needs. `render` makes the final form on the worker; it is a plain function
    of a redink module.
    """
    remaining = iter(rows)
    pending: deque[Future] = deque()
    with _named_losses(client):
        while True:
            while len(pending) < _room(client) and (chunk := list(islice(remaining, CHUNK))):
                # Not pure: the same chunk may come twice, and hashing all of them takes longer than sending.
                pending.append(client.submit(_work, recipe, _packed_rows(chunk), render, pure=False))
            if not pending:
                return
            yield from _unpacked(_awaited(pending.popleft(), client))


@frozen
class Machines:
    """A cluster as a workforce: it annotates rows and counts tasks, in order."""

    client: Client

    def annotate(self, rows: Iterable[Row], annotator: Annotator, pipeline: str) -> Iterator[AnnotatedSentence]:
        """Give the edits of each row."""
        return annotate_on_cluster(rows, self.client, Recipe.of(pipeline, annotator), as_it_is)

    def count(self, data: EvalSet, tasks: Sequence[Task]) -> Iterator[Any]:
        """Count the tasks: the data travel once, then each task alone."""
        return watched(self._count(data, tasks), "scoring", len(tasks))

    def _count(self, data: EvalSet, tasks: Sequence[Task]) -> Iterator[Any]:
        with _named_losses(self.client):
            # A task gives the data, not `scatter`: what was scattered is lost with the worker that has it.
            with _large_graphs():
                everything = self.client.submit(_unpacked, _packed(data), pure=False)
            pending = deque(self.client.submit(counted, everything, [task], pure=False) for task in tasks)
            while pending:
                yield from _awaited(pending.popleft(), self.client)


@contextmanager
def workforce(address: str) -> Iterator[Machines]:
    """Give the cluster of a scheduler as a workforce."""
    with connected(address) as client:
        yield Machines(client)


@contextmanager
def _large_graphs() -> Iterator[None]:
    """Send much at once without Dask's warning that this may be slow: it is sent once."""
    import dask

    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
        yield


def _awaited(future: Future, client: Client) -> Any:
    """Wait for a result, and say so where there is nobody to make it."""
    while True:
        try:
            return future.result(timeout=_SILENCE)
        except TimeoutError:
            if future.status == "error":  # not ours: the work itself ended so, and would for ever
                return future.result()
            if not client.nthreads():
                warnings.warn("the cluster has no workers: waiting for one", stacklevel=users_line())


def _room(client: Client) -> int:
    """Say how many chunks may be on their way; workers come and go."""
    threads: dict[str, int] = client.nthreads()
    return _AHEAD * max(1, sum(threads.values()))


@contextmanager
def _named_losses(client: Client) -> Iterator[None]:
    """Turn what Dask says when it is gone into words of ours."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise RedinkError(
            f"workers kept dying on the same rows: {error}", remedy=f"is there enough memory on the workers? {_AGAIN}"
        ) from error
    except (FutureCancelledError, CommClosedError, OSError, TimeoutError) as error:
        # The first two say it themselves; of a loss, the client may hear a moment after we did.
        if not isinstance(error, FutureCancelledError | CommClosedError) and not _is_lost(client):
            raise
        raise RedinkError("the Dask scheduler is gone", remedy=f"start it again; {_AGAIN}") from error


def _is_lost(client: Client) -> bool:
    return client.status != "running" or client.scheduler is None or client.scheduler_comm is None


_own = threading.local()
"""What a thread of a worker keeps: annotators remember sentences, so that threads must not share one."""


def _annotator(recipe: Recipe) -> Annotator:
    known: dict[Recipe, Annotator] = _own.__dict__.setdefault("annotators", {})
    if recipe not in known:
        annotator = Annotator(load_pipeline(split_taxonomy(recipe.pipeline)[0]), recipe.settings)
        here = (__version__, annotator.version)
        if here != recipe.versions:
            raise RedinkError(
                f"a worker has redink {here[0]} with {recipe.pipeline} {here[1]}, "
                f"but {recipe.versions[0]} and {recipe.versions[1]} were asked for",
                remedy="install the same versions on all machines",
            )
        known[recipe] = annotator
    return known[recipe]


def _work(recipe: Recipe, packed: bytes, render: Callable[[AnnotatedSentence], Any]) -> bytes:
    return _packed([render(sentence) for sentence in _annotator(recipe).annotate_chunk(_unpacked_rows(packed))])


# What travels is packed: a scheduler unpacks what it is handed, keeps its last thousand messages to each worker, and
# passes results on.


def _packed_rows(rows: Sequence[Row]) -> bytes:
    import zstandard

    return zstandard.compress(msgspec.msgpack.encode(rows), 1)


def _unpacked_rows(packed: bytes) -> list[Row]:
    import zstandard

    return msgspec.msgpack.decode(zstandard.decompress(packed), type=list[Row])


def _packed(anything: object) -> bytes:
    import zstandard

    return zstandard.compress(pickle.dumps(anything), 1)


def _unpacked(packed: bytes) -> Any:
    import zstandard

    return pickle.loads(zstandard.decompress(packed))
