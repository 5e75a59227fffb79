"""Groups of systems in, tables to show out: difficulty by group, and the types and errors that divide the groups."""

from __future__ import annotations

from redink.questions.difficulty.mathematics.groups import Division, Groups, type_name
from redink.reports.tables import Cell, Column, Table, make_table, p_cell

MOST_ERRORS = 20
"""Errors shown in a table."""
_TEST = (
    "p: exact two-sided test whether the group that stands out solves more or fewer than the abilities of its systems "
    "explain (Rasch model, given how many systems solve each error). It is about these systems, not about all that "
    "could be in a group."
)
_FOUND = (
    "The groups were found in sentences 1, 3, 5 …: systems that solve the same errors, beyond what their abilities "
    "explain. p and solved beyond ability are of the other sentences."
)


def group_tables(groups: Groups, granularity: str = "type") -> list[Table]:
    """Give the tables about groups."""
    return [group_table(groups), group_type_table(groups, granularity), group_error_table(groups)]


def group_table(groups: Groups) -> Table:
    """One row per group: its systems, and how hard the errors are for it."""
    columns = (
        Column("group"),
        Column("N", digits=0),
        Column("mean", "mean w", digits=3),
        Column("unsolved", "solved by none", digits=3),
        Column("systems"),
    )
    shares = groups.shares
    rows = []
    for place, (name, members) in enumerate(zip(groups.names, groups.members, strict=True)):
        hard = (float(groups.weights[:, place].mean()), float((shares[:, place] == 0).mean())) if len(shares) else None
        rows.append((name, len(members), *(hard or (None, None)), ", ".join(members)))
    return make_table("Difficulty by group of systems", columns, rows, notes=[_FOUND] if groups.found else [])


def group_type_table(groups: Groups, granularity: str = "type") -> Table:
    """One row per type: its difficulty for each group, and whether it divides them; the smallest p first."""
    edits = groups.reference.table.gold.edits
    columns = (Column(granularity), Column("errors", digits=0), *_weight_columns(groups), *_test_columns("Holm"))
    rows = [
        (type_name(edits[row.errors[0]].type, granularity), len(row.errors), *row.weights, *_test_cells(row))
        for row in groups.by_type(granularity)
    ]
    return make_table("Error types that divide the groups", columns, rows, notes=[_TEST])


def group_error_table(groups: Groups) -> Table:
    """One row per error that divides the groups most."""
    reference = groups.reference
    gold = reference.table.gold
    names = ("span", "type", "original", "correction")
    columns = (
        *(Column("sentence", digits=0), *map(Column, names)),
        *(*_weight_columns(groups), *_test_columns("BH")),
    )
    rows = []
    divisions = [row for row in groups.by_error() if row.p is not None]
    for row in divisions[:MOST_ERRORS]:
        edit, sentence = gold.edits[row.errors[0]], int(gold.sentence[row.errors[0]])
        original = " ".join(reference.sources[sentence][edit.start : edit.end])
        correction = " ".join(edit.replacement)
        shown = (sentence + 1, f"{edit.start} {edit.end}", edit.type, original, correction)
        rows.append((*shown, *row.weights, *_test_cells(row)))
    small = sum(row.adjusted_p is not None and row.adjusted_p < 0.05 for row in divisions)
    note = f"{small} of {len(divisions)} errors that could differ have an adjusted p below 0.05."
    return make_table("Errors that divide the groups", columns, rows, notes=[note])


def _weight_columns(groups: Groups) -> list[Column]:
    return [Column(f"w {name}", digits=2) for name in groups.names]


def _test_columns(correction: str) -> tuple[Column, ...]:
    return (
        Column("group", "stands out"),
        Column("excess", "solved beyond ability", digits=3),
        Column("p", digits=4),
        Column("adjusted_p", f"p ({correction})", digits=4),
    )


def _test_cells(row: Division) -> tuple[str, float | None, Cell | None, Cell | None]:
    return row.group, row.excess if row.group else None, p_cell(row.p), p_cell(row.adjusted_p)
