"""The command `coverage`: many corrections a sentence in; coverage, perfect correctors' scores and advice out."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from redink.errors import UsageError
from redink.evaluation.options import (
    SHARE,
    Command,
    DrawOptions,
    LevelOptions,
    NumberRange,
    Output,
    PipelineOptions,
    TableOptions,
    argument,
    call,
    choice,
    flag,
    numbers_option,
    option,
    record,
)

if TYPE_CHECKING:
    from redink.records import EvalSet


@record
class CoverageOptions(DrawOptions, LevelOptions, PipelineOptions, TableOptions):
    r"""Tell how much of people's corrections M references hold, and what a perfect corrector scores with them.

    CORRECTIONS is a table (.tsv, .csv) with one row a correction, M2 or text files with one correction an
    annotator, or what --save wrote (.json), beside which -r and --system can be set. Without any, the references
    are taken.

    \b
    Examples:
      redink coverage corrections.tsv --source source.txt
      redink coverage corrections.tsv -s source.txt --drop-punctuation --left-alone 0.46 -m M2
      redink coverage corrections.tsv -s source.txt --system systems/strong.txt -r reference-minimal.txt \
        --page coverage.html
      redink coverage reference-minimal.txt reference-fluent.txt -s source.txt -M 1 --save coverage.json
      redink score systems/strong.txt -s source.txt -r reference-minimal.txt -m EM --coverage coverage.json
    """

    corrections: tuple[str, ...] = argument(nargs=-1, metavar="[CORRECTIONS]...")
    source: str | None = option(
        *("-s", "--source"), metavar="FILE", help="Source sentences, for text files and tables that number them."
    )
    where: tuple[str, ...] = option(
        "--where",
        default=(),
        multiple=True,
        metavar="COLUMN=VALUE",
        help="Read only such rows of a table; repeat for several.",
    )
    fold_case: bool = flag("--fold-case", help="Upper and lower case are the same.")
    drop_punctuation: bool = flag("--drop-punctuation", help="Only letters and digits count, as in the thesis.")
    left_alone: float = option(
        "--left-alone",
        default=1.0,
        type=NumberRange(0, 1, min_open=True),
        metavar="SHARE",
        help="Drop sentences that so large a share of people left alone; clean sentences are counted apart.",
    )
    fewest: int = option("--fewest", default=2, type=click.IntRange(min=2), help="Corrections of a sentence.")
    matches: tuple[str, ...] = option(
        "--match",
        default=("exact", "index"),
        type=click.Choice(["exact", "index", "index-printed"]),
        multiple=True,
        help="When corrections are the same: same text, same places changed, the same without insertions.",
    )
    numbers: tuple[int, ...] = numbers_option((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20), "1-10,20")
    unseen: str = choice("--unseen", choices=("vv", "zou"), default="vv", help="Estimator of unseen corrections.")
    floor: float | None = option(
        "--floor", type=SHARE, help="Its smallest probability.  [default: 1/(n·max(10, n)); zou: 1/(100 n)]"
    )
    grid: float | None = option(
        "--grid",
        type=NumberRange(min=1, min_open=True),
        help="Its ratio of neighbouring probabilities.  [default: 1.1; zou: 1.05]",
    )
    alpha: float = option(
        "--alpha", default=0.5, type=NumberRange(min=0), help="How much worse a smaller support may fit."
    )
    gammas: tuple[float, ...] = option(
        "--gamma",
        default=(0.0, 0.001, 0.01, 0.1),
        type=NumberRange(0, 1),
        multiple=True,
        help="Count corrections that are at least so probable.",
    )
    measures: tuple[str, ...] = option(
        *("-m", "--measure"),
        default=("F0.5", "GLEU"),
        multiple=True,
        help="Score a perfect corrector by this (any measure of redink score; none: by no measure).",
    )
    rule: str = choice(
        "--rule",
        choices=("corrected", "faithful"),
        default="corrected",
        help="How P, R, F and M2 choose a reference; faithful (as published) is slower, with one interval only.",
    )
    sentences: int | None = option(
        "--sentences",
        type=click.IntRange(min=1),
        help="Sentences of the imagined test set.  [default: those of --references, or 1312]",
    )
    clean: int | None = option(
        "--clean",
        type=click.IntRange(min=0),
        help="Those of them that need no correction.  [default: those no reference changes, or 136 of 1312]",
    )
    draw: str = choice(
        "--draw",
        choices=("people", "independent", "distinct"),
        default="people",
        help="Output and references: different people's; drawn with replacement; different corrections, each as "
        "likely.",
    )
    systems: tuple[str, ...] = option(
        "--system", default=(), multiple=True, metavar="OUTPUT", help="A system to set beside; needs -r."
    )
    names: tuple[str, ...] = option(
        *("-n", "--name"), default=(), multiple=True, help="Name of a system (repeat); file names otherwise."
    )
    references: tuple[str, ...] = option(
        *("-r", "--references", "--reference"),
        default=(),
        multiple=True,
        metavar="FILE",
        help="References of the systems.",
    )
    overlaps: str = choice(
        "--overlaps",
        choices=("error", "first"),
        default="error",
        help="Overlapping edits of one annotator (M2): refuse the file, or keep the first.",
    )
    validity: str | None = option(
        "--validity", metavar="FILE", help="Table of yes/no votes on corrections (source, correction, vote)."
    )
    vote: str = option("--vote", default="is_correction", metavar="COLUMN", help="Its column of votes.")
    save: str | None = option(
        "--save", metavar="FILE", help="Write distributions, densities and curves (JSON), to be read again."
    )
    page: str | None = option("--page", metavar="FILE", help="Write a page (HTML) with the curves.")


def _coverage(options: CoverageOptions) -> Output:
    from redink.questions.coverage.run import coverage
    from redink.questions.coverage.saved import is_saved

    if len(options.corrections) == 1 and is_saved(options.corrections[0]):
        _refuse_settings(options)
        corrections: Sequence[str] = options.corrections
        results = coverage(corrections, data=_data(options), pipeline=options.pipeline, cache=options.cache)
    else:
        results = call(coverage, options.corrections, options=options, data=_data(options))
    if options.save:
        results.save(options.save)
    if options.page:
        results.save_page(options.page)
    return Output(results, tuple(f"redink: note: {line}" for line in results.footnotes))


_SHOWING = {"save", "page", "form", "output"}
_BESIDE = {"source", "systems", "names", "references", "overlaps", "pipeline", "cache"}


def _refuse_settings(options: CoverageOptions) -> None:
    """Refuse options that cannot be applied to saved results any more."""
    possible = _SHOWING | _BESIDE if options.references else _SHOWING
    _refuse_lone_systems(options)
    idle = [spelling for name, spelling in _spellings(options).items() if name in options.given - possible]
    if idle:
        raise UsageError(
            f"{', '.join(idle)} cannot be applied to saved results",
            remedy="give the corrections themselves; with saved ones go -r, --system, --save, --page, -f and -o",
        )


def _spellings(options: CoverageOptions) -> dict[str, str]:
    """Give the long flag of every option, in the order of the help."""
    declared = type(options).__dataclass_fields__
    names = dict.fromkeys(name for owner in type(options).__mro__ for name in inspect.get_annotations(owner))
    flags = {name: declared[name].metadata.get("flags", ()) for name in names}
    return {name: next(long for long in spelt if long.startswith("--")) for name, spelt in flags.items() if spelt}


def _refuse_lone_systems(options: CoverageOptions) -> None:
    if options.systems and not options.references:
        raise UsageError("systems need references", remedy="give them with -r")


def _data(options: CoverageOptions) -> EvalSet | None:
    """Read systems and references; a reference that is one file has its name."""
    from redink.evaluation.data import read, system_name

    if options.corrections:
        _refuse_lone_systems(options)
    if not options.references:
        return None
    data = call(read, options.systems, options=options)
    names = [system_name(path) for path in options.references]
    if len(set(names)) == len(names) == len(data.references):
        named = (replace(reference, name=name) for reference, name in zip(data.references, names, strict=True))
        data = replace(data, references=tuple(named))
    return data


COMMAND = Command(CoverageOptions, _coverage)
