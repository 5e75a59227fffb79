"""The command `pairs`: a corpus in, pairs of errors (or edits, sentences, corrections) for people to judge out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.evaluation.options import (
    Command,
    Output,
    OutputOptions,
    PipelineOptions,
    argument,
    call,
    choice,
    flag,
    option,
    record,
    seed_option,
)

if TYPE_CHECKING:
    from redink.reading.corrections import Overlaps
    from redink.reading.judging_tasks import Task

_ANY = click.IntRange(min=0)
_SOME = click.IntRange(min=1)


@record
class PairsOptions(PipelineOptions, OutputOptions):
    r"""Draw what people are to judge with `redink judge`; by default pairs of errors by level of difficulty.

    FILES are outputs of systems with --task pair; annotated corpora (M2) with rating; source sentences with
    correct; a table of corrections (sentence, worker, correction) with valid.

    \b
    Examples:
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt -o pairs.jsonl
      redink pairs -r official-2014.0.m2 --weights conll14_8sys.txt --repeats 50 -o pairs.jsonl
      redink pairs a.txt b.txt -s source.txt -r reference.txt --of judgements.jsonl -o pairs.jsonl
      redink pairs --task rating fce.m2 conll14.m2 --count 100 -o ratings.jsonl
      redink pairs --task correct source.txt --longest 15 --count 52 -o sentences.jsonl
      redink pairs --task valid corrections.tsv -s source.txt -o votes.jsonl
    """

    files: tuple[str, ...] = argument(nargs=-1, metavar="[FILE]...")
    task: Task = choice(
        "--task",
        choices=("pair", "rating", "correct", "valid"),
        default="pair",
        help="What people are asked: which error is harder; does this type fit; correct this; is this a valid "
        "correction?",
    )
    source: str | None = option(
        *("-s", "--source"), metavar="FILE", help="Source sentences (not needed with an M2 reference)."
    )
    references: tuple[str, ...] = option(
        *("-r", "--references", "--reference"),
        default=(),
        multiple=True,
        metavar="FILE",
        help="The reference whose errors are paired: text, or M2.",
    )
    reference: int = option("--reference-id", default=0, type=_ANY, help="Which reference, from 0.")
    names: tuple[str, ...] = option(
        *("-n", "--name"), default=(), multiple=True, help="Name of a system (repeat); file names otherwise."
    )
    weights: str | None = option(
        "--weights", metavar="FILE", help="Take the levels from a weight file instead of outputs."
    )
    retype: bool = flag("--retype", help="Name the errors of M2 references by our types; spans stay.")
    documents: tuple[str, str] | None = option(
        "--documents", nargs=2, metavar="TSV COLUMN", help="Which essay a sentence belongs to, for context."
    )
    overlaps: Overlaps = choice(
        "--overlaps",
        choices=("error", "first"),
        default="error",
        help="Overlapping edits of one annotator (M2): refuse the file, or keep the first.",
    )
    unlike: int = option("--unlike", default=50, type=_ANY, help="Pairs for each combination of unlike levels.")
    like: int = option("--like", default=25, type=_ANY, help="Pairs for each level with itself.")
    exclude: tuple[str, ...] = option(
        "--exclude-type", default=(), multiple=True, metavar="TYPE", help="Leave out a type; repeat."
    )
    shortest: int = option("--shortest", default=1, type=_SOME, help="Fewest tokens of a sentence.")
    longest: int | None = option(
        "--longest", type=_SOME, help="Most tokens of a sentence.  [default: any; 15 with --task correct]"
    )
    most_uses: int | None = option("--most-uses", type=_SOME, help="Most pairs one error may be in.  [default: any]")
    repeats: int = option("--repeats", default=0, type=_ANY, help="Pairs asked twice, for self-agreement.")
    swapped: int = option("--swapped", default=0, type=_ANY, help="Pairs asked again with sides exchanged.")
    judged: str | None = option(
        "--of", metavar="FILE", help="Take the pairs that these judgements are about; draw none."
    )
    count: int | None = option(
        "--count",
        type=_SOME,
        help="Edits of each file (rating: 100), sentences (correct: 52), corrections (valid: all).",
    )
    votes: int | None = option(
        "--votes", type=_SOME, help="People wanted for each sentence (correct: 50) or correction (valid: 3)."
    )
    seed: int = seed_option()


def _pairs(options: PairsOptions) -> Output:
    from redink.judging.draw import pairs
    from redink.reports.output import write_tables

    drawn = call(pairs, options.files, options=options)
    drawn.save(options.output)
    if options.output != "-":
        write_tables(drawn.to_tables(), "table", "-")
    return Output(
        None,
        tuple(
            f"redink: warning: levels {short.low} and {short.high}: {short.found} pairs instead of {short.wanted}; "
            "there are no more"
            for short in drawn.short
        ),
    )


COMMAND = Command(PairsOptions, _pairs)
