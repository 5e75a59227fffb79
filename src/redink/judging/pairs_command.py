"""The command `pairs`: a corpus in, pairs of errors (or edits, sentences, corrections) for people to judge out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import NumberRange
from redink.evaluation.scoring_options import TypeOptions

if TYPE_CHECKING:
    from redink.reading.corrections import Overlaps
    from redink.reading.judging_tasks import Task

_ANY = click.IntRange(min=0)
_SOME = click.IntRange(min=1)


@declare.record
class PairsOptions(TypeOptions, shared.PipelineOptions, shared.OutputOptions):
    r"""Draw the items that people judge with `redink judge`.

    By default, the items are pairs of errors, drawn by their levels of difficulty.

    FILE depends on --task. With pair, likert and edit, it is the output of a system. With rating, it is an annotated
    corpus (M2). With correct, it is a file of source sentences. With valid, it is a table of corrections (sentence,
    worker, correction).

    \b
    Examples:
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt -o pairs.jsonl
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt --hours 2 --judges 3 -o pairs.jsonl
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt --hours 2 --adaptive -o pairs.jsonl
      redink pairs -r official-2014.0.m2 --weights conll14_8sys.txt --repeats 50 -o pairs.jsonl
      redink pairs a.txt b.txt -s source.txt -r reference.txt --of judgements.jsonl -o pairs.jsonl
      redink pairs --task edit a.txt b.txt -s source.txt --count 200 -o edits.jsonl
      redink pairs --task rating fce.m2 conll14.m2 --count 100 -o ratings.jsonl
      redink pairs --task correct source.txt --longest 15 --count 52 -o sentences.jsonl
      redink pairs --task valid corrections.tsv -s source.txt -o votes.jsonl
    """

    files: tuple[str, ...] = declare.argument(nargs=-1, metavar="[FILE]...")
    task: Task = declare.choice(
        "--task",
        choices=("pair", "likert", "edit", "rating", "correct", "valid"),
        help="The question to people: Which error is harder to correct? (pair) How hard is this error, from 1 to 5? "
        "(likert) Do you accept this edit? (edit) Does this error type fit? (rating) Please correct this sentence. "
        "(correct) Is this correction valid? (valid)",
    )
    source: str | None = shared.source_option()
    references: tuple[str, ...] = shared.references_option(help="The reference that has the errors: text or M2.")
    reference: int = declare.option(
        "--reference-id", default=0, type=_ANY, help="The number of the reference, counted from 0."
    )
    names: tuple[str, ...] = shared.names_option()
    weights: str | None = declare.option(
        "--weights",
        metavar="FILE|POOL",
        help="Read the levels from a weight file, or from a pool that redink carries (such as conll14), instead of "
        "computing them from system outputs.",
    )
    documents: tuple[str, str] | None = shared.documents_option(
        "A table with one row for each sentence, and the column that names its essay. Judges see the context."
    )
    overlaps: Overlaps = shared.overlaps_option()
    tokenise: str = shared.tokenise_option()
    columns: tuple[str, ...] = shared.columns_option()
    unlike: int = declare.option(
        "--unlike", default=50, type=_ANY, help="Number of pairs for each combination of two different levels."
    )
    like: int = declare.option(
        "--like", default=25, type=_ANY, help="Number of pairs for each level, with both errors on this level."
    )
    exclude: tuple[str, ...] = declare.option(
        "--exclude-type", multiple=True, metavar="TYPE", help="Leave out this error type; repeat for several."
    )
    shortest: int = declare.option("--shortest", default=1, type=_SOME, help="Smallest number of tokens in a sentence.")
    longest: int | None = declare.option(
        "--longest", type=_SOME, help="Largest number of tokens in a sentence.  [default: any; 15 with --task correct]"
    )
    most_uses: int | None = declare.option(
        "--most-uses", type=_SOME, help="Largest number of pairs that contain the same error.  [default: any]"
    )
    repeats: int = declare.option(
        "--repeats",
        default=0,
        type=_ANY,
        help="Number of pairs that are asked twice, to measure how far judges agree with themselves.",
    )
    swapped: int = declare.option(
        "--swapped", default=0, type=_ANY, help="Number of pairs that are asked again with left and right exchanged."
    )
    judged: str | None = declare.option(
        "--of", metavar="FILE", help="Use the pairs in this file of judgements, instead of drawing new ones."
    )
    count: int | None = declare.option(
        "--count",
        type=_SOME,
        help="Number of items: different pairs that are judged (pair), errors (likert), edits (edit), edits from each "
        "file (rating), sentences (correct), or corrections (valid).  [default: pair: by --unlike and --like; likert: "
        "100; edit: all; rating: 100; correct: 52; valid: all]",
    )
    hours: float | None = declare.option(
        "--hours",
        type=NumberRange(min=0, min_open=True),
        help="Hours that each judge can work. They give the number of pairs, instead of --count.",
    )
    judges: int | None = declare.option(
        "--judges",
        type=_SOME,
        help="Number of judges who divide the pairs among them.  [default: everybody judges every pair]",
    )
    overlap: float = declare.option(
        "--overlap",
        default=0.2,
        type=NumberRange(0, 1),
        help="With --judges or --adaptive: share of the answers of a judge that are about pairs that all judges get. "
        "These pairs are a random sample; agreement is measured on them.",
    )
    pace: float = declare.option(
        "--pace",
        default=15.0,
        type=NumberRange(min=0, min_open=True),
        metavar="SECONDS",
        help="Seconds for one answer, to plan the time.",
    )
    adaptive: bool = declare.flag(
        "--adaptive",
        help="Ask next the pair from which the most is expected to be learnt, given all judges' answers so far.",
    )
    precision: float = declare.option(
        "--precision",
        default=0.9,
        type=NumberRange(0.5, 1),
        help="With --adaptive: stop when the harder error of a pair is known with this chance, on average.",
    )
    votes: int | None = declare.option(
        "--votes",
        type=_SOME,
        help="Number of people for each sentence (correct), correction (valid) or edit (edit).  [default: correct: 50; "
        "valid: 3; edit: everybody]",
    )
    seed: int = shared.seed_option()


def _pairs(options: PairsOptions) -> declare.Output:
    from redink.judging.draw import pairs
    from redink.reports.output import write_tables

    drawn = declare.call(pairs, options.files, options=options)
    drawn.save(options.output)
    if options.output != "-":
        write_tables(drawn.to_tables(), "table", "-")
    short = [
        f"levels {levels.low} and {levels.high}: {levels.drawn} pairs instead of {levels.wanted}"
        for levels in drawn.short
    ]
    if drawn.sampled is not None and drawn.sampled.missing:
        pairs_drawn = len(drawn.tasks.items) - options.repeats - options.swapped
        short.append(f"{pairs_drawn} pairs instead of {pairs_drawn + drawn.sampled.missing}")
    return declare.Output(None, tuple(f"redink: warning: {shortfall}; the data have no more" for shortfall in short))


COMMAND = declare.Command(PairsOptions, _pairs)
