"""Corrections and a measure in; what a perfect corrector scores against 1, 2, 3 … references out, with intervals.

The perfect corrector gives what a person gave; so its true score is 1, and what is missing to 1 is the fault of
few references. A test set of N sentences, some of which need no correction, is drawn from the corrected
ones; for each an output and M references are drawn from people's corrections (docs/coverage.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.coverage.pair_table import Ints, PairTable, Pool, pair_table, statistics_of, use_of
from redink.errors import UsageError
from redink.records import EvalSet, Interval, Reference, System
from redink.scoring.measure import Measure
from redink.stats.exact_sums import Floats
from redink.stats.intervals import interval
from redink.stats.resampling import Bootstrapped, Resamples, bootstrap, scores_of

Draw: TypeAlias = Literal["people", "independent", "distinct"]
"""Where output and references come from: M + 1 different people; M + 1 independent draws, as the thesis says, in
which one person may be drawn twice and then agrees with himself; or M + 1 different corrections, each as likely as
any other, which is what gives the intervals released with the thesis (docs/coverage.md)."""

_ROWS = 60_000
"""Rows of resampled test sets in work at a time."""


@dataclass(frozen=True, slots=True)
class Design:
    """The test set that is drawn."""

    references: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    """The M of the curve."""
    sentences: int = 1312
    """N, as many as the CoNLL-2014 test set has."""
    clean: int = 136
    """How many of them need no correction."""
    draw: Draw = "people"
    """Where output and references come from."""
    resamples: int = 1000
    """Test sets drawn for the intervals."""
    level: float = 0.95
    """Of the intervals."""

    def __post_init__(self) -> None:
        """Refuse test sets that cannot be."""
        if not 0 <= self.clean < self.sentences or not self.references or min(self.references) < 1:
            raise UsageError(
                f"{self.clean} clean of {self.sentences} sentences with {self.references} references",
                remedy="some sentences must need correction, and have at least one reference",
            )


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What a perfect corrector scores with M references."""

    references: int
    """M."""
    score: float
    """Expected score."""
    sentences: Interval | None
    """One draw of references, sentences resampled: the thesis's interval (BCa)."""
    both: Interval | None
    """Sentences, outputs and references drawn anew each time (BCa)."""
    pool: Interval | None
    """The same, and other corrected sentences as well: what the small sample leaves open (BCa)."""


def f_curve(pool: Pool, measure: Measure, design: Design, rng: np.random.Generator) -> tuple[CurvePoint, ...]:
    """Score a perfect corrector for every M.

    Args:
        pool: Corrected sentences (with edits, if the measure looks at edits).
        measure: Any measure. Those that use references in a way of their own (`I`, plug-ins) are run on drawn
            test sets themselves: slower, and with the thesis's interval alone.
        design: The test set.
        rng: Source of all draws.
    """
    if design.draw == "distinct":
        pool = pool.each_once()
    _check(pool, design)
    if use_of(measure) is None:
        return _curve_by_running(pool, measure, design, rng)
    table = pair_table(pool, measure)
    one = _one_draw(table, design, rng)
    resamples = Resamples.draw(design.sentences, design.resamples, rng)
    both = _redrawn(table, design, rng, whole_pool=True)
    wider = _redrawn(table, design, rng, whole_pool=False)
    points = []
    for place, m in enumerate(design.references):
        fixed = bootstrap(one[place], measure.score_from_sums, resamples)
        expected = both.sums[:, place].mean(axis=0)
        estimate = float(scores_of(expected[np.newaxis], measure.score_from_sums)[0])
        again = Bootstrapped(estimate, scores_of(both.sums[:, place], measure.score_from_sums), fixed.left_out)
        left_out = scores_of(_without_one(both, place, table, design), measure.score_from_sums)
        other = Bootstrapped(estimate, scores_of(wider.sums[:, place], measure.score_from_sums), left_out)
        points.append(CurvePoint(m, estimate, *(_bca(moved, design) for moved in (fixed, again, other))))
    return tuple(points)


def _check(pool: Pool, design: Design) -> None:
    fewest = int(pool.given.min())
    most = max(design.references)
    if design.draw == "people" and most >= fewest:
        raise UsageError(
            f"{most} references and an output need {most + 1} people, but a sentence has {fewest} corrections",
            remedy="ask for fewer references, drop such sentences, or let people be drawn twice (--draw independent)",
        )


def _bca(moved: Bootstrapped, design: Design) -> Interval | None:
    return interval(moved, level=design.level, method="bca")


@dataclass(frozen=True, slots=True, eq=False)
class _Redrawn:
    sums: Floats
    """(resamples × M × k) sums of the statistics of whole test sets."""
    by_sentence: Floats
    """(S × M × k) mean statistics of each sentence of the pool."""


