"""An `EvalSet` in; the sentence statistics of every measure and system out, each counted once.

Scores, tests, ranks, slices, tables of sentences, the report and the gate all ask here. What several measures share
(the matches of edits behind P, R and every F_β) is counted once for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import is_dataclass, replace
from typing import Any

import numpy as np

from redink.arrays import Floats
from redink.evaluation.workforce import Processes, Task, Workforce
from redink.records import EvalSet
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.edit_overlap import GROUPS
from redink.scoring.measure import (
    CountsOnce,
    CountsTogether,
    Measure,
    ScoresCorpus,
    ScoresCountedSentences,
    ScoresSentences,
)


class Statistics:
    """Rows of statistics by measure and system; what is not there yet is counted when it is asked for."""

    def __init__(self, data: EvalSet, workforce: Workforce | None = None) -> None:
        """Take the data, and whoever is to count; this process if nobody is named."""
        self.data = data
        self._workforce = workforce or Processes()
        self._measures: dict[str, Measure] = {}
        self._counted: dict[tuple[Hashable, str], Any] = {}
        self._rows: dict[tuple[Hashable, str], Floats] = {}
        self._by_type: dict[tuple[Hashable, str, str], dict[str, Floats]] = {}

    def ordered(self, systems: Sequence[str]) -> Statistics:
        """Give the same statistics with the systems in another order; nothing is counted again."""
        other = copy(self)
        by_name = {system.name: system for system in self.data.systems}
        other.data = replace(self.data, systems=tuple(by_name[name] for name in systems))
        return other

    def count(self, measures: Iterable[Measure]) -> None:
        """Count everything these measures need, at once, so that several processes can share the work."""
        tasks: dict[tuple[Hashable, str], Task] = {}
        for measure in measures:
            self._measures[measure.name] = measure
            if isinstance(measure, CountsTogether):
                self._count_together(measure)
                continue
            for place, system in enumerate(self.data.systems):
                key = (_counting(measure), system.name)
                if key not in self._counted:
                    tasks.setdefault(key, Task(measure, place))
        if tasks:  # the workforce may have gone home when everything is counted
            results = self._workforce.count(self.data, list(tasks.values()))
            self._counted |= zip(tasks, results, strict=True)

    def _count_together(self, measure: CountsTogether) -> None:
        names = [system.name for system in self.data.systems]
        if names and (measure.counting, names[0]) not in self._counted:
            for name, result in zip(names, measure.count_all(self.data), strict=True):
                self._counted[measure.counting, name] = result

    def measures(self, names: Iterable[str]) -> list[Measure]:
        """Give measures that were counted, by their names."""
        return [self._measures[name] for name in names]

    def sharing(self, measures: Iterable[Measure]) -> list[list[Measure]]:
        """Group measures that have the same statistics."""
        groups: dict[Hashable, list[Measure]] = {}
        for measure in measures:
            groups.setdefault(_table(measure), []).append(measure)
        return list(groups.values())

    def rows(self, measure: Measure, system: str) -> Floats:
        """Give the statistics of one system, (sentences × columns)."""
        key = (_table(measure), system)
        if key not in self._rows:
            counted = self._counts(measure, system)
            if isinstance(measure, CountsOnce | CountsTogether):
                counted = measure.stats_of(counted)
            self._rows[key] = np.asarray(counted, dtype=np.float64)
        return self._rows[key]

    def tables(self, measure: Measure) -> list[Floats]:
        """Give the statistics of every system, in the order of the data."""
        self.count([measure])
        return [self.rows(measure, system.name) for system in self.data.systems]

    def by_type(self, measure: EditOverlap, by: str) -> dict[str, dict[str, Floats]]:
        """Give for each system and group of error types the statistics, (sentences × columns).

        The level and β of the measure are used; `by` is `operation`, `type` or `operation-type`.
        """
        self.count([measure])
        return {system.name: self._types(measure, system.name, by) for system in self.data.systems}

    def _types(self, measure: EditOverlap, system: str, by: str) -> dict[str, Floats]:
        key = (_table(measure), system, by)
        if key not in self._by_type:
            self._by_type[key] = measure.comparison(self._counts(measure, system)).by_type(GROUPS[by])
        return self._by_type[key]

    def corpus_score(self, measure: Measure, system: str) -> float | None:
        """Give the published program's score where it is not a function of sums; `None` elsewhere."""
        if not isinstance(measure, ScoresCorpus):
            return None
        return measure.corpus_score(self._counts(measure, system))

    def sentence_scores(self, measure: Measure, system: str) -> Floats:
        """Give the score of each sentence; NaN where undefined."""
        if isinstance(measure, ScoresCountedSentences):
            return measure.scores_of_sentences(self._counts(measure, system))
        if isinstance(measure, ScoresSentences):
            output = next(known for known in self.data.systems if known.name == system)
            return measure.sentence_scores(self.data, output)
        return measure.score_from_sums(self.rows(measure, system))

    def _counts(self, measure: Measure, system: str) -> Any:
        key = (_counting(measure), system)
        if key not in self._counted:
            self.count([measure])
        return self._counted[key]


def _counting(measure: Measure) -> Hashable:
    if isinstance(measure, CountsOnce | CountsTogether):
        return measure.counting
    return _identity(measure)


def _table(measure: Measure) -> Hashable:
    if isinstance(measure, CountsOnce | CountsTogether):
        return measure.table
    return _identity(measure)


def _identity(measure: Measure) -> Hashable:
    """Tell measures apart: ours by their settings, those of a plug-in by their names."""
    return measure if is_dataclass(measure) else measure.name
