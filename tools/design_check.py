"""The outputs and references of CoNLL-2014 (../shared) in; how well `redink design` predicts power, as tables, out.

    python -m tools.design_check ../shared [MEASURE...] > tables.md

The 1,312 sentences are taken as all there are. Test sets of N sentences are drawn from them, and two systems are tested
by redink's own paired test. The share of significant tests is held against the predicted power. Under the null, the
outputs of a pair are exchanged at random in each drawn test set. docs/design.md shows the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats
from redink.reports.markdown import to_markdown
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import Measure
from redink.stats.power import difference_deviations, influences, power_of
from redink.stats.resampling import Swaps, scores_of, swap_sums
from redink.stats.significance import approximate_randomisation
from tools.design_pilot import TEAMS, counted_teams

MEASURES = ("F0.5", "M2", "GLEU", "EM")
SIZES = (100, 200, 400, 800, 1312)
TRIALS, RESAMPLES, PILOTS, PILOT, ALPHA = 200, 199, 20, 250, 0.05
SHOWN = 8


class Pair(NamedTuple):
    """Two systems by a measure: what was predicted and what happened, by N."""

    names: str
    difference: float
    predicted: list[float]
    by_pilots: Floats
    observed: list[float]


def rejections(
    tables: Sequence[Floats],
    measure: Measure,
    pairs: Sequence[tuple[int, int]],
    size: int,
    *,
    null: bool,
    rng: np.random.Generator,
) -> Floats:
    """Give the share of drawn test sets in which each pair differs significantly."""
    rejected = np.zeros(len(pairs))
    for _ in range(TRIALS):
        drawn = rng.integers(0, len(tables[0]), size)
        rows = [table[drawn] for table in tables]
        swaps = Swaps.draw(size, RESAMPLES, rng)
        if null:
            rows = list(_exchanged(rows, pairs, rng))
        sums = swap_sums(rows, swaps)
        for place, (i, j) in enumerate(pairs):
            first, second = (2 * place, 2 * place + 1) if null else (i, j)
            p = approximate_randomisation(sums[first], sums[second], measure.score_from_sums).p
            rejected[place] += p is not None and p <= ALPHA
    share: Floats = rejected / TRIALS
    return share


def _exchanged(rows: Sequence[Floats], pairs: Sequence[tuple[int, int]], rng: np.random.Generator) -> Iterator[Floats]:
    for i, j in pairs:
        coins = rng.random((len(rows[i]), 1)) < 0.5
        yield np.where(coins, rows[i], rows[j])
        yield np.where(coins, rows[j], rows[i])


def checked(tables: Sequence[Floats], measure: Measure, rng: np.random.Generator) -> list[Pair]:
    """Predict and observe the pairs whose power at N = 400 is nearest to one half: a wrong prediction shows most."""
    scores = scores_of(np.stack([table.sum(axis=0) for table in tables]), measure.score_from_sums)
    whole = _deviations(tables, measure)
    pairs = sorted(
        combinations(range(len(tables)), 2),
        key=lambda pair: abs(_power(scores[pair[1]] - scores[pair[0]], whole[pair], 400) - 0.5),
    )[:SHOWN]
    pilots = [
        _deviations([table[chosen] for table in tables], measure)
        for chosen in (rng.permutation(len(tables[0]))[:PILOT] for _ in range(PILOTS))
    ]
    observed = [rejections(tables, measure, pairs, size, null=False, rng=rng) for size in SIZES]
    return [
        Pair(
            f"{TEAMS[i]}, {TEAMS[j]}",
            scores[j] - scores[i],
            [_power(scores[j] - scores[i], whole[i, j], size) for size in SIZES],
            np.array([[_power(scores[j] - scores[i], pilot[i, j], size) for size in SIZES] for pilot in pilots]),
            [shares[place] for shares in observed],
        )
        for place, (i, j) in enumerate(pairs)
    ]


def _deviations(tables: Sequence[Floats], measure: Measure) -> Floats:
    return difference_deviations(np.stack([influences(table, measure.score_from_sums) for table in tables]))


def _power(difference: float, deviation: float, size: int) -> float:
    return power_of(difference, deviation / size**0.5, alpha=ALPHA)


def pair_table(measure: str, pairs: Sequence[Pair]) -> Table:
    """Show what was predicted and what happened."""
    columns = [
        Column("pair"),
        Column("difference", percent=True),
        *(Column(str(size), f"N = {size}") for size in SIZES),
    ]
    rows = [
        (
            pair.names,
            pair.difference,
            *(f"{a:.2f} / {b:.2f}" for a, b in zip(pair.predicted, pair.observed, strict=True)),
        )
        for pair in pairs
    ]
    error = np.mean([np.abs(np.subtract(pair.predicted, pair.observed)) for pair in pairs])
    return make_table(f"{measure}: predicted / observed", columns, rows, notes=[f"Mean absolute error: {error:.3f}."])


def main(shared: Path, names: Sequence[str]) -> None:
    """Print the tables."""
    rng = np.random.default_rng(2014)
    counted = counted_teams(shared)
    rows, null_rows = [], []
    for measure, tables in (counted[name] for name in names):
        pairs = checked(tables, measure, rng)
        print(to_markdown(pair_table(measure.name, pairs)))
        errors = np.array([np.abs(np.subtract(pair.predicted, pair.observed)) for pair in pairs])
        hard = np.array([[0.1 < power < 0.9 for power in pair.predicted] for pair in pairs])
        by_pilots = np.mean([np.abs(pair.by_pilots - np.array(pair.observed)).mean() for pair in pairs])
        rows.append((measure.name, len(pairs), errors.mean(), errors[hard].mean(), errors.max(), by_pilots))
        ranked = sorted(
            range(len(tables)), key=lambda place: -float(measure.score_from_sums(tables[place].sum(axis=0)))
        )
        nulls = [(ranked[place], ranked[place + 1]) for place in range(8)]
        null_rows.append(
            (measure.name, *(rejections(tables, measure, nulls, size, null=True, rng=rng).mean() for size in SIZES))
        )
    summary = (
        "measure",
        "pairs",
        Column("all", "mean error", digits=3),
        Column("hard", "where power is .1 to .9", digits=3),
        Column("largest", digits=3),
        Column("pilot", f"predicted from {PILOT} sentences", digits=3),
    )
    print(
        to_markdown(
            make_table("Predicted power against the share of significant tests, N = 100 to 1312", summary, rows)
        )
    )
    columns = ("measure", *(Column(str(size), f"N = {size}", digits=3) for size in SIZES))
    print(to_markdown(make_table("Share of significant tests at 5 % if there is no difference", columns, null_rows)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or MEASURES)
