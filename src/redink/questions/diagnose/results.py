"""The records of a diagnosis."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from redink.evaluation.results import SCHEMA
from redink.frozen import frozen
from redink.questions.diagnose.mathematics.claims import Claim
from redink.questions.diagnose.mathematics.settings import Setting
from redink.questions.diagnose.tables import path_table, settings_table
from redink.reports.shown import Shown
from redink.reports.tables import Table
from redink.signature import Signature


@frozen
class Tried:
    """A setting and what it gives."""

    setting: Setting
    value: float | None
    """The score; `None` where it is undefined."""


@frozen
class Step:
    """One change on the way from the official setting of a measure to another one."""

    change: str
    """What is changed: an option of `redink score`, or words."""
    value: float | None
    """The score with this change and all before it."""
    difference: float | None
    """What the change adds to the score; `None` for the official setting itself."""


@frozen
class Diagnosis(Shown):
    """What `redink diagnose` gives."""

    signature: Signature
    """Everything the numbers depend on."""
    system: str
    """Name of the output."""
    claim: Claim
    """The number to be explained."""
    tried: tuple[Tried, ...]
    """All settings, those with the fewest changes first."""
    matches: tuple[Tried, ...]
    """The settings that give the claim to its printed precision, those with the fewest changes first."""
    nearest: tuple[Tried, ...]
    """The settings that come nearest, if none gives the claim."""
    path: tuple[Step, ...]
    """The way from the official setting to the first match, or to the nearest setting."""

    def to_dict(self) -> dict[str, object]:
        """Give plain JSON data; numbers are unrounded, `None` where undefined."""
        return {
            "schema": SCHEMA,
            "signature": self.signature.to_dict(),
            "system": self.system,
            "claim": msgspec.to_builtins(self.claim),
            "matches": _records(self.matches),
            "nearest": _records(self.nearest),
            "path": msgspec.to_builtins(self.path),
            "settings": _records(self.tried),
        }

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one flat dictionary for each setting."""
        return _records(self.tried)

    def to_tables(self) -> list[Table]:
        """Give the settings that explain the claim, and the way to the first of them."""
        return [settings_table(self), path_table(self)]


def _records(tried: Sequence[Tried]) -> list[dict[str, object]]:
    return [
        msgspec.to_builtins(attempt.setting)
        | {"value": attempt.value, "options": attempt.setting.options, "words": attempt.setting.words}
        for attempt in tried
    ]
