"""The sections of the report in the order of the page: one file, one function `(inputs) -> Section | None` each.

To add one: write its file here, import its function, put it into `SECTIONS`.
"""

from __future__ import annotations

from redink.page.inputs import ReportInputs, SectionMaker
from redink.questions.conservatism.section import conservatism_section
from redink.questions.coverage.section import coverage_section
from redink.questions.difficulty.sections.complementarity import complementarity_section
from redink.questions.difficulty.sections.difficulty import difficulty_section
from redink.questions.difficulty.sections.heat_maps import heat_maps_section
from redink.questions.faithfulness.section import faithfulness_section
from redink.questions.score.sections.detection import detection_section
from redink.questions.score.sections.error_types import error_types_section
from redink.questions.score.sections.examples import examples_section
from redink.questions.score.sections.operations import operations_section
from redink.questions.score.sections.significance import significance_section
from redink.questions.score.sections.summary import summary_section

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
