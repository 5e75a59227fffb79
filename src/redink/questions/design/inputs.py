"""Files and data in; the pilot that a design stands on out: statistics at hand, a saved run, or redink's own pilot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np

from redink.errors import UsageError
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Trust
from redink.evaluation.workforce import Workforce
from redink.questions.design.mathematics.pilots import Counted, MeasureSpreads, Pilot, Spread, spread_of, thinned
from redink.questions.score.baselines import Baseline
from redink.reading.files import Source
from redink.reading.strict_json import read_json
from redink.records import EvalSet
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import parse_measures
from redink.stats.resampling import Resamples

PATH = Path(str(files("redink.questions.design"))) / "data" / "conll14.json"
"""Deviations of pairs of systems on CoNLL-2014, without any text (tools/design_pilot.py makes them)."""

_CHOICES = 3
"""How many choices of M of the references are averaged."""


@cache
def shipped_pilot() -> Pilot:
    """Give the pilot that redink carries: the twelve systems of CoNLL-2014 with two references."""
    return msgspec.json.decode(PATH.read_bytes(), type=Pilot)


def shipped_measures(names: Sequence[str]) -> Pilot:
    """Give the measures of the shipped pilot; refuse those that it lacks."""
    pilot = shipped_pilot()
    known = {spreads.measure: spreads for spreads in pilot.measures}
    wanted = [measure.name for measure in parse_measures(names, Conventions())]
    for name in wanted:
        if name not in known:
            raise UsageError(
                f"redink has no pilot for {name}",
                remedy=f"give outputs and references of a pilot of yours, or choose from {', '.join(known)}",
            )
    return replace(pilot, measures=tuple(known[name] for name in wanted))


def saved_pilot(baseline: Baseline, names: Sequence[str], trust: Trust) -> Pilot:
    """Make a pilot of a run that was saved with redink score --save; it has one number of references only."""
    settings = baseline.signature.to_dict()
    conventions = Conventions("corrected" if settings.get("rule") == "corrected" else "faithful")
    size = len(next(iter(next(iter(baseline.systems.values())).values())).rows)
    resamples = _drawn(size, trust)
    references = settings.get("references")
    number = references if isinstance(references, int) else 1
    spreads = []
    for measure in parse_measures(names or baseline.measures, conventions):
        if measure.name not in baseline.measures:
            raise UsageError(
                f"{baseline.path} has no {measure.name}", remedy=f"choose from {', '.join(baseline.measures)}"
            )
        tables = [saved[measure.name].rows for saved in baseline.systems.values()]
        counted = Counted(tables, measure.score_from_sums)
        spreads.append(_spreads(measure.name, [spread_of([counted], number, at_hand=counted, resamples=resamples)]))
    return Pilot(baseline.path, size, "sentences", number, len(baseline.systems), tuple(spreads))


def pilot_of(data: EvalSet, measures: Sequence[Measure], trust: Trust, workforce: Workforce | None = None) -> Pilot:
    """Count statistics with every number of references up to those at hand; the edits must be there."""
    most = len(data.references)
    resamples = _drawn(len(data.sources), trust, data.documents)
    rng = np.random.default_rng(trust.seed)
    whole = Statistics(data, workforce)
    counted = {
        number: [Statistics(chosen, workforce) for chosen in _choices(data, number, rng)] for number in range(1, most)
    }
    spreads = []
    for measure in measures:
        at_hand = _counted(whole, measure)
        known = [
            spread_of([_counted(each, measure) for each in choices], number, at_hand=at_hand, resamples=resamples)
            for number, choices in counted.items()
        ]
        known.append(spread_of([at_hand], most, at_hand=at_hand, resamples=resamples))
        spreads.append(_spreads(measure.name, known))
    unit = "sentences" if data.documents is None else "documents"
    name = f"{len(data.systems)} systems on {len(data.sources):,} sentences"
    return Pilot(name, resamples.units.n_units, unit, most, len(data.systems), tuple(spreads))


def _drawn(size: int, trust: Trust, documents: Sequence[str] | None = None) -> Resamples:
    return Resamples.draw(size, trust.resamples, np.random.default_rng(trust.seed), documents)


def _choices(data: EvalSet, number: int, rng: np.random.Generator) -> list[EvalSet]:
    """Choose so many of the references, in at most three ways."""
    ways = list(combinations(range(len(data.references)), number)) if len(data.references) <= 10 else []
    if not ways:
        ways = [tuple(rng.permutation(len(data.references))[:number].tolist()) for _ in range(_CHOICES)]
    places = rng.permutation(len(ways))[:_CHOICES].tolist()
    return [replace(data, references=tuple(data.references[place] for place in ways[way])) for way in places]


def _counted(statistics: Statistics, measure: Measure) -> Counted:
    return Counted(statistics.tables(measure), measure.score_from_sums)


def _spreads(measure: str, known: Iterable[Spread | None]) -> MeasureSpreads:
    spreads = tuple(spread for spread in known if spread is not None)
    if not spreads:
        raise UsageError(
            f"no two systems of the pilot differ by {measure}",
            remedy="give outputs of at least two systems that make different corrections",
        )
    return MeasureSpreads(measure, spreads)


class _Point(msgspec.Struct):
    references: int
    score: float | None = None
    coverage: float | None = None


class _Curve(msgspec.Struct):
    points: list[_Point]
    measure: str = ""
    match: str = ""


class _Coverage(msgspec.Struct):
    curves: list[_Curve]
    coverage: list[_Curve]


def covered(pilot: Pilot, path: Source, numbers: Sequence[int]) -> Pilot:
    """Add numbers of references that the pilot lacks, from what a perfect corrector scores with so many."""
    saved = read_json(path, _Coverage, "not saved by redink coverage", remedy="write it with redink coverage --save")
    return replace(
        pilot, measures=tuple(_with_more(spreads, pilot.references, saved, numbers) for spreads in pilot.measures)
    )


def _with_more(known: MeasureSpreads, at_hand: int, saved: _Coverage, numbers: Sequence[int]) -> MeasureSpreads:
    ceilings = _ceilings(known.measure, saved)
    base = known.with_references(at_hand)
    start = ceilings.get(at_hand)
    if base is None or not start:
        return known
    more = [
        thinned(base, ceilings[number] / start, number)
        for number in numbers or ceilings
        if number in ceilings and known.with_references(number) is None
    ]
    return replace(known, spreads=tuple(sorted((*known.spreads, *more), key=lambda spread: spread.references)))


def _ceilings(measure: str, saved: _Coverage) -> dict[int, float]:
    """Give a perfect corrector's score by the number of references; for measures without a curve, that of F0.5."""
    if measure in ("EM", "EIM"):
        match = "exact" if measure == "EM" else "index"
        points = next((curve.points for curve in saved.coverage if curve.match == match), [])
        return {each.references: each.coverage for each in points if each.coverage}
    by_name = {curve.measure: curve.points for curve in saved.curves}
    points = by_name.get(measure) or by_name.get("F0.5") or []
    return {each.references: each.score for each in points if each.score}
