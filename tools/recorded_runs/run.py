"""A run: its name and the lines to type, in a fresh folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

TABLES = ("table", "tsv", "json")
ALL_TABLES = (*TABLES, "md", "latex")


@dataclass(frozen=True)
class Run:
    """One or more lines, typed one after the other in a fresh folder."""

    name: str
    lines: tuple[str, ...]
    """Arguments of `redink` as a shell would split them; `*` is replaced by file names."""
    files: tuple[tuple[str, str], ...] = ()
    """Names and texts of files to be there beside the example's."""
    stdin: str = ""
    """What the last line reads from standard input."""
    needs: tuple[str, ...] = ()
    """Packages without which the run is left out."""
    held: bool = False
    """Whether the test in the repository holds its numbers."""


def run(name: str, *lines: str, **more: str | tuple[str, ...] | tuple[tuple[str, str], ...]) -> Run:
    """Name lines whose numbers the test holds."""
    made = Run(name, lines, held=True)
    return replace(made, **more)  # type: ignore[arg-type]


def in_forms(name: str, line: str, forms: Iterable[str] = TABLES, *, needs: tuple[str, ...] = ()) -> list[Run]:
    """Give one run for each form of the output; the test holds the numbers of the JSON only."""
    return [Run(f"{name}.{form}", (f"{line} --format {form}",), needs=needs, held=form == "json") for form in forms]
