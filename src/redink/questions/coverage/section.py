"""Report inputs in; what a perfect corrector would score with these references out.

With a coverage file the curves are shown; without one, two or more references are held against each other.
"""

from __future__ import annotations

import numpy as np

from redink.page.inputs import ReportInputs
from redink.questions.coverage.charts import coverage_charts
from redink.questions.coverage.mathematics.human_scores import HumanScores, human_scores
from redink.questions.coverage.results import CoverageResults
from redink.questions.coverage.tables import coverage_tables, people_table, system_table
from redink.reports.one_page import Fold, Part, Section
from redink.scoring.names import parse_measure
from redink.stats.resampling import Resamples

_ANCHOR, _TITLE = "coverage", "How much do the references cover?"
_PAPERS = (
    "Choshen and Abend (2018): what few references do to scores",
    "Bryant and Ng (2015): scores as shares of people's",
)


def coverage_section(inputs: ReportInputs) -> Section | None:
    """Show curves of a coverage file, or people against people; nothing with one reference and no file."""
    if inputs.coverage is not None:
        return _from_file(inputs.coverage)
    if len(inputs.data.references) < 2:
        return None
    measure = parse_measure(inputs.measures[0], inputs.conventions)
    rng = np.random.default_rng(inputs.trust.seed)
    resamples = Resamples.draw(len(inputs.data.sources), inputs.trust.resamples, rng, inputs.data.documents)
    found = human_scores(inputs.data, measure, resamples, level=inputs.trust.level)
    text = (
        "Valid corrections that no reference has count as errors, so that even a person does not reach 1. Each "
        "reference is held against the rest, and each system against the same: its share of people's score says how "
        "far it is from a person, in the eyes of this measure. redink coverage tells what more references would do."
    )
    return Section(_ANCHOR, _TITLE, text, (people_table(found),), _people_finding(found), _PAPERS[1:])


def _people_finding(found: HumanScores) -> str:
    if found.people is None:
        return ""
    others = "the other" if found.references == 1 else f"the other {found.references}"
    return f"A reference held against {others} scores {found.measure} {found.people:.3f}, not 1."


def _from_file(results: CoverageResults) -> Section:
    parts: list[Part] = list(coverage_charts(results))
    if results.systems:
        parts.append(system_table(results))
    parts += [people_table(own) for own in results.people]
    shown = {table.title for table in parts if not isinstance(table, str)}
    rest = tuple(table for table in coverage_tables(results) if table.title not in shown)
    parts.append(Fold("All numbers", rest))
    text = (
        "Coverage is how likely a person's correction is among those of M others. Valid corrections that no reference "
        "has count as errors, so that a perfect corrector, who corrects as people do, does not reach 1. A system that "
        "scores more than that writes more like these very references than other people do."
    )
    advice = results.advice()
    return Section(_ANCHOR, _TITLE, text, tuple(parts), advice[0] if advice else "", _PAPERS)
