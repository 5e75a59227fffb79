"""Plain text, one tokenised sentence a line: files in, token tuples out, aligned or refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.records import Tokens

_SUSPICIOUS = 50.0
"""Below this similarity (0 to 100) two lines are hardly versions of one sentence."""


def read_sentences(path: Source) -> tuple[Tokens, ...]:
    """Read a whole file; a blank line is an empty sentence, never dropped."""
    return tuple(tuple(line.split()) for line in read_lines(path))


def read_parallel(paths: Sequence[Source]) -> Iterator[tuple[str, ...]]:
    """Yield the n-th lines of several files together; refuse files of unequal length.

    Streams: memory is bounded by the line. The refusal names both counts and the first line at
    which the files look shifted against each other.
    """
    if sum(str(path) == "-" for path in paths) > 1:
        raise InputError("only one file can be read from standard input")
    streams = [read_lines(path) for path in paths]
    for number, row in enumerate(zip_longest(*streams), start=1):
        if None in row:
            # Read on instead of reading again: standard input and pipes come only once.
            lengths = [
                number - 1 if line is None else number + sum(1 for _ in stream)
                for line, stream in zip(row, streams, strict=True)
            ]
            raise _unequal(paths, lengths)
        yield row


def _unequal(paths: Sequence[Source], lengths: Sequence[int]) -> InputError:
    """Say which files disagree in length and where it may have begun."""
    other = next(index for index, length in enumerate(lengths) if length != lengths[0])
    line = min(lengths[0], lengths[other]) + 1
    if Path(paths[0]).is_file() and Path(paths[other]).is_file():
        line = first_suspicious_line(paths[0], paths[other]) or line
    return InputError(
        f"{lengths[other]} lines, but {display_name(paths[0])} has {lengths[0]}; "
        f"the files look shifted from line {line} on",
        place=Place(display_name(paths[other]), line),
        remedy="every file must have one line a sentence, in the same order; nothing was written",
    )


def first_suspicious_line(first: Source, second: Source) -> int | None:
    """Find the first line of two files that hardly looks like two versions of one sentence."""
    from rapidfuzz.fuzz import ratio

    for number, (left, right) in enumerate(zip(read_lines(first), read_lines(second), strict=False), start=1):
        if ratio(left, right) < _SUSPICIOUS:
            return number
    return None
