"""The command `report`: outputs, a source and references in, one offline HTML page with everything out."""

from __future__ import annotations

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.scoring_options import MaxMatchOptions, RuleOptions, TypeOptions


@declare.record
class ReportOptions(RuleOptions, MaxMatchOptions, TypeOptions, shared.DataOptions):
    r"""Write an HTML page with scores, tests, error types, difficulty, heat maps of the essays, and examples.

    The page works offline. Without JavaScript, the examples and some heat maps are missing.

    \b
    Examples:
      redink report a.txt b.txt --source source.txt -r reference.txt -o report.html
      redink report systems/*.m2 -r gold.m2 --documents essays.tsv essay -o report.html
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="OUTPUT...")
    measures: tuple[str, ...] = shared.measures_option(
        *("F0.5", "P", "R", "M2", "GLEU", "EM"),
        help="Measures, as in redink score. The first measure sorts the systems.",
    )
    title: str = declare.option("--title", default="redink report", help="Title of the page.")
    judgements: tuple[str, ...] = declare.option(
        "--judgements",
        multiple=True,
        metavar="FILE",
        help="Show where people and machines agree about difficulty. FILE has judgements about pairs of errors of the "
        "first reference (from redink judge); repeat for several files.",
    )
    coverage: str | None = declare.option(
        "--coverage",
        metavar="FILE",
        help="Show the effect of few references. FILE was written by redink coverage --save, or has corrections.",
    )
    faithfulness: bool = declare.flag(
        "--faithfulness",
        help="Add the measures of `redink faithfulness`: meaning and language. This needs the extra [errant].",
    )
    groups: str | None = declare.option(
        "--groups",
        metavar="TSV|auto",
        help="Show which errors are harder for one group of systems than for another, as redink difficulty --groups.",
    )
    attribution: str | None = declare.option(
        "--attribution",
        metavar="MEASURE",
        help="Show in the examples how much each change adds to the sentence's score by MEASURE (Shapley values).",
    )


def _report(options: ReportOptions) -> declare.Output:
    import sys

    from redink.errors import UsageError
    from redink.evaluation.command_data import read_files
    from redink.page.report import report

    if options.output == "-" and sys.stdout.isatty():
        raise UsageError("the report is a page for a browser, not for a terminal", remedy="name a file: -o report.html")
    declare.call(report, read_files(options, options.systems), options=options).save(options.output)
    return declare.Output(None, (f"report: {options.output}",))


COMMAND = declare.Command(ReportOptions, _report)
