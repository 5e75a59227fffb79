"""Report inputs in; precision against recall and detection against correction out."""

from __future__ import annotations

from redink.evaluation.results import SystemScores
from redink.page.inputs import ReportInputs
from redink.questions.score.run import score
from redink.records import Score
from redink.reports.charts import Axis, Dot, scatter
from redink.reports.one_page import Section


def detection_section(inputs: ReportInputs) -> Section:
    """Show how careful systems are, and what is lost between finding an error and correcting it."""
    names = ("P", "R", "F0.5", "F0.5-detection")
    results = score(inputs.data, names, conventions=inputs.conventions, trust=inputs.trust)
    dots = [_dot(system, 1, 0) for system in results.systems]
    found = [_dot(system, 3, 2) for system in results.systems]
    parts = (
        scatter("Precision and recall", dots, x_axis=Axis("Recall", low=0.0), y_axis=Axis("Precision"), f_beta=0.5),
        scatter(
            "Detection against correction",
            found,
            x_axis=Axis("F0.5 of detection (same span)", low=0.0),
            y_axis=Axis("F0.5 of correction (same span and text)", low=0.0),
            diagonal=True,
        ),
    )
    text = (
        "A careful system stands high on the left, an eager one low on the right. In the second chart, the "
        "distance below the diagonal is what is lost because the place was right and the correction was not."
    )
    return Section("detection", "Careful or eager?", text, parts)


def _dot(system: SystemScores, x: int, y: int) -> Dot:
    across: Score = system.scores[x]
    up: Score = system.scores[y]
    return Dot(system.name, across.value, up.value, across.interval, up.interval)
