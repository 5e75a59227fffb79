"""The options of a command in; the data that they name out."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redink.errors import UsageError
from redink.evaluation.data import read
from redink.evaluation.options import call
from redink.evaluation.presets import refuse_fixed
from redink.evaluation.scoring_options import ScoringOptions
from redink.evaluation.shared_options import FileOptions
from redink.reading.m2 import AbsentWarning, OverlapWarning
from redink.records import EvalSet


def read_files(options: FileOptions, systems: Iterable[str | Path], **more: Any) -> EvalSet:
    """Read the files that the options name; what a preset or an option settles gives no warning."""
    preset = getattr(options, "preset", None)
    refuse_fixed(preset, options.given)
    with _no_garbage(), warnings.catch_warnings():
        for name, warning in (("absent", AbsentWarning), ("overlaps", OverlapWarning)):
            if preset or name in options.given:
                warnings.simplefilter("ignore", warning)
        data = call(read, list(systems), options=options, **more)
    if not data.references and not isinstance(options, ScoringOptions):  # some measures need none
        raise UsageError("there is no reference", remedy="give one with -r; or JSON lines or Parquet with its column")
    return data


@contextmanager
def _no_garbage() -> Iterator[None]:
    # Reading makes a million small records and no cycles: looking for some takes a sixth of the time. Frozen, they
    # are not looked at later either; the process ends soon anyway.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
