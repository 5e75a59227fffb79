"""The command `agreement`: judgements in, how far people agree with each other and with the machine out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from redink.evaluation.options import (
    Command,
    LevelOptions,
    NumberRange,
    Output,
    TableOptions,
    argument,
    call,
    choice,
    flag,
    option,
    record,
    seed_option,
)

if TYPE_CHECKING:
    from redink.questions.agreement.panel import Which


@record
class AgreementOptions(LevelOptions, TableOptions):
    r"""Measure agreement of judges: rates, κ, by type, by level, by number of systems; ratings and votes too.

    JUDGEMENTS are files of `redink judge`, or CSV with left, right, winner (or item, answer); several files
    are put together.

    \b
    Examples:
      redink agreement judgements.jsonl
      redink agreement judgements.jsonl --pairs pairs.jsonl --page agreement.html
      redink agreement anna.csv ben.csv --pairs pairs.jsonl --types first -f latex
      redink agreement ratings.jsonl
    """

    judgements: tuple[str, ...] = argument(nargs=-1, required=True, metavar="JUDGEMENTS...")
    pairs: str | None = option(
        "--pairs", metavar="FILE", help="The pairs that were judged (`redink pairs`): levels, types and repeats."
    )
    which: Which = choice(
        "--pass",
        choices=("last", "first"),
        default="last",
        help="Which answer counts, where people were asked a second time.",
    )
    types: Literal["both", "first"] = choice(
        "--types",
        choices=("both", "first"),
        default="both",
        help="A pair counts for the types of both its errors, or for the left one's only.",
    )
    fewest: int = option("--fewest", default=10, type=click.IntRange(min=1), help="Hide types with fewer pairs.")
    with_other: bool = flag("--with-other", help="Show the type OTHER too.")
    too_fast: float = option(
        "--too-fast",
        default=2.0,
        type=NumberRange(min=0),
        metavar="SECONDS",
        help="Answers in less time are counted as too fast.",
    )
    strength: Literal["type", "level"] = choice(
        "--strength",
        choices=("type", "level"),
        default="type",
        help="What gets a Bradley–Terry difficulty from people's answers.",
    )
    seed: int = seed_option()
    page: str | None = option("--page", metavar="FILE", help="Write a page (HTML) with all tables and figures.")


def _agreement(options: AgreementOptions) -> Output:
    from redink.questions.agreement.run import agreement

    report = call(agreement, options.judgements, options=options)
    if options.page and report.pairs is not None:
        from redink.questions.agreement.section import agreement_page
        from redink.reading.files import write_whole

        with write_whole(options.page) as out:
            out.write(agreement_page(report.pairs))
    return Output(report if report.parts else report.to_tables())


COMMAND = Command(AgreementOptions, _agreement)
