"""The command `rerank`: an n-best list and references in; the best candidates, and how conservative they are, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.errors import RedinkError
from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared

if TYPE_CHECKING:
    from redink.questions.conservatism.mathematics.reranking import Level
    from redink.reading.nbest import Form


@declare.record
class RerankOptions(shared.IntervalOptions, shared.EvaluationOptions):
    r"""Pick the candidates in an n-best list that score best against M references, and measure what they change.

    NBEST is a Moses list (0 ||| text ||| …), a TSV table (sentence, candidate), or blocks of lines with a blank line
    between them. If two candidates have the same score, the first one wins. Sentences without candidates are left out.

    \b
    Examples:
      redink rerank nbest.txt -s source.txt -r minimal.txt -r fluent.txt
      redink rerank nbest.txt -r gold.m2 -m M2 -M 1-2 --level corpus --picks best.txt
    """

    nbest: str = declare.argument(default="", metavar="NBEST")
    measure: str = declare.option(
        *("-m", "--measure"), default="F0.5", metavar="MEASURE", help="The measure that chooses the best candidate."
    )
    numbers: tuple[int, ...] = shared.numbers_option()
    level: Level = declare.choice(
        "--level",
        choices=("sentence", "corpus"),
        help="Maximise the score of each sentence, or the score of the whole corpus (with a greedy search).",
    )
    draws: int | None = declare.option(
        "--draws",
        type=click.IntRange(min=1),
        help="Draw the M references at random this many times, and show means. Without it, the first M references are "
        "used.",
    )
    list_form: Form = declare.choice(
        "--form", choices=("auto", "moses", "tsv", "blocks"), help="Format of the n-best list."
    )
    picks: str | None = declare.option(
        "--picks", metavar="FILE", help="Write the picks for the largest M to this file, one line for each sentence."
    )
    figures: str | None = declare.option(
        "--figures", metavar="FOLDER", help="Write the figures to this folder, as SVG files."
    )


def _rerank(options: RerankOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.conservatism.charts import rerank_charts
    from redink.questions.conservatism.reranking import read_candidates, rerank
    from redink.reports.charts import save_charts
    from redink.scoring.names import parse_measure

    if options.names:
        raise click.UsageError("--name has no use here: there are no systems")
    parse_measure(options.measure)  # refused before files are read
    data = read_files(options, (), with_source=False)
    source_name = options.source or options.references[0]
    candidates = read_candidates(options.nbest, data, options.list_form, source_name=source_name)
    notes: tuple[str, ...] = ()
    if len(candidates) < len(data.sources):
        notes = (
            f"redink: {len(candidates)} of {len(data.sources)} sentences have candidates; the others are left out",
        )
    try:
        reranked = declare.call(rerank, data, candidates, options=options)
    except RedinkError as error:  # is told below the note
        return declare.Output(None, notes, failure=error)
    if options.picks:
        reranked.save_picks(options.picks)
    if options.figures:
        paths = save_charts(rerank_charts(reranked), options.figures)
        notes = (*notes, f"redink: {len(paths)} figures in {options.figures}")
    return declare.Output(reranked.to_tables(), notes)


COMMAND = declare.Command(RerankOptions, _rerank)
