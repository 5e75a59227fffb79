"""Results in; the section of the report, and an offline page of its own, with the plane and the tables out."""

from __future__ import annotations

from collections import Counter

from redink.evaluation.sections import SectionInputs, SectionMaker
from redink.language.trees import load_tree_parser, tree_pipeline
from redink.questions.faithfulness.plan import load_plan
from redink.questions.faithfulness.results import FaithfulnessResults
from redink.questions.faithfulness.run import measure_faithfulness
from redink.questions.faithfulness.tables import (
    bin_table,
    check_table,
    language_tables,
    meaning_table,
    plane,
    sentence_table,
)
from redink.reports.one_page import Fold, Page, Part, Section, to_page

_SHOWN = 100
"""Sentences listed on a page."""
_PAPERS = (
    "Choshen & Abend (2018): USim, faithfulness without references",
    "Choshen (2019), ch. 4: the three steps of an evaluation without references",
)


def faithfulness_section(inputs: SectionInputs) -> Section | None:
    """Show the plane, the tables and the sentences at risk, when faithfulness is asked for.

    Trees come from the pipeline of the report, or from `errant` where that pipeline draws none.
    """
    if not inputs.asked.get("faithfulness"):
        return None
    parser = load_tree_parser(tree_pipeline(inputs.asked["pipeline"]))
    return section_of(measure_faithfulness(inputs.data, parser, plan=load_plan(trust=inputs.trust)))


def section_of(results: FaithfulnessResults) -> Section:
    """Make the section of a page."""
    parts: list[Part] = []
    if any(system.score(name).value is not None for system in results.systems for name in ("fluency", "errors fewer")):
        parts.append(plane(results))
    parts += [meaning_table(results), bin_table(results), *language_tables(results)]
    if any(sum(system.checks.values()) for system in results.systems):
        parts.append(check_table(results))
    if results.sentences:
        listed = min(_SHOWN, len(results.sentences))
        parts.append(Fold(f"The {listed} sentences most at risk", (sentence_table(results, _SHOWN, brief=True),)))
    text = (
        f"Meaning kept is {results.measure}: how much of what the source says, unit by unit, is still in the "
        "correction. A system that changes nothing gets 1.0, so read it with the amount of change: the area of a "
        "dot, and the columns of equal amounts of change. A good system is high up and far to the right."
    )
    title = "Is the meaning kept, and is the language better?"
    return Section("faithfulness", title, text, tuple(parts), _finding(results), _PAPERS)


def _finding(results: FaithfulnessResults) -> str:
    """Say in one sentence how often meaning is at risk; no ranking by meaning kept, which falls with every change."""
    if not results.sentences:
        return "No system changes anything: all meaning is kept, and no error is corrected."
    if all(system.score("at risk").value is None for system in results.systems):
        return ""
    changed = Counter(row.system for row in results.sentences)
    at_risk = Counter(row.system for row in results.sentences if row.findings)
    told = f"{at_risk.total():,} of {changed.total():,} changed sentences show a sign that their meaning is at risk"
    most = max(changed, key=lambda name: at_risk[name] / changed[name])
    return f"{told}, most of all {most} ({at_risk[most]:,} of {changed[most]:,})." if at_risk else f"{told}."


def plane_page(results: FaithfulnessResults) -> str:
    """Make a page of its own."""
    names = f"{len(results.systems)} systems" if len(results.systems) != 1 else results.systems[0].name
    page = Page("Faithfulness without references", names, (section_of(results),), str(results.signature))
    return to_page(page)


SECTION = SectionMaker(100, faithfulness_section)
