"""Section inputs in; which types of error each system can correct out."""

from __future__ import annotations

from redink.annotation.error_types import ERROR_TYPES, in_words
from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.questions.score.by_type import breakdown_table
from redink.questions.score.leaders import find_leaders, leaders_table
from redink.reports.charts import Axis, heat_table
from redink.reports.one_page import Fold, Part, Section
from redink.reports.tables import Column, Table, make_table
from redink.scoring.edit_measures import EditOverlap

FREQUENT = 10
"""Errors of a type from which its score is worth a sentence."""


def error_types_section(inputs: SectionInputs) -> Section:
    """Show F0.5 by type and system, and the best system of each type."""
    measure = EditOverlap("F", 0.5, "correction", inputs.conventions)
    by_type = breakdown_table(inputs.statistics, "type", measure)
    parts: list[Part] = [
        heat_table(
            "F0.5 by error type",
            [str(row.cells[0].value) for row in by_type.rows],
            [column.name for column in by_type.columns[2:]],
            [[_number(cell.value) for cell in row.cells[2:]] for row in by_type.rows],
            axis=Axis("F0.5", low=0.0, high=1.0),
            row_label="error type",
            column_label="system",
        )
    ]
    if len(inputs.data.systems) > 1:
        leaders = find_leaders(inputs.statistics, "type", measure, inputs.trust)
        table = leaders_table(leaders, by="type", trust=inputs.trust)
        parts.append(Fold("The best system of each type, tested against the second", (table,)))
    parts += _meanings([str(row.cells[0].value) for row in by_type.rows])
    text = (
        "Each row is an error type, and each column a system. – means that neither the system nor its reference has an "
        "edit of this type."
    )
    return Section("types", "Which errors?", " ".join((text, *inputs.type_notes)), tuple(parts), _finding(by_type))


def _meanings(codes: list[str]) -> list[Part]:
    """Say what the types of the chart mean, as far as they are ours."""
    kinds = [kind for kind in ERROR_TYPES if kind.code in codes]
    columns = [Column("type"), Column("name"), Column("meaning"), Column("example")]
    rows = [(kind.code, kind.name, kind.meaning, " → ".join(kind.example)) for kind in kinds]
    return [make_table("What the types mean", columns, rows)] if kinds else []


def _finding(by_type: Table) -> str:
    """Name the frequent types that the best system corrects best and worst."""
    scores = {
        str(row.cells[0].value): score
        for row in by_type.rows
        if (_number(row.cells[1].value) or 0) >= FREQUENT and (score := _number(row.cells[2].value)) is not None
    }
    if len(set(scores.values())) < 2:
        return ""
    best, worst = max(scores, key=scores.__getitem__), min(scores, key=scores.__getitem__)
    return (
        f"{by_type.columns[2].name} corrects errors of type {in_words(best)} best (F0.5 {scores[best]:.3f}), and "
        f"{in_words(worst)} worst ({scores[worst]:.3f}), among types with at least {FREQUENT} errors."
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


SECTION = SectionMaker(30, error_types_section)
