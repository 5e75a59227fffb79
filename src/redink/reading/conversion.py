"""A stream of annotated sentences in; a stream of text lines, or of sentences with fewer annotators, out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from redink.errors import InputError, Place, UsageError, users_line
from redink.reading.corrections import apply_edits
from redink.reading.m2 import AbsentWarning
from redink.records import AnnotatedSentence, Edit

Absent: TypeAlias = Literal["error", "agree", "source"]
"""What is written where an annotator has no line: nothing, what the first annotator who has one says, or the source."""


def source_lines(sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    """Yield each source sentence as one line."""
    for sentence in sentences:
        yield " ".join(sentence.tokens) + "\n"


def corrected_lines(
    sentences: Iterable[AnnotatedSentence], annotators: Sequence[int], *, name: str, absent: Absent = "error"
) -> Iterator[str]:
    """Yield each sentence as one annotator corrected it: annotator 0 unless one is named.

    `absent` says what happens where that annotator has no line although others have one.
    """
    if len(annotators) > 1:
        raise UsageError("a text file can hold only one annotator", remedy="give one --annotator, or --format m2")
    annotator = annotators[0] if annotators else 0
    for sentence in select_annotators(sentences, [annotator], name=name, absent=absent):
        yield " ".join(apply_edits(sentence.tokens, sentence.edits_of(annotator) or ())) + "\n"


def select_annotators(
    sentences: Iterable[AnnotatedSentence], annotators: Sequence[int], *, name: str, absent: Absent = "error"
) -> Iterator[AnnotatedSentence]:
    """Yield the sentences with the lines of some annotators only (all annotators if none is named).

    `absent` says what happens where none of them has a line although others have one: a sentence without `A` lines
    reads as "no change", and only the makers of the corpus know whether that is meant. A warning at the end says how
    many sentences were left as in the source.
    """
    if not annotators:
        yield from sentences
        return
    left_alone = total = 0
    present: set[int] = set()
    for sentence in sentences:
        total += 1
        present.update(sentence.annotators())
        kept_edits = tuple(edit for edit in sentence.edits if edit.annotator in annotators)
        if sentence.edits and not kept_edits:
            kept_edits = _edits_instead(sentence, annotators, name, absent)
            left_alone += not kept_edits
        yield AnnotatedSentence(sentence.tokens, kept_edits, sentence.line)
    # A file without any A line counts as left alone by annotator 0.
    unknown = [annotator for annotator in annotators if annotator not in (present or {0})]
    if len(unknown) == len(annotators):
        raise InputError(
            f"annotator {', '.join(map(str, unknown))} has no lines in this file",
            place=Place(name),
            remedy=f"choose another with --annotator: {', '.join(map(str, sorted(present or {0})))}",
        )
    if left_alone:
        warnings.warn(
            f"{name}: annotator {', '.join(map(str, annotators))} has no line for {left_alone} of {total} sentences, "
            "although others edited them; the unchanged source was written instead",
            AbsentWarning,
            stacklevel=users_line(),
        )


def _edits_instead(
    sentence: AnnotatedSentence, annotators: Sequence[int], name: str, absent: Absent
) -> tuple[Edit, ...]:
    """Give the edits that stand for those of absent annotators."""
    if absent == "error":
        raise InputError(
            f"annotator {', '.join(map(str, annotators))} has no line for this sentence, although others edited it",
            place=Place(name, sentence.line),
            remedy="take the correction of the first annotator who has one (--absent agree, which is right for "
            "CoNLL-2014), or the unchanged source (--absent source)",
        )
    model = sentence.annotators()[0]
    taken = (edit for edit in sentence.edits if edit.annotator == model and absent == "agree")
    return tuple(replace(edit, annotator=annotators[0]) for edit in taken)
