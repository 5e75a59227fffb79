"""A group and a name in; what a question or a plug-in contributes under that name out.

Contributions are entry points of installed packages, ours among them:

    redink.measures     a maker: (name, conventions) -> Measure, or None if the name is not its own
    redink.sections     a section of the report
    redink.commands     a command of the command line
    redink.breakdowns   further tables for `redink score`
    redink.workforces   who counts and annotates in place of this process

Our own package is asked first: that takes half a millisecond, and asking all packages takes twenty.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoints, PackageNotFoundError, distribution, entry_points
from typing import Any

from redink.errors import MissingExtraError


@cache
def _ours() -> EntryPoints:
    try:
        return distribution("redink").entry_points
    except PackageNotFoundError as error:
        raise MissingExtraError("redink is not installed", remedy="type: pip install --editable .") from error


def own_names(group: str) -> list[str]:
    """Give the names that our own package contributes, in the order of pyproject.toml."""
    return [point.name for point in _ours().select(group=group)]


def all_names(group: str) -> list[str]:
    """Give the names that any installed package contributes, ours first, each once."""
    return list(dict.fromkeys([*own_names(group), *(point.name for point in entry_points(group=group))]))


def contribution(group: str, name: str) -> Any:
    """Give what was contributed under a name; `None` if nothing was. Ours cannot be replaced."""
    points = _ours().select(group=group, name=name) or entry_points(group=group, name=name)
    return next((point.load() for point in points), None)
