"""Two recordings in; every run that differs, with a short difference, out."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tools.recorded_runs.masks import without_circumstances, without_signatures
from tools.recorded_runs.numbers import numbers_of

_WIDTH = 200
_NOT_COMPARED = {"cpu.tsv"}


class Difference(NamedTuple):
    """What differs in one stream or file of a run."""

    run: str
    file: str
    shown: str

    def __str__(self) -> str:
        """Show it below the names of the run and the file."""
        return f"== {self.run}  {self.file}\n{self.shown}"


def runs_of_one(old: Path, new: Path) -> list[str]:
    """Name the runs that only one of two recordings has."""
    return sorted(_runs(old) ^ _runs(new))


def _runs(recording: Path) -> set[str]:
    return {str(path.parent.relative_to(recording)) for path in recording.rglob("lines")}


def differences(old: Path, new: Path, *, signatures: bool, numbers: bool, lines: int) -> Iterator[Difference]:
    """Compare the runs that two recordings share, file by file, in the order of their names.

    Args:
        old: Folder of one recording.
        new: Folder of the other.
        signatures: Whether signatures must be the same too.
        numbers: Whether only numbers count; exit codes always do, words of errors and notes (stderr) then do not.
        lines: Most lines of a difference to show.
    """
    names = sorted(
        {str(path.relative_to(folder)) for folder in (old, new) for path in folder.rglob("*") if path.is_file()}
    )
    strangers = runs_of_one(old, new)
    for name in names:
        if (
            Path(name).name in _NOT_COMPARED
            or _run_and_file(name)[0] in strangers
            or (numbers and name.endswith((".stderr", "/lines")))
        ):
            continue
        run, file = _run_and_file(name)
        if not (old / name).is_file() or not (new / name).is_file():
            yield Difference(run, file, f"only in {old if (old / name).is_file() else new}\n")
            continue
        before, after = (old / name).read_bytes(), (new / name).read_bytes()
        if before == after:
            continue
        if b"\0" in before[:1000]:
            yield Difference(run, file, f"binary files differ ({len(before)} and {len(after)} bytes)\n")
            continue
        texts = [_masked(content.decode("utf-8", "replace"), signatures=signatures) for content in (before, after)]
        rows = [_number_rows(text) for text in texts] if numbers else [text.splitlines() for text in texts]
        if rows[0] != rows[1] or (not numbers and texts[0] != texts[1]):
            yield Difference(run, file, shortened(rows[0], rows[1], lines))


def _run_and_file(name: str) -> tuple[str, str]:
    parts = Path(name).parts
    depth = 2 if parts[0] in {"example", "shared"} else 1
    return "/".join(parts[:depth]), "/".join(parts[depth:])


def _masked(text: str, *, signatures: bool) -> str:
    text = without_circumstances(text)
    return text if signatures else without_signatures(text)


def _number_rows(text: str) -> list[str]:
    return [one.text for one in numbers_of(text)]


def shortened(old: list[str], new: list[str], most: int) -> str:
    """Give the first lines of a unified difference, long lines cut to where they differ."""
    if len(old) == len(new):  # quicker than difflib, and clearer
        pairs = [(number, *pair) for number, pair in enumerate(zip(old, new, strict=True), 1) if pair[0] != pair[1]]
        rows = [row for number, *pair in pairs[: max(1, most // 3)] for row in (f"@@ {number} @@", *_cut(*pair))]
        rest = len(pairs) - max(1, most // 3)
        return "\n".join([*rows, *([f"... and {rest} more"] if rest > 0 else [])]) + "\n"
    found = difflib.unified_diff(old, new, "old", "new", n=1, lineterm="")
    return "\n".join(row[:_WIDTH] for row in islice(found, most)) + "\n"


def _cut(old: str, new: str) -> tuple[str, str]:
    first = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, first - _WIDTH // 3)
    return f"- {old[start : start + _WIDTH]}", f"+ {new[start : start + _WIDTH]}"
