"""Results of `coverage` in, charts out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.reports.charts import Axis, Bar, Chart, Curve, curves, score_bars

if TYPE_CHECKING:
    from redink.questions.coverage.mathematics.human_scores import HumanScores
    from redink.questions.coverage.results import CoverageResults, MeasureCurve

_NAMES = {"exact": "exact match", "index": "index match", "index-printed": "index match (printed)"}
_SHORT = {"exact": "exact", "index": "index", "index-printed": "printed"}


def coverage_charts(results: CoverageResults) -> list[Chart]:
    """Draw each measure by M with real systems as level lines, the first one first; then coverage by M."""
    charts = [_measure_chart(curve, results) for curve in results.curves]
    return charts + ([_coverage_chart(results)] if results.matches else [])


def _coverage_chart(results: CoverageResults) -> Chart:
    lines = []
    for match in results.matches:
        xs = tuple(float(point.references) for point in match.points)
        coverage = tuple(point.coverage for point in match.points)
        intervals = tuple(point.interval for point in match.points)
        one_annotator = tuple(point.one_annotator for point in match.points)
        lines += [
            Curve(_NAMES[match.match], xs, coverage, intervals),
            Curve(f"{_SHORT[match.match]}, 1 person", xs, one_annotator),
        ]
    return curves(
        "A perfect corrector's accuracy by number of references",
        lines,
        x_axis=Axis("References M", whole=True),
        y_axis=Axis("Coverage", low=0.0, high=1.0, digits=3),
        description="Coverage rises with the number of references M; bands are intervals over sentences.",
    )


def _measure_chart(curve: MeasureCurve, results: CoverageResults) -> Chart:
    xs = tuple(float(point.references) for point in curve.points)
    lines = [
        Curve(
            "perfect corrector",
            xs,
            tuple(point.score for point in curve.points),
            tuple(point.pool or point.both or point.sentences for point in curve.points),
        )
    ]
    ends = (xs[0], xs[-1]) if len(xs) > 1 else (xs[0], xs[0] + 1)
    lines += [
        Curve(system.name, ends, (system.score, system.score))
        for system in results.systems
        if system.measure == curve.measure
    ]
    many = f" Horizontal lines: systems, with {results.references} references." if len(lines) > 1 else ""
    return curves(
        f"A perfect corrector's {curve.measure} by number of references",
        lines,
        x_axis=Axis("References M", whole=True),
        y_axis=Axis(curve.measure, low=0.0, high=1.0, digits=3),
        description=f"{curve.measure} of outputs drawn from people's own corrections; the band is its interval.{many}",
    )


def people_bars(scores: HumanScores) -> Chart:
    """Systems and people, each scored against the same number of references."""
    bars = [Bar(f"{row.name} (person)" if row.is_person else row.name, row.score, row.interval) for row in scores.rows]
    return score_bars(f"{scores.measure} of systems and of people", bars, axis=Axis(scores.measure, low=0.0))
