"""The command `incentive`: chances of detecting and correcting an error in; whether correcting pays out."""

from __future__ import annotations

from redink.evaluation.options import Command, NumberRange, Output, TableOptions, argument, call, option, record


@record
class IncentiveOptions(TableOptions):
    r"""Tell whether a measure with few references pays a system for correcting.

    The condition is that of Choshen's thesis. P_DETECT is the chance that a phrase taken for wrong is wrong, P_CORRECT
    that it is wrong and its correction valid. Leaving it alone is rewarded with 1 − P_DETECT, correcting only if a
    reference happens to have the correction.

    \b
    Examples:
      redink incentive .9,.8 .8,.6 .7,.4
      redink incentive .9,.8 -a 0 -a 4 -c 1=.2 -c 2=.35 -c 10=.6
      redink incentive .9,.8 -c coverage.json --figures figures
    """

    chances: tuple[str, ...] = argument(nargs=-1, required=True, metavar="P_DETECT,P_CORRECT...")
    alphas: tuple[float, ...] = option(
        *("-a", "--alpha"),
        default=(0.0, 0.25, 1.0),
        multiple=True,
        type=NumberRange(min=0),
        help="Cost of a wrong correction in rewards of a valid one; repeat for several.",
    )
    coverage: tuple[str, ...] = option(
        *("-c", "--coverage"),
        default=(),
        multiple=True,
        metavar="M=SHARE",
        help="Coverage of M references (repeat), or a file of redink coverage --save, or TSV with columns M and "
        "coverage.  [default: measured on 48 crowd-corrected short sentences]",
    )
    figures: str | None = option("--figures", metavar="FOLDER", help="Write the chart there as SVG.")


def _incentive(options: IncentiveOptions) -> Output:
    from redink.questions.coverage.incentive import incentive
    from redink.reports.charts import save_charts

    results = call(incentive, options.chances, options=options)
    if not options.figures:
        return Output(results)
    save_charts({"incentive": results.chart()}, options.figures)
    return Output(results, (f"redink: 1 figure in {options.figures}",))


COMMAND = Command(IncentiveOptions, _incentive)
