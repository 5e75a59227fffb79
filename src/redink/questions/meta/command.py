"""The command `meta`: scores and human judgements in, how far measures and people agree out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.evaluation.options import (
    Command,
    DrawOptions,
    LevelOptions,
    Output,
    TableOptions,
    argument,
    call,
    choice,
    option,
    record,
)

if TYPE_CHECKING:
    from redink.questions.meta.run import RankingMethod
    from redink.stats.correlation import CorrelationInterval


@record
class MetaOptions(LevelOptions, DrawOptions, TableOptions):
    r"""Evaluate measures: do they rank systems and sentences as people do?

    SCORES are files of `redink score -f json`, or tables with tabs: system, score; or system, sentence
    (from 0), score; or with a header and one column a measure; or WMT's. Without SCORES only the human
    rankings are shown.

    \b
    Examples:
      redink score systems/*.txt -s source.txt -r gold.m2 -m M2 -m GLEU -f json -o scores.json
      redink meta scores.json --human judgments.xml
      redink meta scores.json --human judgments.xml --ranking bradley-terry --ranking trueskill
      redink meta sentence-scores.tsv --human pairwise.csv --alias orig=source
      redink meta scores.tsv --human-scores expected-wins.tsv --interval bootstrap
    """

    scores: tuple[str, ...] = argument(nargs=-1, metavar="[SCORES]...")
    human: tuple[str, ...] = option(
        "--human",
        default=(),
        multiple=True,
        metavar="FILE",
        help="Human choices: Appraise XML, or WMT's CSV of pairs; repeat for several.",
    )
    human_scores: tuple[str, ...] = option(
        "--human-scores",
        default=(),
        multiple=True,
        metavar="FILE",
        help="Human scores of systems that are known already (a table like SCORES); repeat for several.",
    )
    ranking: tuple[RankingMethod, ...] = option(
        "--ranking",
        default=("expected-wins",),
        type=click.Choice(["expected-wins", "bradley-terry", "trueskill"]),
        multiple=True,
        help="How a ranking is made from choices; repeat for several.",
    )
    identical: bool = option(
        "--identical/--no-identical",
        default=True,
        help="Whether outputs of the same text, shown to the judge once, count as ties.",
    )
    aliases: tuple[str, ...] = option(
        "--alias",
        default=(),
        multiple=True,
        metavar="HUMAN=OURS",
        help="What a system of the human judgements is called in SCORES, e.g. INPUT=source; repeat for several.",
    )
    without: tuple[str, ...] = option(
        "--without", default=(), multiple=True, metavar="SYSTEM", help="Leave a system out; repeat for several."
    )
    interval: CorrelationInterval = choice(
        "--interval",
        choices=("fisher", "bootstrap"),
        default="fisher",
        help="Intervals of system correlations; those of sentences are always bootstrapped.",
    )
    orders: int = option(
        "--orders", default=10, type=click.IntRange(min=1), help="Random orders trueskill is averaged over."
    )


def _meta(options: MetaOptions) -> Output:
    from redink.questions.meta.run import meta

    return Output(call(meta, options=options))


COMMAND = Command(MetaOptions, _meta)
