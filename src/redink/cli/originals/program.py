"""What the original programs have in common: arguments read as they read them, and the line that names redink's way."""

from __future__ import annotations

import math
import shlex
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawTextHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from redink.cli.messages import note
from redink.errors import MissingExtraError


class Program(click.Command):
    """A command whose arguments argparse reads: click has no option with several values, as in `-cor A B`."""

    def __init__(
        self, parser: ArgumentParser, run: Callable[[Namespace], None], same: Callable[[Namespace], Sequence[str]]
    ) -> None:
        """Join the arguments, the work, and the words of the redink command that does the same."""
        super().__init__(parser.prog.split()[-1], callback=run, help=parser.description)
        self._parser = parser
        self._same = same

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what does not fit ends the program with exit code 2, as everywhere in redink."""
        arguments = self._parser.parse_args(args)
        note(f"redink: the same in redink's own words: {shlex.join(('redink', *self._same(arguments)))}")
        ctx.params = {"arguments": arguments}
        return []


def new_parser(name: str, original: str, **how: Any) -> ArgumentParser:
    """Make the parser of `redink NAME`; `original` says which program's arguments and output it has."""
    return ArgumentParser(
        prog=f"redink {name}",
        description=f"Take the arguments of {original}, and print what it prints.",
        formatter_class=RawTextHelpFormatter,
        **how,
    )


def add_beta(parser: ArgumentParser, *flags: str) -> None:
    """Add β, which must be above 0: with 0, errant_compare divides by 0."""
    parser.add_argument(*flags, type=_beta, default=0.5, help="The beta of F (default: 0.5).")


def _beta(text: str) -> float:
    beta = float(text)
    if not 0 < beta < math.inf:
        raise ArgumentTypeError("must be above 0")
    return beta


def add_edit_options(parser: ArgumentParser) -> None:
    """Add the options of errant_parallel and errant_m2 that say how edits are found."""
    parser.add_argument("-lev", action="store_true", help="Align words with plain Levenshtein costs.")
    parser.add_argument(
        "-merge",
        choices=("rules", "all-split", "all-merge", "all-equal"),
        default="rules",
        help="How aligned words are joined into edits (default: rules).",
    )


def edit_options(arguments: Namespace) -> Iterable[str]:
    """Give the same options in redink's words."""
    yield from ("--pipeline", "errant")
    if arguments.lev:
        yield "--levenshtein"
    if arguments.merge != "rules":
        yield from ("--merge", arguments.merge)


@contextmanager
def needing_errant(instead: str) -> Iterator[None]:
    """Add the command that does without ERRANT's model to the error that says how to install it."""
    try:
        yield
    except MissingExtraError as error:
        remedy = f"{error.remedy}; without it, edits of redink's own English are to be had by: {instead}"
        raise MissingExtraError(error.cause, place=error.place, remedy=remedy) from error
