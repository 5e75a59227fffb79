"""A diagnosis in, its tables out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from redink.questions.diagnose.mathematics.claims import ROUNDING, Claim
from redink.reports.tables import Column, Table, make_table

if TYPE_CHECKING:
    from redink.questions.diagnose.results import Diagnosis, Tried

_MOST_SHOWN = 10


def settings_table(diagnosis: Diagnosis) -> Table:
    """Show the settings that give the claim, or those that come nearest."""
    text = diagnosis.claim.text
    simple = simplest(diagnosis.matches, diagnosis.claim)
    shown = simple[:_MOST_SHOWN] or list(diagnosis.nearest)
    title = f"Settings that give {text}" if diagnosis.matches else f"No setting gives {text}; these come nearest"
    columns = [
        Column("options", "options of redink score"),
        Column("words", "changes to the files"),
        Column("changes", digits=0),
        _score_column(diagnosis, "value", "score"),
        _score_column(diagnosis, "distance"),
    ]
    rows = [
        (
            attempt.setting.options,
            attempt.setting.words,
            len(attempt.setting.changes),
            attempt.value,
            None if attempt.value is None else diagnosis.claim.distance(attempt.value),
        )
        for attempt in shown
    ]
    return make_table(
        title, columns, rows, notes=[*_notes(diagnosis, len(simple), len(shown)), f"Signature: {diagnosis.signature}."]
    )


def simplest(attempts: Sequence[Tried], claim: Claim, most: int | None = None) -> list[Tried]:
    """Leave out settings that add changes to an earlier one and do not move the score beyond its printed precision."""
    kept: list[Tried] = []
    for attempt in attempts:
        if len(kept) == most:
            break
        if not any(_is_part(earlier, attempt, 2 * claim.half) for earlier in kept):
            kept.append(attempt)
    return kept


def _is_part(first: Tried, second: Tried, precision: float) -> bool:
    """Tell whether a setting has all changes of another one, and about the same score."""
    if first.setting.measure != second.setting.measure or first.value is None or second.value is None:
        return False
    has_all = all(getattr(first.setting, name) == getattr(second.setting, name) for name in first.setting.changes)
    return has_all and abs(first.value - second.value) <= precision + ROUNDING


def _notes(diagnosis: Diagnosis, simple: int, shown: int) -> list[str]:
    notes = [
        f"{len(diagnosis.tried):,} settings of {diagnosis.system} were tried; changes are counted from the official "
        "setting of each measure."
    ]
    if simple > shown:
        notes.append(f"{simple - shown:,} more settings give it.")
    if len(diagnosis.matches) > simple > 0:
        notes.append(
            f"{len(diagnosis.matches) - simple:,} settings that give it are not shown: they add changes that make no "
            "difference."
        )
    return notes


def path_table(diagnosis: Diagnosis) -> Table:
    """Show what each change adds on the way from the official setting."""
    columns = [
        Column("change"),
        _score_column(diagnosis, "value", "score"),
        _score_column(diagnosis, "difference"),
    ]
    rows = [(step.change, step.value, step.difference) for step in diagnosis.path]
    goal = "first of these settings" if diagnosis.matches else "nearest setting"
    return make_table(f"From the official setting to the {goal}", columns, rows)


def _score_column(diagnosis: Diagnosis, key: str, header: str = "") -> Column:
    """Show scores as the claim was printed, with one more digit."""
    claim = diagnosis.claim
    digits = max(claim.decimals + 1, 2 if claim.is_percent else 4)
    return Column(key, header, digits=digits, percent=claim.is_percent)
