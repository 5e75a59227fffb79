"""A file that `CoverageResults.save` wrote in, the same results out.

Coverage and accuracy are not read back but drawn anew from the saved distributions, so that whoever has
the file can check them; curves of other measures, which need the texts, are kept as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from redink.errors import InputError, Place, UsageError
from redink.questions.coverage.curves import match_results
from redink.questions.coverage.mathematics.changes import ChangeCoverage
from redink.questions.coverage.mathematics.counts import Normalisation, SentenceCounts
from redink.questions.coverage.mathematics.human_scores import HumanScores
from redink.questions.coverage.mathematics.matching import Match
from redink.questions.coverage.mathematics.unseen import Histogram
from redink.questions.coverage.mathematics.validity import Validity
from redink.questions.coverage.results import (
    KIND,
    SCHEMA,
    CorrectionFacts,
    CoverageResults,
    CoverageSettings,
    Estimate,
    MeasureCurve,
    SystemLine,
)
from redink.reading.files import Source, display_name
from redink.reading.packing import unpacked_name
from redink.reading.strict_json import read_json
from redink.signature import Signature


class _Histogram(msgspec.Struct):
    x: list[float]
    h: list[float]
    n: int
    floor: float
    objective: float | None
    method: str

    def record(self) -> Histogram:
        x, h = np.array(self.x, dtype=np.float64), np.array(self.h, dtype=np.float64)
        return Histogram(x, h, self.n, self.floor, np.nan if self.objective is None else self.objective, self.method)


class _Sentence(msgspec.Struct):
    source: str
    counts: list[int]
    histogram: _Histogram

    def record(self) -> SentenceCounts:
        return SentenceCounts(tuple(self.source.split()), tuple(self.counts))


class _Estimate(msgspec.Struct):
    match: Match
    sentences: list[_Sentence]

    def record(self) -> Estimate:
        counts = tuple(sentence.record() for sentence in self.sentences)
        return Estimate(self.match, counts, tuple(sentence.histogram.record() for sentence in self.sentences))


class _Saved(msgspec.Struct):
    """What is read back; everything else in the file is for other readers."""

    kind: str
    schema: int
    signature: dict[str, str | int | float | bool | None]
    settings: CoverageSettings
    facts: CorrectionFacts
    estimates: list[_Estimate]
    curves: list[MeasureCurve]
    references: int | None = None
    systems: list[SystemLine] = []
    people: list[HumanScores] = []
    validity: Validity | None = None
    footnotes: list[str] = []
    sizes: list[ChangeCoverage] = []
    types: list[ChangeCoverage] = []


def is_saved(path: Source) -> bool:
    """Tell saved results by their name."""
    return unpacked_name(path).endswith(".json")


def read_saved(path: Source) -> CoverageResults:
    """Read saved results, and draw coverage and accuracy anew from their distributions."""
    saved = _read(path)
    estimates = tuple(estimate.record() for estimate in saved.estimates)
    return CoverageResults(
        Signature.from_dict(saved.signature),
        saved.settings,
        saved.facts,
        estimates,
        tuple(match_results(estimate, saved.settings) for estimate in estimates),
        tuple(saved.curves),
        saved.references,
        tuple(saved.systems),
        tuple(saved.people),
        saved.validity,
        tuple(saved.footnotes),
        tuple(saved.sizes),
        tuple(saved.types),
    )


def saved_counts(path: Source, matches: Sequence[Match]) -> tuple[Normalisation, dict[Match, list[SentenceCounts]]]:
    """Read what was normalised, and how often corrections were given under these kinds of match; draw nothing."""
    saved = _read(path)
    estimates = {estimate.match: estimate for estimate in saved.estimates}
    for match in matches:
        if match not in estimates:
            raise UsageError(f"{path} has no coverage of {match} match", remedy=f"save it with --match {match}")
    counts = {match: [sentence.record() for sentence in estimates[match].sentences] for match in matches}
    return saved.settings.normalisation, counts


def _read(path: Source) -> _Saved:
    place = Place(display_name(path))
    saved = read_json(path, _Saved, "not saved by redink coverage", remedy="write it with redink coverage --save")
    if saved.kind != KIND or saved.schema != SCHEMA:
        raise InputError(
            f"this is {saved.kind!r} of layout {saved.schema}, not {KIND!r} of layout {SCHEMA}",
            place=place,
            remedy="save it again",
        )
    fewest = [min((sum(sentence.counts) for sentence in estimate.sentences), default=0) for estimate in saved.estimates]
    if any(number < 2 for number in fewest):
        raise InputError(
            f"a sentence has {min(fewest)} corrections, which say nothing about coverage",
            place=place,
            remedy="save it again",
        )
    return saved
