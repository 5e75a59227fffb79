"""`redink compare`: a base output and new ones in, paired tests of their differences out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from redink.cli.evaluation import (
    TakesMeasures,
    apply_preset,
    conventions_of,
    load_data,
    measure_option,
    scorers,
    scoring_options,
    show_results,
    slow_work_shown,
)
from redink.cli.options import alpha_option, test_option

if TYPE_CHECKING:
    from redink.questions.score.run import Trust


@click.command("compare", cls=TakesMeasures)
@click.argument("base")
@click.argument("new", nargs=-1, required=True, metavar="NEW...")
@measure_option("F0.5")
@test_option
@click.option(
    "--correction",
    type=click.Choice(["holm", "bh", "none"]),
    default="holm",
    show_default=True,
    help="Guard against many tests: Holm (no false alarm), Benjamini-Hochberg (few among the alarms), or none.",
)
@alpha_option
@scoring_options
def command(base: str, new: tuple[str, ...], measures: tuple[str, ...], **options: Any) -> None:
    r"""Test whether NEW outputs are better than BASE, and which of all outputs differ.

    p-values are corrected for the number of comparisons. Letters beside scores tell which systems do not
    differ (they share one); with three systems or more there are rank clusters. Unless --resamples is given, there
    are 1000, or as many as so many pairs need.

    \b
    Examples:
      redink compare old.txt new.txt --source source.txt -r reference.txt
      redink compare baseline.m2 a.m2 b.m2 -r gold.m2 -m F0.5 F0.5-detection --test bootstrap
      redink compare baseline.txt systems/*.txt -s source.txt -r gold.m2 --correction bh --format latex
      redink compare baseline.txt new.txt -r official-2014.combined.m2 --preset conll14
    """
    from redink.questions.score.run import compare
    from redink.scoring.names import need_of

    measures = apply_preset(options, measures)
    conventions = conventions_of(options)
    data, pipeline = load_data((base, *new), options, need_of(measures, conventions))
    with slow_work_shown(), scorers(options) as who:
        trust = _trust(options, len(data.systems))
        results = compare(data, measures, conventions=conventions, trust=trust, pipeline=pipeline, **who)
    show_results(results, [], options)


def _trust(options: dict[str, Any], systems: int) -> Trust:
    """Take the plan from the options; as many resamples as the pairs need, unless a number is given."""
    from redink.evaluation.rankings import enough_resamples
    from redink.questions.score.run import Trust

    alpha, correction = options["alpha"], options["correction"]
    given = click.get_current_context().get_parameter_source("resamples") is not ParameterSource.DEFAULT
    resamples = options["resamples"] if given else enough_resamples(systems, alpha=alpha, correction=correction)
    return Trust(resamples=resamples, seed=options["seed"], test=options["test"], correction=correction, alpha=alpha)
