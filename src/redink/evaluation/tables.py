"""Result records in, tables to show out."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from redink.arrays import Floats
from redink.evaluation.results import CORRECTIONS, Difference, Procedure, Results, Standing, precision_and_recall
from redink.records import Counts, Edits, EvalSet, Score
from redink.reports.tables import Cell, Column, Row, Table, p_cell, show_marks
from redink.scoring.edit_overlap import Level, Rule, full_type_of, main_type_of, operation_of
from redink.scoring.measure import Conventions
from redink.scoring.measures import EditOverlap

GROUPS: Mapping[str, Callable[[str], str | None]] = {
    "operation": operation_of,
    "type": main_type_of,
    "operation-type": full_type_of,
}
"""How `--by` groups error types."""


def score_table(results: Results) -> Table:
    """One row a system, one column a measure; counts, P and R beside them where all measures share them."""
    measures = [score.measure for score in results.systems[0].scores] if results.systems else []
    counted = _share_counts(results)
    ratios = counted and not any(name.split("-")[0] in {"P", "R"} for name in measures)
    beside = _COUNT_COLUMNS[: 5 if ratios else 3] if counted else ()
    columns = (Column("system"), *beside, *(Column(name, direction="higher", digits=4) for name in measures))
    letters = {(ranking.measure, one.system): one.letters for ranking in results.rankings for one in ranking.standings}
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
    notes = (*_letters_note(results), *results.footnotes, f"Signature: {results.signature}.")
    return Table("Scores", columns, rows, notes=notes)


def _letters_note(results: Results) -> tuple[str, ...]:
    if results.testing is None or not results.rankings:
        return ()
    pairs = len(results.rankings[0].pairs)
    over = f" over {pairs} pairs" if pairs > 1 and results.testing.correction != "none" else ""
    return (
        f"Letters: systems that share one do not differ significantly by that measure ({results.testing.words}{over}).",
    )


def tables_of(results: Results) -> list[Table]:
    """Give all tables of results: scores, counts where they are not beside them, comparisons, ranks."""
    counts = counts_table(results)
    tested = [difference_table(results)] if results.differences else []
    ranked = [ranking_table(results)] if len(results.systems) > 2 and results.rankings else []
    return [score_table(results), *([counts] if counts else []), *tested, *ranked]


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
        _family(score.measure) for one in results.systems[:1] for score in one.scores if score.counts is not None
    }
    return len(families) == 1


def _family(name: str) -> tuple[str, str]:
    amount, _, level = name.partition("-")
    return "F0.5" if amount in {"P", "R"} else amount, level


def counts_table(results: Results) -> Table | None:
    """One row a system and measure: TP, FP, FN, P and R; `None` when `score_table` shows them already.

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
    return any(_family(one.measure) == _family(score.measure) for one in earlier)


def _counts(counts: Counts | None, rule: Rule) -> tuple[Cell, ...]:
    if counts is None:
        return (Cell(None),) * len(_COUNT_COLUMNS)
    whole = (Cell(int(number)) for number in (counts.tp, counts.fp, counts.fn))
    return (*whole, *map(Cell, precision_and_recall(counts, rule)))


_NOT_PERCENT = {"p", "adjusted_p", "above"}


def in_percent(table: Table, *, scaled: bool = False) -> Table:
    """Show scores (columns with four decimals but p) times 100 with two decimals.

    Args:
        table: The table.
        scaled: Whether the numbers themselves become so, for a format that would write them out in full.
    """
    chosen = [column.digits == 4 and column.key not in _NOT_PERCENT for column in table.columns]
    columns = tuple(
        replace(column, percent=not scaled, digits=2) if own else column
        for column, own in zip(table.columns, chosen, strict=True)
    )
    if not scaled:
        return replace(table, columns=columns)
    rows = tuple(
        replace(row, cells=tuple(_scaled(cell) if own else cell for cell, own in zip(row.cells, chosen, strict=True)))
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


def _scaled(cell: Cell) -> Cell:
    if not isinstance(cell.value, int | float):
        return cell
    ends = cell.interval
    if ends is not None:
        ends = replace(ends, low=round(100 * ends.low, 2), high=round(100 * ends.high, 2))
    return replace(cell, value=f"{round(100.0 * cell.value, 2) + 0.0:.2f}", interval=ends)  # no −0.00


def difference_table(results: Results, *, alpha: float | None = None) -> Table:
    """One row a comparison with the base system.

    Args:
        results: What `compare` gave.
        alpha: Level of the verdict; that of the comparison when left out.
    """
    testing = results.testing or Procedure("randomisation", 0)
    level = testing.alpha if alpha is None else alpha
    guard = CORRECTIONS[testing.correction]
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
                Cell(one.measure),
                Cell(one.system),
                Cell(one.base),
                Cell(one.difference),
                *p_cells(one),
                Cell(_verdict(one, level)),
            )
        )
        for one in results.differences
    )
    after = f" after {_CORRECTED[testing.correction]} over the systems of a measure" if guard else ", not corrected"
    note = f"Verdict at α = {level:g}{after}."
    how = (f"Test: {testing.words}.",) if results.testing else ()
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


