"""Results of `measure_coverage` to JSON and back: distributions and curves out, the same curves in.

Coverage and accuracy are not read back but drawn anew from the saved distributions, so that whoever has
the file can check them; curves of other measures, which need the texts, are kept as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from redink.errors import InputError, Place
from redink.questions.coverage.mathematics.counts import SentenceCounts
from redink.questions.coverage.mathematics.human_scores import HumanScores
from redink.questions.coverage.mathematics.matching import Match
from redink.questions.coverage.mathematics.true_accuracy import PerfectAccuracy
from redink.questions.coverage.mathematics.unseen import Histogram
from redink.questions.coverage.mathematics.validity import Validity
from redink.questions.coverage.results import (
    CorrectionFacts,
    CoverageResults,
    CoverageSettings,
    Estimate,
    MatchResults,
    MeasureCurve,
    SystemLine,
)
from redink.questions.coverage.run import match_results
from redink.reading.files import Source, display_name, open_bytes, write_whole
from redink.reading.packing import unpacked_name
from redink.signature import Signature

KIND = "redink coverage"
SCHEMA = 1
"""Version of the JSON layout."""


class _Histogram(msgspec.Struct):
    x: list[float]
    h: list[float]
    n: int
    floor: float
    objective: float | None
    method: str


class _Sentence(msgspec.Struct):
    source: str
    counts: list[int]
    histogram: _Histogram


class _Estimate(msgspec.Struct):
    match: Match
    sentences: list[_Sentence]


class _Saved(msgspec.Struct):
    """What is read back; the rest of the file is for other readers."""

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


def to_plain(results: CoverageResults) -> dict[str, object]:
    """Give everything as plain JSON data."""
    return {
        "kind": KIND,
        "schema": SCHEMA,
        "signature": results.signature.to_dict(),
        "advice": list(results.advice()),
        "settings": msgspec.to_builtins(results.settings),
        "facts": msgspec.to_builtins(results.facts),
        "estimates": [_plain_estimate(own) for own in results.estimates],
        "coverage": [_plain_match(own) for own in results.matches],
        "curves": msgspec.to_builtins(results.curves),
        "references": results.references,
        "systems": msgspec.to_builtins(results.systems),
        "people": msgspec.to_builtins(results.people),
        "validity": msgspec.to_builtins(results.validity),
        "footnotes": list(results.footnotes),
    }


def _plain_estimate(estimate: Estimate) -> dict[str, object]:
    rows = [
        _Sentence(" ".join(own.source), list(own.counts), _plain_histogram(histogram))
        for own, histogram in zip(estimate.counts, estimate.histograms, strict=True)
    ]
    plain: dict[str, object] = msgspec.to_builtins(_Estimate(estimate.match, rows))
    return plain


def _plain_histogram(histogram: Histogram) -> _Histogram:
    there = histogram.h > 0
    objective = None if np.isnan(histogram.objective) else histogram.objective
    return _Histogram(
        histogram.x[there].tolist(),
        histogram.h[there].tolist(),
        histogram.n,
        histogram.floor,
        objective,
        histogram.method,
    )


def _plain_match(own: MatchResults) -> dict[str, object]:
    return {
        "match": own.match,
        "points": [{**msgspec.to_builtins(point), "bias": point.bias} for point in own.points],
        "frequent": [row._asdict() for row in own.frequent],
        "floor": own.floor,
        "accuracy": [_plain_accuracy(point) for point in own.accuracy],
    }


def _plain_accuracy(point: PerfectAccuracy) -> dict[str, object]:
    return {
        "references": point.references,
        "mean": point.mean,
        "interval": msgspec.to_builtins(point.interval),
        "density": point.density.tolist(),
    }


def save(results: CoverageResults, path: str | Path) -> None:
    """Write everything, distributions and accuracy densities included."""
    with write_whole(path) as out:
        out.write(msgspec.json.encode(to_plain(results)).decode() + "\n")


def is_saved(path: Source) -> bool:
    """Tell saved results by their name."""
    return unpacked_name(path).endswith(".json")


def read_saved(path: Source) -> CoverageResults:
    """Read saved results, and draw coverage and accuracy anew from their distributions."""
    saved = _read(path)
    estimates = tuple(_estimate(own) for own in saved.estimates)
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
    )


def read_estimates(path: Source) -> tuple[CoverageSettings, tuple[Estimate, ...]]:
    """Read how coverage was measured and the saved distributions alone, without drawing anything."""
    saved = _read(path)
    return saved.settings, tuple(_estimate(own) for own in saved.estimates)


def _read(path: Source) -> _Saved:
    with open_bytes(path) as handle:
        return _decoded(handle.read(), path)


def _decoded(raw: bytes, path: Source) -> _Saved:
    place = Place(display_name(path))
    try:
        saved = msgspec.json.decode(raw, type=_Saved)
    except msgspec.MsgspecError as error:
        raise InputError(
            f"not saved by redink coverage: {error}", place=place, remedy="write it with redink coverage --save"
        ) from error
    if saved.kind != KIND or saved.schema != SCHEMA:
        raise InputError(
            f"{saved.kind!r} of layout {saved.schema}, not {KIND!r} of layout {SCHEMA}", place=place, remedy="save anew"
        )
    fewest = [min((sum(own.counts) for own in one.sentences), default=0) for one in saved.estimates]
    if any(number < 2 for number in fewest):
        raise InputError(
            f"a sentence with {min(fewest)} corrections, which say nothing about coverage",
            place=place,
            remedy="save anew",
        )
    return saved


def _estimate(saved: _Estimate) -> Estimate:
    counts = tuple(SentenceCounts(tuple(own.source.split()), tuple(own.counts)) for own in saved.sentences)
    return Estimate(saved.match, counts, tuple(_histogram(own.histogram) for own in saved.sentences))


def _histogram(saved: _Histogram) -> Histogram:
    objective = np.nan if saved.objective is None else saved.objective
    return Histogram(
        np.array(saved.x, dtype=np.float64),
        np.array(saved.h, dtype=np.float64),
        saved.n,
        saved.floor,
        objective,
        saved.method,
    )


def estimate_of(estimates: Sequence[Estimate], match: Match) -> Estimate | None:
    """Find the distributions of one kind of match; `None` where it was not measured."""
    return next((own for own in estimates if own.match == match), None)
