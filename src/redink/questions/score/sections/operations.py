"""Section inputs in; what systems insert, replace and delete out, against what references do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum

from redink.evaluation.sections import SectionInputs, SectionMaker, reference_label
from redink.questions.score.by_type import breakdown_table
from redink.records import Edits, Reference, System
from redink.reports.charts import Axis, Stack, stacked_bars
from redink.reports.one_page import Section
from redink.reports.tables import Table
from redink.scoring.edit_measures import EditOverlap

_NAMES = {"M": "insert (M)", "R": "replace (R)", "U": "delete (U)"}
_DONE = {"M": "inserting missing words", "R": "replacing wrong words", "U": "deleting unnecessary words"}


def operations_section(inputs: SectionInputs) -> Section:
    """Show F0.5 by operation, and how many edits of each kind systems and references make."""
    versions: list[tuple[str, Reference | System]] = [
        *((reference_label(reference.name), reference) for reference in inputs.data.references),
        *((system.name, system) for system in inputs.data.systems),
    ]
    chart = stacked_bars(
        "Edits by operation",
        list(_NAMES.values()),
        [Stack(name, _count(version.edits or ())) for name, version in versions],
        axis=Axis("edits", digits=0, low=0.0, whole=True),
    )
    text = (
        "M: something is missing, R: something is to be replaced, U: something is unnecessary. The bars count all "
        "edits, right or wrong. The first bars are those of the references. A system with much shorter bars misses "
        "many errors."
    )
    measure = EditOverlap("F", 0.5, "correction", inputs.conventions)
    table = breakdown_table(inputs.statistics, "operation", measure)
    return Section("operations", "Insert, replace, delete", text, (chart, table), _finding(table))


def _finding(table: Table) -> str:
    """Say which operation systems do best and worst, by the mean of their F0.5."""
    means, systems = {}, len(table.columns) - 2
    for row in table.rows:
        scores = [cell.value for cell in row.cells[2:] if isinstance(cell.value, int | float)]
        if row.cells[0].value in _DONE and scores:
            means[str(row.cells[0].value)] = fsum(scores) / len(scores)
    if len(set(means.values())) < 2:
        return ""
    best, worst = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    who, score = ("On average, the systems are", "mean F0.5") if systems > 1 else ("The system is", "F0.5")
    return f"{who} best at {_DONE[best]} ({score} {means[best]:.3f}) and worst at {_DONE[worst]} ({means[worst]:.3f})."


def _count(sentences: Iterable[Edits | None]) -> tuple[float, ...]:
    counts = Counter(
        edit.operation for edits in sentences for edit in edits or () if not edit.is_noop and not edit.is_detected_only
    )
    return tuple(float(counts[operation]) for operation in _NAMES)


SECTION = SectionMaker(40, operations_section)
