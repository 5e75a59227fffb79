"""A group and a name in; what a question or a plug-in contributes under that name out.

Contributions are entry points of installed packages, ours among them:

    redink.measures     a maker: (name, conventions) -> Measure, or None if the name is not its own
    redink.sections     a section of the report
    redink.commands     a command of the command line
    redink.breakdowns   further tables for `redink score`
    redink.workforces   who counts and annotates in place of this process

The files are read here, because importing `importlib.metadata` takes about 60 ms of CPU, a third of `redink --help`.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from redink.errors import MissingExtraError

_ENDINGS = (".dist-info", ".egg-info")
_OURS = "redink-"


@cache
def _contributions() -> dict[str, dict[str, str]]:
    """Give group → name → `module:attribute`, ours first; a name of ours cannot be replaced."""
    groups: dict[str, dict[str, str]] = {}
    for text in sorted(_entry_point_files(), key=lambda file: not file.parent.name.startswith(_OURS)):
        group: dict[str, str] | None = None
        for line in text.read_text(encoding="utf-8").splitlines():
            name, equals, place = (part.strip() for part in line.partition("="))
            if line.startswith("["):
                group = groups.setdefault(line.strip("[] "), {}) if line.startswith("[redink.") else None
            elif group is not None and equals:
                group.setdefault(name, place)
    if "redink.commands" not in groups:
        raise MissingExtraError("redink is not installed", remedy="type: pip install --editable .")
    return groups


def _entry_point_files() -> list[Path]:
    files = (
        Path(root, name, "entry_points.txt")
        for folder in dict.fromkeys(sys.path)
        for root, names, _ in islice(os.walk(folder or "."), 1)
        for name in names
        if name.endswith(_ENDINGS)
    )
    return [file for file in files if file.is_file()]


def names(group: str) -> list[str]:
    """Give the names that any installed package contributes to a group, ours first."""
    return list(_contributions().get(group, {}))


def contribution(group: str, name: str) -> Any:
    """Give what was contributed under a name; `None` if nothing was."""
    place = _contributions().get(group, {}).get(name)
    if place is None:
        return None
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
