"""Section inputs in; precision against recall and detection against correction out."""

from __future__ import annotations

from collections.abc import Sequence

from redink.evaluation.results import SystemScores
from redink.evaluation.sections import SectionInputs, SectionMaker, listed
from redink.questions.score.run import scored
from redink.reports.charts import Axis, Dot, scatter
from redink.reports.one_page import Section


def detection_section(inputs: SectionInputs) -> Section:
    """Show how careful systems are, and what is lost between finding an error and correcting it."""
    scores = scored(
        inputs.data,
        ("P", "R", "F0.5", "F0.5-detection"),
        conventions=inputs.conventions,
        trust=inputs.trust,
        statistics=inputs.statistics,
    )
    # Without an edit, precision is 1 by convention: such a point would stretch the chart and mean nothing.
    idle = [system.name for system in scores.systems if (counts := system["P"].counts) and not counts.tp + counts.fp]
    dots = [_dot(system, "R", "P") for system in scores.systems if system.name not in idle]
    detected = [_dot(system, "F0.5-detection", "F0.5") for system in scores.systems]
    parts = (
        scatter("Precision and recall", dots, x_axis=Axis("Recall", low=0.0), y_axis=Axis("Precision"), f_beta=0.5),
        scatter(
            "Detection against correction",
            detected,
            x_axis=Axis("F0.5 of detection (same span)", low=0.0),
            y_axis=Axis("F0.5 of correction (same span and text)", low=0.0),
            diagonal=True,
        ),
    )
    text = (
        "A careful system is at the upper left, an eager one at the lower right. In the second chart, the distance "
        "below the diagonal shows what is lost because the place was right but the correction was wrong."
    )
    if idle:
        text += f" Without an edit there is no precision to show in the first chart: {listed(idle)}."
    return Section("detection", "Careful or eager?", text, parts, _finding(scores.systems))


def _finding(systems: Sequence[SystemScores]) -> str:
    """Name the most careful and the most thorough of the systems that correct something."""
    active = [system for system in systems if (counts := system["R"].counts) and counts.tp]
    if not active:
        return ""
    if len(systems) == 1:
        precision, recall = (systems[0][name].value or 0.0 for name in ("P", "R"))
        return (
            f"{systems[0].name} is right in {100 * precision:.0f} % of its changes (precision {precision:.3f}), and "
            f"corrects {100 * recall:.0f} % of the errors (recall {recall:.3f})."
        )
    if len(active) == 1:
        return f"{active[0].name} is the only system that corrects an error as the reference does."
    careful, thorough = (max(active, key=lambda system: system[name].value or 0.0) for name in ("P", "R"))
    return (
        f"When {careful.name} changes something, it is right most often (precision {careful['P'].value or 0.0:.3f}). "
        f"{thorough.name} corrects the largest share of the errors (recall {thorough['R'].value or 0.0:.3f})."
    )


def _dot(system: SystemScores, x: str, y: str) -> Dot:
    across, up = system[x], system[y]
    return Dot(system.name, across.value, up.value, across.interval, up.interval)


SECTION = SectionMaker(50, detection_section)
