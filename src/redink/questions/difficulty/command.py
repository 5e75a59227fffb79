"""The command `difficulty`: outputs and references in; how hard errors are, weighted scores, ranks and views out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import NumberRange
from redink.evaluation.scoring_options import TypeOptions, preset_option, rule_option
from redink.questions.difficulty.pool_names import POOLS

if TYPE_CHECKING:
    from redink.questions.difficulty.mathematics.error_models import Model
    from redink.questions.difficulty.mathematics.judged_reference import Mismatches, ReferenceRule
    from redink.questions.difficulty.mathematics.judging_table import Matching
    from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode
    from redink.questions.difficulty.results import DifficultyResults
    from redink.reading.corrections import Overlaps
    from redink.scoring.edit_overlap import Rule


@declare.record
class ChunkOptions(shared.EvaluationOptions):
    """What commands have that work on chunks: overlapping edits can both become chunks."""

    overlaps: Overlaps | None = declare.choice(  # type: ignore[assignment] # as the mode has it, when left out
        "--overlaps",
        choices=("error", "first", "both"),
        default=None,
        show_default="error; both with --preset or --mode faithful",
        help="When edits of one annotator overlap in an M2 file: refuse the file, keep the first edit, or make chunks "
        "of both.",
    )


@declare.record
class DifficultyOptions(shared.IntervalOptions, shared.LevelOptions, TypeOptions, shared.PairedOptions, ChunkOptions):
    r"""Score systems with weights: an error that few systems correct has a large weight.

    The method is that of Gotou and others (2020).

    \b
    Examples:
      redink difficulty a.txt b.txt c.txt d.txt e.txt -s source.txt -r reference.txt
      redink difficulty systems/*.m2 -r gold.m2 --by type --levels --rank-against F0.5 --ci
      redink difficulty systems/*.m2 -r gold.m2 --save-weights weights.json --heatmap heat.html
      redink difficulty systems/*.txt -s source.txt -r a.txt -r b.txt --several regions --need --groups groups.tsv
      redink difficulty systems/*.m2 -r gold.m2 --model irt --errors all
      redink difficulty -r gold.m2 --predict --by type --save-weights predicted.json
      redink difficulty mine.txt -r official-2014.0.m2 --weights conll14
      redink difficulty mine.txt -r official-2014.0.m2 --weights conll14_8sys.txt --mode faithful
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, metavar="OUTPUT...")
    weights: str | None = declare.option(
        "--weights",
        metavar="FILE|POOL",
        help="Read the difficulty from a pool that redink carries ("
        + "; ".join(f"{name}: {judges}" for name, judges in POOLS.items())
        + "), or from a weight file (from --save-weights, or in the published format). Both belong to one corpus and "
        "reference; a file also belongs to one --pipeline.",
    )
    mismatches: Mismatches = declare.choice(
        "--mismatches",
        choices=("error", "skip"),
        help="When the chunks of a sentence differ from the weight file: refuse the file, or leave out the sentence.",
    )
    save_weights: str | None = declare.option(
        "--save-weights",
        metavar="FILE",
        help="Write a weight file: JSON, or the published format if FILE ends in .txt.",
    )
    model: Model = declare.choice(
        "--model",
        choices=("paper", "irt", "irt-2pl"),
        help="How hard an error is: the share of systems that fail (paper), or by item response theory, with "
        "intervals, abilities of systems and what makes an error hard (irt; irt-2pl has a second parameter per error).",
    )
    judgements: tuple[str, ...] = declare.option(
        "--judgements",
        multiple=True,
        metavar="FILE",
        help="Join people and machines: FILE has judgements about pairs of these errors (from redink judge). Needs "
        "--model irt; repeat for several files.",
    )
    predict: bool = declare.flag(
        "--predict",
        help="Predict how hard the errors are, by a model that redink carries. No OUTPUT is needed.",
    )
    weight: str = declare.option(
        "--weight",
        default="linear",
        metavar="FUNCTION",
        help="Weight of an error that n of N systems correct: linear:A,B,C (this is A − (n+B)/(N+C); linear alone is "
        "1,0,0), reciprocal:K (reciprocal:0 is N/n), log:K or constant.",
    )
    mode: Mode = declare.choice(
        "--mode",
        choices=("paper", "faithful"),
        help="Compute as the paper says, or exactly as its published program does, which contradicts the paper.",
    )
    fp: FalsePositives = declare.choice(
        "--fp",
        choices=("paper", "unit"),
        help="Weight of a false positive: the weight of its chunk (paper), or 1 (unit).",
    )
    leave_one_out: bool = declare.flag(
        "--leave-one-out", help="Score each system with the difficulty that the other systems give."
    )
    beta: float = declare.option("--beta", default=0.5, type=NumberRange(0, 1e9), help="The β of the F measure.")
    matching: Matching = declare.choice(
        "--matching",
        choices=("look-up", "elastic"),
        help="How to find the system's chunk for a gold chunk: look its place up (as the published program does), or "
        "align both sequences by the elastic matching of the paper.",
    )
    several: ReferenceRule = declare.choice(
        "--several",
        choices=("one", "regions"),
        help="How to use several references: only one (the paper), or all of them. With regions, an error is a place "
        "that any annotator changes, and a system corrects it with the text of any of them.",
    )
    need: bool = declare.flag(
        "--need", help="Multiply the weight of an error by the share of the annotators who change something there."
    )
    reference: int = declare.option(
        "--reference-id",
        default=0,
        type=click.IntRange(min=0),
        help="The number of the reference for --several one, counted from 0.",
    )
    by: str | None = shared.types_option("Show the difficulty of each error type.")
    levels: bool = declare.flag(
        "--levels", help="Show the number of errors at each level of difficulty, and the breakpoint."
    )
    groups: str | None = declare.option(
        "--groups",
        metavar="TSV|auto",
        help="Show which errors and types are harder for one group of systems than for another. The table has the "
        "columns system and group. auto finds two groups in the outputs, and auto:3 three.",
    )
    against: str | None = declare.option(
        "--rank-against",
        metavar="MEASURE",
        help="Show how the ranks differ from those of another measure, for example M2.",
    )
    rule: Rule = rule_option()
    preset: str | None = preset_option(
        "Read the references as a shared task or corpus has them: if edits of one annotator overlap, all count. "
        "With conll14, an annotator without a line agrees with the other annotator."
    )
    across: tuple[str, ...] = declare.option(
        "--across",
        multiple=True,
        metavar="JSON",
        help="Compare the ranks with an earlier run, saved with -f json; repeat for several.",
    )
    teams: bool = declare.flag(
        "--teams", help="Show what each system adds to the others, and which systems complement each other."
    )
    errors: str | None = declare.choice(
        "--errors",
        choices=("one", "none", "all"),
        default=None,
        help="List the errors that only one system corrects, that none corrects, or that all correct.",
    )
    compare: bool = declare.flag("--compare", help="Test every system against the first system.")
    corpus: bool = declare.flag(
        "--corpus", help="Show the size of the corpus: sentences, tokens, chunks, errors and token error rate."
    )
    heatmap: str | None = declare.option(
        "--heatmap", metavar="FILE", help="Write an HTML page that colours every error by its difficulty."
    )
    browser: str | None = declare.option(
        "--browser",
        metavar="FILE",
        help="Write an HTML page with all errors, to sort and filter by difficulty, type, need, group and system.",
    )
    chunks: bool = declare.flag(
        "--chunks", help="For every sentence with errors, print its chunks and a heat map as text."
    )


def _difficulty(options: DifficultyOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.difficulty.run import difficulty, overlaps_of
    from redink.reports.output import write_result

    overlaps = overlaps_of(options.overlaps, options.mode, options.preset)
    data = read_files(options, options.systems, overlaps=overlaps)
    results = declare.call(difficulty, data, options=options)
    if options.save_weights:
        results.save_weights(options.save_weights)
    if options.heatmap:
        results.save_heat_map(options.heatmap)
    if options.browser:
        results.save_browser(options.browser)
    notes = tuple(f"redink: warning: {warning}" for warning in results.warnings)
    if len(data.references) > 1 and options.several == "one" and "reference" not in options.given:
        only = f"redink: note: difficulty uses only {data.references[0].name}; --several regions uses all references"
        notes = (only, *notes)
    if not options.chunks or options.form == "json":
        return declare.Output(results, notes)
    write_result(results, options.form, options.output)
    _print_chunks(results)
    aside = () if options.output == "-" else ("redink: --chunks goes to standard output",)
    return declare.Output(None, (*notes, *aside))


def _print_chunks(results: DifficultyResults) -> None:
    from redink.questions.difficulty.views import chunk_views
    from redink.reports.terminal import paper_of

    paper = paper_of(sys.stdout)
    click.echo()
    for view in chunk_views(results.reference(), colour=paper.colour, width=paper.width):
        click.echo(view, color=paper.colour)


COMMAND = declare.Command(DifficultyOptions, _difficulty)
