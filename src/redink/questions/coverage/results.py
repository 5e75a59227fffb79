"""The records that `coverage` gives: distributions of corrections, curves over M, and systems beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np

from redink.errors import UnknownName, UsageError, expect_two_names
from redink.evaluation.trust import Trust
from redink.frozen import frozen
from redink.questions.coverage.charts import coverage_charts
from redink.questions.coverage.mathematics.changes import ChangeCoverage
from redink.questions.coverage.mathematics.counts import Normalisation, SentenceCounts
from redink.questions.coverage.mathematics.f_curve import CurvePoint, Draw
from redink.questions.coverage.mathematics.human_scores import HumanScores
from redink.questions.coverage.mathematics.matching import MATCHES, Match
from redink.questions.coverage.mathematics.true_accuracy import PerfectAccuracy
from redink.questions.coverage.mathematics.unseen import Frequent, Histogram, Method
from redink.questions.coverage.mathematics.validity import Validity
from redink.questions.coverage.tables import coverage_tables
from redink.reading.files import write_whole
from redink.records import Interval
from redink.reports.one_page import Page, Part, Section, to_page
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import expect_choice, expect_list
from redink.signature import Signature

KIND = "redink coverage"
SCHEMA = 1
"""Version of the JSON layout."""


@dataclass(frozen=True, slots=True)
class CoverageSettings:
    """How coverage is measured; everything the numbers depend on beside the data."""

    references: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)
    """The M of all curves."""
    matches: tuple[Match, ...] = ("exact", "index")
    """When two corrections are the same."""
    normalisation: Normalisation = field(default_factory=Normalisation)
    """What does not count as a difference."""
    left_alone: float | None = 1.0
    """Share of unchanged copies from which on a sentence is dropped: by default those that everybody left alone,
    because clean sentences are counted apart; `None` keeps all."""
    fewest: int = 2
    """Corrections a sentence must have."""
    method: Method = "vv"
    """Estimator of the whole distribution."""
    floor: float | None = None
    """Its smallest probability; the method's own when `None`."""
    grid: float | None = None
    """Its ratio of neighbouring probabilities; the method's own when `None`."""
    alpha: float = 0.5
    """Its slack (`vv`)."""
    gammas: tuple[float, ...] = (0.0, 0.001, 0.01, 0.1)
    """The γ of "corrections with p ≥ γ"."""
    measures: tuple[str, ...] = ("F0.5", "GLEU")
    """Measures a perfect corrector is scored by."""
    rule: Rule = "corrected"
    """How edit scores choose a reference; `faithful` is slower and has the thesis's interval alone."""
    sentences: int = 1312
    """N of the test set that is imagined; the CoNLL-2014 test set's."""
    clean: int = 136
    """Sentences of it that need no correction; the thesis's number for that test set."""
    draw: Draw = "people"
    """Where the perfect corrector's output and its references come from."""
    resamples: int = 1000
    """Draws for all intervals."""
    seed: int = 12345
    """Where the draws start."""
    level: float = 0.95

    def __post_init__(self) -> None:
        """Refuse words that mean nothing, one text for several, and a seed that is none."""
        expect_list("measures", self.measures)
        expect_list("matches", self.matches)
        for match in self.matches:
            expect_choice("match", match, MATCHES)
        expect_choice("rule", self.rule, get_args(Rule))
        expect_choice("draw", self.draw, get_args(Draw))
        if self.seed < 0:
            raise UsageError(f"the seed cannot be {self.seed}", remedy="give a whole number, 0 or more")

    @property
    def trust(self) -> Trust:
        """How intervals over sentences are made."""
        return Trust("bca", self.level, self.resamples, self.seed)


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """What is known of the corrections of every sentence under one kind of match."""

    match: Match
    """When two corrections are the same."""
    counts: tuple[SentenceCounts, ...]
    """How often each was given."""
    histograms: tuple[Histogram, ...]
    """Estimated distributions, unseen corrections included."""

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        sentences = [
            {"source": " ".join(counts.source), "counts": list(counts.counts), "histogram": _plain_histogram(histogram)}
            for counts, histogram in zip(self.counts, self.histograms, strict=True)
        ]
        return {"match": self.match, "sentences": sentences}


def _plain_histogram(histogram: Histogram) -> dict[str, object]:
    there = histogram.h > 0
    return {
        "x": histogram.x[there].tolist(),
        "h": histogram.h[there].tolist(),
        "n": histogram.n,
        "floor": histogram.floor,
        "objective": None if np.isnan(histogram.objective) else histogram.objective,
        "method": histogram.method,
    }


