"""The command `agreement`: judgements in, how far people agree with each other and with the machine out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import NumberRange

if TYPE_CHECKING:
    from redink.reading.judgements import Which


@declare.record
class AgreementOptions(shared.LevelOptions, shared.TableOptions):
    r"""Measure how far human judges agree with each other and with the difficulty that redink computed.

    The tables show agreement rates and κ, for all pairs, for each error type, for each level and for each number of
    systems. Ratings and votes can be measured too.

    JUDGEMENTS are files that `redink judge` wrote, or CSV files with the columns left, right and winner (or item and
    answer). Rankings of systems in the format of Appraise (XML) or of WMT (CSV) are read too. Several files are
    combined.

    \b
    Examples:
      redink agreement judgements.jsonl
      redink agreement judgements.jsonl --pairs pairs.jsonl --page agreement.html
      redink agreement anna.csv ben.csv --pairs pairs.jsonl --types first -f latex
      redink agreement ratings.jsonl
    """

    judgements: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="JUDGEMENTS...")
    pairs: str | None = declare.option(
        "--pairs",
        metavar="FILE",
        help="The file of `redink pairs` that was judged. It gives the levels, the error types and the repeated pairs.",
    )
    which: Which = declare.choice(
        "--pass",
        choices=("last", "first"),
        help="The answer that counts when a judge answered the same question twice.",
    )
    types: Literal["both", "first"] = declare.choice(
        "--types",
        choices=("both", "first"),
        help="Count a pair under the types of both its errors, or only under the type of the left error.",
    )
    fewest: int = declare.option(
        "--fewest", default=10, type=click.IntRange(min=1), help="Hide error types that have fewer pairs than this."
    )
    with_other: bool = declare.flag("--with-other", help="Also show the error type OTHER.")
    too_fast: float = declare.option(
        "--too-fast",
        default=2.0,
        type=NumberRange(min=0),
        metavar="SECONDS",
        help="An answer given in less time counts as too fast.",
    )
    joint: bool = declare.flag(
        "--joint",
        help="Join people and machine on one scale of difficulty. Shows which scale predicts people's answers best, "
        "and which types are harder for people than for machines. Needs --pairs; takes a minute for 1,000 errors.",
    )
    strength: Literal["type", "level"] = declare.choice(
        "--strength",
        choices=("type", "level"),
        help="Estimate a Bradley–Terry difficulty of each error type, or of each level, from the answers.",
    )
    seed: int = shared.seed_option()
    page: str | None = declare.option("--page", metavar="FILE", help="Write an HTML page with all tables and figures.")


def _agreement(options: AgreementOptions) -> declare.Output:
    from redink.questions.agreement.run import agreement

    report = declare.call(agreement, options.judgements, options=options)
    if options.page and report.pairs is not None:
        from redink.questions.agreement.section import agreement_page
        from redink.reading.files import write_whole

        with write_whole(options.page) as out:
            out.write(agreement_page(report.pairs))
    return declare.Output(report if report.parts else report.to_tables())


COMMAND = declare.Command(AgreementOptions, _agreement)
