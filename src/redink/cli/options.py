"""Options that mean the same in every command."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from redink.cli.messages import set_quiet

Command = TypeVar("Command", bound=Callable[..., Any])

output_option = click.option(
    "-o",
    "--output",
    default="-",
    show_default="standard output",
    metavar="FILE",
    help="Where to write; the file appears only when it is complete.",
)

quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=lambda _ctx, _parameter, quiet: set_quiet(quiet),
    help="No progress, notes or warnings.",
)

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Worker processes (0: one for each core); the result is the same for any number.",
)

pipeline_option = click.option(
    "-p",
    "--pipeline",
    default="errant",
    show_default=True,
    metavar="NAME",
    help="Who analyses sentences: errant (spaCy's en_core_web_sm 3.8.0, ERRANT-identical edits), "
    "plain (any language, no types), or a spaCy model by name or path.",
)


def format_option(*choices: str, default: str) -> Callable[[Command], Command]:
    """Make the `--format` option of a command."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(choices),
        default=default,
        show_default=True,
        help="Form of the output.",
    )


def worker_count(jobs: int) -> int:
    """Give the number of processes `--jobs` asks for."""
    return jobs or len(os.sched_getaffinity(0))
