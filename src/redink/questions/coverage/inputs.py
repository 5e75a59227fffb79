"""Paths in; corrections a sentence out, whatever form they come in."""

from __future__ import annotations

from collections.abc import Sequence

from redink.errors import UsageError
from redink.evaluation.data import is_m2, load
from redink.reading.corrected_sentences import (
    CorrectedSentence,
    Layout,
    corrections_of_references,
    read_correction_table,
)
from redink.reading.files import Source, display_name
from redink.reading.m2 import Conflicts
from redink.reading.packing import unpacked_name


def is_table(path: Source) -> bool:
    """Tell tables by their name."""
    return unpacked_name(path).endswith((".tsv", ".csv"))


def read_corrections(
    paths: Sequence[Source],
    *,
    source: Source | None = None,
    where: Sequence[tuple[str, str]] = (),
    layout: Layout | None = None,
    overlaps: Conflicts = "error",
) -> list[CorrectedSentence]:
    """Read corrections: one table, or any number of M2 and text files in which each annotator is a person.

    Args:
        paths: `.tsv` or `.csv` with one row a correction; M2; text with one sentence a line.
        source: Source sentences, for text and for tables that number them.
        where: (column, value) pairs that rows of a table must have.
        layout: Names of a table's columns.
        overlaps: What to do about overlapping edits in M2 files.
    """
    tables = [path for path in paths if is_table(path)]
    if tables and len(paths) > 1:
        raise UsageError(
            f"{display_name(tables[0])} is a table of corrections and stands alone",
            remedy="give one table, or no table",
        )
    if tables:
        return read_correction_table(tables[0], source=source, where=where, layout=layout)
    if source is None and not any(is_m2(path) for path in paths):
        raise UsageError(
            "the source sentences are not known",
            remedy="give --source, an M2 file, or a table whose name ends in .tsv or .csv",
        )
    data = load([], source=source, references=list(paths), overlaps=overlaps)
    return corrections_of_references(data.sources, data.references)
