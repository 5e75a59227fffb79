"""Report inputs in; meaning kept and language improved, without references, out."""

from __future__ import annotations

from redink.page.inputs import ReportInputs
from redink.questions.faithfulness import page as faithfulness_page
from redink.reports.one_page import Section


def faithfulness_section(inputs: ReportInputs) -> Section | None:
    """Show the plane, the tables and the sentences at risk, when faithfulness was measured."""
    return None if inputs.faithfulness is None else faithfulness_page.faithfulness_section(inputs.faithfulness)
