"""Running text in, annotated sentences with character spans out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from redink.annotation.annotator import Annotator, Row
from redink.records import AnnotatedSentence, Edit, Tokens

_Offsets = list[tuple[str, int]]


def annotate_texts(
    lines: Iterable[tuple[str, ...]],
    annotator: Annotator,
    work: Callable[[Iterable[Row]], Iterator[AnnotatedSentence]] | None = None,
) -> Iterator[AnnotatedSentence]:
    """Tokenise source and corrections, annotate, and put the source's character span on every edit.

    Args:
        lines: The texts: a source and its corrections.
        annotator: Tokenises and, unless `work` is given, annotates.
        work: Annotates rows elsewhere, in order.
    """
    # Texts tokenised but not yet annotated: a few chunks at most, since rows are read as workers need them.
    waiting: deque[tuple[_Offsets, int]] = deque()

    def rows() -> Iterator[Row]:
        for source, *corrections in lines:
            offsets = annotator.pipeline.tokenise(source)
            waiting.append((offsets, len(source)))
            yield _words(offsets), tuple(_words(annotator.pipeline.tokenise(text)) for text in corrections)

    for sentence in (work or annotator.annotate)(rows()):
        offsets, length = waiting.popleft()
        edits = (edit if edit.is_noop else _placed(edit, offsets, length) for edit in sentence.edits)
        yield replace(sentence, edits=tuple(edits))


def _words(offsets: _Offsets) -> Tokens:
    return tuple(token for token, _ in offsets)


def _placed(edit: Edit, offsets: _Offsets, length: int) -> Edit:
    """Give an edit its character span; an insertion stands right after the token before it."""
    if edit.start < edit.end:
        last, position = offsets[edit.end - 1]
        span = (offsets[edit.start][1], position + len(last))
    elif edit.start:
        token, position = offsets[edit.start - 1]
        span = (position + len(token),) * 2
    else:
        span = (offsets[0][1],) * 2 if offsets else (length, length)
    return replace(edit, characters=span)