def p_cells(one: WithP) -> tuple[Cell, Cell]:
    """Show p and its adjusted form; where p is the smallest the draws can give, both are bounds: ≤ 1/1001."""
    if one.p is None or one.least_p is None or one.p > one.least_p * (1 + 1e-9):
        return p_cell(one.p), p_cell(one.adjusted_p)
    adjusted = "" if one.adjusted_p is None else f"≤ {math.ceil(one.adjusted_p * 1e4 - 1e-9) / 1e4:.4f}"
    return p_cell(one.p, least=one.least_p), Cell(one.adjusted_p, shown=adjusted)


def ranking_table(results: Results) -> Table:
    """One row a measure and system, best first: rank, the ranks it may have, cluster and letters."""
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
                Cell(one.system),
                Cell(one.score),
                Cell(one.rank),
                Cell(_range(one)),
                Cell(one.cluster),
                Cell(show_marks(Cell(None, marks=one.letters)) or None),
            )
        )
        for ranking in results.rankings
        for one in sorted(ranking.standings, key=lambda one: (one.rank is None, one.rank))
    ]
    notes = (
        *_letters_note(results),
        "Clusters: every system of an earlier one is significantly better than every system of a later one. "
        "Possible ranks: 1 + the number of systems significantly better, to the number of systems not significantly "
        "worse.",
    )
    return Table("Ranks", columns, tuple(rows), notes=notes)


def _range(one: Standing) -> str | None:
    if one.best_rank is None or one.worst_rank is None:
        return None
    return str(one.best_rank) if one.best_rank == one.worst_rank else f"{one.best_rank}–{one.worst_rank}"


def _verdict(one: Difference, alpha: float) -> str:
    if one.adjusted_p is None or one.difference is None:
        return "not available"
    if one.adjusted_p > alpha:
        return "no significant difference"
    return "better" if one.difference > 0 else "worse"


def breakdown_table(
    data: EvalSet,
    by: str,
    *,
    beta: float = 0.5,
    conventions: Conventions | None = None,
    level: Level = "correction",
    macro: bool = False,
) -> Table:
    """One row a group of error types, one column a system: F_β; the first columns count reference edits.

    Args:
        data: What is evaluated, with edits.
        by: A key of `GROUPS`.
        beta: β of F_β.
        conventions: Reference rule and the like.
        level: What two edits must share to agree.
        macro: Whether a last line gives the mean over groups, each counting alike.
    """
    measure = EditOverlap("F", beta, level, conventions or Conventions())
    tables = compare_groups(data, measure, GROUPS[by])
    names = sorted({name for own in tables.values() for name in own})
    columns = (
        Column(by),
        Column("edits", "edits (most)", digits=0),
        *(Column(system, digits=4) for system in tables),
    )
    rows = [Row((Cell(name), Cell(_edits(tables, name)), *_cells(tables, name, measure))) for name in names]
    if macro and rows:
        rows.append(_macro_row(rows))
    notes = (
        "F of each group; – where a system neither proposed nor missed any. "
        "'edits (most)': reference edits of the group, the largest number over systems (the reference that is "
        "chosen for a sentence depends on the system).",
        *(("Macro average: the mean over groups that have a score, each counting alike.",) if macro else ()),
    )
    return Table(f"{measure.name} by {by}", columns, tuple(rows), notes=notes)


def warn_of_other_types(data: EvalSet) -> None:
    """Say so when references are typed by another scheme than systems: their types can never meet."""
    ours = set().union(*(_schemes(system.edits or ()) for system in data.systems))
    theirs = set().union(*(_schemes(reference.edits or ()) for reference in data.references))
    if len(ours | theirs) > 1:
        warnings.warn(
            "references and systems are typed by unlike schemes, so that a breakdown by type means little; give the "
            "references our types with --auto, or redink reannotate --gold",
            stacklevel=3,
        )


def _schemes(edits: Iterable[Edits | None]) -> set[bool]:
    """Tell whether types have an operation in front, as ours do; marked but uncorrected errors have none anywhere."""
    return {
        edit.type[1:2] == ":" for own in edits for edit in own or () if not edit.is_noop and not edit.is_detected_only
    }


def compare_groups(
    data: EvalSet, measure: EditOverlap, group: Callable[[str], str | None]
) -> dict[str, dict[str, Floats]]:
    """Give for each system and group of error types the table of TP, FP, FN (sentences × 3)."""
    warn_of_other_types(data)
    return {system.name: measure.compare(data, system).by_type(group) for system in data.systems}


def _macro_row(rows: Sequence[Row]) -> Row:
    means: list[Cell] = []
    for column in range(2, len(rows[0].cells)):
        known = [float(cell.value) for row in rows if isinstance((cell := row.cells[column]).value, int | float)]
        means.append(Cell(sum(known) / len(known) if known else None))
    return Row((Cell("macro average"), Cell(None), *means), competes=False)


def _edits(tables: Mapping[str, Mapping[str, Floats]], name: str) -> int:
    return max(int(own[name][:, [0, 2]].sum()) if name in own else 0 for own in tables.values())


def _cells(tables: Mapping[str, Mapping[str, Floats]], name: str, measure: EditOverlap) -> Sequence[Cell]:
    return [
        Cell(float(measure.score_from_sums(own[name].sum(axis=0)[np.newaxis])[0]) if name in own else None)
        for own in tables.values()
    ]
