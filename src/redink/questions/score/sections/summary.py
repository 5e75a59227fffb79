"""Section inputs in, the summary out: scores with intervals, and the ranking by every measure."""

from __future__ import annotations

import numpy as np

from redink.evaluation.sections import SectionInputs, SectionMaker, listed
from redink.evaluation.tables import counts_table, score_table
from redink.reports.charts import Axis, Bar, Track, score_bars, slope_chart
from redink.reports.numbers import show_interval, show_number
from redink.reports.one_page import Fold, Part, Section
from redink.stats.ranking import ranks

_PAPERS = {
    "M2": "Dahlmeier and Ng (2012): M2 (MaxMatch)",
    "GLEU": "Napoles et al. (2015, 2016): GLEU",
    "I": "Felice and Briscoe (2015): I-measure",
}


def summary_section(inputs: SectionInputs) -> Section:
    """Show who corrects best, by every measure."""
    first, systems = inputs.measures[0], inputs.results.systems
    bars = [Bar(system.name, system[first].value, system[first].interval) for system in systems]
    level = f"{inputs.trust.level:.0%}".replace("%", " %")
    parts: list[Part] = [
        score_bars(f"{first} with {level} confidence intervals", bars, axis=Axis(first, low=0.0)),
        score_table(inputs.results),
    ]
    if len(systems) > 1 and len(inputs.measures) > 1:
        parts.append(_ranking(inputs))
    counts = counts_table(inputs.results)
    if counts is not None:
        parts.append(Fold("Counts behind the scores", (counts,)))
    text = f"Systems are ordered by {first} throughout the page."
    cited = [
        paper for name, paper in _PAPERS.items() if any(measure.split("-")[0] == name for measure in inputs.measures)
    ]
    edits = "Bryant, Felice and Briscoe (2017): edits, their types and F0.5 (ERRANT)"
    return Section("summary", "Who corrects best?", text, tuple(parts), _finding(inputs), (edits, *cited))


def _ranking(inputs: SectionInputs) -> Part:
    columns = [ranks([_number(value) for value in inputs.results.values(measure)]) for measure in inputs.measures]
    tracks = [
        Track(system.name, tuple(None if np.isnan(column[row]) else float(column[row]) for column in columns))
        for row, system in enumerate(inputs.results.systems)
    ]
    return slope_chart("Ranking by every measure", inputs.measures, tracks)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _finding(inputs: SectionInputs) -> str:
    best = inputs.results.systems[0]
    score = best[inputs.measures[0]]
    if score.value is None:
        return ""
    level = f"{inputs.trust.level:.0%}".replace("%", " %")
    spread = f" ({level} confidence interval {show_interval(score.interval, digits=3)})" if score.interval else ""
    alone = len(inputs.results.systems) == 1
    verb = f"has {score.measure}" if alone else f"has the best {score.measure}:"
    idle = {system.name for system in inputs.data.systems if system.texts == inputs.data.sources}
    winner = f"{_called(best.name, idle)} {verb} {show_number(score.value, digits=3)}{spread}."
    rivals: dict[str, list[str]] = {}
    for measure in inputs.measures:
        values = [_or_least(value) for value in inputs.results.values(measure)]
        leader = inputs.results.systems[values.index(max(values))]
        if leader is not best:
            rivals.setdefault(leader.name, []).append(measure)
    others = (f"{_called(name, idle)} has the best {listed(measures)}." for name, measures in rivals.items())
    return " ".join([winner, *others])


def _called(name: str, idle: set[str]) -> str:
    """Give a name, and say so if the system changes nothing: its precision is then 1, because nothing is wrong."""
    return f"{name}, which changes nothing," if name in idle else name


def _or_least(value: float | None) -> float:
    return float("-inf") if value is None else value


SECTION = SectionMaker(10, summary_section)
