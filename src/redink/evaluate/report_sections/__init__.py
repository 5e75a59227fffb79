"""The sections of the report in the order of the page: one file, one function `(inputs) -> Section | None` each.

To add one: write its file here, import its function, put it into `SECTIONS`.
"""

from __future__ import annotations

from redink.evaluate.report_sections.complementarity import complementarity
from redink.evaluate.report_sections.detection import detection
from redink.evaluate.report_sections.difficulty import difficulty
from redink.evaluate.report_sections.error_types import error_types
from redink.evaluate.report_sections.examples import examples
from redink.evaluate.report_sections.heat_maps import heat_maps
from redink.evaluate.report_sections.inputs import ReportInputs, SectionMaker
from redink.evaluate.report_sections.operations import operations
from redink.evaluate.report_sections.significance import significance
from redink.evaluate.report_sections.summary import summary

__all__ = ["SECTIONS", "ReportInputs", "SectionMaker"]

SECTIONS: tuple[SectionMaker, ...] = (
    summary,
    significance,
    error_types,
    operations,
    detection,
    difficulty,
    complementarity,
    heat_maps,
    examples,
)
"""Top to bottom."""
