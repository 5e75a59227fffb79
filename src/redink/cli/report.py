"""`redink report`: outputs, a source and references in, one offline HTML page with everything out."""

from __future__ import annotations

from typing import Any

import click

from redink.cli.evaluation import conventions_of, data_options, load_data, trust_of
from redink.cli.messages import note


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
@data_options
def command(systems: tuple[str, ...], measures: tuple[str, ...], title: str, **options: Any) -> None:
    r"""Write one HTML page: scores, tests, error types, difficulty, heat maps of the essays, and examples.

    The page needs no network. It reads without JavaScript; the examples browser alone needs it.

    \b
    Examples:
      redink report a.txt b.txt --source source.txt -r reference.txt -o report.html
      redink report *.m2 -r gold.m2 --documents essays.tsv essay -o report.html
    """
    from redink.evaluate.report import build_report
    from redink.reading.files import write_whole
    from redink.reports.one_page import to_page

    data, pipeline = load_data(systems, options, "edits")
    conventions = conventions_of(options)
    built = build_report(
        data, measures, title=title, conventions=conventions, trust=trust_of(options), pipeline=pipeline
    )
    with write_whole(options["output"]) as out:
        out.write(to_page(built.page))
    note(f"report: {options['output']}")
