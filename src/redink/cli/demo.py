"""`redink demo`: nothing in; the bundled example's tables on the terminal and its report as a page out."""

from __future__ import annotations

from pathlib import Path

import click

from redink.cli.messages import note
from redink.cli.options import make_annotator, pipeline_option, quiet_option
from redink.cli.progress import with_progress

_MEASURES = ("F0.5", "P", "R", "M2", "GLEU", "EM")


@click.command("demo")
@click.option("--folder", default=".", show_default=True, help="Where report.html is written (made if need be).")
@click.option("--files", is_flag=True, help="Also put the example's files there, to try other commands on.")
@pipeline_option
@quiet_option
def command(folder: str, files: bool, pipeline: str) -> None:
    r"""Score six invented systems on ten invented essays: tables here, everything else in report.html.

    \b
    Examples:
      redink demo
      redink demo --folder example --files
      redink demo --folder /tmp/redink-demo --pipeline errant
    """
    import sys

    from redink import example
    from redink.evaluation.data import annotated
    from redink.evaluation.tables import breakdown_table, score_table
    from redink.page.report import build_report
    from redink.questions.coverage.api import coverage_beside
    from redink.reading.files import write_whole
    from redink.reports.one_page import to_page
    from redink.reports.rendering import render
    from redink.reports.terminal import paper_of

    if files:
        example.copy_to(Path(folder))
    annotator = make_annotator(pipeline, "rules", levenshtein=False, use_cache=False)
    data = annotated(example.load(), annotator)
    name = f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    crowd = coverage_beside(data, example.path("corrections.tsv"), annotator, source=example.path("source.txt"))
    built = build_report(data, _MEASURES, title="redink: the bundled example", pipeline=name, coverage=crowd)
    paper = paper_of(sys.stdout)
    for table in with_progress((score_table(built.results), breakdown_table(data, "operation")), "tables", 2):
        click.echo(render(table, "table", paper=paper))
    target = Path(folder) / "report.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    with write_whole(target) as out:
        out.write(to_page(built.page))
    click.echo(f"report: {target}")
    note("open it in a browser; redink score --help shows how to score your own files")
