"""`redink compare`: a base output and new ones in, paired tests of their differences out."""

from __future__ import annotations

from typing import Any

import click

from redink.cli.evaluation import apply_preset, conventions_of, load_data, scoring_options, show_results


@click.command("compare")
@click.argument("base")
@click.argument("new", nargs=-1, required=True, metavar="NEW...")
@click.option("-m", "--measure", "measures", multiple=True, default=("F0.5",), show_default=True, help="As in score.")
@click.option(
    "--test",
    type=click.Choice(["randomisation", "bootstrap"]),
    default="randomisation",
    show_default=True,
    help="Approximate randomisation, or the paired bootstrap.",
)
@scoring_options
def command(base: str, new: tuple[str, ...], measures: tuple[str, ...], test: str, **options: Any) -> None:
    r"""Test whether NEW outputs are better than BASE; p-values are corrected for the number of systems.

    \b
    Examples:
      redink compare old.txt new.txt --source source.txt -r reference.txt
      redink compare baseline.m2 a.m2 b.m2 -r gold.m2 -m F0.5 -m F0.5-detection --test bootstrap
      redink compare baseline.txt new.txt -r official-2014.combined.m2 --preset conll14
    """
    from redink.evaluate.scores import Trust, compare
    from redink.evaluate.tables import difference_table
    from redink.scoring.measure import need_of

    measures = apply_preset(options, measures)
    conventions = conventions_of(options)
    data, pipeline = load_data((base, *new), options, need_of(measures, conventions))
    trust = Trust(resamples=options["resamples"], seed=options["seed"], test=test)  # type: ignore[arg-type]
    results = compare(data, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    show_results(results, [] if options["form"] == "json" else [difference_table(results)], options)
