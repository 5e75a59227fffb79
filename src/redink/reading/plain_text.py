"""Plain text files with one tokenised sentence per line in; tuples of tokens out, aligned or refused."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.records import Tokens

_SURE = 80.0
"""Two lines with at least this similarity (0 to 100) count as versions of one sentence."""
_FARTHEST = 10
"""How many lines ahead to look for a shifted line."""


def read_sentences(path: Source) -> tuple[Tokens, ...]:
    """Read all sentences of a file; a blank line is an empty sentence and is kept."""
    return tuple(tuple(line.split()) for line in read_lines(path))


def read_parallel(paths: Sequence[Source]) -> Iterator[tuple[str, ...]]:
    """Yield the n-th lines of several files together; refuse files of unequal length.

    Files are streamed: memory is bounded by the line. The error names both counts and the first
    line at which the files look shifted against each other.
    """
    if sum(str(path) == "-" for path in paths) > 1:
        raise InputError("only one file can be read from standard input", remedy="give the others by their names")
    streams = [read_lines(path) for path in paths]
    for number, row in enumerate(zip_longest(*streams), start=1):
        if None in row:
            # Read on instead of reading again: standard input and pipes can be read only once.
            lengths = [
                number - 1 if line is None else number + sum(1 for _ in stream)
                for line, stream in zip(row, streams, strict=True)
            ]
            raise unequal_lengths(paths, lengths)
        yield row


def unequal_lengths(paths: Sequence[Source], lengths: Sequence[int]) -> InputError:
    """Make the error that says which files differ in length and where the shift may begin."""
    differing = next(index for index, length in enumerate(lengths) if length != lengths[0])
    (few, shorter), (many, longer) = sorted(((lengths[0], paths[0]), (lengths[differing], paths[differing])))
    simple = simple_cause(shorter, few, longer, many) or simple_cause(longer, many, shorter, few)
    if simple is not None:
        return simple
    line = few + 1
    if _has_lines(shorter, few) and _has_lines(longer, many):
        line = first_suspicious_line(longer, shorter, surplus=many - few) or line
    return InputError(
        f"{lengths[differing]} lines, but {display_name(paths[0])} has {lengths[0]}; "
        f"the files look shifted from line {line} on",
        place=Place(display_name(paths[differing]), line),
        remedy="every file must have one sentence per line, in the same order: look there for a line that was lost, "
        "added or split",
    )


def simple_cause(path: Source, lines: int, other: Source, wanted: int) -> InputError | None:
    """Make the error for a file that is empty, has blank lines at its end, or line ends of an old Mac."""
    name, counts = display_name(path), f"{lines} lines, but {display_name(other)} has {wanted}"
    if not lines and (str(path) == "-" or Path(path).is_file()):
        return empty_file(path, f": {counts}")
    if not _has_lines(path, lines):
        return None
    if not any(map(str.strip, islice(read_lines(path), wanted, None))) and lines > wanted:
        return InputError(
            f"{counts}; the extra {'line at the end is' if lines == wanted + 1 else 'lines at the end are'} blank",
            place=Place(name, wanted + 1),
            remedy=f"remove the blank lines at the end: head -n {wanted} {name} > shorter.txt",
        )
    if lines < wanted and any("\r" in line for line in read_lines(path)):
        return InputError(
            f"{counts}; lines end with \\r only, as on an old Mac",
            place=Place(name, 1),
            remedy=f"write the line ends again: tr '\\r' '\\n' < {name} > lines.txt",
        )
    return None


def empty_file(path: Source, more: str = "") -> InputError:
    """Make the error for a file without any line."""
    return InputError(
        f"the file is empty{more}", place=Place(display_name(path)), remedy="give a file with one sentence on each line"
    )


def _has_lines(path: Source, number: int) -> bool:
    """Tell whether a file can be read again and has so many lines; a cleaned answer has fewer."""
    return Path(path).is_file() and sum(1 for _ in read_lines(path)) == number


def first_suspicious_line(longer: Source, shorter: Source, *, surplus: int) -> int | None:
    """Find the first line that is more similar to a later line of the longer file than to its partner.

    The similarity to the partner alone says little: unrelated sentences share half of their
    letters, and good corrections may share less.
    """
    from rapidfuzz.fuzz import ratio

    ahead = read_lines(longer)
    window = deque(islice(ahead, min(surplus, _FARTHEST)))
    for number, line in enumerate(read_lines(shorter), start=1):
        window.extend(islice(ahead, 1))
        similarity = ratio(window.popleft(), line)
        if similarity < _SURE and any(ratio(later, line) > similarity for later in window):
            return number
    return None
