"""A stream of annotated sentences in; a stream of text lines, or of sentences with fewer annotators, out."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence

from redink.errors import InputError, Place, UsageError
from redink.reading.corrections import apply_edits
from redink.reading.m2 import AbsentWarning
from redink.records import AnnotatedSentence


def source_lines(sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    """Yield each source sentence as one line."""
    for sentence in sentences:
        yield " ".join(sentence.tokens) + "\n"


def corrected_lines(
    sentences: Iterable[AnnotatedSentence], annotators: Sequence[int], *, name: str, absent_is_error: bool
) -> Iterator[str]:
    """Yield each sentence as one annotator corrected it; the source where that annotator is absent.

    Annotator 0 is taken unless one is named. At the end, a warning says in how many sentences the
    annotator has no line although others have one: that may mean "no change" or "not asked", and
    only the makers of the corpus know which.
    """
    if len(annotators) > 1:
        raise UsageError("a text file can hold only one annotator", remedy="give one --annotator, or --format m2")
    absent = total = 0
    present: set[int] = set()
    annotator = annotators[0] if annotators else 0
    for sentence in sentences:
        total += 1
        present.update(sentence.annotators())
        edits = sentence.edits_of(annotator)
        if edits is None:
            absent += 1
            if absent_is_error:
                raise InputError(
                    f"annotator {annotator} has no line for this sentence",
                    place=Place(name, sentence.line),
                    remedy="use --absent source to write the unchanged source instead",
                )
        yield " ".join(apply_edits(sentence.tokens, edits or ())) + "\n"
    # A file without any A line counts as left alone by annotator 0.
    if annotator not in (present or {0}):
        raise InputError(
            f"annotator {annotator} has no lines in this file",
            place=Place(name),
            remedy=f"choose another with --annotator: {', '.join(map(str, sorted(present or {0})))}",
        )
    if absent:
        warnings.warn(
            f"{name}: annotator {annotator} has no line for {absent} of {total} sentences, although others edited "
            "them; the unchanged source was written instead",
            AbsentWarning,
            stacklevel=2,
        )


def select_annotators(
    sentences: Iterable[AnnotatedSentence], annotators: Collection[int], *, name: str
) -> Iterator[AnnotatedSentence]:
    """Yield the sentences with the lines of some annotators only (all annotators if none is named).

    A sentence that loses its last `A` line reads as "no change". At the end, a warning says how
    many sentences have changed their meaning in this way.
    """
    if not annotators:
        yield from sentences
        return
    emptied, any_kept = 0, False
    present: set[int] = set()
    for sentence in sentences:
        present.update(edit.annotator for edit in sentence.edits)
        kept_edits = tuple(edit for edit in sentence.edits if edit.annotator in annotators)
        any_kept = any_kept or bool(kept_edits)
        emptied += bool(sentence.edits and not kept_edits)
        yield AnnotatedSentence(sentence.tokens, kept_edits, sentence.line)
    if not any_kept and (emptied or 0 not in annotators):
        raise InputError(
            f"none of the annotators {', '.join(map(str, annotators))} has a line",
            place=Place(name),
            remedy=f"choose from {', '.join(map(str, sorted(present)))}" if present else "the file has no annotators",
        )
    if emptied:
        warnings.warn(
            f"{name}: the kept annotators have no line for {emptied} sentences that others edited; "
            "those sentences now read as 'no change'",
            AbsentWarning,
            stacklevel=2,
        )
