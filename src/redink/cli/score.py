"""`redink score`: outputs, a source and references in, scores with intervals and breakdowns out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import (
    TakesMeasures,
    apply_preset,
    conventions_of,
    interval_options,
    load_data,
    measure_option,
    scorers,
    scoring_options,
    show,
    show_results,
    slow_work_shown,
    trust_of,
)
from redink.cli.messages import note

if TYPE_CHECKING:
    from redink.records import EvalSet
    from redink.reports.tables import Table
    from redink.scoring.measure import Conventions
    from redink.scoring.measures import EditOverlap

_TYPES = ("operation", "type", "operation-type")


@click.command("score", cls=TakesMeasures)
@click.argument("systems", nargs=-1, required=True, metavar="OUTPUT...")
@measure_option("P", "R", "F0.5")
@interval_options
@click.option(
    "--by",
    metavar="WHAT",
    help="Break down: F of edits (the first one -m names, else F0.5) by operation, type or operation-type; every "
    "measure by length (of sentences) or by a column of --metadata.",
)
@click.option("--metadata", metavar="TSV", help="Table with a header and one row a sentence, for --by COLUMN.")
@click.option("--counts", is_flag=True, help="With --by: TP, FP, FN, P and R of each part and system too.")
@click.option("--leaders", is_flag=True, help="Show the best system of each error type, tested against the second.")
@click.option(
    "--coverage",
    metavar="FILE",
    help="Correct EM (or EIM) for few references: a file of redink coverage --save, or a table of corrections.",
)
@click.option("--per-sentence", is_flag=True, help="Show the score and statistics of each sentence instead.")
@click.option("--save", metavar="FILE", help="Also save results and statistics of sentences, for redink gate.")
@scoring_options
def command(systems: tuple[str, ...], measures: tuple[str, ...], **options: Any) -> None:
    r"""Score system outputs against references.

    OUTPUT is a text file, one tokenised sentence a line, or an M2 file. References are text or M2.

    \b
    Examples:
      redink score strong.txt weak.txt --source source.txt -r reference0.txt -r reference1.txt --ci
      redink score system.m2 -r gold.m2 --by type --counts --leaders
      redink score systems/*.txt -s source.txt -r gold.m2 -m GLEU EM --by level --metadata essays.tsv
      redink score output.txt -s source.txt -r gold.m2 --per-sentence -f tsv -o sentences.tsv
      redink score output.txt -r official-2014.combined.m2 --preset conll14
      redink score systems/*.txt -s source.txt -r gold.m2 --with-source --format latex
    """
    from redink.questions.score.run import score
    from redink.questions.score.slices import sentence_table
    from redink.scoring.names import need_of

    measures = apply_preset(options, measures)
    conventions = conventions_of(options)
    typed = options["by"] in _TYPES or options["leaders"]
    if options["documents"] and not options["ci"] and not options["leaders"]:
        note("redink: note: --documents has no effect without --ci or --leaders")
    data, pipeline = load_data(systems, options, "edits" if typed else need_of(measures, conventions))
    trust = trust_of(options) if options["ci"] else None
    with slow_work_shown(), scorers(options) as who:
        if options["per_sentence"]:
            show([sentence_table(data, measures, conventions=conventions, pipeline=pipeline)], options)
            return
        results = score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline, **who)
        if options["save"]:
            from redink.questions.score.baselines import save_baseline

            save_baseline(results, data, options["save"], conventions=conventions)
        breakdowns = _breakdowns(data, measures, conventions, options)
    show_results(results, breakdowns, options)


def _breakdowns(
    data: EvalSet, measures: tuple[str, ...], conventions: Conventions, options: dict[str, Any]
) -> list[Table]:
    from redink.questions.score.leaders import find_leaders, leaders_table

    by, tables = options["by"], []
    overlap = _edit_measure(measures, conventions)
    if by in _TYPES:
        tables += _by_type(data, by, overlap, counts=options["counts"])
    elif by is not None:
        labels = _labels(data, by, options)
        for measure in measures:
            tables += _by_slice(data, measure, labels, by, conventions, counts=options["counts"])
    if options["leaders"]:
        group, trust = by if by in _TYPES else "type", trust_of(options)
        leaders = find_leaders(data, group, beta=overlap.beta, conventions=conventions, trust=trust)
        tables.append(leaders_table(leaders, by=group, beta=overlap.beta, trust=trust))
    if options["coverage"]:
        from redink.questions.coverage.accuracy import coverage_corrected_tables

        tables += coverage_corrected_tables(
            data, measures, options["coverage"], conventions=conventions, source=options["source"]
        )
    return tables


def _edit_measure(measures: tuple[str, ...], conventions: Conventions) -> EditOverlap:
    """Give the first F of edits that was asked for: its β and level are used for error types; else F0.5."""
    from redink.scoring.measures import EditOverlap
    from redink.scoring.names import parse_measure

    asked = (parse_measure(name, conventions) for name in measures)
    found = (one for one in asked if isinstance(one, EditOverlap) and one.quantity == "F")
    return next(found, EditOverlap("F", 0.5, "correction", conventions))


def _by_type(data: EvalSet, by: str, overlap: EditOverlap, *, counts: bool) -> list[Table]:
    from redink.evaluation.tables import breakdown_table
    from redink.questions.score.part_counts import group_counts_table

    scores = breakdown_table(
        data, by, beta=overlap.beta, conventions=overlap.conventions, level=overlap.level, macro=True
    )
    return [scores, *([group_counts_table(data, by, overlap)] if counts else [])]


def _by_slice(
    data: EvalSet, measure: str, labels: list[str], by: str, conventions: Conventions, *, counts: bool
) -> list[Table]:
    from redink.questions.score.part_counts import slice_counts_table
    from redink.questions.score.slices import slice_table

    scores = slice_table(data, measure, labels, by=by, conventions=conventions)
    counted = slice_counts_table(data, measure, labels, by=by, conventions=conventions) if counts else None
    return [scores, *([counted] if counted else [])]


def _labels(data: EvalSet, by: str, options: dict[str, Any]) -> list[str]:
    """Give each sentence its slice; a column of the table goes before our own `length`."""
    from redink.errors import UsageError
    from redink.questions.score.slices import length_labels
    from redink.reading.tables import read_labels

    if options["metadata"] is not None:
        source = options["source"] or options["references"][0]
        return list(read_labels(options["metadata"], by, source=source, sentences=len(data.sources)))
    if by == "length":
        return length_labels(data)
    raise UsageError(
        f"cannot break down by {by!r}",
        remedy=f"choose from {', '.join(_TYPES)}, length, or a column of the table given by --metadata",
    )
