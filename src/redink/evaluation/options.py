"""What a command of the command line is: a frozen record of options, and the function that runs with it.

Every field of a record is an option; `redink.cli.building` makes the click command from it. Records are joined by
inheritance: the options of a class are shown before those of its bases. The verb behind a command has the same names
and defaults (a test compares them), so that `call` can hand the record over.
"""

from __future__ import annotations

import gc
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

import click

from redink.errors import UsageError
from redink.reading.numbers import natural

if TYPE_CHECKING:
    from redink.annotation.merge import Strategy
    from redink.errors import RedinkError
    from redink.evaluation.trust import TestName
    from redink.reading.corrections import Overlaps
    from redink.records import EvalSet
    from redink.reports.shown import Shown
    from redink.reports.tables import Table
    from redink.scoring.edit_overlap import Rule, Size
    from redink.scoring.measure import Absent
    from redink.stats.intervals import IntervalMethod

Value = TypeVar("Value")


def option(*flags: str, default: Any = None, **how: Any) -> Any:
    """Declare a field as an option: its flags, its default, which help shows, and whatever `click.Option` takes."""
    shown = {} if how.get("is_flag") or default in (None, ()) else {"show_default": True}
    return field(default=default, metadata={"flags": flags, "how": shown | how})


def argument(*, default: Any = (), **how: Any) -> Any:
    """Declare a field as an argument: whatever `click.Argument` takes."""
    return field(default=default, metadata={"how": how})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(options: type[Value]) -> type[Value]:
    """Declare a class as a frozen record of options; `completed` makes it one when it is needed."""
    options._is_record = True  # type: ignore[attr-defined]
    return options


def completed(options: type[Value]) -> type[Value]:
    """Make a declared record, and the records it stands on, dataclasses: `--help` lists commands without that work."""
    for owner in reversed(options.__mro__):
        if "_is_record" in owner.__dict__ and "__dataclass_fields__" not in owner.__dict__:
            dataclass(frozen=True, kw_only=True)(owner)
    return options


@record
class Options:
    """The options of a command."""

    given: frozenset[str] = frozenset()
    """Names of the options that were typed; all others have their defaults."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a command gives the command line to write."""

    result: Shown | Sequence[Table] | None
    """A result, or tables that belong to none; `None` when the command wrote its files itself."""
    notes: tuple[str, ...] = ()
    """What is said on standard error beside it."""
    failure: RedinkError | None = None
    """Why the command fails although there is a result, as a gate does."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it can be asked, and what it does. Its help is the docstring of the record."""

    declared: type[Any]
    """The record of its options."""
    run: Callable[[Any], Output | None]
    """Runs with the record; what it gives is written by the command line."""

    @property
    def options(self) -> type[Any]:
        """The record, ready to be made."""
        return completed(self.declared)


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Commands with a name in common, as in `redink ucca show`."""

    help: str
    """What they are for."""
    commands: Mapping[str, Command]
    """By name."""


def call(verb: Callable[..., Value], *data: Any, options: Options, **more: Any) -> Value:
    """Call the verb with those fields of the record that it takes."""
    names = list(inspect.signature(verb).parameters)[len(data) :]
    chosen = {own.name: getattr(options, own.name) for own in fields(options) if own.name in names}
    return verb(*data, **(chosen | more))


class NumberRange(click.FloatRange):
    """A range of numbers; click's own lets `nan` through, with which every comparison is false, and `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, and refuse what is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is no number.", param, ctx)
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


def numbers_option(default: tuple[int, ...] = (), shown: str = "") -> Any:
    """Declare `-M`, the numbers of references; all from 1 on without a default of its own, which is `shown` in help."""
    return option(
        *("-M", "--numbers"),
        default=default,
        type=NumberList(),
        multiple=True,
        show_default=False if shown else "all from 1 on",
        callback=joined_numbers,
        metavar="LIST",
        help=f"Numbers of references M, as 1-5,10; repeat for more.{f'  [default: {shown}]' if shown else ''}",
    )


