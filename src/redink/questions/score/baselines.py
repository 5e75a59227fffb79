"""A JSON file with the statistics of every sentence in, the run that a later one is compared with out.

`Results.save_statistics` writes it: the results, and the statistics by system and measure, one row for each sentence.
With them a later run can be tested against the saved one, sentence by sentence, though its output is not at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, Place
from redink.evaluation.results import SCHEMA
from redink.reading.files import Source, display_name
from redink.reading.strict_json import read_json
from redink.signature import Signature, Value

_REMEDY = "save the earlier run with: redink score OUTPUT ... --save results.json"


@dataclass(frozen=True, slots=True, eq=False)
class SavedMeasure:
    """One measure of one saved system."""

    score: float | None
    """Its score; `None` where it is not available."""
    rows: Floats
    """(sentences × columns) the statistics behind it."""


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """A saved run."""

    path: str
    """The file, for messages."""
    signature: Signature
    measures: tuple[str, ...]
    """Names of the measures, in order."""
    systems: dict[str, dict[str, SavedMeasure]]
    """System → measure → what was saved."""


class _Score(msgspec.Struct):
    measure: str
    value: float | None


class _System(msgspec.Struct):
    name: str
    scores: list[_Score]


class _Rows(msgspec.Struct):
    columns: list[str]
    rows: list[list[float]]


class _File(msgspec.Struct):
    schema: int
    signature: dict[str, Value]
    systems: list[_System]
    statistics: dict[str, dict[str, _Rows]] | None = None


def read_baseline(path: Source) -> Baseline:
    """Read what `Results.save_statistics` wrote; anything else is refused with a reason."""
    place = Place(display_name(path))
    saved = read_json(path, _File, "not saved results of redink", remedy=_REMEDY)
    if saved.schema != SCHEMA:
        raise InputError(f"results of schema {saved.schema}, not {SCHEMA}", place=place, remedy=_REMEDY)
    if saved.statistics is None:
        raise InputError(
            "the file has no statistics of sentences, so nothing can be tested", place=place, remedy=_REMEDY
        )
    if not saved.systems:
        raise InputError("the file has no systems", place=place, remedy=_REMEDY)
    systems = {system.name: _measures(system, saved.statistics, place) for system in saved.systems}
    names = tuple(score.measure for score in saved.systems[0].scores)
    return Baseline(display_name(path), Signature.from_dict(saved.signature), names, systems)


def _measures(system: _System, statistics: dict[str, dict[str, _Rows]], place: Place) -> dict[str, SavedMeasure]:
    measures = {}
    for score in system.scores:
        saved_rows = statistics.get(system.name, {}).get(score.measure)
        if saved_rows is None:
            raise InputError(f"no statistics of {system.name} by {score.measure}", place=place, remedy=_REMEDY)
        measures[score.measure] = SavedMeasure(score.value, _array(saved_rows, place))
    return measures


def _array(table: _Rows, place: Place) -> Floats:
    width = len(table.columns)
    for number, row in enumerate(table.rows, start=1):
        if len(row) != width:
            cause = f"statistics of {len(row)} numbers for {width} columns"
            raise InputError(cause, place=Place(place.name, sentence=number), remedy=_REMEDY)
    return np.array(table.rows, dtype=np.float64).reshape(len(table.rows), width)


def choose_system(baseline: Baseline, wanted: str | None, new: Sequence[str]) -> str:
    """Say which saved system is the baseline: the one asked for, the only one, or the one of the same name."""
    names = list(baseline.systems)
    if wanted is None and len(names) == 1:
        return names[0]
    name = wanted if wanted is not None else next((system for system in new if system in names), None)
    if name is None or name not in names:
        cause = "several systems are saved" if name is None else f"no system {name!r} is saved"
        raise InputError(cause, place=Place(baseline.path), remedy=f"choose with --system from {', '.join(names)}")
    return name
