"""Options that mean the same in every command."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem
from platformdirs import user_cache_path

from redink.cli.messages import set_quiet
from redink.errors import InputError
from redink.reading.numbers import natural

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator
    from redink.annotation.cache import AnalysisCache

Command = TypeVar("Command", bound=Callable[..., Any])


class NumberRange(click.FloatRange):
    """A range of numbers; click's own lets `nan` through, with which every comparison is false, and `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, and refuse what is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


class FileName(click.types.StringParamType):
    """Text that names a file, so that shells complete it; we open files ourselves, - and packed ones among them."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type="file")]


_FILES = ("FILE", "FOLDER", "JSON", "OUTPUT", "TSV")
"""How the value of an option is called that is a file."""


def complete_file_names(command: click.Command) -> None:
    """Let shells complete files: all text arguments, and the options whose value is called so."""
    for one in command.params:
        named = isinstance(one, click.Argument) or (one.metavar or "").startswith(_FILES)
        if named and one.type is click.STRING:
            one.type = FileName()
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        complete_file_names(inner)


MOST_REFERENCES = 10_000
"""No curve is drawn beyond so many references, and a slip of the key must not fill the memory."""


class NumberList(click.ParamType):  # type: ignore[type-arg] # generic in new versions of click only
    """Numbers of references: `1-3,10` is 1, 2, 3, 10."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Read the numbers, in order and each once."""
        found: set[int] = set()
        for part in str(value).split(","):
            first, dash, last = part.strip().partition("-")
            low, high = natural(first), natural(last if dash else first)
            if low is None or high is None:
                self.fail(f"not numbers of references: {str(value)[:40]!r}; write them as 1-5,10,20", param, ctx)
            if not 1 <= low <= high <= MOST_REFERENCES:
                self.fail(f"not numbers of references from 1 to {MOST_REFERENCES}, upwards: {value!r}", param, ctx)
            found.update(range(low, high + 1))
        return tuple(sorted(found))


def numbers_option(default: str | None = None) -> Callable[[Command], Command]:
    """Make the `-M` option of a command; all references from 1 on without a default of its own."""
    return click.option(
        "-M",
        "--numbers",
        "numbers",
        type=NumberList(),
        multiple=True,
        default=(default,) if default else (),
        show_default=True if default else "all from 1 on",
        callback=lambda _context, _parameter, lists: tuple(sorted({m for numbers in lists for m in numbers})),
        metavar="LIST",
        help="Numbers of references M, as 1-5,10; repeat for more.",
    )


def given_options(context: click.Context) -> dict[str, str]:
    """Give the options that were typed: what the command calls them, and how they are spelt."""
    return {
        option.name: next((spelling for spelling in option.opts if spelling.startswith("--")), option.opts[0])
        for option in context.command.params
        if isinstance(option, click.Option)
        and option.name is not None
        and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    }


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

source_option = click.option(
    "-s", "--source", metavar="FILE", help="Source sentences (not needed with an M2 reference)."
)

names_option = click.option(
    "-n", "--name", "names", multiple=True, help="Name of a system (repeat); file names otherwise."
)

overlaps_option = click.option(
    "--overlaps",
    type=click.Choice(["error", "first"]),
    default="error",
    show_default=True,
    help="Overlapping edits of one annotator (M2): refuse the file, or keep the first.",
)

retype_option = click.option(
    "--retype", is_flag=True, help="Name the errors of M2 references by our types; spans stay."
)

resamples_option = click.option(
    "--resamples", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of random draws."
)

seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=12345, show_default=True, help="Where random draws start."
)

level_option = click.option(
    "--level",
    type=NumberRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Level of the intervals.",
)

test_option = click.option(
    "--test",
    type=click.Choice(["randomisation", "bootstrap"]),
    default="randomisation",
    show_default=True,
    help="Paired test: approximate randomisation, or the paired bootstrap.",
)

alpha_option = click.option(
    "--alpha",
    type=NumberRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Level at which a difference is significant.",
)

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Worker processes (0: one for each core); the result is the same for any number.",
)

PIPELINES = ("redink-en", "errant", "plain")
"""Pipelines that have a name of their own; any spaCy model may be named too."""


def complete_from(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Let the shell complete a value from these names, whatever their case."""
    return lambda _context, _parameter, typed: [
        name for name in names() if name.casefold().startswith(typed.casefold())
    ]


cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Have the work done by a Dask cluster: the address of its scheduler, as tcp://HOST:8786.",
)

pipeline_option = click.option(
    "-p",
    "--pipeline",
    default="redink-en",
    show_default=True,
    metavar="NAME",
    shell_complete=complete_from(lambda: PIPELINES),
    help="Who analyses sentences: redink-en (English, built in), errant (spaCy's en_core_web_sm 3.8.0, "
    "ERRANT-identical edits), plain (any language, no types), or a spaCy model by name or path.",
)


costs_option = click.option(
    "--levenshtein",
    is_flag=True,
    help="Align with plain Levenshtein costs instead of linguistic ones.",
)

merge_option = click.option(
    "--merge",
    type=click.Choice(["rules", "all-split", "all-merge", "all-equal"]),
    default="rules",
    show_default=True,
    help="How alignment steps become edits.",
)

cache_option = click.option(
    "--cache/--no-cache",
    "use_cache",
    default=False,
    show_default=True,
    help="Keep analyses under the user's cache folder, so that a second run need not analyse again.",
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


def make_annotator(pipeline: str, merge: str, levenshtein: bool, use_cache: bool) -> Annotator:
    """Load what the options name."""
    from redink.annotation.annotator import Annotator, Settings
    from redink.language.registry import load_pipeline

    loaded = load_pipeline(pipeline)
    cache = _cache(loaded.name, loaded.version) if use_cache else None
    settings = Settings("levenshtein" if levenshtein else "linguistic", merge)  # type: ignore[arg-type]
    return Annotator(loaded, settings, cache)


def _cache(pipeline: str, version: str) -> AnalysisCache | None:
    """Open the cache; one that cannot be kept costs time, not the result, so it is a warning only."""
    from redink.annotation.cache import AnalysisCache

    try:
        return AnalysisCache(user_cache_path("redink"), pipeline, version)
    except InputError as error:
        warnings.warn(f"going on without a cache: {error.place}: {error.cause}", stacklevel=2)
        return None


def worker_count(jobs: int) -> int:
    """Give the number of processes `--jobs` asks for."""
    return jobs or os.cpu_count() or 1
