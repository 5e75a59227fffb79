"""The name of a shared task in, the measures and conventions it was scored by out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from redink.errors import UsageError
from redink.scoring.measure import Conventions


@dataclass(frozen=True, slots=True)
class Preset:
    """How a shared task scored its systems."""

    measures: tuple[str, ...]
    """Names of its measures."""
    conventions: Conventions
    """Its reference rule and reading of absent annotators."""
    pipeline: str | None
    """Who makes edits from text, where the task fixes that."""
    words: str
    """The same in a line, for help texts."""


def _preset(name: str, measures: tuple[str, ...], pipeline: str | None, words: str) -> Preset:
    # The published programs know only annotators who have a line, hence `missing`.
    return Preset(measures, Conventions("faithful", "missing", preset=name), pipeline, words)


PRESETS: Mapping[str, Preset] = {
    "conll14": _preset("conll14", ("M2",), None, "M2 with β = 0.5"),
    "bea19": _preset("bea19", ("P", "R", "F0.5"), "errant", "P, R and F0.5 of ERRANT's edits"),
    "jfleg": _preset("jfleg", ("GLEU",), None, "GLEU"),
}
"""Shared tasks and corpora with a way of scoring of their own; all are `faithful` to the programs used there."""


def find_preset(name: str) -> Preset:
    """Give the preset of a name."""
    if name not in PRESETS:
        raise UsageError(f"there is no preset {name!r}", remedy=f"choose from {', '.join(PRESETS)}")
    return PRESETS[name]
