"""Lines of parallel files in, rows for the annotator out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redink.annotation.annotator import Row


def tokenised_rows(lines: Iterable[tuple[str, ...]]) -> Iterator[Row]:
    """Split tokenised lines at white space; an empty line is an empty sentence."""
    for source, *corrections in lines:
        yield tuple(source.split()), tuple(tuple(correction.split()) for correction in corrections)


def raw_rows(lines: Iterable[tuple[str, ...]]) -> Iterator[Row]:
    """Split lines as `errant_parallel` 3.0.2 does, including two of its faults (SPEC-edits §3.7).

    Rows with an empty source are dropped, and a correction that differs from its source only in
    white space counts as absent.
    """
    for source, *corrections in lines:
        tokens = tuple(source.split())
        if tokens:
            plain = " ".join(tokens)
            yield (
                tokens,
                tuple(
                    None
                    if tuple(correction.split()) == tokens and correction.strip() != plain
                    else tuple(correction.split())
                    for correction in corrections
                ),
            )