def complete_from(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Let the shell complete a value from these names, whatever their case."""
    return lambda _context, _parameter, typed: [
        name for name in names() if name.casefold().startswith(typed.casefold())
    ]


def _split(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for names in given for name in names.replace(",", " ").split())


def _measure_names() -> tuple[str, ...]:
    from redink.scoring.names import measure_names

    return measure_names()


_MEASURES = "F0.5, F1, P, R (also -detection, -token, -type), M2, GLEU, I, I-nomix, EM, EIM; case does not matter."


def measures_option(*default: str, help: str = _MEASURES) -> Any:  # noqa: A002
    """Declare `-m`, which may be followed by several names, as in `-m F0.5 M2 GLEU`."""
    return option(
        *("-m", "--measure"),
        default=default,
        multiple=True,
        callback=_split,
        shell_complete=complete_from(_measure_names),
        metavar="NAME...",
        help=help,
    )


def choice(*flags: str, choices: tuple[str, ...], default: str | None, help: str, **how: Any) -> Any:  # noqa: A002
    """Declare an option that is one of several words."""
    return option(*flags, default=default, type=click.Choice(choices), **how, help=help)


def flag(*flags: str, help: str, default: bool = False, **how: Any) -> Any:  # noqa: A002
    """Declare an option that is either there or not."""
    return option(*flags, default=default, is_flag=True, help=help, **how)


def alpha_option() -> Any:
    """Declare `--alpha`, the level of significance."""
    return option("--alpha", default=0.05, type=SHARE, help="Level at which a difference is significant.")


PIPELINES = ("redink-en", "errant", "plain")
"""Pipelines that have a name of their own; any spaCy model may be named too."""


@record
class OutputOptions(Options):
    """Where the result goes."""

    output: str = option(
        *("-o", "--output"),
        default="-",
        show_default="standard output",
        metavar="FILE",
        help="Where to write; the file appears only when it is complete.",
    )


@record
class TableOptions(OutputOptions):
    """How tables are written."""

    form: str = choice(
        *("-f", "--format"),
        choices=("table", "tsv", "json", "md", "latex"),
        default="table",
        help="Form of the output.",
    )


def pipeline_option() -> Any:
    """Declare `-p`, the language pipeline."""
    return option(
        *("-p", "--pipeline"),
        default="redink-en",
        metavar="NAME",
        shell_complete=complete_from(lambda: PIPELINES),
        help="Who analyses sentences: redink-en (English, built in), errant (spaCy's en_core_web_sm 3.8.0, "
        "ERRANT-identical edits), plain (any language, no types), or a spaCy model by name or path.",
    )


def cache_option() -> Any:
    """Declare `--cache`."""
    return option(
        "--cache/--no-cache",
        default=False,
        help="Keep analyses under the user's cache folder, so that a second run need not analyse again.",
    )


@record
class PipelineOptions(Options):
    """The language pipeline."""

    pipeline: str = pipeline_option()
    cache: bool = cache_option()


@record
class SpanOptions(Options):
    """How edits are found."""

    merge: Strategy = choice(
        "--merge",
        choices=("rules", "all-split", "all-merge", "all-equal"),
        default="rules",
        help="How alignment steps become edits.",
    )
    levenshtein: bool = flag("--levenshtein", help="Align with plain Levenshtein costs instead of linguistic ones.")


@record
class AnnotationOptions(SpanOptions, PipelineOptions):
    """How text is annotated."""


def seed_option() -> Any:
    """Declare `--seed`."""
    return option("--seed", default=12345, type=click.IntRange(min=0), help="Where random draws start.")


@record
class DrawOptions(Options):
    """Random draws."""

    resamples: int | None = option(
        "--resamples", default=1000, type=click.IntRange(min=1), help="Number of random draws."
    )
    seed: int = seed_option()


@record
class IntervalOptions(Options):
    """Confidence intervals."""

    ci: bool = flag("--ci", help="Add confidence intervals.")
    interval: IntervalMethod = choice(
        "--interval", choices=("percentile", "bca"), default="percentile", help="Kind of confidence interval."
    )


@record
class LevelOptions(Options):
    """The level of intervals."""

    level: float = option("--level", default=0.95, type=SHARE, help="Level of the intervals.")


@record
class PairedOptions(Options):
    """Paired tests."""

    test: TestName = choice(
        "--test",
        choices=("randomisation", "bootstrap"),
        default="randomisation",
        help="Paired test: approximate randomisation, or the paired bootstrap.",
    )


@record
class RetypeOptions(Options):
    """Error types of M2 references."""

    retype: bool = flag("--retype", help="Name the errors of M2 references by our types; spans stay.")


@record
class WorkOptions(Options):
    """Who does the work."""

    jobs: int = option(
        *("-j", "--jobs"),
        default=1,
        type=click.IntRange(min=0),
        help="Worker processes (0: one for each core); the result is the same for any number.",
    )
    cluster: str | None = option(
        "--cluster",
        metavar="ADDRESS",
        help="Have the work done by a Dask cluster: the address of its scheduler, as tcp://HOST:8786.",
    )


@record
class FileOptions(Options):
    """The files of an evaluation, as `redink.read` takes them."""

    source: str | None = option(
        *("-s", "--source"), metavar="FILE", help="Source sentences (not needed with an M2 reference)."
    )
    references: tuple[str, ...] = option(
        *("-r", "--references", "--reference"),
        default=(),
        multiple=True,
        required=True,
        metavar="FILE",
        help="A reference: text, or M2 with one or more annotators; repeat for several.",
    )
    names: tuple[str, ...] = option(
        *("-n", "--name"), default=(), multiple=True, help="Name of a system (repeat); file names otherwise."
    )
    with_source: bool = flag("--with-source", help="Let the unchanged source take part as a system.")
    auto: bool = flag("--auto", help="Find the edits of M2 references anew instead of keeping their spans.")
    rule: Rule = choice(
        "--rule",
        choices=("corrected", "faithful"),
        default="corrected",
        help="faithful: digit for digit the published programs; corrected: free of their faults.",
    )
    absent: Absent | None = choice(
        "--absent",
        choices=("noop", "missing"),
        default=None,
        show_default="noop; missing with --rule faithful, as the published programs have it",
        help="An annotator without a line: left the sentence alone (noop), or was not asked (missing).",
    )
    overlaps: Overlaps = choice(
        "--overlaps",
        choices=("error", "first"),
        default="error",
        help="Overlapping edits of one annotator (M2): refuse the file, or keep the first.",
    )
    documents: tuple[str, str] | None = option(
        "--documents",
        nargs=2,
        metavar="TSV COLUMN",
        help="Draw whole documents (essays) instead of sentences; the table has one row a sentence.",
    )


@record
class DataOptions(FileOptions, DrawOptions, PipelineOptions, OutputOptions):
    """What is evaluated, and where the result goes."""


@record
class EvaluationOptions(DataOptions, TableOptions):
    """What every command has that evaluates and shows tables."""


@record
class ScoringOptions(Options):
    """What commands have that score by measures of the user's choice."""

    percent: bool = flag("--percent", help="Show scores times 100 with two decimals (not in JSON).")
    size: Size = choice(
        "--size",
        choices=("all", "single", "multi"),
        default="all",
        help="Score only edits of at most one token a side, or only longer ones (P, R, F).",
    )
    exclude: tuple[str, ...] = option(
        "--exclude-type",
        default=(),
        multiple=True,
        metavar="TYPE",
        help="Leave out an error type, as R:PUNCT or PUNCT; repeat for several (P, R, F).",
    )
    preset: str | None = choice(
        "--preset",
        choices=("conll14", "bea19", "jfleg"),
        default=None,
        help="Score as a shared task did: M2 (conll14), F0.5 of ERRANT's edits (bea19), GLEU (jfleg), all faithful.",
    )


def read_files(options: FileOptions, systems: Iterable[str | Path], **more: Any) -> EvalSet:
    """Read the files that the options name."""
    from redink.evaluation.data import read

    with _no_garbage():
        return call(read, list(systems), options=options, **more)


@contextmanager
def _no_garbage() -> Iterator[None]:
    # Reading makes a million small records and no cycles: looking for some takes a sixth of the time. Frozen, they
    # are not looked at later either; the process ends soon anyway.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def refuse_fixed(options: ScoringOptions) -> None:
    """Refuse options beside a preset that fixes them, even where their values are the preset's."""
    if not options.preset:
        return
    from redink.evaluation.presets import find_preset

    preset = find_preset(options.preset)
    for name, spelling in _FIXED.items():
        if name in options.given and (name != "pipeline" or preset.pipeline is not None):
            raise UsageError(
                f"--preset {options.preset} fixes {spelling}", remedy=f"leave out {spelling}, or the preset"
            )


_FIXED = {
    "measures": "-m",
    "rule": "--rule",
    "absent": "--absent",
    "size": "--size",
    "exclude": "--exclude-type",
    "pipeline": "--pipeline",
}
