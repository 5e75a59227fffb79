"""The command `incentive`: chances of detecting and correcting an error in; whether correcting pays out."""

from __future__ import annotations

from redink.evaluation.options import Command, Output, argument, call, option, record
from redink.evaluation.shared_options import TableOptions


@record
class IncentiveOptions(TableOptions):
    r"""Show whether a measure with few references rewards a system for correcting errors.

    The condition comes from Choshen's thesis. P_DETECT is the probability that a phrase is wrong when the system
    thinks so. P_CORRECT is the probability that the phrase is wrong and the system's correction is valid. A system that
    leaves the phrase unchanged gets the reward 1 − P_DETECT. A system that corrects it gets a reward only if one of the
    references has this correction.

    \b
    Examples:
      redink incentive .9,.8 .8,.6 .7,.4
      redink incentive .9,.8 -a 0 -a 4 -c 1=.2 -c 2=.35 -c 10=.6
      redink incentive .9,.8 -a F0.5=.4 -a F1=.4
      redink incentive .9,.8 -c coverage.json --figures figures
    """

    chances: tuple[str, ...] = argument(nargs=-1, required=True, metavar="P_DETECT,P_CORRECT...")
    alphas: tuple[float | str, ...] = option(
        *("-a", "--alpha"),
        default=(0.0, 0.25, 1.0),
        multiple=True,
        type=str,
        metavar="COST",
        help="Cost of a wrong correction, if a valid correction is worth 1; repeat for several. F0.5=.4 is the cost by "
        "F0.5 for a system that scores .4.",
    )
    coverage: tuple[str, ...] = option(
        *("-c", "--coverage"),
        multiple=True,
        metavar="M=SHARE",
        help="Coverage of M references; repeat for several. Or a file: from redink coverage --save, or TSV with the "
        "columns M and coverage.  [default: measured on 48 crowd-corrected short sentences]",
    )
    figures: str | None = option("--figures", metavar="FOLDER", help="Write the chart to this folder, as an SVG file.")


def _incentive(options: IncentiveOptions) -> Output:
    from redink.questions.coverage.incentive import incentive
    from redink.reports.charts import save_charts

    results = call(incentive, options.chances, options=options)
    if not options.figures:
        return Output(results)
    save_charts({"incentive": results.chart()}, options.figures)
    return Output(results, (f"redink: 1 figure in {options.figures}",))


COMMAND = Command(IncentiveOptions, _incentive)
