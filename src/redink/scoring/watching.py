"""Items in, the same items out; a watcher, such as a progress bar, sees each item as it is processed.

Measures do not depend on terminals. The command line sets the watcher to its progress bar during a run. Without a
watcher, nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")

Watcher: TypeAlias = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Items, a description of the work, and the number of items in; the items out."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def watched(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items through the watcher, if there is one."""
    watcher = _watcher.get()
    yield from items if watcher is None else watcher(items, what, total)


def unwatched() -> None:
    """Remove the watcher for good; a worker process that inherits a watcher must do so."""
    _watcher.set(None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Let a watcher see all slow work inside the `with` block."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)
