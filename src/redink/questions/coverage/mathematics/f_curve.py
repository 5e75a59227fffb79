"""Corrections and measures in; the score of a perfect corrector against 1, 2, 3 … references, with intervals, out.

The perfect corrector gives a correction that a person gave. Its true score is therefore 1, and whatever it lacks is
due to too few references. A test set of N sentences, some of which need no correction, is drawn from the corrected
sentences. An output and M references are drawn for each from the corrections of people (docs/coverage.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import UsageError
from redink.frozen import frozen
from redink.questions.coverage.mathematics.pair_table import Kinds, PairTable, Pool, pair_table, pairs_of, use_of
from redink.records import EvalSet, Interval, Reference, System
from redink.scoring.measure import Measure
from redink.stats.intervals import interval
from redink.stats.resampling import Bootstrapped, Resamples, bootstrap, scores_of

Draw: TypeAlias = Literal["people", "independent", "distinct"]
"""Where the output and the references come from.

- `people`: M + 1 different people
- `independent`: M + 1 independent draws, as the thesis says; a person drawn twice agrees with himself
- `distinct`: M + 1 different corrections, all equally likely; this gives the intervals released with the thesis
  (docs/coverage.md)
"""

_ROWS = 60_000
"""Rows of resampled test sets that are processed at a time."""


@frozen
class Design:
    """The test set that is drawn."""

    references: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    """The M of the curve, rising."""
    sentences: int = 1312
    """N; the default is the size of the CoNLL-2014 test set."""
    clean: int = 136
    """How many of them need no correction."""
    draw: Draw = "people"
    """Where the output and the references come from."""
    resamples: int = 1000
    """Number of test sets drawn for the intervals."""
    level: float = 0.95
    """Confidence level of the intervals."""

    def __post_init__(self) -> None:
        """Refuse impossible test sets."""
        object.__setattr__(self, "references", tuple(sorted(set(self.references))))
        if not 0 <= self.clean < self.sentences or not self.references or min(self.references) < 1:
            raise UsageError(
                f"coverage needs corrected sentences, and {self.clean} of {self.sentences} sentences are unchanged"
                if self.clean >= self.sentences
                else f"the numbers of sentences ({self.sentences}), unchanged sentences ({self.clean}) or references "
                f"({', '.join(map(str, self.references)) or 'none'}) are impossible",
                remedy="give at least one reference that corrects some sentences",
            )


@frozen
class CurvePoint:
    """The score of a perfect corrector with M references."""

    references: int
    """M."""
    score: float | None
    """Expected score; `None` where the measure is undefined, as F is when nothing is ever changed."""
    sentences: Interval | None
    """Interval over sentences, with one draw of references: the interval of the thesis (BCa)."""
    both: Interval | None
    """Interval over sentences, outputs and references, all drawn anew each time (BCa)."""
    pool: Interval | None
    """Like `both`, but the corrected sentences are resampled too: this shows the effect of the small sample (BCa)."""


def f_curves(
    pool: Pool, measures: Sequence[Measure], design: Design, rng: np.random.Generator
) -> tuple[tuple[CurvePoint, ...], ...]:
    """Score a perfect corrector for every M, by every measure on the same draws.

    Args:
        pool: Corrected sentences (with edits, if a measure looks at edits).
        measures: Any measures. A measure with its own rule for several references (`I`, plug-ins) is run on a drawn
            test set: this is slower and gives only the interval of the thesis.
        design: The test set.
        rng: Source of all draws.
    """
    if design.draw == "distinct":
        pool = pool.each_once()
    _check(pool, design)
    sample = _draw_sample(pool, design, rng)
    resamples = Resamples.draw(design.sentences, design.resamples, rng)
    tables = [pair_table(pool, measure) if use_of(measure) else None for measure in measures]
    known_tables = [table for table in tables if table is not None]
    whole_pool = iter(_redrawn(known_tables, design, rng, whole_pool=True))
    other_pools = iter(_redrawn(known_tables, design, rng, whole_pool=False))
    return tuple(
        _curve_by_running(pool, measure, design, sample, resamples)
        if table is None
        else _curve(_Drawn(table, sample, resamples, next(whole_pool), next(other_pools)), measure, design)
        for measure, table in zip(measures, tables, strict=True)
    )


def _curve(drawn: _Drawn, measure: Measure, design: Design) -> tuple[CurvePoint, ...]:
    """Give the scores of one measure, with intervals, from its sums."""
    drawn_stats = _one_draw(drawn.table, drawn.sample, design)
    points = []
    for place, m in enumerate(design.references):
        fixed = bootstrap(drawn_stats[place], measure.score_from_sums, drawn.resamples)
        sums, other_sums = drawn.whole_pool.sums[:, place], drawn.other_pools.sums[:, place]
        estimate = float(scores_of(sums.mean(axis=0)[np.newaxis], measure.score_from_sums)[0])
        redrawn = Bootstrapped(estimate, scores_of(sums, measure.score_from_sums), fixed.left_out)
        left_out = scores_of(_without_one(drawn.whole_pool, place, drawn.table, design), measure.score_from_sums)
        pool_moved = Bootstrapped(estimate, scores_of(other_sums, measure.score_from_sums), left_out)
        points.append(
            CurvePoint(m, _defined(estimate), *(_bca(moved, design) for moved in (fixed, redrawn, pool_moved)))
        )
    return tuple(points)


def _check(pool: Pool, design: Design) -> None:
    fewest = int(pool.given.min())
    most = max(design.references)
    if design.draw == "people" and most >= fewest:
        raise UsageError(
            f"{most} references and an output need {most + 1} people, but a sentence has {fewest} corrections",
            remedy="ask for fewer references, drop such sentences, or let people be drawn twice (--draw independent)",
        )


def _defined(score: float) -> float | None:
    return None if np.isnan(score) else score


def _bca(moved: Bootstrapped, design: Design) -> Interval | None:
    return interval(moved, level=design.level, method="bca")


class _Sample(NamedTuple):
    """One drawn test set."""

    rows: Ints
    """Sentences of the pool, taken as sentences that need correction."""
    people: Kinds
    """(rows × 1 + M) distinct corrections: output and references."""
    clean: Ints
    """Sentences of the pool, taken as sentences that need no correction."""


class _Redrawn(NamedTuple):
    """Many drawn test sets."""

    sums: Floats
    """(resamples × M × k) sums of the statistics of whole test sets."""
    by_sentence: Floats
    """(S × M × k) mean statistics of each sentence of the pool."""


class _Drawn(NamedTuple):
    """All draws of one measure."""

    table: PairTable
    sample: _Sample
    resamples: Resamples
    whole_pool: _Redrawn
    other_pools: _Redrawn


def _people(pool: Pool, rows: Ints, most: int, draw: Draw, rng: np.random.Generator) -> Kinds:
    """Draw for each row (a sentence of the pool) an output and references: (rows × 1 + most) distinct corrections."""
    given = pool.given[rows]
    if draw == "independent":
        chosen = (rng.random((len(rows), most + 1)) * given[:, np.newaxis]).astype(np.int64)
        return pool.kinds[rows[:, np.newaxis], chosen]
    # Fisher and Yates: move one of the people who remain to the front, M + 1 times. One line for each place, since the
    # people of one place are next to each other in memory then.
    width = max(most + 1, pool.kinds.shape[1])
    remaining = np.ascontiguousarray(np.pad(pool.kinds, ((0, 0), (0, width - pool.kinds.shape[1]))).T[:, rows])
    flat, size = remaining.ravel(), len(rows)
    every = np.arange(size)
    for place in range(most + 1):
        left = given - place
        swapped = place + (rng.random(size) * left).astype(np.int64)
        all_remain = left.min(initial=1) > 0
        if not all_remain:
            # Every correction has been drawn (`distinct` only): the references start again from the first.
            again = np.where(given > 1, 1 + (place - 1) % np.maximum(given - 1, 1), 0)
            swapped = np.where(left > 0, swapped, again)
        at = swapped * size + every
        taken = flat[at]
        flat[at] = remaining[place] if all_remain else np.where(left > 0, remaining[place], taken)
        remaining[place] = taken
    return np.ascontiguousarray(remaining[: most + 1].T)


def _draw_sample(pool: Pool, design: Design, rng: np.random.Generator) -> _Sample:
    size = len(pool.sentences)
    rows = rng.integers(0, size, design.sentences - design.clean)
    people = _people(pool, rows, max(design.references), design.draw, rng)
    return _Sample(rows, people, rng.integers(0, size, design.clean))


def _one_draw(table: PairTable, sample: _Sample, design: Design) -> list[Floats]:
    """Give the (N × k) statistics of one test set for each M."""
    clean = table.clean[sample.clean]
    stats_by_m, sums = [], np.zeros((len(sample.rows), table.stats.shape[1]))
    for m, places in pairs_of(table, sample.rows, sample.people, design.references):
        if table.use == "mean":
            sums = sums + table.stats[places].sum(axis=1)
        stats_by_m.append(np.concatenate([sums / m if table.use == "mean" else table.stats[places[:, 0]], clean]))
    return stats_by_m


def _redrawn(
    tables: Sequence[PairTable], design: Design, rng: np.random.Generator, *, whole_pool: bool
) -> list[_Redrawn]:
    """Draw `resamples` test sets, either from the whole pool or each from its own resample of the pool."""
    if not tables:
        return []
    pool = tables[0].pool
    size, needy = len(pool.sentences), design.sentences - design.clean
    collected = [_Collector(table, design) for table in tables]
    block = max(1, _ROWS // needy)
    for start in range(0, design.resamples, block):
        many = min(block, design.resamples - start)
        at_hand = np.tile(np.arange(size), (many, 1)) if whole_pool else rng.integers(0, size, (many, size))
        rows = np.take_along_axis(at_hand, rng.integers(0, size, (many, needy)), axis=1).ravel()
        people = _people(pool, rows, max(design.references), design.draw, rng)
        clean = np.take_along_axis(at_hand, rng.integers(0, size, (many, design.clean)), axis=1)
        for collector in collected:
            collector.add(start, rows, people, clean)
    return [collector.collected() for collector in collected]


class _Collector:
    """Adds up the statistics of one measure over drawn test sets."""

    def __init__(self, table: PairTable, design: Design) -> None:
        self._table, self._references = table, design.references
        columns, numbers = table.stats.shape[1], len(design.references)
        self._sums = np.zeros((design.resamples, numbers, columns))
        self._seen = np.zeros((numbers, len(table.stats)))

    def add(self, start: int, rows: Ints, people: Kinds, clean: Ints) -> None:
        """Add test sets, given as their rows one after the other and their (test sets × clean) clean sentences."""
        many, stats = len(clean), self._table.stats
        untouched = self._table.clean[clean].sum(axis=1)
        sums, seen = np.zeros((many, stats.shape[1])), np.zeros(len(stats), dtype=np.int64)
        for place, (m, places) in enumerate(pairs_of(self._table, rows, people, self._references)):
            new, counts = _sums(stats, places.reshape(many, -1))
            sums, seen = (sums + new, seen + counts) if self._table.use == "mean" else (new, counts)
            share = m if self._table.use == "mean" else 1
            self._sums[start : start + many, place] = sums / share + untouched
            self._seen[place] += seen / share

    def collected(self) -> _Redrawn:
        """Give the sums, and the mean statistics of each sentence of the pool."""
        offsets, stats = self._table.pool.offsets, self._table.stats
        drawn = np.maximum(np.add.reduceat(self._seen[0], offsets), 1)
        means = [np.add.reduceat(seen[:, np.newaxis] * stats, offsets) for seen in self._seen]
        return _Redrawn(self._sums, np.stack(means, axis=1) / drawn[:, np.newaxis, np.newaxis])


def _sums(stats: Floats, places: Ints) -> tuple[Floats, Ints]:
    """Add up the statistics of the pairs of each test set, (test sets × pairs) → (test sets × k); count each pair.

    All statistics are whole numbers, so both ways give the same digits. Counting is faster when there are few pairs.
    """
    many, drawn = places.shape
    if len(stats) > drawn * stats.shape[1]:
        return stats[places].sum(axis=1), np.bincount(places.ravel(), minlength=len(stats))
    table_places = places + len(stats) * np.arange(many)[:, np.newaxis]
    counts = np.bincount(table_places.ravel(), minlength=many * len(stats)).reshape(many, len(stats))
    return counts.astype(np.float64) @ stats, counts.sum(axis=0)


def _without_one(redrawn: _Redrawn, place: int, table: PairTable, design: Design) -> Floats:
    """Give (S × k) expected sums of test sets, each from the pool without one of its S sentences."""
    needy = design.sentences - design.clean
    expected = needy * redrawn.by_sentence[:, place] + design.clean * table.clean
    without: Floats = (expected.sum(axis=0) - expected) / max(len(expected) - 1, 1)
    return without


def _curve_by_running(
    pool: Pool, measure: Measure, design: Design, sample: _Sample, resamples: Resamples
) -> tuple[CurvePoint, ...]:
    """Give the curve of a measure that has to score the drawn test set itself."""
    points = []
    for m in design.references:
        data = _test_set(pool, sample.rows, sample.people[:, : m + 1], sample.clean)
        moved = bootstrap(measure.sentence_stats(data, data.systems[0]), measure.score_from_sums, resamples)
        points.append(CurvePoint(m, _defined(moved.estimate), _bca(moved, design), None, None))
    return tuple(points)


def _test_set(pool: Pool, rows: Ints, people: Kinds, clean: Ints) -> EvalSet:
    needy = [pool.sentences[row].source for row in rows]
    sources = (*needy, *(pool.sentences[row].source for row in clean))
    columns = []
    for person in people.T:
        texts = [pool.texts[row][kind] for row, kind in zip(rows, person, strict=True)]
        edits = None
        if pool.edits is not None:
            edits = (*(pool.edits[row][kind] for row, kind in zip(rows, person, strict=True)), *((),) * len(clean))
        columns.append(((*texts, *sources[len(needy) :]), edits))
    system = System("perfect", *columns[0])
    references = tuple(Reference(f"person {number}", *column) for number, column in enumerate(columns[1:], start=1))
    return EvalSet(sources, references, (system,))
