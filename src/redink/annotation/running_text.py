"""Running text in, annotated sentences with character spans out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from redink.annotation.annotator import CHUNK, Annotator
from redink.records import AnnotatedSentence, Edit, Tokens

_Offsets = list[tuple[str, int]]


def annotate_texts(lines: Iterable[tuple[str, ...]], annotator: Annotator) -> Iterator[AnnotatedSentence]:
    """Tokenise source and corrections, annotate, and put the source's character span on every edit."""
    remaining = iter(lines)
    while chunk := list(islice(remaining, CHUNK)):
        tokenised = [[annotator.pipeline.tokenise(text) for text in texts] for texts in chunk]
        rows = [(_words(source), tuple(map(_words, others))) for source, *others in tokenised]
        for sentence, texts, found in zip(annotator.annotate_chunk(rows), chunk, tokenised, strict=True):
            places = (edit if edit.is_noop else _placed(edit, found[0], len(texts[0])) for edit in sentence.edits)
            yield replace(sentence, edits=tuple(places))


def _words(offsets: _Offsets) -> Tokens:
    return tuple(token for token, _ in offsets)


def _placed(edit: Edit, offsets: _Offsets, length: int) -> Edit:
    """Give an edit its characters; an insertion stands right behind the token before it."""
    if edit.start < edit.end:
        last, position = offsets[edit.end - 1]
        span = (offsets[edit.start][1], position + len(last))
    elif edit.start:
        token, position = offsets[edit.start - 1]
        span = (position + len(token),) * 2
    else:
        span = (offsets[0][1],) * 2 if offsets else (length, length)
    return replace(edit, characters=span)
