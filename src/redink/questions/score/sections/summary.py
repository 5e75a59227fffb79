"""Section inputs in, the summary out: scores with intervals, and the ranking by every measure."""

from __future__ import annotations

import numpy as np

from redink.evaluation.rankings import merits
from redink.evaluation.sections import SectionInputs, SectionMaker, listed
from redink.evaluation.tables import counts_table, score_table
from redink.reports.charts import Axis, Bar, Track, score_bars, slope_chart
from redink.reports.numbers import show_interval, show_number
from redink.reports.one_page import Fold, Part, Section
from redink.stats.ranking import ranks

_IN_WORDS = {"P": "precision", "R": "recall", "EM": "share of sentences that are exactly right (EM)"}
_EXPLAINED = {
    "F0.5": "F0.5 runs from 0 to 1. It joins precision (which share of the changes is right) and recall (which share of"
    " the errors is corrected), and counts precision more.",
}
"""What the first measure means, by which the page is ordered."""
_ALSO = {
    "P": "P is precision.",
    "R": "R is recall.",
    "M2": "M2 is F0.5 by the rules of the M2 scorer.",
    "GLEU": "GLEU compares sequences of words with the references.",
    "EM": "EM is the share of sentences that are exactly right.",
}
"""What the other measures of the chart of rankings mean."""
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
    text = f"Systems are ordered by {first} throughout the page. {_EXPLAINED.get(first, '')}".rstrip()
    text = " ".join((text, *(_ALSO[measure] for measure in inputs.measures[1:] if measure in _ALSO)))
    cited = [
        paper for name, paper in _PAPERS.items() if any(measure.split("-")[0] == name for measure in inputs.measures)
    ]
    edits = "Bryant, Felice and Briscoe (2017): edits, their types and F0.5 (ERRANT)"
    return Section("summary", "Who corrects best?", text, tuple(parts), _finding(inputs), (edits, *cited))


def _ranking(inputs: SectionInputs) -> Part:
    columns = [ranks(merits(measure, inputs.results.values(measure))) for measure in inputs.measures]
    tracks = [
        Track(system.name, tuple(None if np.isnan(column[row]) else float(column[row]) for column in columns))
        for row, system in enumerate(inputs.results.systems)
    ]
    return slope_chart("Ranking by every measure", inputs.measures, tracks)


def _finding(inputs: SectionInputs) -> str:
    best = inputs.results.systems[0]
    score = best[inputs.measures[0]]
    if score.value is None:
        return ""
    level = f"{inputs.trust.level:.0%}".replace("%", " %")
    spread = f" ({level} confidence interval {show_interval(score.interval, digits=3)})" if score.interval else ""
    systems = inputs.results.systems
    idle = {system.name for system in inputs.data.systems if system.texts == inputs.data.sources}
    first = [_called(system.name, idle) for system in systems if system[score.measure].value == score.value]
    number = show_number(score.value, digits=3)
    if len(first) > 1:
        what = "same" if len(first) == len(systems) else "best"
        winner = f"{listed(first)} have the {what} {score.measure}: {number}."
    else:
        verb = f"has {score.measure}" if len(systems) == 1 else f"has the best {score.measure}:"
        winner = f"{first[0]} {verb} {number}{spread}."
    rivals: dict[str, list[str]] = {}
    for measure in inputs.measures:
        values = merits(measure, inputs.results.values(measure))
        if np.isnan(values).all():
            continue
        leader = inputs.results.systems[int(np.nanargmax(values))]
        if leader is not best:
            rivals.setdefault(leader.name, []).append(_IN_WORDS.get(measure, measure))
    others = (f"{_called(name, idle)} has the best {listed(measures)}." for name, measures in rivals.items())
    return " ".join([winner, *others])


def _called(name: str, idle: set[str]) -> str:
    """Give a name, and say so if the system changes nothing: its precision is then 1, because nothing is wrong."""
    return f"{name}, which changes nothing," if name in idle else name


SECTION = SectionMaker(10, summary_section)
