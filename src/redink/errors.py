"""The exceptions of redink: each takes a cause, a place and a remedy, and gives one message.

    RedinkError              (exit code)
    ├── GateFailed            1   a quality gate was not met
    ├── UsageError            2   the command or call makes no sense
    │   └── UnknownName       2   a result has nothing of this name; also a KeyError
    ├── InputError            3   a file or a value read from it is bad
    └── MissingExtraError     4   an optional package or model is not installed

Only `redink.cli` turns them into messages and exit codes; library users catch `RedinkError`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import ClassVar

from redink.frozen import frozen


@frozen
class Place:
    """Where a problem is: a file and a line, or a sentence of a list."""

    name: str
    """File name, `<stdin>`, or the caller's name for the data."""
    line: int | None = None
    """1-based line of the file."""
    sentence: int | None = None
    """1-based number of the sentence, where line numbers mean nothing to the user."""

    def __str__(self) -> str:
        """Give `file:line`, `file, sentence n` or `file`."""
        if self.line is not None:
            return f"{self.name}:{self.line}"
        if self.sentence is not None:
            return f"{self.name}, sentence {self.sentence}"
        return self.name


class RedinkError(Exception):
    """Base of all errors redink raises on purpose."""

    exit_code: ClassVar[int] = 3

    def __init__(self, cause: str, *, place: Place | None = None, remedy: str = "") -> None:
        """Keep the three parts apart, so that a front end can lay them out as it likes.

        Args:
            cause: What is wrong, in one sentence without a final full stop.
            place: Where the problem is.
            remedy: What the user can do about it.
        """
        super().__init__(cause, place, remedy)
        self.cause = cause
        self.place = place
        self.remedy = remedy

    def __reduce__(self) -> tuple[object, ...]:
        """Make the error picklable, so that a worker process can send it back."""
        return _rebuild, (type(self), self.cause, self.place, self.remedy)

    def __str__(self) -> str:
        """Give place, cause and remedy on one line."""
        place = f"{self.place}: " if self.place else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{place}{self.cause}{remedy}"


def _rebuild(kind: type[RedinkError], cause: str, place: Place | None, remedy: str) -> RedinkError:
    return kind(cause, place=place, remedy=remedy)


class GateFailed(RedinkError):  # noqa: N818 - a verdict, not a mistake
    """A quality gate was not met."""

    exit_code = 1


class UsageError(RedinkError):
    """The options or arguments do not fit together."""

    exit_code = 2


class UnknownName(UsageError, KeyError):  # noqa: N818 - named after what is wrong
    """A result was asked for something that it does not have."""


def expect_two_names(key: object, first: Iterable[str], second: Iterable[object]) -> None:
    """Refuse a key that is not two names, as in `results["mine"]`; a text would be taken for its letters."""
    if not isinstance(key, tuple) or len(key) != 2:
        names, others = list(first), list(second)
        example = f"results[{', '.join(map(repr, (*names[:1], *others[:1])))}]"
        raise UnknownName(
            f"a score has two names, and {key!r} is not two",
            remedy=f"write {example}; there are {', '.join(names)}, each with {', '.join(map(str, others))}",
        )


class InputError(RedinkError):
    """Something read from a file (or handed in as data) is not what it should be."""

    exit_code = 3


class MissingExtraError(RedinkError):
    """An optional package or model is needed but not installed; the remedy is the command to type."""

    exit_code = 4


class Note(UserWarning):
    """Something to say beside the result while the work goes on; the command line shows the text as it is."""


def users_line() -> int:
    """Give the `stacklevel` of a warning that points at the first line outside redink: the user's call."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "redink":
        level, frame = level + 1, frame.f_back
    return level
