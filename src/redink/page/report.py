"""An `EvalSet` with edits in, the page that shows it all out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redink.errors import UsageError
from redink.evaluation.results import Results
from redink.page.sections import SECTIONS, ReportInputs
from redink.questions.coverage.results import CoverageResults
from redink.questions.difficulty.run import References, measure_difficulty
from redink.questions.faithfulness.results import FaithfulnessResults
from redink.questions.score.run import Trust, score
from redink.records import EvalSet
from redink.reports.one_page import Page
from redink.scoring.measure import Conventions


@dataclass(frozen=True, slots=True)
class Report:
    """The page and the results behind it."""

    page: Page
    """What is shown."""
    results: Results
    """Scores by every measure."""


def build_report(
    data: EvalSet,
    measures: Sequence[str],
    *,
    title: str,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    coverage: CoverageResults | None = None,
    faithfulness: FaithfulnessResults | None = None,
) -> Report:
    """Score, compare, break down and mark everything for one page.

    Args:
        data: Sources, references and systems, with edits.
        measures: Names of measures; the first orders the systems.
        title: Title of the page.
        conventions: Reference rule and the like.
        trust: How intervals and tests are made.
        pipeline: Who made the edits, for the signature.
        coverage: How much references cover, for a section of its own.
        faithfulness: Meaning kept and language improved, when they are to be shown.
    """
    if not data.systems or not data.references:
        raise UsageError("a report needs an output and a reference", remedy="give at least one of each")
    conventions, trust = conventions or Conventions(), trust or Trust()
    ordered, results = _best_first(data, score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline))
    absent = conventions.absent or "noop"
    judged = tuple(
        measure_difficulty(ordered, references=References(index=number, absent=absent), pipeline=pipeline)
        for number in range(len(ordered.references))
    )
    inputs = ReportInputs(ordered, results, conventions, trust, judged, coverage, faithfulness)
    sections = (make(inputs) for make in SECTIONS)
    shown = tuple(section for section in sections if section is not None)
    return Report(Page(title, _lead(ordered), shown, str(results.signature)), results)


def _best_first(data: EvalSet, results: Results) -> tuple[EvalSet, Results]:
    """Order systems by the first measure, undefined scores last."""
    worth = [one.scores[0].value for one in results.systems]
    order = sorted(range(len(worth)), key=lambda number: (worth[number] is None, -(worth[number] or 0.0)))
    return (
        replace(data, systems=tuple(data.systems[number] for number in order)),
        replace(results, systems=tuple(results.systems[number] for number in order)),
    )


def _lead(data: EvalSet) -> str:
    return ", ".join(
        [
            _several(len(data.systems), "system"),
            _several(len(data.sources), "sentence"),
            *([_several(len(set(data.documents)), "essay")] if data.documents is not None else []),
            _several(len(data.references), "reference"),
        ]
    )


def _several(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