@frozen
class CoveragePoint:
    """Coverage with M references: what a perfect corrector scores in accuracy."""

    references: int
    """M."""
    coverage: float
    """Mean over sentences: unbiased from counts for M < n, Chao and Jost's extrapolation from n on."""
    interval: Interval | None
    """Had other sentences been corrected (by other people): BCa over sentences."""
    annotators: Interval | None
    """Had other people corrected the same sentences: jackknife over corrections."""
    unseen: float
    """The same from the estimated distributions."""
    one_annotator: float
    """M distinct corrections of one annotator instead (drawn without replacement)."""
    extrapolated: bool
    """Whether some sentence has no more than M corrections."""
    slope: float
    """What the M-th reference adds: coverage(M) − coverage(M − 1)."""

    @property
    def bias(self) -> float:
        """b_M, what accuracy lacks to a perfect corrector's true accuracy of 1."""
        return 1 - self.coverage


@dataclass(frozen=True, slots=True, eq=False)
class MatchResults:
    """Everything about one kind of match."""

    match: Match
    """When two corrections are the same."""
    points: tuple[CoveragePoint, ...]
    frequent: tuple[Frequent, ...]
    """Mean number of corrections with p ≥ γ and their mass."""
    floor: float
    """Smallest probability that was allowed anywhere."""
    accuracy: tuple[PerfectAccuracy, ...]
    """Distribution of a perfect corrector's accuracy on the imagined test set, by M."""

    def at(self, references: int) -> CoveragePoint | None:
        """Find the point of one M."""
        return next((point for point in self.points if point.references == references), None)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data."""
        return {
            "match": self.match,
            "points": [{**msgspec.to_builtins(point), "bias": point.bias} for point in self.points],
            "frequent": [row._asdict() for row in self.frequent],
            "floor": self.floor,
            "accuracy": [_plain_accuracy(point) for point in self.accuracy],
        }


def _plain_accuracy(point: PerfectAccuracy) -> dict[str, object]:
    return {
        "references": point.references,
        "mean": point.mean,
        "interval": msgspec.to_builtins(point.interval),
        "density": point.density.tolist(),
    }


@frozen
class MeasureCurve:
    """What a perfect corrector scores by one measure."""

    measure: str
    """Name of the measure."""
    points: tuple[CurvePoint, ...]

    def at(self, references: int) -> CurvePoint | None:
        """Find the point of one M."""
        return next((point for point in self.points if point.references == references), None)

    def slope(self, references: int) -> float | None:
        """Give what each reference adds from the M before this one on; `None` for the first M."""
        known = {point.references: point.score for point in self.points if point.references <= references}
        before, *last = sorted(known)[-2:] or (references,)
        if not last or (high := known[references]) is None or (low := known[before]) is None:
            return None
        return (high - low) / (references - before)


@frozen
class SystemLine:
    """A real system beside the perfect corrector."""

    name: str
    measure: str
    """Name of the measure."""
    score: float | None
    """Against all references."""
    interval: Interval | None
    """BCa over sentences."""
    perfect: float | None
    """What a perfect corrector scores with as many references."""

    @property
    def share(self) -> float | None:
        """Score ÷ the perfect corrector's."""
        return self.score / self.perfect if self.score is not None and self.perfect else None

    @property
    def above_perfect(self) -> bool:
        """Whether the whole interval lies above the perfect corrector's score."""
        return self.interval is not None and self.perfect is not None and self.interval.low > self.perfect


