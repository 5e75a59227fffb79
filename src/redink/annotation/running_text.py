"""Running text in, annotated sentences with character spans out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from redink.annotation.annotator import Annotator, Row
from redink.records import AnnotatedSentence, Edit, Tokens

_Offsets = list[tuple[str, int]]


def annotate_texts(
    lines: Iterable[tuple[str, ...]],
    annotator: Annotator,
    tokenise: Callable[[str], _Offsets],
    work: Callable[[Iterable[Row]], Iterator[AnnotatedSentence]] | None = None,
) -> Iterator[AnnotatedSentence]:
    """Tokenise source and corrections, annotate, and put the source's character span on every edit.

    `work` annotates rows elsewhere, in order; without it, the annotator does.
    """
    # Texts tokenised but not yet annotated: a few chunks at most, since rows are read as workers need them.
    waiting: deque[tuple[_Offsets, int]] = deque()

    def rows() -> Iterator[Row]:
        for source, *corrections in lines:
            offsets = tokenise(source)
            waiting.append((offsets, len(source)))
            yield _words(offsets), tuple(_words(tokenise(text)) for text in corrections)

    for sentence in (work or annotator.annotate)(rows()):
        offsets, length = waiting.popleft()
        edits = (_placed(edit, offsets, length) for edit in sentence.edits)
        yield replace(sentence, edits=tuple(edits))


def _words(offsets: _Offsets) -> Tokens:
    return tuple(token for token, _ in offsets)


def _placed(edit: Edit, offsets: _Offsets, length: int) -> Edit:
    """Give an edit its character span."""
    return with_characters(edit, [(start, start + len(token)) for token, start in offsets], length)


def with_characters(edit: Edit, spans: Sequence[tuple[int, int]], length: int) -> Edit:
    """Give an edit its character span; an insertion stands right after the token before it."""
    if edit.is_noop:
        return edit
    return replace(edit, characters=character_span(spans, edit.start, edit.end, length))


def character_span(spans: Sequence[tuple[int, int]], start: int, end: int, length: int) -> tuple[int, int]:
    """Give the characters of the tokens start:end of a text of this length."""
    if start < end:
        return spans[start][0], spans[end - 1][1]
    if start:
        return (spans[start - 1][1],) * 2
    return (spans[0][0],) * 2 if spans else (length, length)
