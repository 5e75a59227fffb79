"""`redink score`: outputs, a source and references in, scores with intervals and breakdowns out."""

from __future__ import annotations

from typing import Any

import click

from redink.cli.evaluation import conventions_of, evaluation_options, load_data, need_of, show, trust_of


@click.command("score")
@click.argument("systems", nargs=-1, required=True, metavar="OUTPUT...")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    default=("P", "R", "F0.5"),
    show_default=True,
    help="F0.5, F1, P, R (also -detection, -token, -type), M2, GLEU, I, I-nomix, EM; repeat for several.",
)
@click.option(
    "--ci",
    "interval",
    type=click.Choice(["percentile", "bca"]),
    is_flag=False,
    flag_value="percentile",
    help="Add 95 % confidence intervals.",
)
@click.option(
    "--by",
    type=click.Choice(["operation", "type", "operation-type"]),
    help="Break F0.5 of edits down by groups of error types.",
)
@evaluation_options
def command(systems: tuple[str, ...], measures: tuple[str, ...], by: str | None, **options: Any) -> None:
    r"""Score system outputs against references.

    OUTPUT is a text file, one tokenised sentence a line, or an M2 file. References are text or M2.

    \b
    Examples:
      redink score strong.txt weak.txt --source source.txt -r reference0.txt -r reference1.txt --ci
      redink score system.m2 -r gold.m2 --by type
      redink score output.txt -r official-2014.combined.m2 -m M2 -m F0.5 --rule faithful
      redink score *.txt -s source.txt -r gold.m2 --with-source --format latex
    """
    from redink.evaluate.scores import score
    from redink.evaluate.tables import breakdown_table, score_table

    conventions = conventions_of(options)
    need = "edits" if by is not None else need_of(measures, conventions)
    data, pipeline = load_data(systems, options, need)
    trust = trust_of(options) if options["interval"] else None
    results = score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    if options["form"] == "json" and by is None:
        _write_json(results.to_dict(), options["output"])
        return
    tables = [score_table(results)]
    if by is not None:
        tables.append(breakdown_table(data, by, conventions=conventions))
    show(tables, options)


def _write_json(record: dict[str, object], output: str) -> None:
    import msgspec

    from redink.reading.files import write_whole

    with write_whole(output) as out:
        out.write(msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")