@frozen
class CorrectionFacts:
    """What was read."""

    sentences: int
    """Sentences with corrections."""
    dropped: int
    """Sentences left out by cleaning."""
    corrections: int
    """Corrections of all of them."""
    fewest: int
    """Smallest n of a sentence."""
    most: int
    """Largest n of a sentence."""
    unchanged: float
    """Share of corrections that change nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverageResults(Shown):
    """How many corrections there are, and what few references do to scores."""

    signature: Signature
    """Everything the numbers depend on."""
    settings: CoverageSettings
    """How it was measured."""
    facts: CorrectionFacts
    estimates: tuple[Estimate, ...]
    matches: tuple[MatchResults, ...]
    """Coverage and accuracy by kind of match."""
    curves: tuple[MeasureCurve, ...]
    """Other measures."""
    references: int | None = None
    """M of the systems' references, when there are systems or references."""
    systems: tuple[SystemLine, ...] = ()
    people: tuple[HumanScores, ...] = ()
    """Each reference against the rest, when there are several."""
    validity: Validity | None = None
    """What judges think of the corrections."""
    footnotes: tuple[str, ...] = ()
    """What a reader should know."""
    sizes: tuple[ChangeCoverage, ...] = ()
    """Coverage of corrections by the number of words that they change."""
    types: tuple[ChangeCoverage, ...] = ()
    """Coverage of edits by error type, when there are edits."""

    def __getitem__(self, key: tuple[str, int]) -> CoveragePoint | CurvePoint:
        """Give the point of one curve and one M: `results["exact", 2].coverage`, `results["F0.5", 2].score`."""
        curves = {match.match: match for match in self.matches} | {curve.measure: curve for curve in self.curves}
        numbers = sorted({point.references for curve in curves.values() for point in curve.points})
        expect_two_names(key, curves, numbers)
        name, references = key
        if name not in curves:
            raise UnknownName(f"there is no curve {name!r}", remedy=f"there are {', '.join(curves)}")
        point = curves[name].at(references)
        if point is None:
            raise UnknownName(
                f"{name} has no point for {_several(references)}", remedy=f"there are {', '.join(map(str, numbers))}"
            )
        return point

    def advice(self) -> tuple[str, ...]:
        """Say in plain words what a perfect corrector would score, for each measure."""
        wanted = (self.references,) if self.references else (1, 2)
        lines = []
        for curve in self.curves:
            known = {point.references: point.score for point in curve.points if point.score is not None}
            scores = self._told({number: known[number] for number in wanted if number in known})
            if scores:
                lines.append(f"A perfect corrector would score {curve.measure} {scores}, not 1.")
        for match in self.matches:
            covered = {point.references: point.coverage for point in match.points}
            scores = self._told({number: covered[number] for number in wanted if number in covered})
            if scores and match.match == "exact":
                lines.append(f"Where a correction is needed, it would match a reference exactly: {scores}.")
        if self.references and lines:
            lines[0] = f"With your {_several(self.references)} {lines[0][0].lower()}{lines[0][1:]}"
        return tuple(lines)

    def _told(self, values: Mapping[int, float]) -> str:
        """Say values by number of references, which is left out where it is the reader's own."""
        if self.references:
            return "".join(f"{value:.3f}" for value in values.values())
        return ", ".join(f"{value:.3f} with {_several(number)}" for number, value in values.items())

    def to_tables(self) -> list[Table]:
        """Give every table there is something for, coverage first."""
        return coverage_tables(self)

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data: everything, unrounded."""
        return {
            "kind": KIND,
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "advice": list(self.advice()),
            "settings": msgspec.to_builtins(self.settings),
            "facts": msgspec.to_builtins(self.facts),
            "estimates": [estimate.to_dict() for estimate in self.estimates],
            "coverage": [match.to_dict() for match in self.matches],
            "curves": msgspec.to_builtins(self.curves),
            "references": self.references,
            "systems": msgspec.to_builtins(self.systems),
            "people": msgspec.to_builtins(self.people),
            "validity": msgspec.to_builtins(self.validity),
            "footnotes": list(self.footnotes),
            "sizes": msgspec.to_builtins(self.sizes),
            "types": msgspec.to_builtins(self.types),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each curve and M."""
        rows: list[dict[str, object]] = [
            {"curve": match.match, "references": point.references, "value": point.coverage, **_ends(point.interval)}
            for match in self.matches
            for point in match.points
        ]
        return rows + [
            {"curve": curve.measure, "references": point.references, "value": point.score, **_ends(point.both)}
            for curve in self.curves
            for point in curve.points
        ]

    def save(self, path: str | Path) -> None:
        """Write distributions, densities and curves as JSON without line breaks; `coverage(path)` reads it back."""
        with write_whole(path) as out:
            out.write(msgspec.json.encode(self.to_dict()).decode() + "\n")

    def to_page(self) -> str:
        """Give a page (HTML) of its own: advice, charts and tables."""
        text = " ".join(self.advice()) or "How many of the corrections that people would accept are in the references."
        parts: list[Part] = [*coverage_charts(self), *self.to_tables()]
        section = Section("coverage", "How much do the references cover?", text, tuple(parts))
        lead = f"{self.facts.corrections} corrections of {self.facts.sentences} sentences."
        return to_page(Page("Reference coverage", lead, (section,), str(self.signature)))

    def save_page(self, path: str | Path) -> None:
        """Write the page."""
        with write_whole(path) as out:
            out.write(self.to_page())


def _several(references: int) -> str:
    return f"{references} reference{'s' * (references != 1)}"


def _ends(interval: Interval | None) -> dict[str, object]:
    return {} if interval is None else {"low": interval.low, "high": interval.high, "level": interval.level}
