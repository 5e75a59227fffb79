"""The command `coverage`: many corrections a sentence in; coverage, perfect correctors' scores and advice out."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from redink.errors import UsageError
from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import SHARE, NumberRange

if TYPE_CHECKING:
    from redink.records import EvalSet


@declare.record
class CoverageOptions(shared.DrawOptions, shared.LevelOptions, shared.PipelineOptions, shared.TableOptions):
    r"""Show how many valid corrections M references cover, and how a perfect corrector would score with them.

    CORRECTIONS is one of these: a table (.tsv, .csv) with one row for each correction; M2 or text files with one
    correction from each annotator; or a file that --save wrote (.json), to which -r and --system can be compared.
    Without CORRECTIONS, the references are used.

    \b
    Examples:
      redink coverage corrections.tsv --source source.txt
      redink coverage corrections.tsv -s source.txt --drop-punctuation --left-alone 0.46 -m M2
      redink coverage corrections.tsv -s source.txt --system systems/strong.txt -r reference-minimal.txt \
        --page coverage.html
      redink coverage reference-minimal.txt reference-fluent.txt -s source.txt -M 1 --save coverage.json
      redink score systems/strong.txt -s source.txt -r reference-minimal.txt -m EM --coverage coverage.json
    """

    corrections: tuple[str, ...] = declare.argument(nargs=-1, metavar="[CORRECTIONS]...")
    source: str | None = shared.source_option(
        "The source sentences, for text files and for tables that give only sentence numbers."
    )
    where: tuple[str, ...] = declare.option(
        "--where",
        multiple=True,
        metavar="COLUMN=VALUE",
        help="Read only the table rows that have this value; repeat for several.",
    )
    fold_case: bool = declare.flag("--fold-case", help="Treat upper and lower case as the same.")
    drop_punctuation: bool = declare.flag(
        "--drop-punctuation", help="Compare only letters and digits, as in Choshen's thesis."
    )
    left_alone: float = declare.option(
        "--left-alone",
        default=1.0,
        type=NumberRange(0, 1, min_open=True),
        metavar="SHARE",
        help="Drop a sentence if at least this share of people left it unchanged. Such sentences are counted "
        "separately.",
    )
    fewest: int = declare.option(
        "--fewest",
        default=2,
        type=click.IntRange(min=2),
        help="The smallest number of corrections that a sentence must have.",
    )
    matches: tuple[str, ...] = declare.option(
        "--match",
        default=("exact", "index"),
        type=click.Choice(["exact", "index", "index-printed"]),
        multiple=True,
        help="When two corrections are the same: they have the same text (exact), change the same places (index), or "
        "change the same places without counting insertions (index-printed).",
    )
    numbers: tuple[int, ...] = shared.numbers_option((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20), "1-10,20")
    unseen: str = declare.choice(
        "--unseen", choices=("vv", "zou"), help="Method that estimates the corrections nobody wrote."
    )
    floor: float | None = declare.option(
        "--floor",
        type=SHARE,
        help="Smallest probability that --unseen uses.  [default: 1/(n·max(10, n)); zou: 1/(100 n)]",
    )
    grid: float | None = declare.option(
        "--grid",
        type=NumberRange(min=1, min_open=True),
        help="Ratio of neighbouring probabilities in the grid of --unseen.  [default: 1.1; zou: 1.05]",
    )
    alpha: float = declare.option(
        "--alpha",
        default=0.5,
        type=NumberRange(min=0),
        help="With --unseen vv: how much worse than the best fit a distribution may fit, if it has fewer corrections.",
    )
    gammas: tuple[float, ...] = declare.option(
        "--gamma",
        default=(0.0, 0.001, 0.01, 0.1),
        type=NumberRange(0, 1),
        multiple=True,
        help="Count the corrections that have at least this probability.",
    )
    measures: tuple[str, ...] = declare.option(
        *("-m", "--measure"),
        default=("F0.5", "GLEU"),
        multiple=True,
        help="A measure to score a perfect corrector with: any measure of redink score, or none.",
    )
    rule: str = declare.choice(
        "--rule",
        choices=("corrected", "faithful"),
        help="How P, R, F and M2 choose a reference. faithful (as published) is slower and gives only one interval.",
    )
    sentences: int | None = declare.option(
        "--sentences",
        type=click.IntRange(min=1),
        help="Number of sentences in the simulated test set.  [default: those of --references, or 1312]",
    )
    untouched: int | None = declare.option(
        "--untouched",
        type=click.IntRange(min=0),
        help="How many of these sentences need no correction.  [default: those that no reference changes, or 136 of "
        "1312]",
    )
    draw: str = declare.choice(
        "--draw",
        choices=("people", "independent", "distinct"),
        help="How the output and the references are drawn: from different people (people), with replacement "
        "(independent), or as different corrections with equal probability (distinct).",
    )
    systems: tuple[str, ...] = declare.option(
        "--system", multiple=True, metavar="OUTPUT", help="A system to compare with the perfect corrector; needs -r."
    )
    names: tuple[str, ...] = shared.names_option()
    references: tuple[str, ...] = shared.references_option(help="A reference for the systems; repeat for several.")
    overlaps: str = shared.overlaps_option()
    tokenise: str = shared.tokenise_option()
    columns: tuple[str, ...] = shared.columns_option()
    validity: str | None = declare.option(
        "--validity",
        metavar="FILE",
        help="A table of yes/no votes on corrections, with the columns source, correction and vote.",
    )
    vote: str = declare.option(
        "--vote", default="is_correction", metavar="COLUMN", help="The column of --validity that has the votes."
    )
    save: str | None = declare.option(
        "--save",
        metavar="FILE",
        help="Save the distributions, densities and curves as JSON. Other commands and later runs can read them.",
    )
    page: str | None = declare.option("--page", metavar="FILE", help="Write an HTML page with the curves.")


def _coverage(options: CoverageOptions) -> declare.Output:
    from redink.questions.coverage.run import coverage
    from redink.questions.coverage.saved import is_saved

    if len(options.corrections) == 1 and is_saved(options.corrections[0]):
        _refuse_settings(options)
        corrections: Sequence[str] = options.corrections
        results = coverage(corrections, data=_data(options), pipeline=options.pipeline, cache=options.cache)
    else:
        results = declare.call(coverage, options.corrections, options=options, data=_data(options))
    if options.save:
        results.save(options.save)
    if options.page:
        results.save_page(options.page)
    return declare.Output(results, tuple(f"redink: note: {line}" for line in results.footnotes))


_SHOWING = {"save", "page", "form", "output"}
_BESIDE = {"source", "systems", "names", "references", "overlaps", "tokenise", "columns", "pipeline", "cache"}


def _refuse_settings(options: CoverageOptions) -> None:
    """Refuse options that cannot be applied to saved results any more."""
    possible = _SHOWING | _BESIDE if options.references else _SHOWING
    _refuse_lone_systems(options)
    idle = [spelling for name, spelling in _spellings(options).items() if name in options.given - possible]
    if idle:
        raise UsageError(
            f"{', '.join(idle)} cannot be applied to saved results",
            remedy="give the corrections themselves; saved results take -r, --system, --save, --page, -f and -o",
        )


def _spellings(options: CoverageOptions) -> dict[str, str]:
    """Give the long declare.flag of every declare.option, in the order of the help."""
    declared = type(options).__dataclass_fields__
    names = dict.fromkeys(name for owner in type(options).__mro__ for name in inspect.get_annotations(owner))
    flags = {name: declared[name].metadata.get("flags", ()) for name in names}
    return {name: next(long for long in spelt if long.startswith("--")) for name, spelt in flags.items() if spelt}


def _refuse_lone_systems(options: CoverageOptions) -> None:
    if options.systems and not options.references:
        raise UsageError("systems need references", remedy="give them with -r")


def _data(options: CoverageOptions) -> EvalSet | None:
    """Read systems and references; a reference that is one file has its name."""
    from redink.evaluation.data import read
    from redink.reading.kinds import system_name

    if options.corrections:
        _refuse_lone_systems(options)
    if not options.references:
        return None
    data = declare.call(read, options.systems, options=options)
    names = [system_name(path) for path in options.references]
    if len(set(names)) == len(names) == len(data.references):
        named = (replace(reference, name=name) for reference, name in zip(data.references, names, strict=True))
        data = replace(data, references=tuple(named))
    return data


COMMAND = declare.Command(CoverageOptions, _coverage)
