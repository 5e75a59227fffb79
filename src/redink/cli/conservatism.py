"""`redink conservatism`: outputs and references in; how much each changes, in which direction, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import conventions_of, evaluation_options, interval_options, load_data, show, trust_of
from redink.cli.messages import note
from redink.cli.options import NumberRange

if TYPE_CHECKING:
    from redink.questions.conservatism.mathematics.statistics import Settings
    from redink.questions.conservatism.results import ConservatismResults


@click.command("conservatism")
@click.argument("systems", nargs=-1, required=True, metavar="OUTPUT...")
@click.option(
    "--alignment",
    type=click.Choice(["thesis", "gap"]),
    default="thesis",
    show_default=True,
    help="Word alignment: as in the thesis, or with a cost for words without a partner (cleaner pairs).",
)
@click.option("--gap", type=NumberRange(min=0), default=0.4, show_default=True, help="That cost, for gap.")
@click.option("--keep-punctuation", "marks", is_flag=True, help="Let punctuation count as words.")
@click.option("--keep-case", "case", is_flag=True, help="Do not fold upper and lower case.")
@click.option(
    "--edits/--no-edits",
    "with_edits",
    default=True,
    show_default=True,
    help="Count edits too: ratios, Hit, Wrong, Under and Over; texts are annotated for that.",
)
@click.option(
    "--several",
    type=click.Choice(["best", "any"]),
    default="best",
    show_default=True,
    help="Several references, for Hit and its like: the best of each sentence, or all together.",
)
@click.option("--by", type=click.Choice(["operation", "type", "operation-type"]), help="Edit ratios by error type.")
@click.option("--figures", metavar="FOLDER", help="Write the figures there as SVG files.")
@interval_options
@evaluation_options
def command(systems: tuple[str, ...], **options: Any) -> None:
    """Measure how much systems and references change: words, word order, sentences, edits (Choshen's thesis).

    Less than the references is conservative, more is over-editing. --documents finds merged sentences too.

    \b
    Examples:
      redink conservatism a.txt b.txt -s source.txt -r reference.txt --ci
      redink conservatism systems/*.m2 -r gold.m2 --by type --figures figures
      redink conservatism a.txt -s source.txt -r one.txt -r two.txt --no-edits --documents essays.tsv essay
    """  # noqa: D301 - click wants the character itself, to keep the lines below it apart
    from redink.questions.conservatism.run import measure_conservatism

    data, pipeline = load_data(systems, options, "edits" if options["with_edits"] else "texts")
    results = measure_conservatism(
        data,
        settings=_settings(options),
        conventions=conventions_of(options),
        trust=trust_of(options) if options["ci"] else None,
        pipeline=pipeline,
    )
    if options["figures"]:
        from redink.questions.conservatism.charts import all_charts
        from redink.reports.charts import save_charts

        paths = save_charts(all_charts(results), options["figures"])
        note(f"redink: {len(paths)} figures in {options['figures']}")
    _show(results, options)


def _settings(options: dict[str, Any]) -> Settings:
    from redink.questions.conservatism.mathematics.statistics import Settings

    return Settings(
        options["alignment"], options["gap"], marks=options["marks"], case=options["case"], several=options["several"]
    )


def _show(results: ConservatismResults, options: dict[str, Any]) -> None:
    from redink.questions.conservatism.tables import all_tables

    if options["form"] != "json":
        show(all_tables(results, options["by"]), options)
        return
    import msgspec

    from redink.reading.files import write_whole

    with write_whole(options["output"]) as out:
        out.write(msgspec.json.format(msgspec.json.encode(results.to_dict())).decode() + "\n")
