"""What is typed after an option in; numbers, lists and names, checked and completed, out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any

import click

from redink.errors import UsageError
from redink.reading.numbers import natural


class NumberRange(click.FloatRange):
    """A range of numbers; click's own lets `nan` through, with which every comparison is false, and `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, and refuse what is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


SHARE = NumberRange(0, 1, min_open=True, max_open=True)
"""A share between 0 and 1, such as a level."""

MOST_REFERENCES = 10_000
"""No curve is drawn beyond so many references, and a slip of the key must not fill the memory."""


class NumberList(click.ParamType):  # type: ignore[type-arg] # generic in new versions of click only
    """Numbers of references: `1-3,10` is 1, 2, 3, 10."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Read the numbers, in order and each once."""
        if isinstance(value, tuple):
            return value
        numbers: set[int] = set()
        for part in str(value).split(","):
            first, dash, last = part.strip().partition("-")
            low, high = natural(first), natural(last if dash else first)
            if low is None or high is None:
                self.fail(f"not numbers of references: {str(value)[:40]!r}; write them as 1-5,10,20", param, ctx)
            if not 1 <= low <= high <= MOST_REFERENCES:
                self.fail(f"not numbers of references from 1 to {MOST_REFERENCES}, upwards: {value!r}", param, ctx)
            numbers.update(range(low, high + 1))
        return tuple(sorted(numbers))


def joined_numbers(
    _context: click.Context, _parameter: click.Parameter, lists: tuple[tuple[int, ...], ...]
) -> tuple[int, ...]:
    """Join the lists of an option that was given several times."""
    return tuple(sorted({number for numbers in lists for number in numbers}))


def complete_from(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Let the shell complete a value from these names, whatever their case."""
    return lambda _context, _parameter, typed: [
        name for name in names() if name.casefold().startswith(typed.casefold())
    ]


def split_names(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Read several names after one flag, with commas or blanks between them."""
    return tuple(name for names in given for name in names.replace(",", " ").split())


def split_measures(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Do the same with names of measures, and refuse a β that is written with a comma, as in many languages."""
    for name in given:
        if re.search(r"F\d+,\d", name, re.IGNORECASE):
            meant = re.sub(r"(?<=\d),(?=\d)", ".", name)
            raise UsageError(
                f"there is no measure {name!r}", remedy=f"did you mean {meant}? Write a point, not a comma"
            )
    return split_names(context, parameter, given)


def known_measures() -> tuple[str, ...]:
    """Name the measures, which are not loaded before somebody asks."""
    from redink.scoring.names import measure_names

    return measure_names()


def known_tokenisers() -> tuple[str, ...]:
    """Name the tokenisers."""
    from redink.language.tokenising.choosing import tokeniser_names

    return tokeniser_names()


def known_pipelines() -> tuple[str, ...]:
    """Name the pipelines and the languages that have an analyser here."""
    from redink.language.universal.weights import languages
    from redink.registry import names

    return ("redink-en", "errant", "plain", *languages(), *names("redink.pipelines"))
