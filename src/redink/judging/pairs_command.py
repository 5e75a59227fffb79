"""The command `pairs`: a corpus in, pairs of errors (or edits, sentences, corrections) for people to judge out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.evaluation import options as declare
from redink.evaluation.scoring_options import TypeOptions

if TYPE_CHECKING:
    from redink.reading.corrections import Overlaps
    from redink.reading.judging_tasks import Task

_ANY = click.IntRange(min=0)
_SOME = click.IntRange(min=1)


@declare.record
class PairsOptions(TypeOptions, declare.PipelineOptions, declare.OutputOptions):
    r"""Draw the items that people judge with `redink judge`.

    By default, the items are pairs of errors, drawn by their levels of difficulty.

    FILE depends on --task. With pair, it is the output of a system. With rating, it is an annotated corpus (M2). With
    correct, it is a file of source sentences. With valid, it is a table of corrections (sentence, worker, correction).

    \b
    Examples:
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt -o pairs.jsonl
      redink pairs -r official-2014.0.m2 --weights conll14_8sys.txt --repeats 50 -o pairs.jsonl
      redink pairs a.txt b.txt -s source.txt -r reference.txt --of judgements.jsonl -o pairs.jsonl
      redink pairs --task rating fce.m2 conll14.m2 --count 100 -o ratings.jsonl
      redink pairs --task correct source.txt --longest 15 --count 52 -o sentences.jsonl
      redink pairs --task valid corrections.tsv -s source.txt -o votes.jsonl
    """

    files: tuple[str, ...] = declare.argument(nargs=-1, metavar="[FILE]...")
    task: Task = declare.choice(
        "--task",
        choices=("pair", "rating", "correct", "valid"),
        help="The question to people: Which error is harder to correct? (pair) Does this error type fit? (rating) "
        "Please correct this sentence. (correct) Is this correction valid? (valid)",
    )
    source: str | None = declare.source_option()
    references: tuple[str, ...] = declare.references_option(help="The reference that has the errors: text or M2.")
    reference: int = declare.option(
        "--reference-id", default=0, type=_ANY, help="The number of the reference, counted from 0."
    )
    names: tuple[str, ...] = declare.names_option()
    weights: str | None = declare.option(
        "--weights",
        metavar="FILE|POOL",
        help="Read the levels from a weight file, or from a pool that redink carries (such as conll14), instead of "
        "computing them from system outputs.",
    )
    documents: tuple[str, str] | None = declare.documents_option(
        "A table with one row for each sentence, and the column that names its essay. Judges see the context."
    )
    overlaps: Overlaps = declare.overlaps_option()
    tokenise: str = declare.tokenise_option()
    columns: tuple[str, ...] = declare.columns_option()
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
        help="Number of items: edits from each file (rating), sentences (correct), or corrections (valid).  [default: "
        "rating: 100; correct: 52; valid: all]",
    )
    votes: int | None = declare.option(
        "--votes",
        type=_SOME,
        help="Number of people for each sentence (correct) or correction (valid).  [default: correct: 50; valid: 3]",
    )
    seed: int = declare.seed_option()


def _pairs(options: PairsOptions) -> declare.Output:
    from redink.judging.draw import pairs
    from redink.reports.output import write_tables

    drawn = declare.call(pairs, options.files, options=options)
    drawn.save(options.output)
    if options.output != "-":
        write_tables(drawn.to_tables(), "table", "-")
    return declare.Output(
        None,
        tuple(
            f"redink: warning: levels {short.low} and {short.high}: {short.drawn} pairs instead of {short.wanted}; "
            "there are no more"
            for short in drawn.short
        ),
    )


COMMAND = declare.Command(PairsOptions, _pairs)
