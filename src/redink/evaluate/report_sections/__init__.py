"""The sections of the report in the order of the page: one file, one function `(inputs) -> Section | None` each.

To add one: write its file here, import its function, put it into `SECTIONS`.
"""

from __future__ import annotations

from redink.evaluate.report_sections.complementarity import complementarity_section
from redink.evaluate.report_sections.conservatism import conservatism_section
from redink.evaluate.report_sections.coverage import coverage_section
from redink.evaluate.report_sections.detection import detection_section
from redink.evaluate.report_sections.difficulty import difficulty_section
from redink.evaluate.report_sections.error_types import error_types_section
from redink.evaluate.report_sections.examples import examples_section
from redink.evaluate.report_sections.faithfulness import faithfulness_section
from redink.evaluate.report_sections.heat_maps import heat_maps_section
from redink.evaluate.report_sections.inputs import ReportInputs, SectionMaker
from redink.evaluate.report_sections.operations import operations_section
from redink.evaluate.report_sections.significance import significance_section
from redink.evaluate.report_sections.summary import summary_section

__all__ = ["SECTIONS", "ReportInputs", "SectionMaker"]

SECTIONS: tuple[SectionMaker, ...] = (
    summary_section,
    significance_section,
    error_types_section,
    operations_section,
    detection_section,
    conservatism_section,
    coverage_section,
    difficulty_section,
    complementarity_section,
    faithfulness_section,
    heat_maps_section,
    examples_section,
)
"""Top to bottom."""
