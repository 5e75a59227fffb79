"""Systems and several references in; their scores divided by the score that people reach against each other out.

Each reference in turn is scored against the other M − 1 references (leave one out): this is the score of a person.
A system is scored against the same M − 1 references each time. The mean of its scores is divided by the mean score of
people (Bryant and Ng 2015). By this measure, a system with the share 1 is as good as a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.estimate import spread
from redink.evaluation.trust import Draws
from redink.frozen import frozen
from redink.questions.coverage.mathematics.pair_table import preference, use_of
from redink.records import Edits, EvalSet, Interval, Reference, System, Tokens
from redink.scoring import max_match
from redink.scoring.gold_measures import MaxMatch
from redink.scoring.measure import Measure
from redink.stats.resampling import Bootstrapped, Resamples, bootstrap


@frozen
class HumanNormalised:
    """One system, or one person, compared with people."""

    name: str
    """Name of the system, or of the reference that was scored as a person."""
    is_person: bool
    """Whether it is a reference."""
    score: float | None
    """Score against M − 1 references; for a system, the mean over the references left out."""
    interval: Interval | None
    """Interval of the score over sentences."""
    share: float | None
    """Score ÷ mean score of people."""
    share_interval: Interval | None
    """Interval of the share; numerator and denominator are drawn together."""

    @property
    def above_people(self) -> bool:
        """Whether the whole interval of the share lies above 1."""
        return self.share_interval is not None and self.share_interval.low > 1


@frozen
class HumanScores:
    """Scores of systems as shares of the score of people."""

    measure: str
    """Name of the measure."""
    references: int
    """M − 1, the number of references that each is scored against."""
    people: float | None
    """Mean score of people."""
    interval: Interval | None
    """Interval of the mean score over sentences."""
    rows: tuple[HumanNormalised, ...]
    """Systems in the order given, then people."""


def human_scores(data: EvalSet, measure: Measure, draws: Draws) -> HumanScores:
    """Score each reference and each system against the references without one, and compare systems with people.

    Args:
        data: Sources, at least two references and any number of systems, with edits if the measure needs them.
            A reference that lacks a sentence counts as having left it alone.
        measure: Any measure.
        draws: Draws of sentences, shared by all systems and people.
    """
    if len(data.references) < 2:
        raise UsageError("people can only be compared with other people", remedy="give at least two references")
    complete = _complete(data)
    tables = _tables(complete, measure)
    moved = {name: _moved(candidate_tables, measure, draws.resamples) for name, candidate_tables in tables.items()}
    people = _mean([moved[f"person {reference.name}"] for reference in complete.references])
    rows = []
    for name, score in moved.items():
        kind, _, called = name.partition(" ")
        share = _divided(score, people)
        rows.append(
            HumanNormalised(
                called,
                kind == "person",
                _defined(score.estimate),
                spread(score, draws.trust),
                _defined(share.estimate),
                spread(share, draws.trust),
            )
        )
    mean, interval = _defined(people.estimate), spread(people, draws.trust)
    return HumanScores(measure.name, len(data.references) - 1, mean, interval, tuple(rows))


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value


def _complete(data: EvalSet) -> EvalSet:
    """Give the data with the source in place of every sentence that a reference lacks."""
    references = []
    for reference in data.references:
        texts = tuple(
            text if text is not None else source for text, source in zip(reference.texts, data.sources, strict=True)
        )
        edits = None if reference.edits is None else tuple(edits_here or () for edits_here in reference.edits)
        references.append(replace(reference, texts=texts, edits=edits))
    return replace(data, references=tuple(references))


def _as_system(reference: Reference) -> System:
    texts: tuple[Tokens, ...] = tuple(text or () for text in reference.texts)
    edits: tuple[Edits, ...] | None = (
        None if reference.edits is None else tuple(sentence_edits or () for sentence_edits in reference.edits)
    )
    return System(reference.name, texts, edits)


def _tables(data: EvalSet, measure: Measure) -> dict[str, list[Floats]]:
    """Give the (N × k) statistics of each system without each reference, and of each person against the others."""
    everyone = range(len(data.references))
    tables = {}
    for system in data.systems:
        candidate = _Candidate(data, system, measure)
        tables[f"system {system.name}"] = [
            candidate.against([number for number in everyone if number != left_out]) for left_out in everyone
        ]
    for left_out in everyone:
        person = _Candidate(data, _as_system(data.references[left_out]), measure)
        tables[f"person {data.references[left_out].name}"] = [
            person.against([number for number in everyone if number != left_out])
        ]
    return tables


class _Candidate:
    """An output and its statistics against each single reference, computed once."""

    def __init__(self, data: EvalSet, system: System, measure: Measure) -> None:
        self._data, self._system, self._measure = data, system, measure
        self._use = use_of(measure)
        self._stats = self._singles() if self._use is not None else None

    def _singles(self) -> Floats:
        """Give (references × N × k) statistics."""
        if isinstance(self._measure, MaxMatch):
            columns = zip(*(reference.edits or () for reference in self._data.references), strict=True)
            gold = [[edits or () for edits in row] for row in columns]
            how = self._measure.matching
            rows = max_match.count_edits(self._data.sources, self._system.texts, gold, how).counts
            return np.stack(rows, axis=1)
        alone = [replace(self._data, references=(reference,), systems=()) for reference in self._data.references]
        return np.stack([self._measure.sentence_stats(data, self._system) for data in alone])

    def against(self, references: Sequence[int]) -> Floats:
        """Give the (N × k) statistics against some of the references."""
        if self._stats is None:
            some = tuple(self._data.references[number] for number in references)
            return self._measure.sentence_stats(replace(self._data, references=some, systems=()), self._system)
        stats = self._stats[list(references)]
        if self._use == "mean":
            mean: Floats = stats.mean(axis=0)
            return mean
        keys = preference(self._measure, stats.reshape(-1, stats.shape[2]))
        order = np.lexsort([-key.reshape(stats.shape[:2]) for key in reversed(keys)], axis=0)
        chosen: Floats = np.take_along_axis(stats, order[:1, :, np.newaxis], axis=0)[0]
        return chosen


def _moved(tables: Sequence[Floats], measure: Measure, resamples: Resamples) -> Bootstrapped:
    return _mean([bootstrap(table, measure.score_from_sums, resamples) for table in tables])


def _mean(several: Sequence[Bootstrapped]) -> Bootstrapped:
    return Bootstrapped(
        float(np.mean([moved.estimate for moved in several])),
        np.mean([moved.scores for moved in several], axis=0),
        np.mean([moved.left_out for moved in several], axis=0),
    )


def _divided(numerator: Bootstrapped, denominator: Bootstrapped) -> Bootstrapped:
    if not denominator.estimate > 0:
        return Bootstrapped(np.nan, np.full_like(numerator.scores, np.nan), np.full_like(numerator.left_out, np.nan))
    with np.errstate(divide="ignore", invalid="ignore"):
        scores, left_out = numerator.scores / denominator.scores, numerator.left_out / denominator.left_out
    return Bootstrapped(
        numerator.estimate / denominator.estimate,
        np.where(np.isfinite(scores), scores, np.nan),
        np.where(np.isfinite(left_out), left_out, np.nan),
    )
