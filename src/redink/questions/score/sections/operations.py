"""Report inputs in; what systems insert, replace and delete out, against what references do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from redink.evaluation.tables import breakdown_table
from redink.page.inputs import ReportInputs
from redink.records import Edits, Reference, System
from redink.reports.charts import Axis, Stack, stacked_bars
from redink.reports.one_page import Section

_NAMES = {"M": "insert (M)", "R": "replace (R)", "U": "delete (U)"}


def operations_section(inputs: ReportInputs) -> Section:
    """Show F0.5 by operation, and how many edits of each kind systems and references make."""
    versions: list[tuple[str, Reference | System]] = [
        *((f"{reference.name} (reference)", reference) for reference in inputs.data.references),
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
        "edits, right or wrong, references first: a system with far shorter bars leaves errors alone."
    )
    table = breakdown_table(inputs.data, "operation", conventions=inputs.conventions)
    return Section("operations", "Insert, replace, delete", text, (table, chart))


def _count(sentences: Iterable[Edits | None]) -> tuple[float, ...]:
    found = Counter(
        edit.operation for edits in sentences for edit in edits or () if not edit.is_noop and not edit.is_detected_only
    )
    return tuple(float(found[operation]) for operation in _NAMES)
