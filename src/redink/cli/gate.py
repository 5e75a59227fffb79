"""`redink gate`: a new output and saved results in; exit code 1 out when the new one is significantly worse."""

from __future__ import annotations

from typing import Any

import click

from redink.cli.evaluation import apply_preset, conventions_of, load_data, scoring_options, show
from redink.cli.options import NumberRange, alpha_option, test_option


@click.command("gate")
@click.argument("new", metavar="NEW")
@click.option(
    "--against",
    required=True,
    metavar="FILE",
    help="The earlier run, saved with redink score --save.",
)
@click.option("--system", metavar="NAME", help="Which saved system to compare with, when there are several.")
@click.option(
    "--max-drop",
    type=NumberRange(min=0),
    default=0.5,
    show_default=True,
    metavar="POINTS",
    help="Points (score × 100) that a measure may lose.",
)
@alpha_option
@click.option(
    "-m", "--measure", "measures", multiple=True, help="Which of the saved measures count; all of them if left out."
)
@test_option
@scoring_options
def command(new: str, against: str, measures: tuple[str, ...], **options: Any) -> None:
    r"""Fail with exit code 1 when NEW is significantly worse than a saved run, and drops by more than --max-drop.

    Made for CI: save the run that counts once, and check every new output against it. Runs with unlike signatures
    (other text, references, rule, pipeline or version) are refused.

    \b
    Examples:
      redink score released.txt -s source.txt -r reference.txt -m F0.5 --save results.json
      redink gate new.txt -s source.txt -r reference.txt --against results.json --max-drop 0.5
    """
    from redink.errors import GateFailed
    from redink.questions.score.baselines import read_baseline
    from redink.questions.score.gate import check_gate
    from redink.questions.score.run import Trust
    from redink.scoring.names import need_of

    baseline = read_baseline(against)
    measures = apply_preset(options, measures)
    conventions = conventions_of(options)
    data, pipeline = load_data((new,), options, need_of(baseline.measures, conventions))
    result = check_gate(
        data,
        baseline,
        measures=measures,
        base=options["system"],
        max_drop=options["max_drop"],
        alpha=options["alpha"],
        conventions=conventions,
        trust=Trust(resamples=options["resamples"], seed=options["seed"], test=options["test"]),
        pipeline=pipeline,
    )
    if options["form"] == "json":
        result.save(options["output"])
    else:
        show([result.to_table()], options)
    if not result.passed:
        failed = ", ".join(f"{check.measure} {_change(check.points)}" for check in result.checks if check.failed)
        raise GateFailed(
            f"{result.system} is significantly worse than {result.base}: {failed}",
            remedy="if the drop is meant, allow it (--max-drop) or save a new run (redink score --save)",
        )


def _change(points: float | None) -> str:
    from redink.reports.numbers import show_number

    return "is not available any more" if points is None else f"{show_number(points)} points"
