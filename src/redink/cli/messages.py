"""What the command line says beside its results: errors, warnings and notes, all on standard error."""

from __future__ import annotations

import os
from collections import Counter
from typing import TextIO

import click

from redink.errors import Note, RedinkError

_MOST_WARNINGS = 5
_shown: Counter[type[Warning]] = Counter()
_said: set[str] = set()
_quiet = False


def set_quiet(quiet: bool) -> None:
    """Keep notes and warnings to ourselves from now on (errors are always shown)."""
    global _quiet  # noqa: PLW0603 - one process, one terminal
    _quiet = quiet


def is_quiet() -> bool:
    """Tell whether the user asked for silence."""
    return _quiet


def note(text: str) -> None:
    """Tell something that is not a result."""
    if not _quiet:
        _show(text)


def warn(text: str) -> None:
    """Tell something that may be wrong."""
    note(f"{click.style('redink: warning:', fg='yellow')} {text}")


def _show(text: str) -> None:
    # click drops colours when standard error is no terminal, but does not know NO_COLOR.
    click.echo(text, err=True, color=False if os.environ.get("NO_COLOR") else None)


def report_error(error: RedinkError) -> None:
    """Show place, cause and remedy."""
    place = f"{error.place}: " if error.place else ""
    _show(f"{click.style('redink: error:', fg='red', bold=True)} {place}{error.cause}")
    if error.remedy:
        _show(f"  {error.remedy}")


def report_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    """Show a warning in one line; after a few of one kind, only say once that there are more."""
    if issubclass(category, Note):
        note(str(message))
        return
    if str(message) in _said:  # two parts of a report may have the same to say
        return
    _shown[category] += 1
    if _shown[category] <= _MOST_WARNINGS:
        _said.add(str(message))
        warn(str(message))
    elif _shown[category] == _MOST_WARNINGS + 1:
        warn("… and more of this kind")
