"""An annotated sentence in, the same with edits or types of ours out (ERRANT's `errant_m2`).

`auto` forgets the spans and finds them anew; `gold` keeps the spans and only names their types. Edits that
only mark an unclear passage (`UNK`, `Um`) change no text: they keep their span and pseudo-correction
and become `UNK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

from redink.annotation.annotator import CHUNK, Annotator
from redink.annotation.spans import Span
from redink.reading.corrections import apply_edits
from redink.reading.m2 import noop
from redink.records import AnnotatedSentence, Edit, Edits, Tokens

Mode: TypeAlias = Literal["auto", "gold"]

UNCLEAR = "UNK"


@dataclass(frozen=True, slots=True)
class Reannotation:
    """What to keep of the old annotation."""

    mode: Mode = "auto"
    """`auto` finds spans anew, `gold` keeps them."""
    minimise: bool = True
    """With `gold`: trim tokens that both sides of an edit share at its edges."""
    keep_types: bool = False
    """With `gold`: keep the old types."""


def reannotate(sentence: AnnotatedSentence, annotator: Annotator, how: Reannotation) -> AnnotatedSentence:
    """Annotate every annotator's correction of one sentence anew."""
    edits: list[Edit] = []
    for number in sentence.annotators():
        own = sentence.edits_of(number)
        assert own is not None
        edits += _one(sentence.tokens, own, annotator, how, number) if own else (noop(number),)
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
    own = [sentence.edits_of(number) for number in sentence.annotators()]
    corrections = [apply_edits(sentence.tokens, edits) for edits in own if edits]
    return [sentence.tokens, *corrections] if corrections else []


def _one(tokens: Tokens, own: Edits, annotator: Annotator, how: Reannotation, number: int) -> Edits:
    correction = apply_edits(tokens, own)
    if how.mode == "gold":
        return tuple(_retype(tokens, correction, own, annotator, how))
    marked = tuple(replace(edit, type=UNCLEAR) for edit in own if edit.is_detected_only)
    found = tuple(replace(edit, annotator=number) for edit in annotator.edits(tokens, correction))
    # Corrections that cancel out leave nothing to mark.
    return tuple(sorted((*marked, *found), key=lambda edit: (edit.start, edit.end))) or (noop(number),)


def _retype(tokens: Tokens, correction: Tokens, own: Edits, annotator: Annotator, how: Reannotation) -> list[Edit]:
    retyped = []
    shift = 0
    for edit in sorted(own, key=lambda edit: (edit.start, edit.end)):
        if edit.is_detected_only:
            retyped.append(edit if how.keep_types else replace(edit, type=UNCLEAR))
            continue
        length = len(edit.replacement)
        span = Span(edit.start, edit.end, edit.start + shift, edit.start + shift + length)
        shift += length - (edit.end - edit.start)
        # Alternatives stand for the whole span: what the first shares with the source, they may not.
        if how.minimise and not edit.alternatives:
            span = minimise(tokens, correction, span)
        kind = edit.type if how.keep_types else annotator.classify(tokens, correction, span).type
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
