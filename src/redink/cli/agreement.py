"""`redink agreement`: judgements in, how far people agree with each other and with the machine out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.options import NumberRange, format_option, level_option, output_option, quiet_option, seed_option

if TYPE_CHECKING:
    from redink.reading.judgements import Judgement
    from redink.reports.tables import Table


@click.command("agreement")
@click.argument("judgements", nargs=-1, required=True, metavar="JUDGEMENTS...")
@click.option("--pairs", metavar="FILE", help="The pairs that were judged (`redink pairs`): levels, types and repeats.")
@click.option(
    "--pass",
    "which",
    type=click.Choice(["last", "first"]),
    default="last",
    show_default=True,
    help="Which answer counts, where people were asked a second time.",
)
@click.option(
    "--types",
    type=click.Choice(["both", "first"]),
    default="both",
    show_default=True,
    help="A pair counts for the types of both its errors, or for the left one's only.",
)
@click.option(
    "--fewest", type=click.IntRange(min=1), default=10, show_default=True, help="Hide types with fewer pairs."
)
@click.option("--with-other", is_flag=True, help="Show the type OTHER too.")
@click.option(
    "--too-fast",
    type=NumberRange(min=0),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="Answers in less time are counted as too fast.",
)
@click.option(
    "--strength",
    type=click.Choice(["type", "level"]),
    default="type",
    show_default=True,
    help="What gets a Bradley–Terry difficulty from people's answers.",
)
@level_option
@seed_option
@click.option("--page", metavar="FILE", help="Write a page (HTML) with all tables and figures.")
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def command(judgements: tuple[str, ...], **options: Any) -> None:
    """Measure agreement of judges: rates, κ, by type, by level, by number of systems; ratings and votes too.

    JUDGEMENTS are files of `redink judge`, or CSV with left, right, winner (or item, answer); several files
    are put together.

    \b
    Examples:
      redink agreement judgements.jsonl
      redink agreement judgements.jsonl --pairs pairs.jsonl --page agreement.html
      redink agreement anna.csv ben.csv --pairs pairs.jsonl --types first -f latex
      redink agreement ratings.jsonl
    """  # noqa: D301 - click wants the character itself
    from redink.reading.judgements import read_judgements

    records = [one for path in judgements for one in read_judgements(path)]
    tasks = {one.task for one in records}
    found, parts = [], []
    if "pair" in tasks:
        made, record = _of_pairs(records, options)
        found += made
        parts.append(record)
    for task in ("rating", "valid"):
        if task in tasks:
            from redink.questions.agreement.ratings import measure_ratings

            rated = measure_ratings(records, task, which=options["which"])
            found += rated.to_tables()
            parts.append(rated.to_dict())
    if "correct" in tasks:
        from redink.questions.agreement.ratings import correction_table

        found.append(correction_table(records))
    if options["form"] == "json" and parts:
        _write_json(parts[0] if len(parts) == 1 else parts, options["output"])
        return
    from redink.cli.evaluation import show

    show(found, options)


def _of_pairs(records: list[Judgement], options: dict[str, Any]) -> tuple[list[Table], dict[str, object]]:
    from redink.questions.agreement.page import agreement_page
    from redink.questions.agreement.run import AgreementPlan, measure_agreement
    from redink.questions.agreement.tables import tables
    from redink.reading.files import write_whole
    from redink.reading.judging_tasks import read_tasks

    names = ("which", "types", "fewest", "with_other", "too_fast", "strength", "level", "seed")
    plan = AgreementPlan(**{name: options[name] for name in names})
    results = measure_agreement(records, read_tasks(options["pairs"]) if options["pairs"] else None, plan=plan)
    if options["page"]:
        with write_whole(options["page"]) as out:
            out.write(agreement_page(results))
    return tables(results), results.to_dict()


def _write_json(record: object, output: str) -> None:
    import msgspec

    from redink.reading.files import write_whole

    with write_whole(output) as out:
        out.write(msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")
