"""`redink score`: outputs, a source and references in, scores with intervals and breakdowns out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import (
    apply_preset,
    conventions_of,
    interval_options,
    load_data,
    scoring_options,
    show,
    show_results,
    trust_of,
)

if TYPE_CHECKING:
    from redink.records import EvalSet
    from redink.reports.tables import Table
    from redink.scoring.measure import Conventions

_TYPES = ("operation", "type", "operation-type")


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
@interval_options
@click.option(
    "--by",
    metavar="WHAT",
    help="Break down: F0.5 of edits by operation, type or operation-type; every measure by length (of sentences) or "
    "by a column of --metadata.",
)
@click.option("--metadata", metavar="TSV", help="Table with a header and one row a sentence, for --by COLUMN.")
@click.option("--leaders", is_flag=True, help="Show the best system of each error type, tested against the second.")
@click.option("--per-sentence", is_flag=True, help="Show the score and statistics of each sentence instead.")
@click.option("--save", metavar="FILE", help="Also save results and statistics of sentences, for redink gate.")
@scoring_options
def command(systems: tuple[str, ...], measures: tuple[str, ...], **options: Any) -> None:
    r"""Score system outputs against references.

    OUTPUT is a text file, one tokenised sentence a line, or an M2 file. References are text or M2.

    \b
    Examples:
      redink score strong.txt weak.txt --source source.txt -r reference0.txt -r reference1.txt --ci
      redink score system.m2 -r gold.m2 --by type --leaders
      redink score *.txt -s source.txt -r gold.m2 -m GLEU -m EM --by level --metadata essays.tsv
      redink score output.txt -s source.txt -r gold.m2 --per-sentence -f tsv -o sentences.tsv
      redink score output.txt -r official-2014.combined.m2 --preset conll14
      redink score *.txt -s source.txt -r gold.m2 --with-source --format latex
    """
    from redink.evaluate.scores import score
    from redink.evaluate.slices import sentence_table
    from redink.scoring.measure import need_of

    measures = apply_preset(options, measures)
    conventions = conventions_of(options)
    typed = options["by"] in _TYPES or options["leaders"]
    data, pipeline = load_data(systems, options, "edits" if typed else need_of(measures, conventions))
    trust = trust_of(options) if options["ci"] else None
    if options["per_sentence"]:
        show([sentence_table(data, measures, conventions=conventions, pipeline=pipeline)], options)
        return
    results = score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    if options["save"]:
        from redink.evaluate.baselines import save_baseline

        save_baseline(results, data, options["save"], conventions=conventions)
    show_results(results, _breakdowns(data, measures, conventions, options), options)


def _breakdowns(
    data: EvalSet, measures: tuple[str, ...], conventions: Conventions, options: dict[str, Any]
) -> list[Table]:
    from redink.evaluate.leaders import find_leaders, leaders_table
    from redink.evaluate.slices import slice_table
    from redink.evaluate.tables import breakdown_table

    by, tables = options["by"], []
    if by in _TYPES:
        tables.append(breakdown_table(data, by, conventions=conventions, macro=True))
    elif by is not None:
        labels = _labels(data, by, options["metadata"])
        tables += (slice_table(data, measure, labels, by=by, conventions=conventions) for measure in measures)
    if options["leaders"]:
        group, trust = by if by in _TYPES else "type", trust_of(options)
        leaders = find_leaders(data, group, conventions=conventions, trust=trust)
        tables.append(leaders_table(leaders, by=group, trust=trust))
    return tables


def _labels(data: EvalSet, by: str, metadata: str | None) -> list[str]:
    """Give each sentence its slice; a column of the table goes before our own `length`."""
    from redink.errors import UsageError
    from redink.evaluate.slices import length_labels
    from redink.reading.tables import read_column

    if metadata is not None:
        return list(read_column(metadata, by))
    if by == "length":
        return length_labels(data)
    raise UsageError(
        f"cannot break down by {by!r}",
        remedy=f"choose from {', '.join(_TYPES)}, length, or a column of the table given by --metadata",
    )
