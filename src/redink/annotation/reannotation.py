"""An annotated sentence in, the same sentence with our edits or types out (ERRANT's `errant_m2`).

`auto` forgets the spans and finds them anew; `gold` keeps the spans and only names their types. Edits that
only mark an unclear passage (`UNK`, `Um`) change no text: they keep their span and pseudo-correction
and become `UNK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Literal, TypeAlias

from redink.annotation.annotator import CHUNK, Annotator
from redink.annotation.spans import Span
from redink.frozen import frozen
from redink.reading.corrections import NOTHING, apply_edits
from redink.reading.m2 import noop
from redink.records import AnnotatedSentence, Edit, Edits, Tokens

Mode: TypeAlias = Literal["auto", "gold"]

UNCLEAR = "UNK"


@frozen
class Reannotation:
    """Which parts of the old annotation to keep."""

    mode: Mode = "auto"
    """`auto` finds spans anew, `gold` keeps them."""
    minimise: bool = True
    """With `gold`: trim tokens that both sides of an edit share at its edges."""
    keep_types: bool = False
    """With `gold`: keep the old types."""


def reannotate(sentence: AnnotatedSentence, annotator: Annotator, how: Reannotation) -> AnnotatedSentence:
    """Give the sentence with every annotator's correction annotated anew."""
    edits: list[Edit] = []
    for number in sentence.annotators():
        old_edits = sentence.edits_of(number)
        assert old_edits is not None
        edits += _new_edits(sentence.tokens, old_edits, annotator, how, number) if old_edits else (noop(number),)
    return AnnotatedSentence(sentence.tokens, tuple(edits), sentence.line)


def reannotate_all(
    sentences: Iterable[AnnotatedSentence], annotator: Annotator, how: Reannotation
) -> Iterator[AnnotatedSentence]:
    """Reannotate a stream of sentences; those of a chunk are analysed together."""
    remaining = iter(sentences)
    while chunk := list(islice(remaining, CHUNK)):
        annotator.analyse(needed for sentence in chunk for needed in _needed(sentence))
        yield from (reannotate(sentence, annotator, how) for sentence in chunk)


def _needed(sentence: AnnotatedSentence) -> list[Tokens]:
    edit_lists = [sentence.edits_of(number) for number in sentence.annotators()]
    corrections = [apply_edits(sentence.tokens, edits) for edits in edit_lists if edits]
    return [sentence.tokens, *corrections] if corrections else []


def _new_edits(tokens: Tokens, old_edits: Edits, annotator: Annotator, how: Reannotation, number: int) -> Edits:
    correction = apply_edits(tokens, old_edits)
    if how.mode == "gold":
        return tuple(_retype(tokens, correction, old_edits, annotator, how))
    marked = tuple(replace(edit, type=UNCLEAR) for edit in old_edits if edit.is_detected_only)
    new_edits = tuple(replace(edit, annotator=number) for edit in annotator.edits(tokens, correction))
    # If the corrections cancel out, no edit is left.
    return tuple(sorted((*marked, *new_edits), key=lambda edit: (edit.start, edit.end))) or (noop(number),)


def _retype(tokens: Tokens, correction: Tokens, edits: Edits, annotator: Annotator, how: Reannotation) -> list[Edit]:
    retyped = []
    shift = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.is_detected_only:
            retyped.append(edit if how.keep_types else replace(edit, type=UNCLEAR))
            continue
        length = 0 if edit.replacement == NOTHING else len(edit.replacement)
        span = Span(edit.start, edit.end, edit.start + shift, edit.start + shift + length)
        shift += length - (edit.end - edit.start)
        # Alternatives replace the whole span, and may not share with the source what the first correction does.
        if how.minimise and not edit.alternatives:
            span = minimise(tokens, correction, span)
        kind = edit.type if how.keep_types else annotator.error_type(tokens, correction, span)
        replacement = correction[span.target_start : span.target_end]
        retyped.append(replace(edit, start=span.start, end=span.end, replacement=replacement, type=kind))
    return retyped


def minimise(tokens: Tokens, correction: Tokens, span: Span) -> Span:
    """Trim equal tokens off both ends of an edit: [a b → a c] is [b → c]."""
    start, end, target_start, target_end = span
    while start < end and target_start < target_end and tokens[start] == correction[target_start]:
        start, target_start = start + 1, target_start + 1
    while start < end and target_start < target_end and tokens[end - 1] == correction[target_end - 1]:
        end, target_end = end - 1, target_end - 1
    return Span(start, end, target_start, target_end)
