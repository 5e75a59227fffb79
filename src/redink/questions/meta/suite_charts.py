"""Results of a meta-evaluation on a suite in, figures out: every measure as a dot, and its agreement by window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.reports.charts import Axis, Bar, Chart, Curve, curves, score_bars

if TYPE_CHECKING:
    from redink.questions.meta.suite_results import SuiteResults

_MOST_CURVES = 8


def agreement_dots(results: SuiteResults) -> list[Chart]:
    """Draw for each design and subset Pearson's r of every measure with its interval, the best first."""
    charts = []
    for part in results.parts:
        first = next((pair.ranking for pair in part.agreement.systems), "")
        pairs = [(p.measure, p.correlations[0]) for p in part.agreement.systems if p.ranking == first]
        bars = [Bar(name, found.value, found.interval) for name, found in pairs]
        bars.sort(key=lambda bar: -2.0 if bar.value is None else bar.value, reverse=True)
        title = f"{part.design}, {part.subset}: correlation of measures with people ({first})"
        charts.append(score_bars(title, bars, axis=Axis("Pearson's r", digits=3), dots=True))
    return charts


def window_curves(results: SuiteResults) -> list[Chart]:
    """Draw for each design how r changes from the best systems to the worst."""
    charts = []
    for design in dict.fromkeys(each.design for each in results.windows):
        here = [each for each in results.windows if each.design == design]
        names = list(dict.fromkeys(each.measure for each in here))[:_MOST_CURVES]
        lines = []
        for name in names:
            points = [each for each in here if each.measure == name]
            lines.append(
                Curve(name, tuple(float(each.start) for each in points), tuple(each.pearson for each in points))
            )
        size = len(here[0].systems)
        charts.append(
            curves(
                f"{design}: correlation with people in windows of {size} neighbouring systems",
                lines,
                x_axis=Axis("Human rank of the best system of the window", digits=0, whole=True),
                y_axis=Axis("Pearson's r", digits=2),
            )
        )
    return charts


def all_charts(results: SuiteResults) -> dict[str, Chart]:
    """Give every figure by the name of its file."""
    dots = zip(results.parts, agreement_dots(results), strict=True)
    named = {f"{part.design}-{part.subset.strip('+')}".lower(): chart for part, chart in dots}
    designs = dict.fromkeys(each.design for each in results.windows)
    return named | {
        f"{design}-windows".lower(): chart for design, chart in zip(designs, window_curves(results), strict=True)
    }
