"""The command `difficulty`: outputs and references in; how hard errors are, weighted scores, ranks and views out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from redink.evaluation.options import (
    Command,
    EvaluationOptions,
    IntervalOptions,
    LevelOptions,
    NumberRange,
    Output,
    PairedOptions,
    RetypeOptions,
    argument,
    call,
    choice,
    flag,
    option,
    read_files,
    record,
)

if TYPE_CHECKING:
    from redink.questions.difficulty.mathematics.judged_reference import Mismatches
    from redink.questions.difficulty.mathematics.references import ReferenceRule
    from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode
    from redink.questions.difficulty.results import DifficultyResults
    from redink.reading.corrections import Overlaps
    from redink.scoring.measure import Absent


@record
class ChunkOptions(EvaluationOptions):
    """What commands have that work on chunks: overlapping edits can both become chunks."""

    absent: Absent | None = choice(
        "--absent",
        choices=("noop", "missing"),
        default=None,
        show_default="noop, by any rule: the published program knows no absent annotators",
        help="An annotator without a line: left the sentence alone (noop), or was not asked (missing).",
    )
    overlaps: Overlaps | None = choice(  # type: ignore[assignment] # as the mode has it, when left out
        "--overlaps",
        choices=("error", "first", "both"),
        default=None,
        show_default="error; both with --mode faithful, as the published program has it",
        help="Overlapping edits of one annotator (M2): refuse the file, keep the first, or make chunks of both.",
    )


@record
class DifficultyOptions(IntervalOptions, LevelOptions, RetypeOptions, PairedOptions, ChunkOptions):
    r"""Weigh every error by how few systems correct it, and score with these weights (Gotou and others, 2020).

    \b
    Examples:
      redink difficulty a.txt b.txt c.txt d.txt e.txt -s source.txt -r reference.txt
      redink difficulty systems/*.m2 -r gold.m2 --by type --levels --rank-against F0.5 --ci
      redink difficulty systems/*.m2 -r gold.m2 --save-weights weights.json --heatmap heat.html
      redink difficulty mine.txt -r official-2014.0.m2 --weights conll14_8sys.txt --mode faithful
    """

    systems: tuple[str, ...] = argument(nargs=-1, metavar="OUTPUT...")
    weights: str | None = option(
        "--weights",
        metavar="FILE",
        help="Take the difficulty from a weight file (ours, or the published kind) made with the same reference and "
        "--pipeline.",
    )
    mismatches: Mismatches = choice(
        "--mismatches",
        choices=("error", "skip"),
        default="error",
        help="Sentences that do not have the chunks of the weight file: refuse the file, or leave them out.",
    )
    save_weights: str | None = option(
        "--save-weights", metavar="FILE", help="Write a weight file: JSON, or the published kind if FILE ends in .txt."
    )
    weight: str = option(
        "--weight",
        default="linear",
        metavar="FUNCTION",
        help="w of n of N systems: linear:A,B,C (A − (n+B)/(N+C); 1,0,0), reciprocal:K, log:K, constant.",
    )
    mode: Mode | None = choice(
        "--mode",
        choices=("paper", "faithful"),
        default=None,
        help="What the paper says, or digit for digit what its program does.  [default: as --rule]",
    )
    fp: FalsePositives = choice(
        "--fp", choices=("paper", "unit"), default="paper", help="A false positive weighs as much as its chunk, or 1."
    )
    leave_one_out: bool = flag("--leave-one-out", help="No system judges the difficulty it is scored with.")
    beta: float = option("--beta", default=0.5, type=NumberRange(0, 1e9), help="β of F.")
    several: ReferenceRule = choice(
        "--several",
        choices=("one", "best", "mean"),
        default="one",
        help="Several references: use one, the best of each sentence, or the mean over all.",
    )
    reference: int = option("--reference-id", default=0, type=click.IntRange(min=0), help="Which one, from 0.")
    by: str | None = choice(
        "--by", choices=("operation", "type", "operation-type"), default=None, help="Difficulty by error type."
    )
    levels: bool = flag("--levels", help="How many errors there are at each level, and the breakpoint.")
    against: str | None = option(
        "--rank-against", metavar="MEASURE", help="Places gained and lost against another measure, e.g. M2."
    )
    across: tuple[str, ...] = option(
        "--across", default=(), multiple=True, metavar="JSON", help="Compare ranks with earlier runs saved by -f json."
    )
    teams: bool = flag("--teams", help="What each system adds, and which systems complement one another.")
    errors: str | None = choice(
        "--errors", choices=("one", "none", "all"), default=None, help="List errors: solved by one alone, none, or all."
    )
    compare: bool = flag("--compare", help="Test every system against the first.")
    corpus: bool = flag("--corpus", help="Sentences, tokens, chunks, errors, token error rate.")
    heatmap: str | None = option(
        "--heatmap", metavar="FILE", help="Write a page (HTML) with every error coloured by its difficulty."
    )
    chunks: bool = flag("--chunks", help="Show the chunks of every sentence with errors, and a heat map, as text.")


def _difficulty(options: DifficultyOptions) -> Output:
    from redink.questions.difficulty.run import difficulty, mode_of, overlaps_of
    from redink.reports.output import write_result

    overlaps = overlaps_of(options.overlaps, mode_of(options.mode, options.rule))
    data = read_files(options, options.systems, overlaps=overlaps)
    results = call(difficulty, data, options=options)
    if options.save_weights:
        results.save_weights(options.save_weights)
    if options.heatmap:
        results.save_heat_map(options.heatmap)
    notes = tuple(f"redink: warning: {warning}" for warning in results.warnings)
    if not options.chunks or options.form == "json":
        return Output(results, notes)
    write_result(results, options.form, options.output)
    _print_chunks(results)
    aside = () if options.output == "-" else ("redink: --chunks goes to standard output",)
    return Output(None, (*notes, *aside))


def _print_chunks(results: DifficultyResults) -> None:
    from redink.questions.difficulty.views import chunk_views
    from redink.reports.terminal import paper_of

    paper = paper_of(sys.stdout)
    click.echo()
    for view in chunk_views(results.reference(), colour=paper.colour, width=paper.width):
        click.echo(view, color=paper.colour)


COMMAND = Command(DifficultyOptions, _difficulty)
