"""The original programs' arguments in, their output out: `redink errant_compare -hyp … -ref …`.

Every number comes from the measures that the other commands use. See
docs/original-programs.md.
"""

from __future__ import annotations

from importlib import import_module

import click

NAMES = ("errant_parallel", "errant_m2", "errant_compare", "m2scorer", "gleu")
"""The original programs, each the name of a module here."""


def original(name: str) -> click.Command:
    """Give the command of one original program."""
    command: click.Command = import_module(f"{__name__}.{name}").COMMAND
    return command
