"""A path in; what kind of file it is, and the name of the system that it holds, out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, first_of_stdin, is_utf8, read_lines
from redink.reading.m2 import is_target_line
from redink.reading.packing import unpacked_name
from redink.reading.para import is_para


def is_m2(path: Source) -> bool:
    """Tell M2 files by their name, or else by how they begin."""
    if str(path) == "-":
        return _begins_as_m2(first_of_stdin().splitlines())
    if unpacked_name(path).endswith(".m2"):
        return True
    if not Path(path).is_file():
        return False
    return _begins_as_m2(islice(read_lines(path), 2))


def _begins_as_m2(lines: Iterable[str]) -> bool:
    first, second = (*islice(lines, 2), "", "")[:2]
    return first.startswith("S ") and (second.startswith("A ") or not second or is_target_line(second))


def carries_sources(path: Source) -> bool:
    """Tell whether a file of references has the source sentences too."""
    return is_m2(path) or is_para(path)


def system_name(path: Source) -> str:
    """Name a system after its file."""
    name = Path(unpacked_name(path)).name
    for ending in (".m2", ".para", ".txt", ".out"):
        name = name.removesuffix(ending)
    if not is_utf8(name):
        raise InputError(
            "the name of this file is not UTF-8, so no system or reference can be called after it",
            place=Place(display_name(path)),
            remedy="rename the file; a system can also be named with --name",
        )
    return name