def _people(pool: Pool, rows: Ints, most: int, draw: Draw, rng: np.random.Generator) -> Ints:
    """Draw for each row (a sentence of the pool) an output and references: (rows × 1 + most) distinct corrections."""
    given = pool.given[rows]
    if draw == "independent":
        chosen = (rng.random((len(rows), most + 1)) * given[:, np.newaxis]).astype(np.int64)
        return pool.kinds[rows[:, np.newaxis], chosen]
    # Fisher and Yates: bring a person of those that remain to the front, M + 1 times.
    people = np.pad(pool.kinds, ((0, 0), (0, max(0, most + 1 - pool.kinds.shape[1]))))[rows]
    every = np.arange(len(rows))
    for place in range(most + 1):
        left = given - place
        if left.min() > 0:
            other = place + (rng.random(len(rows)) * left).astype(np.int64)
        else:
            # Nobody is left who has not been drawn (`distinct` only): the references begin again.
            again = np.where(given > 1, 1 + (place - 1) % np.maximum(given - 1, 1), 0)
            other = np.where(left > 0, place + (rng.random(len(rows)) * left).astype(np.int64), again)
        taken = people[every, other]
        people[every, other] = np.where(left > 0, people[:, place], taken)
        people[:, place] = taken
    return people[:, : most + 1]


def _one_draw(table: PairTable, design: Design, rng: np.random.Generator) -> list[Floats]:
    """Draw one test set; give its (N × k) statistics for each M."""
    size = len(table.pool.sentences)
    rows = rng.integers(0, size, design.sentences - design.clean)
    clean = table.clean[rng.integers(0, size, design.clean)]
    people = _people(table.pool, rows, max(design.references), design.draw, rng)
    return [np.concatenate([own, clean]) for own in statistics_of(table, rows, people, design.references)]


def _redrawn(table: PairTable, design: Design, rng: np.random.Generator, *, whole_pool: bool) -> _Redrawn:
    """Draw `resamples` test sets, from the pool as it is or each from another resample of the pool."""
    size, needy = len(table.pool.sentences), design.sentences - design.clean
    columns = table.stats.shape[1]
    sums = np.zeros((design.resamples, len(design.references), columns))
    by_sentence = np.zeros((size, len(design.references), columns))
    drawn = np.zeros(size)
    block = max(1, _ROWS // needy)
    for start in range(0, design.resamples, block):
        many = min(block, design.resamples - start)
        at_hand = np.tile(np.arange(size), (many, 1)) if whole_pool else rng.integers(0, size, (many, size))
        rows = np.take_along_axis(at_hand, rng.integers(0, size, (many, needy)), axis=1).ravel()
        people = _people(table.pool, rows, max(design.references), design.draw, rng)
        untouched = np.take_along_axis(at_hand, rng.integers(0, size, (many, design.clean)), axis=1)
        clean = table.clean[untouched].sum(axis=1)
        drawn += np.bincount(rows, minlength=size)
        for place, stats in enumerate(statistics_of(table, rows, people, design.references)):
            sums[start : start + many, place] = stats.reshape(many, needy, columns).sum(axis=1) + clean
            if whole_pool:
                for column in range(columns):
                    by_sentence[:, place, column] += np.bincount(rows, stats[:, column], minlength=size)
    return _Redrawn(sums, by_sentence / np.maximum(drawn, 1)[:, np.newaxis, np.newaxis])


def _without_one(redrawn: _Redrawn, place: int, table: PairTable, design: Design) -> Floats:
    """Give the expected sums of test sets from the pool without one sentence each, (S × k)."""
    needy = design.sentences - design.clean
    own = needy * redrawn.by_sentence[:, place] + design.clean * table.clean
    without: Floats = (own.sum(axis=0) - own) / max(len(own) - 1, 1)
    return without


def _curve_by_running(pool: Pool, measure: Measure, design: Design, rng: np.random.Generator) -> tuple[CurvePoint, ...]:
    """Draw one test set and let the measure score it."""
    size, needy = len(pool.sentences), design.sentences - design.clean
    rows = rng.integers(0, size, needy)
    people = _people(pool, rows, max(design.references), design.draw, rng)
    clean = rng.integers(0, size, design.clean)
    resamples = Resamples.draw(design.sentences, design.resamples, rng)
    points = []
    for m in design.references:
        data = _test_set(pool, rows, people[:, : m + 1], clean)
        moved = bootstrap(measure.sentence_stats(data, data.systems[0]), measure.score_from_sums, resamples)
        points.append(CurvePoint(m, moved.estimate, _bca(moved, design), None, None))
    return tuple(points)


def _test_set(pool: Pool, rows: Ints, people: Ints, clean: Ints) -> EvalSet:
    needy = [pool.sentences[row].source for row in rows]
    sources = (*needy, *(pool.sentences[row].source for row in clean))
    columns = []
    for own in people.T:
        texts = [pool.texts[row][kind] for row, kind in zip(rows, own, strict=True)]
        edits = None
        if pool.edits is not None:
            edits = (*(pool.edits[row][kind] for row, kind in zip(rows, own, strict=True)), *((),) * len(clean))
        columns.append(((*texts, *sources[len(needy) :]), edits))
    system = System("perfect", *columns[0])
    references = tuple(Reference(f"person {number}", *column) for number, column in enumerate(columns[1:], start=1))
    return EvalSet(sources, references, (system,))
