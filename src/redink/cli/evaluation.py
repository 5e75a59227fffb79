"""Options and steps that `score`, `compare` and their like share: files in, annotated data out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from redink.cli.options import cache_option, format_option, output_option, pipeline_option, quiet_option

if TYPE_CHECKING:
    from redink.evaluate.scores import Trust
    from redink.records import EvalSet
    from redink.reports.tables import Table
    from redink.scoring.measure import Conventions, Need

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("-s", "--source", metavar="FILE", help="Source sentences (not needed with an M2 reference)."),
    click.option(
        "-r",
        "--references",
        "--reference",
        "references",
        multiple=True,
        required=True,
        metavar="FILE",
        help="A reference: text, or M2 with one or more annotators; repeat for several.",
    ),
    click.option("-n", "--name", "names", multiple=True, help="Name of a system (repeat); file names otherwise."),
    click.option("--with-source", is_flag=True, help="Let the unchanged source take part as a system."),
    click.option("--auto", is_flag=True, help="Find the edits of M2 references anew instead of keeping their spans."),
    click.option(
        "--rule",
        type=click.Choice(["corrected", "faithful"]),
        default="corrected",
        show_default=True,
        help="faithful: digit for digit the published programs; corrected: free of their faults.",
    ),
    click.option(
        "--absent",
        type=click.Choice(["noop", "missing"]),
        default="noop",
        show_default=True,
        help="An annotator without a line: left the sentence alone, or was not asked.",
    ),
    click.option(
        "--overlaps",
        type=click.Choice(["error", "first"]),
        default="error",
        show_default=True,
        help="Overlapping edits of one annotator: refuse the file, or keep the first.",
    ),
    click.option(
        "--documents",
        nargs=2,
        metavar="TSV COLUMN",
        help="Draw whole documents (essays) instead of sentences; the table has one row a sentence.",
    ),
    click.option("--resamples", type=click.IntRange(min=1), default=1000, show_default=True, help="Random draws."),
    click.option("--seed", type=click.IntRange(min=0), default=12345, show_default=True, help="Where they start."),
    pipeline_option,
    cache_option,
    format_option("table", "tsv", "json", "md", "latex", default="table"),
    output_option,
    quiet_option,
)


def evaluation_options(command: Command) -> Command:
    """Add the options that every evaluating command has."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), command)


def load_data(systems: tuple[str, ...], options: dict[str, Any], need: Need) -> tuple[EvalSet, str]:
    """Read the files and annotate what is only text; gives the data and the pipeline for the signature."""
    from redink.cli.options import make_annotator
    from redink.evaluate.inputs import annotated, lacks_edits, load

    data = load(
        systems,
        source=options["source"],
        references=options["references"],
        names=options["names"],
        documents=options["documents"],
        with_source=options["with_source"],
        overlaps=options["overlaps"],
    )
    if not options["auto"] and not lacks_edits(data, need):
        return data, "none"
    annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
    pipeline = f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    return annotated(data, annotator, need=need, anew=options["auto"]), pipeline


def conventions_of(options: dict[str, Any]) -> Conventions:
    """Take the conventions from the options."""
    from redink.scoring.measure import Conventions

    return Conventions(options["rule"], options["absent"])


def trust_of(options: dict[str, Any]) -> Trust:
    """Take the resampling plan from the options."""
    from redink.evaluate.scores import Trust

    return Trust(resamples=options["resamples"], seed=options["seed"], method=options.get("interval") or "percentile")


def need_of(measures: Sequence[str], conventions: Conventions) -> Need:
    """Tell what the measures together must know."""
    from redink.scoring.measure import parse_measure

    needs = {parse_measure(name, conventions).needs for name in measures}
    return "edits" if "edits" in needs else "reference edits" if "reference edits" in needs else "texts"


def show(tables: list[Table], options: dict[str, Any]) -> None:
    """Write tables in the form the user asked for."""
    import sys

    from redink.reading.files import write_whole
    from redink.reports.rendering import render
    from redink.reports.terminal import Paper, paper_of

    to_terminal = options["output"] == "-"
    with write_whole(options["output"]) as out:
        paper = paper_of(sys.stdout) if to_terminal else Paper(None, colour=False)
        out.write("\n".join(render(table, options["form"], paper=paper) for table in tables))
