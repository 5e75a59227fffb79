"""`redink demo`: nothing in; the bundled example's tables on the terminal and its report as a page out."""

from __future__ import annotations

from pathlib import Path

import click

from redink.cli.messages import note
from redink.evaluation.options import Command, Options, flag, option, record
from redink.evaluation.shared_options import pipeline_option


@record
class DemoOptions(Options):
    r"""Show an example: score six invented systems on ten invented essays.

    The tables are printed. The full report is written to report.html, and the pages of a shared task with these systems
    to leaderboard/site.

    \b
    Examples:
      redink demo
      redink demo --folder example --files
      redink demo --folder /tmp/redink-demo --pipeline errant
    """

    folder: str = option("--folder", default=".", help="Folder for report.html. It is created if it does not exist.")
    files: bool = flag(
        "--files", help="Also write the files of the example to this folder. You can try other commands on them."
    )
    pipeline: str = pipeline_option()


def _demo(options: DemoOptions) -> None:
    from redink import example
    from redink.evaluation.tables import score_table
    from redink.leaderboard.example import build_example
    from redink.page.report import report
    from redink.questions.score.by_type import breakdown_table
    from redink.reports.output import write_tables
    from redink.scoring.edit_measures import EditOverlap
    from redink.scoring.measure import Conventions

    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)  # a folder that cannot be made is refused before any work
    if options.files:
        example.copy_to(folder)
    shown = report(
        example.load(),
        title="redink: the bundled example",
        coverage=example.path("corrections.tsv"),
        judgements=[example.path("judgements.jsonl")],
        groups=example.path("groups.tsv"),
        attribution="GLEU",
        pipeline=options.pipeline,
    )
    statistics = shown.results.statistics
    assert statistics is not None
    by_operation = breakdown_table(statistics, "operation", EditOverlap("F", 0.5, "correction", Conventions()))
    write_tables([score_table(shown.results), by_operation], "table", "-")
    target = folder / "report.html"
    shown.save(target)
    click.echo(f"report: {target}")
    click.echo(f"leaderboard: {build_example(folder / 'leaderboard')}")
    note("open both in a browser; redink score --help shows how to score your own files")


COMMAND = Command(DemoOptions, _demo)
