"""Running text in, annotated sentences with character spans out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from redink.annotation.annotator import Annotator
from redink.records import AnnotatedSentence, Edit

_Offsets = list[tuple[str, int]]


def annotate_texts(lines: Iterable[tuple[str, ...]], annotator: Annotator) -> Iterator[AnnotatedSentence]:
    """Tokenise source and corrections, annotate, and put the source's character span on every edit."""
    for source, *corrections in lines:
        offsets = annotator.pipeline.tokenise(source)
        tokens = tuple(token for token, _ in offsets)
        others = tuple(tuple(token for token, _ in annotator.pipeline.tokenise(text)) for text in corrections)
        (sentence,) = annotator.annotate_chunk([(tokens, others)])
        edits = tuple(edit if edit.is_noop else _placed(edit, offsets, len(source)) for edit in sentence.edits)
        yield replace(sentence, edits=edits)


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
