"""A sentence and its edits in, the corrected sentence out; an M2 file in, its references out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TypeAlias

from redink.errors import InputError, Place, users_line
from redink.reading.files import Source, display_name
from redink.reading.m2 import (
    AbsentWarning,
    Conflicts,
    M2Warning,
    OverlapWarning,
    read_m2,
    without_clashes,
)
from redink.records import DETECTED_ONLY, NO_EDITS, AnnotatedSentence, Edit, Edits, Reference, Tokens

Overlaps: TypeAlias = Conflicts
"""`both` keeps all edits, but applies only the first of each clash to the text."""

MOST_REFERENCES = 1000
"""A file with more annotators is a mistake, and each annotator would take memory for every sentence."""

NOTHING = ("-NONE-",)
"""How some M2 files write a deletion."""

_PERHAPS_NOT_APPLIED = NO_EDITS | DETECTED_ONLY


def apply_edits(tokens: Tokens, edits: Iterable[Edit], *, place: Place | None = None) -> Tokens:
    """Apply edits that do not overlap to a sentence; if that fails, the error names `place`.

    Edits that only detect an error (`UNK`, `Um`) and `noop`s change nothing; `-NONE-` for a correction deletes; two
    insertions at one place are applied in the order given.
    """
    corrected: list[str] = []
    position = 0
    for edit in sorted(edits, key=attrgetter("start", "end")):
        if edit.type in _PERHAPS_NOT_APPLIED and (edit.is_noop or edit.is_detected_only):
            continue
        if not position <= edit.start <= edit.end <= len(tokens):
            raise InputError(
                f"the edit {edit.start} {edit.end} overlaps another edit or reaches beyond the sentence",
                place=place,
                remedy="fix the file, or keep only the first of overlapping edits (--overlaps first)",
            )
        corrected += tokens[position : edit.start]
        corrected += () if edit.replacement == NOTHING else edit.replacement
        position = edit.end
    corrected += tokens[position:]
    return tuple(corrected)


def annotators_of(sentences: Iterable[AnnotatedSentence]) -> tuple[int, ...]:
    """Give the annotator ids of a file in ascending order; a file without A lines has annotator 0."""
    ids = {edit.annotator for sentence in sentences for edit in sentence.edits}
    return tuple(sorted(ids)) or (0,)


def take_reference(
    sentences: Sequence[AnnotatedSentence],
    annotator: int,
    *,
    name: str | None = None,
    file: str = "<m2>",
    overlaps: Overlaps = "error",
) -> Reference:
    """Make a reference of one annotator's edits; its text is `None` where the annotator has no line.

    `file` is the file name that error messages show.
    """
    applicable = _applicable(sentences, overlaps)
    (reference,) = _references(sentences, applicable, [annotator], file, overlaps)
    return reference if name is None else replace(reference, name=name)


def _applicable(sentences: Sequence[AnnotatedSentence], overlaps: Overlaps) -> Sequence[AnnotatedSentence]:
    """Give the sentences with the edits that are applied to their texts; most sentences stay the same objects."""
    return [without_clashes(sentence) for sentence in sentences] if overlaps == "both" else sentences


def _references(
    sentences: Sequence[AnnotatedSentence],
    applicable: Sequence[AnnotatedSentence],
    annotators: Sequence[int],
    file: str,
    overlaps: Overlaps,
) -> Iterator[Reference]:
    rows = [sentence.edits_by_annotator(annotators) for sentence in sentences]
    applied_rows = [
        row if sentence is same else same.edits_by_annotator(annotators)
        for row, sentence, same in zip(rows, sentences, applicable, strict=True)
    ]
    for place, annotator in enumerate(annotators):
        edits = [row[place] for row in rows]
        applied = [row[place] for row in applied_rows]
        if overlaps == "both":
            edits = [_with_alternatives(*pair, annotator) for pair in zip(sentences, edits, strict=True)]
        texts = _corrected(sentences, applied, file)
        yield Reference(f"annotator {annotator}", texts, tuple(map(_with_empty_deletions, edits)))


def _with_empty_deletions(edits: Edits | None) -> Edits | None:
    """Give deletions an empty correction, as the edits of texts have it; otherwise the two would not match."""
    if not edits or all(edit.replacement != NOTHING for edit in edits):
        return edits
    return tuple(replace(edit, replacement=()) if edit.replacement == NOTHING else edit for edit in edits)


def _with_alternatives(sentence: AnnotatedSentence, edits: Edits | None, annotator: int) -> Edits | None:
    if not sentence.alternatives or edits is None:
        return edits
    return edits + tuple(edit for edit in sentence.alternatives if edit.annotator == annotator)


def _corrected(
    sentences: Sequence[AnnotatedSentence], applied: Sequence[Edits | None], file: str
) -> tuple[Tokens | None, ...]:
    """Give the texts of one annotator."""
    texts: list[Tokens | None] = []
    for sentence, edits in zip(sentences, applied, strict=True):
        if not edits:
            texts.append(None if edits is None else sentence.tokens)
            continue
        try:
            texts.append(apply_edits(sentence.tokens, edits))
        except InputError as error:
            place = Place(file, sentence.line, len(texts) + 1)
            raise InputError(error.cause, place=place, remedy=error.remedy) from None
    return tuple(texts)


def read_references(path: Source, *, overlaps: Overlaps = "error") -> tuple[tuple[Tokens, ...], tuple[Reference, ...]]:
    """Read the sources and the references of an M2 file.

    If edits of one annotator overlap and both are kept, a warning says in how many sentences. If an annotator has no
    line in sentences that others edited, another warning says in how many. M2 has a `noop` line for
    "no change"; a gap means that the annotator was not asked, or (official-2014.combined.m2) that it agrees. In M2 of
    ChERRANT sentences have unequal numbers of corrections by design, and there is no warning.
    """
    sentences = tuple(read_m2(path, conflicts=overlaps))
    applicable = _applicable(sentences, overlaps)
    _warn_of_overlaps(sentences, applicable, display_name(path))
    present = annotators_of(sentences)
    if len(present) > MOST_REFERENCES:
        raise InputError(
            f"there are {len(present)} annotators",
            place=Place(display_name(path)),
            remedy=f"at most {MOST_REFERENCES} can be references; is the last field of each A line an annotator?",
        )
    references = tuple(_references(sentences, applicable, present, display_name(path), overlaps))
    if any(sentence.alternatives is not None for sentence in sentences):
        _warn_of_alternatives(sentences, display_name(path), overlaps)
    else:
        for reference in references:
            warn_if_absent(reference, display_name(path))
    return tuple(sentence.tokens for sentence in sentences), references


def _warn_of_overlaps(
    sentences: Sequence[AnnotatedSentence], applicable: Sequence[AnnotatedSentence], file: str
) -> None:
    clashing = sum(sentence is not same for sentence, same in zip(sentences, applicable, strict=True))
    if clashing:
        warnings.warn(
            f"{file}: edits of one annotator overlap in {clashing} of {len(sentences)} sentences; edit scores count "
            "all of them, as the published scorers do (choose --overlaps both, first or error to end this warning)",
            OverlapWarning,
            stacklevel=users_line(),
        )


def _warn_of_alternatives(sentences: Sequence[AnnotatedSentence], file: str, overlaps: Overlaps) -> None:
    several = sum(bool(sentence.alternatives) for sentence in sentences)
    if several and overlaps != "both":
        warnings.warn(
            f"{file}: {several} sentences have several sequences of edits for one correction (T0-A1, …); the first "
            "counts (ChERRANT's scorer counts the edits of all of them: --overlaps both, where a command has it)",
            M2Warning,
            stacklevel=users_line(),
        )


def warn_if_absent(reference: Reference, file: str) -> None:
    """Warn if a reference lacks some sentences, and say how many."""
    absent = sum(text is None for text in reference.texts)
    if absent:
        warnings.warn(
            f"{file}: {reference.name} has no line for {absent} of {len(reference.texts)} sentences that others "
            "edited. These are scored without it. To say what a missing line means, and end this warning, give "
            "--absent missing, noop or agree",
            AbsentWarning,
            stacklevel=users_line(),
        )
