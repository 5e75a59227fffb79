"""Input files in; their checksums and line counts, from one quick pass, out.

A run of hours should not fail at its end because its files do not belong together. One quick pass before the work
shows whether the files are UTF-8 and equally long, and how long the work will be. The checksums let a resumed run
make sure that it reads the same bytes.
"""

from __future__ import annotations

import codecs
import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from redink.frozen import frozen
from redink.reading.files import open_bytes, read_lines
from redink.reading.plain_text import unequal_lengths

_PIECE = 1 << 20


@frozen
class Survey:
    """The result of one pass over a file."""

    lines: int
    """Number of lines, including a last line without a newline."""
    checksum: str
    """SHA-256 of the file as it is on the disk."""


def survey(paths: Sequence[str]) -> list[Survey] | None:
    """Give a survey of each of some parallel files; `None` if one can be read only once (a pipe).

    Raises:
        InputError: If a line is not UTF-8 or the files are not equally long, as reading would raise in the end.
    """
    # Unlike Path.is_file, this is also false for impossible names.
    if not all(os.path.isfile(path) for path in paths):  # noqa: PTH113
        return None  # a missing file is reported when it is read
    surveys = [_survey_file(path) for path in paths]
    if len({file_survey.lines for file_survey in surveys}) > 1:
        raise unequal_lengths(paths, [file_survey.lines for file_survey in surveys])
    return surveys


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
        lines = sum(1 for _ in read_lines(path))  # raises the error that names the line
    return Survey(lines + (not last.endswith(b"\n") and bool(last)), file_checksum(Path(path)))


def _pieces(path: str) -> Iterator[bytes]:
    with open_bytes(path) as handle:
        while piece := handle.read(_PIECE):
            yield piece


def file_checksum(path: Path) -> str:
    """Give the SHA-256 of a file as it is on the disk."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
