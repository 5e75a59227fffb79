"""`redink report`: outputs, a source and references in, one offline HTML page with everything out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import conventions_of, data_options, load_data, trust_of
from redink.cli.messages import note

if TYPE_CHECKING:
    from redink.questions.coverage.results import CoverageResults
    from redink.questions.faithfulness.results import FaithfulnessResults
    from redink.records import EvalSet


@click.command("report")
@click.argument("systems", nargs=-1, required=True, metavar="OUTPUT...")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    default=("F0.5", "P", "R", "M2", "GLEU", "EM"),
    show_default=True,
    help="As in score; the first orders the systems.",
)
@click.option("--title", default="redink report", show_default=True, help="Title of the page.")
@click.option(
    "--coverage", metavar="FILE", help="Show what few references do: a file of redink coverage --save, or corrections."
)
@click.option(
    "--faithfulness",
    "with_meaning",
    is_flag=True,
    help="Add meaning kept and language improved, as `redink faithfulness` does (needs trees: the extra [errant]).",
)
@data_options
def command(systems: tuple[str, ...], measures: tuple[str, ...], title: str, **options: Any) -> None:
    r"""Write one HTML page: scores, tests, error types, difficulty, heat maps of the essays, and examples.

    The page needs no network. It reads without JavaScript; the examples browser alone needs it.

    \b
    Examples:
      redink report a.txt b.txt --source source.txt -r reference.txt -o report.html
      redink report systems/*.m2 -r gold.m2 --documents essays.tsv essay -o report.html
    """
    from redink.page.report import build_report
    from redink.reading.files import write_whole
    from redink.reports.one_page import to_page

    data, pipeline = load_data(systems, options, "edits")
    conventions = conventions_of(options)
    built = build_report(
        data,
        measures,
        title=title,
        conventions=conventions,
        trust=trust_of(options),
        pipeline=pipeline,
        coverage=_coverage(data, options) if options["coverage"] else None,
        faithfulness=_faithfulness(data, options) if options["with_meaning"] else None,
    )
    with write_whole(options["output"]) as out:
        out.write(to_page(built.page))
    note(f"report: {options['output']}")


def _coverage(data: EvalSet, options: dict[str, Any]) -> CoverageResults:
    from redink.cli.options import make_annotator
    from redink.questions.coverage.api import coverage_beside

    annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
    settings = {"resamples": options["resamples"], "seed": options["seed"], "rule": options["rule"]}
    return coverage_beside(data, options["coverage"], annotator, source=options["source"], **settings)


def _faithfulness(data: EvalSet, options: dict[str, Any]) -> FaithfulnessResults:
    """Measure with trees of the pipeline, or of `errant` where that draws none."""
    from redink.cli.faithfulness import plan_of
    from redink.language.trees import load_tree_parser
    from redink.questions.faithfulness.run import measure_faithfulness

    parser = load_tree_parser("errant" if options["pipeline"] in ("redink-en", "plain") else options["pipeline"])
    return measure_faithfulness(data, parser, plan=plan_of({"ci": True, **options}))
