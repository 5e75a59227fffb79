"""Section inputs in; what a perfect corrector would score with these references out.

With a coverage file the curves are shown; without one, two or more references are held against each other.
"""

from __future__ import annotations

from dataclasses import replace

from redink.evaluation.preparation import load_annotator
from redink.evaluation.sections import SectionInputs, SectionMaker, listed
from redink.evaluation.tokenising import tokeniser_of
from redink.evaluation.trust import Draws
from redink.language.registry import DEFAULT
from redink.questions.coverage.charts import coverage_charts, people_bars
from redink.questions.coverage.inputs import read_corrections
from redink.questions.coverage.mathematics.human_scores import HumanScores, human_scores
from redink.questions.coverage.results import CoverageResults, CoverageSettings
from redink.questions.coverage.run import beside, measured, size_and_clean
from redink.questions.coverage.saved import is_saved, read_saved
from redink.questions.coverage.tables import coverage_tables, people_table, system_table
from redink.reading.files import Source
from redink.reports.one_page import Fold, Part, Section
from redink.scoring.measure import WithoutReferences
from redink.scoring.names import parse_measure

_ANCHOR, _TITLE = "coverage", "How much do the references cover?"
_PAPERS = (
    "Choshen and Abend (2018): what few references do to scores",
    "Bryant and Ng (2015): scores as shares of people's",
)


def coverage_section(inputs: SectionInputs) -> Section | None:
    """Show curves of a coverage file, or people against people; nothing with one reference and no file."""
    path = inputs.asked.get("coverage")
    if path is not None:
        return _curves(_results(inputs, path))
    if len(inputs.data.references) < 2:
        return None
    measure = parse_measure(inputs.measures[0], inputs.conventions)
    if isinstance(measure, WithoutReferences):
        return None
    draws = Draws(replace(inputs.trust, method="bca"), len(inputs.data.sources), inputs.data.documents)
    scores = human_scores(inputs.data, measure, draws)
    text = (
        "Valid corrections that no reference has count as errors, so even a person does not reach 1. Each reference "
        "is scored against the others, and each system against the same references: its share of people's score shows "
        "how close it comes to a person by this measure. redink coverage shows what more references would change."
    )
    parts = (people_bars(scores), people_table(scores))
    return Section(_ANCHOR, _TITLE, text, parts, _people_finding(scores), _PAPERS[1:])


def _results(inputs: SectionInputs, path: Source) -> CoverageResults:
    """Read a coverage file, or measure a file of corrections, and set the systems at hand beside it."""
    data, statistics = inputs.data, inputs.statistics
    if is_saved(path):
        return beside(read_saved(path), data, pipeline=inputs.pipeline, statistics=statistics)
    sentences, clean = size_and_clean(data)
    settings = CoverageSettings(
        sentences=sentences,
        clean=clean,
        resamples=inputs.trust.resamples,
        seed=inputs.trust.seed,
    )
    annotator = load_annotator(inputs.asked.get("pipeline", DEFAULT), cache=inputs.asked.get("cache", False))
    corrections = read_corrections([path], source=data.sources, tokenise=tokeniser_of(data))
    return measured(corrections, settings, annotator=annotator, data=data, statistics=statistics)


def _people_finding(scores: HumanScores) -> str:
    if scores.people is None:
        return ""
    agreement = (
        f"The human references agree with each other at {scores.measure} {scores.people:.3f}: do not expect a system "
        "to reach 1."
    )
    # Scores against all references are higher: beside this number they would look better than people.
    best = next((row for row in scores.rows if not row.is_person and row.score is not None), None)
    return agreement if best is None else f"{agreement} Scored in the same way, {best.name} has {best.score:.3f}."


def _curves(results: CoverageResults) -> Section:
    parts: list[Part] = list(coverage_charts(results))
    if results.systems:
        parts.append(system_table(results))
    parts += [people_table(scores) for scores in results.people]
    shown = {table.title for table in parts if not isinstance(table, str)}
    parts.append(Fold("All numbers", tuple(table for table in coverage_tables(results) if table.title not in shown)))
    text = (
        "A perfect corrector corrects as people do. Valid corrections that no reference has count as errors, so a "
        "perfect corrector does not reach 1. A system with a higher score is closer to these references than other "
        "people are. Coverage is the probability that a person's correction is among those of M other people. It is an "
        "exact match if the text is the same, and an index match if the same words are changed. 1 person: the M "
        "corrections come from one annotator, who writes M different ones."
    )
    advice = results.advice()
    finding = advice[0].removesuffix(".") + ", because references never hold all valid corrections." if advice else ""
    above = dict.fromkeys(line.name for line in results.systems if line.above_perfect)
    if finding and above:
        names = listed(list(above))
        finding += f" Systems that score higher are closer to these references than other people are: {names}."
    return Section(_ANCHOR, _TITLE, text, tuple(parts), finding, _PAPERS)


SECTION = SectionMaker(70, coverage_section)
