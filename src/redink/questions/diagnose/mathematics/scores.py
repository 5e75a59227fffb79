"""Texts and edits in; the score of every measure, rule and choice of references out, from counts that are made once.

The output is matched with each reference once. Which references take part, and which of them is chosen for a sentence,
is decided afterwards from these counts, by the functions of the measures themselves.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.estimate import plain_score
from redink.records import EvalSet
from redink.scoring import exact_match, max_match
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.edit_overlap import Rule
from redink.scoring.gold_measures import MaxMatch
from redink.scoring.measure import Absent, Conventions, filled, reference_texts
from redink.scoring.names import parse_measure
from redink.scoring.text_measures import ExactMatch, Gleu

Item = TypeVar("Item")
Tryable: TypeAlias = EditOverlap | MaxMatch | Gleu | ExactMatch
"""Measures that count one reference at a time."""


class Reading(NamedTuple):
    """Which references take part."""

    absent: Absent = "missing"
    """How an annotator without a line is read."""
    reference: str = ""
    """Name of the only reference; empty for all of them."""


def counted_measure(name: str, rule: Rule = "faithful") -> Tryable:
    """Find a measure by its name, if it counts one reference at a time."""
    # Gaps are filled before anything is counted, so that all references have a version of every sentence.
    measure = parse_measure(name, Conventions(rule, "noop"))
    if not isinstance(measure, EditOverlap | MaxMatch | Gleu | ExactMatch) or name.endswith("-type"):
        raise UsageError(
            f"diagnose does not try {measure.name}",
            remedy="choose from P, R, F0.5, F1 and the like (also with -detection or -token), M2, M2-F1, GLEU and EM",
        )
    return measure


def readings(data: EvalSet) -> dict[Reading, list[list[int]]]:
    """Give for each way to read the references the places of those that count, sentence by sentence.

    A way under which a sentence has no reference is left out, and so is one that equals an earlier way.
    """
    present = [[text is not None for text in reference.texts] for reference in data.references]
    by_sentence = list(zip(*present, strict=True))
    everyone = range(len(data.references))
    subsets = {"": list(everyone)} | {
        data.references[place].name: [place] for place in everyone if len(data.references) > 1
    }
    chosen: dict[Reading, list[list[int]]] = {}
    for name, subset in subsets.items():
        ways: list[Absent] = (
            ["missing"] if all(all(present[place]) for place in subset) else ["missing", "noop", "agree"]
        )
        for absent in ways:
            rows = [_counting(subset, there, absent) for there in by_sentence]
            if all(rows):
                chosen[Reading(absent, name)] = rows
    return chosen


def _counting(subset: Sequence[int], there: Sequence[bool], absent: Absent) -> list[int]:
    """Give the references that count for one sentence; see `redink.scoring.measure.filled`."""
    if absent == "noop":
        return list(subset)
    if absent == "missing":
        return [place for place in subset if there[place]]
    first = there.index(True) if any(there) else None
    agreeing = [place if there[place] else first for place in subset]
    return [place for place in agreeing if place is not None]


class Scores:
    """The scores of one output with one version of the texts and edits."""

    def __init__(self, data: EvalSet) -> None:
        """Take data with one system and all edits that the measures need."""
        self.readings = readings(data)
        self._data = filled(data, "noop")
        self._counts: dict[Hashable, Any] = {}
        self._tables: dict[Hashable, Floats] = {}

    def value(self, name: str, rule: Rule, reading: Reading) -> float | None:
        """Give the score by one measure; `None` where it is undefined."""
        measure = counted_measure(name, rule)
        rows = self.readings[reading]
        if isinstance(measure, Gleu):
            picked = _padded(self._counted(measure), rows)
            # With one reference nothing is drawn.
            published = measure.corpus_score(picked) if picked.shape[1] > 1 else None
            return plain_score(measure.stats_of(picked), measure.score_from_sums) if published is None else published
        key = (measure if isinstance(measure, ExactMatch) else measure.table, reading)
        if key not in self._tables:
            self._tables[key] = self._table(measure, rows)
        return plain_score(self._tables[key], measure.score_from_sums)

    def _table(self, measure: EditOverlap | MaxMatch | ExactMatch, rows: Sequence[Sequence[int]]) -> Floats:
        """Give the statistics of every sentence with the references that count."""
        if isinstance(measure, ExactMatch):
            texts = _picked(reference_texts(self._data, "noop"), rows)
            return exact_match.sentence_stats(self._data.systems[0].texts, texts)
        if isinstance(measure, EditOverlap):
            return measure.stats_of(_picked(self._counted(measure), rows))
        counts, unsure = self._counted(measure)
        return measure.stats_of(max_match.Counted([of[row] for of, row in zip(counts, rows, strict=True)], unsure))

    def _counted(self, measure: EditOverlap | MaxMatch | Gleu) -> Any:
        """Count the output against every reference, once for all measures that share the counts."""
        if measure.counting not in self._counts:
            self._counts[measure.counting] = measure.count(self._data, self._data.systems[0])
        return self._counts[measure.counting]


def _picked(versions: Sequence[Sequence[Item]], rows: Sequence[Sequence[int]]) -> list[list[Item]]:
    return [[of_sentence[place] for place in row] for of_sentence, row in zip(versions, rows, strict=True)]


def _padded(table: Floats, rows: Sequence[Sequence[int]]) -> Floats:
    """Pick references of each sentence from (sentences × references × columns); NaN behind the last."""
    picked = np.full((len(rows), max(map(len, rows), default=0), table.shape[2]), np.nan)
    for number, row in enumerate(rows):
        picked[number, : len(row)] = table[number, list(row)]
    return picked
