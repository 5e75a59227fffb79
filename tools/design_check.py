"""CoNLL-2014 and JFLEG (../shared) in; how well `redink design` predicts, as a page of the documentation, out.

    OPENBLAS_NUM_THREADS=1 python -m tools.design_check ../shared > docs/design-checked.md

The 1,312 sentences of CoNLL-2014 are taken as all there are. Test sets of N sentences are drawn from them, and two
systems are tested by redink's own paired test. The share of significant tests is compared with the predicted power.
Under the null, the outputs of a pair are exchanged at random in each drawn test set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats
from redink.evaluation.statistics import Statistics
from redink.reports.markdown import to_markdown
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import parse_measures
from redink.stats.resampling import scores_of
from tools.design_pilot import MEASURES, OFFICIAL, TEAMS, teams_with_ten, with_choices
from tools.design_references import reference_tables
from tools.design_simulation import RESAMPLES, Errors, errors_of, rejections, stacked

SIZES = (100, 200, 400, 800, 1312)
TRIALS, NULL_TRIALS, PILOTS, PILOT, SHOWN = 1000, 2000, 20, 250, 8


class Pair(NamedTuple):
    """Two systems by a measure: what was predicted and what happened, by N."""

    places: tuple[int, int]
    difference: float
    predicted: Floats
    by_pilots: Floats
    """(pilots × N)"""
    observed: Floats

    @property
    def error(self) -> Floats:
        """How far the prediction was off, by N."""
        return np.abs(self.predicted - self.observed)


def checked(tables: Sequence[Floats], measure: Measure, rng: np.random.Generator) -> list[Pair]:
    """Predict and observe the pairs whose power at N = 400 is nearest to one half: a wrong prediction shows most."""
    formula = measure.score_from_sums
    scores = scores_of(np.stack([table.sum(axis=0) for table in tables]), formula)
    whole = errors_of(tables, measure)
    pairs = sorted(
        combinations(range(len(tables)), 2),
        key=lambda pair: abs(whole.power(pair, scores[pair[1]] - scores[pair[0]], 400) - 0.5),
    )[:SHOWN]
    pilots = [
        errors_of([table[chosen] for table in tables], measure)
        for chosen in (rng.permutation(len(tables[0]))[:PILOT] for _ in range(PILOTS))
    ]
    rows = stacked(tables, pairs)
    observed = np.array([rejections([rows], formula, size, TRIALS, rng) for size in SIZES])

    def powers(i: int, j: int, errors: Errors) -> Floats:
        return np.array([errors.power((i, j), scores[j] - scores[i], size) for size in SIZES])

    return [
        Pair(
            (i, j),
            scores[j] - scores[i],
            powers(i, j, whole),
            np.array([powers(i, j, pilot) for pilot in pilots]),
            observed[:, place],
        )
        for place, (i, j) in enumerate(pairs)
    ]


def null_shares(tables: Sequence[Floats], measure: Measure, rng: np.random.Generator) -> Floats:
    """Give (N,) the share of significant tests if there is no difference, over neighbours in the ranking."""
    scores = scores_of(np.stack([table.sum(axis=0) for table in tables]), measure.score_from_sums)
    ranked = np.argsort(-scores).tolist()
    rows = stacked(tables, list(pairwise(ranked[: SHOWN + 1])))
    return np.array(
        [rejections([rows], measure.score_from_sums, size, NULL_TRIALS, rng, null=True).mean() for size in SIZES]
    )


def pair_table(measure: str, pairs: Sequence[Pair]) -> Table:
    """Show what was predicted and what happened."""
    columns = [
        Column("pair"),
        Column("difference", percent=True),
        *(Column(str(size), f"N = {size}") for size in SIZES),
    ]
    rows: list[tuple[str | float, ...]] = [
        (
            ", ".join(TEAMS[place] for place in pair.places),
            pair.difference,
            *(f"{a:.2f} / {b:.2f}" for a, b in zip(pair.predicted, pair.observed, strict=True)),
        )
        for pair in pairs
    ]
    error = np.mean([pair.error for pair in pairs])
    return make_table(f"{measure}: predicted / observed", columns, rows, notes=[f"Mean absolute error: {error:.3f}."])


def summary_row(measure: str, pairs: Sequence[Pair]) -> tuple[str | float, ...]:
    """Give the errors of all pairs of a measure."""
    errors = np.array([pair.error for pair in pairs])
    hard = np.array([(pair.predicted > 0.1) & (pair.predicted < 0.9) for pair in pairs])
    by_pilots = np.mean([np.abs(pair.by_pilots - pair.observed).mean() for pair in pairs])
    numbers = (errors.mean(), errors[hard].mean(), errors.max(), by_pilots)
    return (measure, len(pairs), *map(float, numbers))


SUMMARY = (
    Column("measure"),
    Column("pairs", digits=0),
    Column("all", "mean error", digits=3),
    Column("hard", "where power is .1 to .9", digits=3),
    Column("largest", digits=3),
    Column("pilot", f"predicted from {PILOT} sentences", digits=3),
)


def power_tables(
    statistics: Mapping[int, Sequence[Statistics]], rng: np.random.Generator, *, with_pairs: bool
) -> Iterator[Table]:
    """Give the summary, the null and, if asked for, the pairs of each measure, with the official references."""
    (official,) = statistics[len(OFFICIAL)]
    rows, null_rows, tables = [], list[tuple[str | float, ...]](), []
    for measure in parse_measures(MEASURES, Conventions()):
        counted = official.tables(measure)
        pairs = checked(counted, measure, rng)
        rows.append(summary_row(measure.name, pairs))
        tables.append(pair_table(measure.name, pairs))
        null_rows.append((measure.name, *null_shares(counted, measure, rng).tolist()))
    yield make_table("Predicted power against the share of significant tests, N = 100 to 1312", SUMMARY, rows)
    columns = [Column("measure"), *(Column(str(size), f"N = {size}", digits=3) for size in SIZES)]
    yield make_table("Share of significant tests at 5 % if there is no difference", columns, null_rows)
    if with_pairs:
        yield from tables


PAGE = f"""\
# How well `redink design` predicts

This page checks the power that `redink design` predicts against simulated test sets of CoNLL-2014. [The page on
design](design.md#checked) has the result in short. `OPENBLAS_NUM_THREADS=1 python -m tools.design_check ../shared >
docs/design-checked.md` made this page. With `power pairs` as further arguments, it prints the tables of single pairs.

The 1,312 sentences of CoNLL-2014 serve as the population. {TRIALS:,} test sets of each size N were drawn from them
(with replacement), and redink's own paired test ({RESAMPLES} resamples, 5 %) compared pairs of the twelve systems.
*Predicted* is the power that `redink design` computes for the pair. *Observed* is the share of significant tests. The
pairs have a predicted power near one half at N = 400, where a wrong prediction shows most. In the last column, σ was
estimated from a pilot of {PILOT} sentences.

If there is no difference, 5 % of the tests should be significant. To check this, the outputs of two systems were
exchanged at random in each of {NULL_TRIALS:,} drawn test sets, for {SHOWN} pairs of neighbours in the ranking.
"""


def main(shared: Path, parts: Sequence[str]) -> None:
    """Print the page, or a part of it."""
    statistics = with_choices(teams_with_ten(shared))
    if "power" in parts:
        print(PAGE)
        for table in power_tables(statistics, np.random.default_rng(2014), with_pairs="pairs" in parts):
            print(to_markdown(table), flush=True)
    if "references" in parts:
        for text in reference_tables(shared, statistics, np.random.default_rng(2015)):
            print(text, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ("power", "references"))
