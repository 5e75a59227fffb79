"""Systems and several references in; scores as shares of what people score against each other's references out.

Each reference in turn is taken out and held against the rest (leave one out): that is what a person scores with
M − 1 references. A system is held against the same M − 1 references each time, and the mean of its scores is
divided by the mean of people's (Bryant and Ng 2015). 1 is as good as a person, in the eyes of this measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.questions.coverage.mathematics.pair_table import preference, use_of
from redink.records import Edits, EvalSet, Interval, Reference, System, Tokens
from redink.scoring import max_match
from redink.scoring.measure import Measure
from redink.scoring.measures import MaxMatch
from redink.stats.intervals import IntervalMethod, interval
from redink.stats.resampling import Bootstrapped, Resamples, bootstrap


@dataclass(frozen=True, slots=True)
class HumanNormalised:
    """One system, or one person, beside people."""

    name: str
    """The system, or the reference taken out."""
    is_person: bool
    """Whether it is a reference."""
    score: float | None
    """Score against M − 1 references: mean over those left out, or of a person against the rest."""
    interval: Interval | None
    """Its uncertainty over sentences."""
    share: float | None
    """Score ÷ people's mean score."""
    share_interval: Interval | None
    """Its uncertainty, both parts drawn together."""

    @property
    def above_people(self) -> bool:
        """Whether the whole interval of the share lies above 1."""
        return self.share_interval is not None and self.share_interval.low > 1


@dataclass(frozen=True, slots=True)
class HumanScores:
    """Systems as shares of people's scores."""

    measure: str
    """Name of the measure."""
    references: int
    """M − 1, how many references each is held against."""
    people: float | None
    """Mean score of people."""
    interval: Interval | None
    """Its uncertainty over sentences."""
    rows: tuple[HumanNormalised, ...]
    """Systems as given, then people."""


def human_scores(
    data: EvalSet, measure: Measure, resamples: Resamples, *, method: IntervalMethod = "bca", level: float = 0.95
) -> HumanScores:
    """Hold each reference, and each system, against the references without one.

    Args:
        data: Sources, at least two references and any number of systems, with edits if the measure needs them.
            A reference without a line for a sentence counts as having left it alone.
        measure: Any measure.
        resamples: Draws of sentences, shared by all.
        method: Kind of interval.
        level: Of the intervals.
    """
    if len(data.references) < 2:
        raise UsageError("people can be compared with people only", remedy="give at least two references")
    complete = _complete(data)
    tables = _tables(complete, measure)
    moved = {name: _moved(own, measure, resamples) for name, own in tables.items()}
    people = _mean([moved[f"person {reference.name}"] for reference in complete.references])

    def spread(of: Bootstrapped) -> Interval | None:
        return interval(of, level=level, method=method)

    rows = []
    for name, own in moved.items():
        kind, _, called = name.partition(" ")
        share = _divided(own, people)
        rows.append(
            HumanNormalised(
                called, kind == "person", _known(own.estimate), spread(own), _known(share.estimate), spread(share)
            )
        )
    return HumanScores(measure.name, len(data.references) - 1, _known(people.estimate), spread(people), tuple(rows))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value


def _complete(data: EvalSet) -> EvalSet:
    """Let an absent annotator have left the sentence alone."""
    references = []
    for reference in data.references:
        texts = tuple(
            own if own is not None else source for own, source in zip(reference.texts, data.sources, strict=True)
        )
        edits = None if reference.edits is None else tuple(own or () for own in reference.edits)
        references.append(replace(reference, texts=texts, edits=edits))
    return replace(data, references=tuple(references))


def _as_system(reference: Reference) -> System:
    texts: tuple[Tokens, ...] = tuple(text or () for text in reference.texts)
    edits: tuple[Edits, ...] | None = None if reference.edits is None else tuple(own or () for own in reference.edits)
    return System(reference.name, texts, edits)


def _tables(data: EvalSet, measure: Measure) -> dict[str, list[Floats]]:
    """Give the statistics (N × k) of each system without each reference, and of each person against the rest."""
    everyone = range(len(data.references))
    tables = {}
    for system in data.systems:
        own = _Candidate(data, system, measure)
        tables[f"system {system.name}"] = [own.against([one for one in everyone if one != out]) for out in everyone]
    for out in everyone:
        person = _Candidate(data, _as_system(data.references[out]), measure)
        tables[f"person {data.references[out].name}"] = [person.against([one for one in everyone if one != out])]
    return tables


class _Candidate:
    """An output and its statistics against each single reference, found once."""

    def __init__(self, data: EvalSet, system: System, measure: Measure) -> None:
        self._data, self._system, self._measure = data, system, measure
        self._use = use_of(measure)
        self._stats = self._singles() if self._use is not None else None

    def _singles(self) -> Floats:
        """Give (references × N × k) statistics."""
        if isinstance(self._measure, MaxMatch):
            gold = zip(*(reference.edits or () for reference in self._data.references), strict=True)
            rows = [
                max_match.match_counts(source, output, [own or () for own in edits])
                for source, output, edits in zip(self._data.sources, self._system.texts, gold, strict=True)
            ]
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
        float(np.mean([one.estimate for one in several])),
        np.mean([one.scores for one in several], axis=0),
        np.mean([one.left_out for one in several], axis=0),
    )


def _divided(one: Bootstrapped, other: Bootstrapped) -> Bootstrapped:
    if not other.estimate > 0:
        return Bootstrapped(np.nan, np.full_like(one.scores, np.nan), np.full_like(one.left_out, np.nan))
    with np.errstate(divide="ignore", invalid="ignore"):
        scores, left_out = one.scores / other.scores, one.left_out / other.left_out
    return Bootstrapped(
        one.estimate / other.estimate,
        np.where(np.isfinite(scores), scores, np.nan),
        np.where(np.isfinite(left_out), left_out, np.nan),
    )
