"""`redink incentive`: chances of detecting and correcting an error in; whether correcting pays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import show
from redink.cli.messages import note
from redink.cli.options import NumberRange, format_option, output_option, quiet_option

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.command("incentive")
@click.argument("chances", nargs=-1, required=True, metavar="P_DETECT,P_CORRECT...")
@click.option(
    "-a",
    "--alpha",
    "alphas",
    multiple=True,
    type=NumberRange(min=0),
    default=(0.0, 0.25, 1.0),
    show_default=True,
    help="Cost of a wrong correction in rewards of a valid one; repeat for several.",
)
@click.option(
    "-c",
    "--coverage",
    multiple=True,
    metavar="M=SHARE",
    help="Coverage of M references (repeat), or a file of redink coverage --save, or TSV with columns M and coverage.  "
    "[default: measured on 48 crowd-corrected short sentences]",
)
@click.option("--figures", metavar="FOLDER", help="Write the chart there as SVG.")
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def command(chances: tuple[str, ...], **options: Any) -> None:
    """Tell whether a measure with few references pays a system for correcting.

    The condition is that of Choshen's thesis. P_DETECT is the chance that a phrase taken for wrong is wrong, P_CORRECT
    that it is wrong and its correction valid. Leaving it alone is rewarded with 1 − P_DETECT, correcting only if a
    reference happens to have the correction.

    \b
    Examples:
      redink incentive .9,.8 .8,.6 .7,.4
      redink incentive .9,.8 -a 0 -a 4 -c 1=.2 -c 2=.35 -c 10=.6
      redink incentive .9,.8 -c coverage.json --figures figures
    """  # noqa: D301 - click wants the character itself, to keep the lines below it apart
    from redink.questions.coverage.incentive import incentive_chart, incentive_table, incentives

    coverage, origin = _coverage(options["coverage"])
    found = incentives([_chances(text) for text in chances], options["alphas"], coverage)
    if options["figures"]:
        from redink.reports.charts import save_charts

        save_charts({"incentive": incentive_chart(found, coverage)}, options["figures"])
        note(f"redink: 1 figure in {options['figures']}")
    show([incentive_table(found, coverage, origin)], options)


def _chances(text: str) -> tuple[float, float]:
    from redink.errors import UsageError

    try:
        detect, correct = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"{text!r} is no pair of probabilities", remedy="P_DETECT,P_CORRECT, such as .9,.8") from None
    return detect, correct


def _coverage(given: tuple[str, ...]) -> tuple[Mapping[int, float], str]:
    from redink.questions.coverage.mathematics.incentive import CROWD_COVERAGE

    if not given:
        return CROWD_COVERAGE, "48 short sentences with 50 to 71 crowd corrections each"
    if len(given) == 1 and "=" not in given[0]:
        from redink.questions.coverage.saved import is_saved, read_saved
        from redink.reading.tables import read_column

        if is_saved(given[0]):
            own = read_saved(given[0]).matches[0]
            return {point.references: point.coverage for point in own.points}, f"{given[0]}, {own.match} match"
        return _pairs(list(zip(read_column(given[0], "M"), read_column(given[0], "coverage"), strict=True))), given[0]
    return _pairs([tuple(text.partition("=")[::2]) for text in given]), "as given"  # type: ignore[misc]


def _pairs(texts: list[tuple[str, str]]) -> dict[int, float]:
    from redink.errors import UsageError

    try:
        return {int(m): float(share) for m, share in texts}
    except ValueError:
        raise UsageError("a coverage that cannot be read", remedy="M=SHARE, such as 2=.2") from None
