"""What a command of the command line is: a frozen record of options, and the function that runs with it.

Every field of a record is an option; `redink.cli.building` makes the click command from it. Records are joined by
inheritance: the options of a class are shown before those of its bases. The verb behind a command has the same names
and defaults (a test compares them), so that `call` can hand the record over.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

import click

from redink.frozen import frozen

if TYPE_CHECKING:
    from redink.errors import RedinkError
    from redink.reports.shown import Shown
    from redink.reports.tables import Table

Value = TypeVar("Value")


def option(*flags: str, default: Any = None, **how: Any) -> Any:
    """Declare a field as an option: its flags, its default, which help shows, and whatever `click.Option` takes."""
    default = () if default is None and how.get("multiple") else default
    shown = {} if how.get("is_flag") or default in (None, ()) else {"show_default": True}
    return field(default=default, metadata={"flags": flags, "how": shown | how})


def argument(*, default: Any = (), **how: Any) -> Any:
    """Declare a field as an argument: whatever `click.Argument` takes."""
    return field(default=default, metadata={"how": how})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(options: type[Value]) -> type[Value]:
    """Declare a class as a frozen record of options; `completed` makes it one when it is needed."""
    return options


def completed(options: type[Value]) -> type[Value]:
    """Make a declared record a dataclass with the fields of its bases too: `--help` lists commands without that work.

    The bases stay as they are: a dataclass takes half a millisecond, and a command has up to twenty bases.
    """
    if "__dataclass_fields__" not in options.__dict__:
        kinds: dict[str, Any] = {}
        for owner in options.__mro__:  # its own fields come first
            for name, kind in inspect.get_annotations(owner).items():
                kinds.setdefault(name, kind)
        options.__annotations__ = kinds
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(options)
    return options


@record
class Options:
    """The options of a command."""

    given: frozenset[str] = frozenset()
    """Names of the options that were typed; all others have their defaults."""


@frozen
class Output:
    """What a command gives the command line to write."""

    result: Shown | Sequence[Table] | None
    """A result, or tables that belong to none; `None` when the command wrote its files itself."""
    notes: tuple[str, ...] = ()
    """What is said on standard error beside it."""
    failure: RedinkError | None = None
    """Why the command fails although there is a result, as a gate does."""


@frozen
class Command:
    """A command: what it can be asked, and what it does. Its help is the docstring of the record."""

    declared: type[Any]
    """The record of its options."""
    run: Callable[[Any], Output | None]
    """Runs with the record; what it gives is written by the command line."""
    in_place: bool = False
    """Whether it may replace the file that it reads."""

    @property
    def options(self) -> type[Any]:
        """The record, ready to be made."""
        return completed(self.declared)


@frozen
class CommandGroup:
    """Commands with a name in common, as in `redink ucca show`."""

    help: str
    """What they are for."""
    commands: Mapping[str, Command]
    """By name."""


def call(verb: Callable[..., Value], *data: Any, options: Options, **more: Any) -> Value:
    """Call the verb with those fields of the record that it takes."""
    names = list(inspect.signature(verb).parameters)[len(data) :]
    chosen = {field_.name: getattr(options, field_.name) for field_ in fields(options) if field_.name in names}
    return verb(*data, **(chosen | more))


def choice(*flags: str, choices: tuple[str, ...], help: str, **how: Any) -> Any:  # noqa: A002
    """Declare an option that is one of several words, the first unless another `default` is given."""
    return option(*flags, **{"default": choices[0], "type": click.Choice(choices), "help": help} | how)


def flag(*flags: str, help: str, default: bool = False, **how: Any) -> Any:  # noqa: A002
    """Declare an option that is either there or not."""
    return option(*flags, default=default, is_flag=True, help=help, **how)
