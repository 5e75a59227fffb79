"""Input files in, what can be known of them at the speed of the disk out: checksums and line counts.

A run of hours should not find out at its end that its files do not belong together. One quick pass
before the work tells whether they are UTF-8 and equally long, how long the work will be, and what
the bytes were, so that a resumed run can be sure to read the same.
"""

from __future__ import annotations

import codecs
import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from redink.reading.files import open_bytes, read_lines
from redink.reading.plain_text import unequal_lengths

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Survey:
    """What one pass over a file tells."""

    lines: int
    """Lines, a last one without a newline included."""
    checksum: str
    """SHA-256 of the file as it lies on the disk."""


def survey(paths: Sequence[str]) -> list[Survey] | None:
    """Look at parallel files before the work; nothing if one of them comes only once (a pipe).

    Raises:
        InputError: As reading would in the end: a line is not UTF-8, the files are not equally long.
    """
    # Unlike Path.is_file, this says no to impossible names too.
    if not all(os.path.isfile(path) for path in paths):  # noqa: PTH113
        return None  # what is not there at all is told when it is read
    found = [_survey_file(path) for path in paths]
    if len({one.lines for one in found}) > 1:
        raise unequal_lengths(paths, [one.lines for one in found])
    return found


def _survey_file(path: str) -> Survey:
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines, last = 0, b""
    try:
        for piece in _pieces(path):
            decoder.decode(piece)
            lines += piece.count(b"\n")
            last = piece
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        lines = sum(1 for _ in read_lines(path))  # says which line it is
    return Survey(lines + (not last.endswith(b"\n") and bool(last)), file_checksum(Path(path)))


def _pieces(path: str) -> Iterator[bytes]:
    with open_bytes(path) as handle:
        while piece := handle.read(_PIECE):
            yield piece


def file_checksum(path: Path) -> str:
    """Give the SHA-256 of a file as it lies on the disk."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
