"""Report inputs in; meaning kept and language improved, without references, out."""

from __future__ import annotations

from redink.evaluate import faithfulness_page
from redink.evaluate.report_sections.inputs import ReportInputs
from redink.reports.one_page import Section


def faithfulness_section(inputs: ReportInputs) -> Section | None:
    """Show the plane, the tables and the sentences at risk, when faithfulness was measured."""
    return None if inputs.faithfulness is None else faithfulness_page.faithfulness_section(inputs.faithfulness)
