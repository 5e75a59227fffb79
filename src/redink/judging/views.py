"""A question in, what the templates show out: sentences cut into pieces, with the edit in question marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from redink.annotation.error_types import ERROR_TYPES, OPERATIONS
from redink.judging.journal import Question
from redink.reading.judging_tasks import ErrorInContext, OtherEdit

_CLOSING = frozenset([*",.;:!?)]}%…", "n't", "n’t", "'s", "’s", "'re", "'ve", "'ll", "'m", "'d"])
_OPENING = frozenset({"(", "[", "{"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence."""

    kind: str
    """`text`, `target` (the edit in question) or `other` (another edit)."""
    old: str
    """What the learner wrote; empty where something is missing."""
    new: str = ""
    """What stands there instead; empty where something is to go."""
    glued: bool = False
    """Whether no blank comes before it."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One error on the screen."""

    title: str
    """`First error`, `Second error`."""
    pieces: tuple[Piece, ...]
    """Its sentence."""
    before: tuple[str, ...]
    """Sentences before."""
    after: tuple[str, ...]
    """Sentences after."""
    others: int
    """How many other errors the sentence has."""


def joined(tokens: Sequence[str]) -> str:
    """Write tokens as people do: no blank before a comma or after a bracket."""
    text = ""
    for place, token in enumerate(tokens):
        glued = not place or token in _CLOSING or tokens[place - 1] in _OPENING
        text += token if glued else f" {token}"
    return text


def pieces_of(error: ErrorInContext) -> tuple[Piece, ...]:
    """Cut a sentence at its edits; an edit that overlaps the one in question is not shown."""
    tokens = error.text.split()
    return tuple(_pieces(tokens, error, [one for one in error.others if not _overlaps(one, error)]))


def _overlaps(one: OtherEdit, error: ErrorInContext) -> bool:
    if one.start == one.end or error.start == error.end:
        return error.start < one.start < error.end or one.start < error.start < one.end
    return one.start < error.end and error.start < one.end


def _pieces(tokens: Sequence[str], error: ErrorInContext, others: Sequence[OtherEdit]) -> Iterator[Piece]:
    edits = [(error.start, error.end, "target", error.correction)]
    edits += [(one.start, one.end, "other", one.correction) for one in others]
    done = 0
    for start, end, kind, correction in sorted(edits):
        if start < done:  # overlaps another of the others
            continue
        if start > done:
            yield _text(tokens, done, start)
        glued = start < end and tokens[start] in _CLOSING
        yield Piece(kind, joined(tokens[start:end]), joined(correction.split()), glued)
        done = end
    if done < len(tokens):
        yield _text(tokens, done, len(tokens))


def _text(tokens: Sequence[str], start: int, end: int) -> Piece:
    return Piece("text", joined(tokens[start:end]), glued=not start or tokens[start] in _CLOSING)


def panels_of(question: Question) -> tuple[Panel, Panel]:
    """Give the two errors of a pair in the order they are shown."""
    item = question.item
    assert item.left is not None
    assert item.right is not None
    both = (item.left, item.right) if question.shown == "left-right" else (item.right, item.left)
    return _panel("First error", both[0]), _panel("Second error", both[1])


def _panel(title: str, error: ErrorInContext) -> Panel:
    pieces = pieces_of(error)
    neighbours = [tuple(joined(text.split()) for text in own) for own in (error.before, error.after)]
    return Panel(title, pieces, neighbours[0], neighbours[1], sum(piece.kind == "other" for piece in pieces))


def rated_panel(question: Question) -> Panel:
    """Give the edit whose type is rated."""
    assert question.item.error is not None
    return _panel("The edit", question.item.error)


def type_in_words(kind: str) -> tuple[str, str]:
    """Give name and meaning of an error type; types of other schemes have only their code."""
    operation, code = (kind[0], kind[2:]) if kind[1:2] == ":" else ("", kind)
    for known in ERROR_TYPES:
        if known.code == code:
            return f"{known.name} ({OPERATIONS.get(operation, 'any operation')})", known.meaning
    return "", ""


def correction_pieces(source: str, correction: str) -> tuple[Piece, ...]:
    """Mark what a correction changes, token by token."""
    old, new = source.split(), correction.split()
    pieces = []
    for kind, start, end, low, high in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(_text(old, start, end))
        else:
            pieces.append(Piece("target", joined(old[start:end]), joined(new[low:high])))
    return tuple(pieces)


# On the screen the answers are about first and second; on disk about left and right.
_SCREEN = {"first": ">", "second": "<", "equal": "=", "unsure": "?"}
_TURNED = {">": "<", "<": ">"}


def canonical(choice: str, shown: str) -> str:
    """Turn `first`, `second`, `equal`, `unsure` into the answer about left and right; empty for anything else."""
    answer = _SCREEN.get(choice, "")
    return _TURNED.get(answer, answer) if shown == "right-left" else answer


def on_screen(answer: str, shown: str) -> str:
    """Say in words what an answer about left and right means on this screen."""
    words = {
        ">": "the first error is harder",
        "<": "the second error is harder",
        "=": "both are equally hard",
        "?": "cannot judge",
    }
    turned = _TURNED.get(answer, answer) if shown == "right-left" else answer
    return words.get(turned, turned)


def duration(seconds: float) -> str:
    """Say how long something takes: `40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{minutes} min"


def shown_of(task: str, question: Question) -> dict[str, Any]:
    """Give what the template of a task shows of a question."""
    item = question.item
    if task == "pair":
        earlier = question.earlier
        said = "" if earlier is None else on_screen(earlier.answer, question.shown)
        return {"panels": panels_of(question), "earlier": said}
    said = "" if question.earlier is None else question.earlier.answer
    if task == "rating":
        assert item.error is not None
        name, meaning = type_in_words(item.error.type)
        return {
            "panel": rated_panel(question),
            "kind": item.error.type,
            "name": name,
            "meaning": meaning,
            "earlier": said,
        }
    passage = item.passage
    assert passage is not None
    before, after = ([joined(text.split()) for text in own] for own in (passage.before, passage.after))
    shown: dict[str, Any] = {"before": before, "after": after, "earlier": said, "text": passage.text}
    if task == "valid":
        assert item.correction is not None
        shown["pieces"] = correction_pieces(passage.text, item.correction)
        shown["correction"] = joined(item.correction.split())
        shown["text"] = joined(passage.text.split())
    return shown
