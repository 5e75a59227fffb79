"""Scores, comparisons and ranks in, tables to show out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from redink.evaluation.trust import CORRECTIONS
from redink.records import Counts, Score
from redink.reports.tables import Cell, Column, Direction, Row, Table, p_cell, show_marks
from redink.scoring.edit_overlap import Rule
from redink.scoring.names import lower_is_better

if TYPE_CHECKING:
    from redink.evaluation.results import Difference, Procedure, Ranking, Results, Standing


def precision_and_recall(counts: Counts, rule: Rule) -> tuple[float | None, float | None]:
    """Give P and R; 0/0 is `None`, or 1 where the rule is `faithful`."""
    if rule == "corrected":
        return counts.precision, counts.recall
    return (1.0 if counts.precision is None else counts.precision), (1.0 if counts.recall is None else counts.recall)


def score_table(results: Results) -> Table:
    """One row per system, one column per measure; counts, P and R beside them where all measures share them."""
    measures = results.measures
    counted = _share_counts(results)
    ratios = counted and not any(name.split("-")[0] in {"P", "R"} for name in measures)
    beside = _COUNT_COLUMNS[: 5 if ratios else 3] if counted else ()
    columns = (Column("system"), *beside, *(Column(name, direction=_direction(name), digits=4) for name in measures))
    letters = {
        (ranking.measure, standing.system): standing.letters
        for ranking in results.rankings
        for standing in ranking.standings
    }
    rows = tuple(
        Row(
            (
                Cell(system.name),
                *_counts(next(filter(None, (score.counts for score in system.scores)), None), results.rule)[
                    : len(beside)
                ],
                *(
                    Cell(score.value, score.interval, letters.get((score.measure, system.name), ()))
                    for score in system.scores
                ),
            ),
            competes=system.name != "source",
        )
        for system in results.systems
    )
    first, *others = results.verdicts() or ("Scores",)
    told = (f"{words}." for words in others)
    notes = (*told, *_letters_note(results), *results.footnotes, f"Signature: {results.signature}.")
    return Table(first, columns, rows, notes=notes, label="scores")


_MOST_NAMED = 5


def verdict(ranking: Ranking, testing: Procedure) -> str:
    """Say who is first by a measure, and with whom it ties."""
    winner = ranking.winner(testing.alpha)
    if winner is None:
        return f"{ranking.measure}: no system has a score"
    first, tied = winner
    if len(ranking.standings) == 1:
        return f"{ranking.measure}: {first.system} is the only system"
    if len(ranking.standings) - len(ranking.unscored) == 1:
        return f"{ranking.measure}: {first.system} is the only system with a score"
    if not tied:
        others = "every other system that has a score" if ranking.unscored else "every other system"
        return f"{ranking.measure}: {first.system} is first, significantly better than {others}"
    least = min((pair.least_p for pair in ranking.pairs if pair.least_p is not None), default=0.0)
    if least * (len(ranking.pairs) if testing.correction == "holm" else 1) > testing.alpha:
        return (
            f"{ranking.measure}: {first.system} has the best score; {testing.resamples} resamples are too few to test "
            "the differences"
        )
    return f"{ranking.measure}: {first.system} is first, with no significant difference from {_listed(tied)}"


def _listed(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED + 1:
        return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _direction(measure: str) -> Direction:
    return "lower" if lower_is_better(measure) else "higher"


def _letters_note(results: Results) -> tuple[str, ...]:
    if results.testing is None or not results.rankings:
        return ()
    pairs = len(results.rankings[0].pairs)
    over = f" over {pairs} pairs" if pairs > 1 and results.testing.correction != "none" else ""
    return (
        f"Letters: systems that share one do not differ significantly by that measure ({results.testing.words}{over}).",
    )


_COUNT_COLUMNS = (
    Column("tp", "TP", digits=0),
    Column("fp", "FP", digits=0),
    Column("fn", "FN", digits=0),
    Column("precision", "P", digits=4),
    Column("recall", "R", digits=4),
)


def _share_counts(results: Results) -> bool:
    """Tell whether all scores that have counts rest on the same ones."""
    # By name, not by comparing numbers: the columns of a table must not depend on the data.
    families = {
        _family(score.measure) for system in results.systems[:1] for score in system.scores if score.counts is not None
    }
    return len(families) == 1


def _family(name: str) -> tuple[str, str]:
    amount, _, level = name.partition("-")
    return "F0.5" if amount in {"P", "R"} else amount, level


def counts_table(results: Results) -> Table | None:
    """One row per system and measure: TP, FP, FN, P and R; `None` when `score_table` shows them already.

    Measures that share their counts (F0.5, P and R do) stand there once, by the first of them.
    """
    rows = tuple(
        Row((Cell(system.name), Cell(score.measure), *_counts(score.counts, results.rule), Cell(score.value)))
        for system in results.systems
        for number, score in enumerate(system.scores)
        if score.counts is not None and not _counted_before(system.scores[:number], score)
    )
    if not rows or _share_counts(results):
        return None
    return Table("Counts", (Column("system"), Column("measure"), *_COUNT_COLUMNS, Column("score", digits=4)), rows)


def _counted_before(earlier: Sequence[Score], score: Score) -> bool:
    return any(_family(other.measure) == _family(score.measure) for other in earlier)


def _counts(counts: Counts | None, rule: Rule) -> tuple[Cell, ...]:
    if counts is None:
        return (Cell(None),) * len(_COUNT_COLUMNS)
    whole = (Cell(round(number)) for number in (counts.tp, counts.fp, counts.fn))
    return (*whole, *map(Cell, precision_and_recall(counts, rule)))


def difference_table(results: Results, *, alpha: float | None = None) -> Table:
    """One row per comparison with the base system."""
    testing = results.testing
    level = alpha if alpha is not None else 0.05 if testing is None else testing.alpha
    correction = "holm" if testing is None else testing.correction
    guard = CORRECTIONS[correction]
    columns = (
        Column("measure"),
        Column("system"),
        Column("base"),
        Column("difference", digits=4),
        Column("p", digits=4),
        Column("adjusted_p", f"p ({guard or 'not corrected'})", digits=4),
        Column("verdict"),
    )
    rows = tuple(
        Row(
            (
                Cell(difference.measure),
                Cell(difference.system),
                Cell(difference.base),
                Cell(difference.difference),
                *p_cells(difference),
                Cell(_verdict(difference, level)),
            )
        )
        for difference in results.differences
    )
    family = "pairs" if testing is not None and testing.base is None else "systems"
    after = f" after {_CORRECTED[correction]} over the {family} of a measure" if guard else ", not corrected"
    note = f"Verdict at α = {level:g}{after}."
    how = (f"Test: {testing.words}.",) if testing else ()
    return Table("Paired comparisons", columns, rows, notes=(*how, note))


_CORRECTED = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction"}


class WithP(Protocol):
    """Anything with p-values of a resampling test."""

    @property
    def p(self) -> float | None:
        """As the test gave it."""

    @property
    def adjusted_p(self) -> float | None:
        """Adjusted for many tests."""

    @property
    def least_p(self) -> float | None:
        """The smallest it could be."""


def p_cells(tested: WithP) -> tuple[Cell, Cell]:
    """Show p and its adjusted form; where p is the smallest the draws can give, both are bounds: ≤ 1/1001."""
    if tested.p is None or tested.least_p is None or tested.p > tested.least_p * (1 + 1e-9):
        return p_cell(tested.p), p_cell(tested.adjusted_p)
    adjusted = "" if tested.adjusted_p is None else f"≤ {math.ceil(tested.adjusted_p * 1e4 - 1e-9) / 1e4:.4f}"
    return p_cell(tested.p, least=tested.least_p), Cell(tested.adjusted_p, shown=adjusted)


def ranking_table(results: Results) -> Table:
    """One row per measure and system, best first: rank, the ranks it may have, cluster and letters."""
    columns = (
        Column("measure"),
        Column("system"),
        Column("score", digits=4),
        Column("rank", digits=0),
        Column("ranks", "possible ranks", align="right"),
        Column("cluster", digits=0),
        Column("letters"),
    )
    rows = [
        Row(
            (
                Cell(ranking.measure),
                Cell(standing.system),
                Cell(standing.score),
                Cell(standing.rank),
                Cell(ranking_range(standing)),
                Cell(standing.cluster),
                Cell(show_marks(Cell(None, marks=standing.letters)) or None),
            )
        )
        for ranking in results.rankings
        for standing in sorted(ranking.standings, key=lambda standing: (standing.rank is None, standing.rank))
    ]
    notes = (
        *_letters_note(results),
        "Clusters: every system in cluster 1 is significantly better than every system in cluster 2, and so on. "
        "Possible ranks: the best and the worst place the system may have, given the tests.",
    )
    return Table("Ranks", columns, tuple(rows), notes=notes)


def ranking_range(standing: Standing) -> str | None:
    """Write the ranks that a system may have, as 2–4."""
    if standing.best_rank is None or standing.worst_rank is None:
        return None
    return (
        str(standing.best_rank)
        if standing.best_rank == standing.worst_rank
        else f"{standing.best_rank}–{standing.worst_rank}"
    )


def _verdict(tested: Difference, alpha: float) -> str:
    if tested.adjusted_p is None or tested.difference is None:
        return "not available"
    if tested.adjusted_p > alpha:
        return "no significant difference"
    return "better" if (tested.difference > 0) != lower_is_better(tested.measure) else "worse"
