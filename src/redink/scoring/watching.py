"""Items in, the same items out; whoever runs slow work may watch how far it is.

Measures know nothing of terminals. The command line sets `watcher` to its progress bar for the time of a run;
without one nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")

Watcher: TypeAlias = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Items, what is done with them, and their number in; the items out."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def watched(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items under the eyes of the watcher, if there is one."""
    watcher = _watcher.get()
    yield from items if watcher is None else watcher(items, what, total)


def unwatched() -> None:
    """Forget the watcher for good, as a worker process must that inherits it."""
    _watcher.set(None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Let a watcher see all slow work done inside."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)
