"""An `EvalSet` with edits in, the page that shows it all out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from redink.evaluate.marking import mark_sentences
from redink.evaluate.results import Results, SystemScores
from redink.evaluate.scores import Trust, compare, score
from redink.evaluate.tables import breakdown_table, counts_table, difference_table, score_table
from redink.records import EvalSet, Score
from redink.reports.charts import Axis, Bar, Chart, Dot, heat_table, scatter, score_bars
from redink.reports.one_page import Essay, MarkedSentence, Page, Section
from redink.reports.tables import Table
from redink.scoring.measure import Conventions

_SLICE = 25
"""Sentences shown together when the corpus has no documents."""


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
) -> Report:
    """Score, compare, break down and mark everything for one page.

    Args:
        data: Sources, references and systems, with edits.
        measures: Names of measures; the first orders the systems.
        title: Title of the page.
        conventions: Reference rule and the like.
        trust: How intervals and tests are made.
        pipeline: Who made the edits, for the signature.
    """
    trust = trust or Trust()
    main = score(data, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    ordered = _best_first(data, main)
    results = score(ordered, measures, conventions=conventions, trust=trust, pipeline=pipeline)
    sections = (
        _summary(ordered, results, measures[0], conventions, trust),
        _types(ordered, conventions),
        _detection(ordered, conventions, trust),
        _sentences(ordered),
    )
    return Report(Page(title, _lead(ordered), sections, str(results.signature)), results)


def _best_first(data: EvalSet, results: Results) -> EvalSet:
    worth = {system.name: system.scores[0].value for system in results.systems}
    order = sorted(data.systems, key=lambda system: (worth[system.name] is None, -(worth[system.name] or 0.0)))
    return EvalSet(data.sources, data.references, tuple(order), data.documents)


def _lead(data: EvalSet) -> str:
    names = ", ".join(system.name for system in data.systems)
    return (
        f"{len(data.systems)} systems ({names}) on {len(data.sources)} sentences "
        f"with {len(data.references)} reference{'s' * (len(data.references) != 1)}."
    )


def _summary(data: EvalSet, results: Results, first: str, conventions: Conventions | None, trust: Trust) -> Section:
    bars = [Bar(system.name, system.scores[0].value, system.scores[0].interval) for system in results.systems]
    counts = counts_table(results)
    parts: list[Table | Chart] = [
        score_table(results),
        score_bars(f"{first} with 95 % confidence intervals", bars, axis=Axis(first, low=0.0)),
    ]
    if len(data.systems) > 1:
        parts.append(difference_table(compare(data, [first], conventions=conventions, trust=trust)))
    if counts is not None:
        parts.append(counts)
    text = f"Systems are ordered by {first}; the paired comparisons test each against the best one."
    return Section("summary", "Who corrects best?", text, tuple(parts))


def _types(data: EvalSet, conventions: Conventions | None) -> Section:
    by_type = breakdown_table(data, "type", conventions=conventions)
    systems = [column.name for column in by_type.columns[2:]]
    rows = [str(row.cells[0].value) for row in by_type.rows]
    values = [[_number(cell.value) for cell in row.cells[2:]] for row in by_type.rows]
    chart = heat_table(
        "F0.5 by error type",
        rows,
        systems,
        values,
        axis=Axis("F0.5", low=0.0, high=1.0),
        row_label="error type",
        column_label="system",
    )
    text = "Which kinds of error each system can correct; – where it neither proposed nor missed any."
    parts = (chart, breakdown_table(data, "operation", conventions=conventions))
    return Section("types", "Which errors?", text, parts)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _detection(data: EvalSet, conventions: Conventions | None, trust: Trust) -> Section:
    names = ("P", "R", "F0.5", "F0.5-detection")
    results = score(data, names, conventions=conventions, trust=trust)
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


def _sentences(data: EvalSet) -> Section:
    text = (
        "Every sentence with the errors of the first reference; the colour of an error tells how many systems "
        "corrected it (see the legend). "
        "Open a sentence to see who did, and what each system wrote."
    )
    essays = tuple(_essays(data, mark_sentences(data)))
    return Section("sentences", "How hard were the errors?", text, essays=essays)


def _essays(data: EvalSet, sentences: Sequence[MarkedSentence]) -> list[Essay]:
    if data.documents is None:
        return [
            Essay(
                f"Sentences {start + 1} to {min(start + _SLICE, len(sentences))}",
                tuple(sentences[start : start + _SLICE]),
            )
            for start in range(0, len(sentences), _SLICE)
        ]
    pairs = zip(data.documents, sentences, strict=True)
    return [
        Essay(document, tuple(sentence for _, sentence in own))
        for document, own in groupby(pairs, key=lambda pair: pair[0])
    ]
