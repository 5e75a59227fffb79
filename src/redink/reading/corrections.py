"""A sentence and its edits in, the corrected sentence out; an M2 file in, its references out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from redink.errors import InputError, Place, users_line
from redink.reading.files import Source, display_name
from redink.reading.m2 import (
    AbsentWarning,
    Conflicts,
    M2Warning,
    OverlapWarning,
    find_problems,
    read_m2,
    without_clashes,
)
from redink.records import AnnotatedSentence, Edit, Edits, Reference, Tokens

Overlaps: TypeAlias = Conflicts
"""`both` keeps all edits, but applies only the first of each clash to the text."""

MOST_REFERENCES = 1000
"""A file with more annotators is a mistake, and each annotator would take memory for every sentence."""

NOTHING = ("-NONE-",)
"""How some M2 files write a deletion."""


def apply_edits(tokens: Tokens, edits: Iterable[Edit], *, place: Place | None = None) -> Tokens:
    """Apply edits that do not overlap to a sentence; if that fails, the error names `place`.

    Edits that only detect an error (`UNK`, `Um`) and `noop`s change nothing; `-NONE-` for a correction deletes; two
    insertions at one place are applied in the order given.
    """
    corrected: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.is_noop or edit.is_detected_only:
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
    edits: list[Edits | None] = []
    texts: list[Tokens | None] = []
    for number, sentence in enumerate(sentences, start=1):
        present = applied = sentence.edits_of(annotator)
        if overlaps == "both":
            if len(sentence.edits) > 1:
                applied = without_clashes(sentence).edits_of(annotator)
            if sentence.alternatives and present is not None:
                present += tuple(edit for edit in sentence.alternatives if edit.annotator == annotator)
        edits.append(present)
        if applied:
            texts.append(apply_edits(sentence.tokens, applied, place=Place(file, sentence.line, number)))
        else:
            texts.append(None if applied is None else sentence.tokens)
    return Reference(name if name is not None else f"annotator {annotator}", tuple(texts), tuple(edits))


def read_references(path: Source, *, overlaps: Overlaps = "error") -> tuple[tuple[Tokens, ...], tuple[Reference, ...]]:
    """Read the sources and the references of an M2 file.

    If edits of one annotator overlap and both are kept, a warning says in how many sentences. If an annotator has no
    line in sentences that others edited, another warning says in how many. M2 has a `noop` line for
    "no change"; a gap means that the annotator was not asked, or (official-2014.combined.m2) that it agrees. In M2 of
    ChERRANT sentences have unequal numbers of corrections by design, and there is no warning.
    """
    sentences = tuple(read_m2(path, conflicts=overlaps))
    if overlaps == "both":
        _warn_of_overlaps(sentences, display_name(path))
    present = annotators_of(sentences)
    if len(present) > MOST_REFERENCES:
        raise InputError(
            f"there are {len(present)} annotators",
            place=Place(display_name(path)),
            remedy=f"at most {MOST_REFERENCES} can be references; is the last field of each A line an annotator?",
        )
    references = tuple(
        take_reference(sentences, annotator, file=display_name(path), overlaps=overlaps) for annotator in present
    )
    if any(sentence.alternatives is not None for sentence in sentences):
        _warn_of_alternatives(sentences, display_name(path), overlaps)
    else:
        for reference in references:
            warn_if_absent(reference, display_name(path))
    return tuple(sentence.tokens for sentence in sentences), references


def _warn_of_overlaps(sentences: Sequence[AnnotatedSentence], file: str) -> None:
    clashing = sum(
        any(problem.kind == "overlap" for problem in find_problems(sentence))
        for sentence in sentences
        if len(sentence.edits) > 1
    )
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
