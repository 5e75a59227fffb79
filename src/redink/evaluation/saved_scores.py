"""A JSON file that an evaluating command wrote in, the scores of its systems out."""

from __future__ import annotations

import msgspec

from redink.errors import InputError, Place
from redink.evaluation.results import SCHEMA
from redink.reading.files import Source, display_name, open_bytes


class _Score(msgspec.Struct):
    measure: str
    value: float | None


class _System(msgspec.Struct):
    name: str
    scores: list[_Score]


class _Saved(msgspec.Struct):
    schema: int
    systems: list[_System]


def read_scores(path: Source, measure: str) -> dict[str, float | None]:
    """Give one measure's score of each system in a file written with `--format json`."""
    name = display_name(path)
    with open_bytes(path) as handle:
        try:
            saved = msgspec.json.decode(handle.read(), type=_Saved)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(
                f"not results of redink: {error}", place=Place(name), remedy="write them with --format json"
            ) from error
    if saved.schema != SCHEMA:
        raise InputError(
            f"results of schema {saved.schema}, not {SCHEMA}",
            place=Place(name),
            remedy="save them again, with this version of redink",
        )
    found: dict[str, float | None] = {}
    for system in saved.systems:
        own = [score.value for score in system.scores if score.measure == measure]
        if not own:
            raise InputError(
                f"no {measure} of {system.name}", place=Place(name), remedy="the earlier run must use the same measure"
            )
        found[system.name] = own[0]
    return found
