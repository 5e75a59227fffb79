"""What the command line says beside its results: errors, warnings and notes, all on standard error."""

from __future__ import annotations

from typing import TextIO

import click

from redink.errors import RedinkError

_MOST_WARNINGS = 5
_shown = 0
_quiet = False


def set_quiet(quiet: bool) -> None:
    """Keep notes and warnings to ourselves from now on (errors are always shown)."""
    global _quiet  # noqa: PLW0603 - one process, one terminal
    _quiet = quiet


def note(text: str) -> None:
    """Tell something that is not a result."""
    if not _quiet:
        click.echo(text, err=True)


def report_error(error: RedinkError) -> None:
    """Show place, cause and remedy."""
    place = f"{error.place}: " if error.place else ""
    click.echo(f"{click.style('redink: error:', fg='red', bold=True)} {place}{error.cause}", err=True)
    if error.remedy:
        click.echo(f"  {error.remedy}", err=True)


def report_warning(
    message: Warning | str,
    category: type[Warning],  # noqa: ARG001
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    """Show a warning in one line; after a few of them, only say once that there are more."""
    global _shown  # noqa: PLW0603
    _shown += 1
    if _shown <= _MOST_WARNINGS:
        note(f"{click.style('redink: warning:', fg='yellow')} {message}")
    elif _shown == _MOST_WARNINGS + 1:
        note(f"{click.style('redink: warning:', fg='yellow')} … and more of this kind")
