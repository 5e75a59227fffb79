"""`python -m bench`: names of comparisons in, a table on standard output and a JSON file out."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import click

from bench.annotating import annotate_jfleg, annotate_one, annotate_teams
from bench.difficulty import difficulty
from bench.faithfulness import faithfulness
from bench.finding import Finding, save, table
from bench.honesty import honesty
from bench.judge import judge
from bench.measure import ROOT, FailedCommandError
from bench.memory import memory
from bench.parity import parity_jfleg_dev
from bench.repeating import cache, jobs
from bench.scores import max_match, scores
from bench.shares import shares
from bench.tagger import tagger
from bench.waits import table as wait_table
from bench.waits import waits
from bench.workbench import Workbench

Comparison: TypeAlias = Callable[[Workbench], list[Finding]]

COMPARISONS: dict[str, Comparison] = {
    "annotate-12": annotate_teams,
    "cache": cache,
    "annotate-jfleg": annotate_jfleg,
    "annotate-one": annotate_one,
    "jobs": jobs,
    "memory": memory,
    "shares": shares,
    "parity-jfleg-dev": parity_jfleg_dev,
    "tagger": tagger,
    "honesty": honesty,
    "difficulty": difficulty,
    "m2": max_match,
    "scores": scores,
    "faithfulness": faithfulness,
    "judge": judge,
}
"""In the order they are run: `cache` right after `annotate-12`, whose ERRANT runs it needs."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(["waits", *COMPARISONS]), metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Three teams instead of twelve; their targets do not count.")
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "bench" / "results", metavar="FOLDER")
def main(names: tuple[str, ...], quick: bool, output: Path) -> None:
    """Measure redink beside its peers: all comparisons, or those that are named.

    Numbers are ratios of CPU seconds measured in this very run, start-up included; the whole takes about half an hour
    of CPU, most of it ERRANT's. `waits` is the table of what users wait for, which the documentation quotes. A
    comparison that fails is reported, and the others go on.
    """
    findings: list[Finding] = []
    failures: list[str] = []
    with tempfile.TemporaryDirectory(prefix="redink-bench-") as folder:
        bench = Workbench(Path(folder), quick=quick)
        if not names or "waits" in names:
            click.echo(
                f"CPU seconds; load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", err=True
            )
            for line in wait_table(waits(bench)):
                click.echo(line)
        for name in [name for name in COMPARISONS if not names or name in names]:
            click.echo(f"{name} …", err=True)
            try:
                findings += COMPARISONS[name](bench)
            except FailedCommandError as error:
                failures.append(f"{name}: this command failed:\n{error}")
    if findings:
        click.echo(table(findings))
        click.echo(f"written to {save(findings, output, quick=quick)}", err=True)
    for failure in failures:
        click.echo(failure, err=True)


if __name__ == "__main__":
    main()
