r"""Essays in (a Markdown file of MultiGEC-2025, or a folder with a file for each essay), texts by essay out.

MultiGEC's files have a line `### essay_id = ID` before each essay. Other lines that begin with `#` are text. Empty
lines around an essay are dropped when it is read; inside it, white space is kept.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.packing import unpacked_name

HEADING = "### essay_id = "


def is_essays(path: Source) -> bool:
    """Tell folders of essays, and MultiGEC's files by their name and first line of text."""
    if Path(path).is_dir():
        return True
    if not unpacked_name(path).endswith(".md") or not Path(path).is_file():
        return False
    return any(line.startswith(HEADING) for line in islice(read_lines(path), 20))


def read_essays(path: Source) -> dict[str, str]:
    """Read essays by their ids, or by the names of their files."""
    return _read_folder(Path(path)) if Path(path).is_dir() else read_multigec(path)


def read_multigec(path: Source) -> dict[str, str]:
    """Read MultiGEC's Markdown."""
    essays: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for number, line in enumerate(read_lines(path), start=1):
        place = Place(display_name(path), number)
        if line.startswith(HEADING):
            essay = line.removeprefix(HEADING).strip()
            if not essay or essay in essays:
                cause = f"a second essay has the id {essay!r}" if essay else "an essay without an id"
                raise InputError(cause, place=place, remedy="give each essay an id of its own")
            lines = essays[essay] = []
        elif lines is not None:
            lines.append(line)
        elif line.strip():
            raise InputError(
                f"text before the first essay: {line[:40]!r}", place=place, remedy=f"begin with {HEADING}ID"
            )
    return {essay: "\n".join(lines).strip("\n") for essay, lines in essays.items()}


def _read_folder(folder: Path) -> dict[str, str]:
    """Read every file of a folder as one essay; hidden files are left out."""
    try:
        files = sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError as error:
        raise InputError(
            f"cannot read: {error.strerror or error}", place=Place(str(folder)), remedy="check your permission"
        ) from error
    if not files:
        raise InputError("no file in this folder", place=Place(str(folder)), remedy="give a folder of essays")
    return {file.name: "\n".join(read_lines(file)).strip("\n") for file in files}


def by_source(essays: dict[str, str], sources: dict[str, str], name: str, source_name: str) -> list[str | None]:
    """Put essays into the order of the source; `None` where one is missing; refuse an essay that the source lacks."""
    for essay in essays:
        if essay not in sources:
            raise InputError(
                f"there is no essay {essay!r} in {source_name}",
                place=Place(name),
                remedy="all files must have the same essays, under the same ids or file names",
            )
    return [essays.get(essay) for essay in sources]
