"""A text and its corrections in; one line of JSON with every edit, where it stands and why it has its type, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from redink.annotation.annotator import Annotator
from redink.annotation.explanation import ExplainedEdit, explain
from redink.annotation.running_text import character_span

_Offsets = list[tuple[str, int]]


def edit_line(texts: Sequence[str], annotator: Annotator, tokenise: Callable[[str], _Offsets]) -> str:
    """Write the source, its tokens, and each correction with its edits; spans count from 0 and leave out their end."""
    source, *corrections = texts
    offsets = tokenise(source)
    line = {
        "source": source,
        "tokens": [token for token, _ in offsets],
        "corrections": [
            {
                "annotator": number,
                "correction": correction,
                "edits": _edits((source, offsets), (correction, tokenise(correction)), annotator),
            }
            for number, correction in enumerate(corrections)
        ],
    }
    return msgspec.json.encode(line).decode() + "\n"


def _edits(
    source: tuple[str, _Offsets], correction: tuple[str, _Offsets], annotator: Annotator
) -> list[dict[str, object]]:
    old, new = (tuple(token for token, _ in offsets) for _, offsets in (source, correction))
    return [] if old == new else [_edit(edit, source, correction) for edit in explain(old, new, annotator).edits]


def _edit(edit: ExplainedEdit, source: tuple[str, _Offsets], correction: tuple[str, _Offsets]) -> dict[str, object]:
    span, reason = edit.span, edit.classification
    return {
        "type": reason.type,
        "source": _place(*source, span.start, span.end),
        "correction": _place(*correction, span.target_start, span.target_end),
        "rule": reason.rule,
        "because": reason.because,
    }


def _place(text: str, offsets: _Offsets, start: int, end: int) -> dict[str, object]:
    """Say where a stretch of tokens stands in a text, and how it is written there."""
    spans = [(place, place + len(token)) for token, place in offsets]
    first, last = character_span(spans, start, end, len(text))
    return {"text": text[first:last], "tokens": [start, end], "characters": [first, last]}
