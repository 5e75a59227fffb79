"""A question in, the data for its template out: sentences cut into pieces, with the edit in question marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from redink.annotation.error_types import ERROR_TYPES, OPERATIONS
from redink.annotation.universal.wording import in_words
from redink.frozen import frozen
from redink.judging.journal import Question
from redink.reading.judging_tasks import ErrorInContext, OtherEdit, TaskSet
from redink.reports.escape import closed_up

_CLOSING = frozenset([*",.;:!?)]}%…", "n't", "n’t", "'s", "’s", "'re", "'ve", "'ll", "'m", "'d"])
_OPENING = frozenset({"(", "[", "{"})


@frozen
class Piece:
    """A part of a sentence."""

    kind: str
    """`text`, `target` (the edit in question) or `other` (another edit)."""
    old: str
    """Text of the learner; empty for an insertion."""
    new: str = ""
    """Text that replaces it; empty for a deletion."""
    glued: bool = False
    """Whether there is no blank before it."""


@frozen
class Panel:
    """One error on the screen."""

    title: str
    """`First error`, `Second error`."""
    pieces: tuple[Piece, ...]
    """The sentence of the error."""
    before: tuple[str, ...]
    """The sentences before it."""
    after: tuple[str, ...]
    """The sentences after it."""
    others: int
    """Number of other errors in the sentence."""


def joined(tokens: Sequence[str]) -> str:
    """Give tokens as running text: no blank before a comma, after an opening bracket or inside Chinese text."""
    text = ""
    for place, token in enumerate(tokens):
        text += token if _is_glued(tokens, place) or tokens[place - 1] in _OPENING else f" {token}"
    return text


def _is_glued(tokens: Sequence[str], place: int) -> bool:
    """Tell whether there is no blank before a token."""
    return not place or tokens[place] in _CLOSING or " " not in closed_up(f"{tokens[place - 1]} {tokens[place]}")


def pieces_of(error: ErrorInContext) -> tuple[Piece, ...]:
    """Give a sentence cut at its edits; an edit that overlaps the one in question is not shown."""
    tokens = error.text.split()
    return tuple(_pieces(tokens, error, [other for other in error.others if not _overlaps(other, error)]))


def _overlaps(other: OtherEdit, error: ErrorInContext) -> bool:
    if other.start == other.end or error.start == error.end:
        return error.start < other.start < error.end or other.start < error.start < other.end
    return other.start < error.end and error.start < other.end


def _pieces(tokens: Sequence[str], error: ErrorInContext, others: Sequence[OtherEdit]) -> Iterator[Piece]:
    edits = [(error.start, error.end, "target", error.correction)]
    edits += [(other.start, other.end, "other", other.correction) for other in others]
    done = 0
    for start, end, kind, correction in sorted(edits):
        if start < done:  # overlaps an earlier edit
            continue
        if start > done:
            yield _text(tokens, done, start)
        glued = start < end and _is_glued(tokens, start)
        yield Piece(kind, joined(tokens[start:end]), joined(correction.split()), glued)
        done = end
    if done < len(tokens):
        yield _text(tokens, done, len(tokens))


def _text(tokens: Sequence[str], start: int, end: int) -> Piece:
    return Piece("text", joined(tokens[start:end]), glued=_is_glued(tokens, start))


def panels_of(question: Question) -> tuple[Panel, Panel]:
    """Give the two errors of a pair in the order in which they are shown."""
    item = question.item
    assert item.left is not None
    assert item.right is not None
    shown_errors = (item.left, item.right) if question.shown == "left-right" else (item.right, item.left)
    return _panel("First error", shown_errors[0]), _panel("Second error", shown_errors[1])


def _panel(title: str, error: ErrorInContext) -> Panel:
    pieces = pieces_of(error)
    neighbours = [tuple(joined(text.split()) for text in sentences) for sentences in (error.before, error.after)]
    return Panel(title, pieces, neighbours[0], neighbours[1], sum(piece.kind == "other" for piece in pieces))


def rated_panel(question: Question) -> Panel:
    """Give the edit that is rated or voted on."""
    assert question.item.error is not None
    return _panel("The edit", question.item.error)


_ENGLISH = {error_type.code: (error_type.name, error_type.meaning) for error_type in ERROR_TYPES}


def type_in_words(kind: str, *, universal: bool = False) -> tuple[str, str]:
    """Give the name and the meaning of an error type, English or for any language; both are empty for other types."""
    operation, code = (kind[0], kind[2:]) if kind[1:2] == ":" else ("", kind)
    name, meaning = in_words(code) if universal else _ENGLISH.get(code, ("", ""))
    return (f"{name} ({OPERATIONS.get(operation, 'any operation')})" if name else ""), meaning


def has_universal_types(tasks: TaskSet) -> bool:
    """Tell whether any edit has a type that English lacks and the scheme for any language has."""
    codes = (item.error.type[2:] for item in tasks.items if item.error is not None)
    return any(code not in _ENGLISH and in_words(code)[0] for code in codes)


def correction_pieces(source: str, correction: str) -> tuple[Piece, ...]:
    """Give a sentence with the changes of a correction marked, token by token."""
    old, new = source.split(), correction.split()
    pieces = []
    for kind, start, end, low, high in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(_text(old, start, end))
        else:
            pieces.append(Piece("target", joined(old[start:end]), joined(new[low:high])))
    return tuple(pieces)


# On the screen, answers are about the first and the second error; on disk, about the left and the right one.
_SCREEN = {"first": ">", "second": "<", "equal": "=", "unsure": "?"}
_TURNED = {">": "<", "<": ">"}


def canonical(choice: str, shown: str) -> str:
    """Turn `first`, `second`, `equal`, `unsure` into the answer about left and right; empty for anything else."""
    answer = _SCREEN.get(choice, "")
    return _TURNED.get(answer, answer) if shown == "right-left" else answer


def on_screen(answer: str, shown: str) -> str:
    """Give in words what an answer about left and right means on this screen."""
    words = {
        ">": "the first error is harder",
        "<": "the second error is harder",
        "=": "both are equally hard",
        "?": "cannot judge",
    }
    turned = _TURNED.get(answer, answer) if shown == "right-left" else answer
    return words.get(turned, turned)


def duration(seconds: float) -> str:
    """Give a duration as text: `40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    hours, minutes_left = divmod(minutes, 60)
    return f"{hours} h {minutes_left} min" if hours else f"{minutes} min"


def shown_of(tasks: TaskSet, question: Question) -> dict[str, Any]:
    """Give the values that the template of a task needs for a question."""
    task, item = tasks.task, question.item
    if task == "pair":
        earlier = question.earlier
        earlier_answer = "" if earlier is None else on_screen(earlier.answer, question.shown)
        return {"panels": panels_of(question), "earlier": earlier_answer}
    earlier_answer = "" if question.earlier is None else question.earlier.answer
    if task in ("likert", "edit"):
        return {"panel": rated_panel(question), "earlier": earlier_answer}
    if task == "rating":
        assert item.error is not None
        name, meaning = type_in_words(item.error.type, universal=has_universal_types(tasks))
        return {
            "panel": rated_panel(question),
            "kind": item.error.type,
            "name": name,
            "meaning": meaning,
            "earlier": earlier_answer,
        }
    passage = item.passage
    assert passage is not None
    before, after = ([joined(text.split()) for text in sentences] for sentences in (passage.before, passage.after))
    shown: dict[str, Any] = {"before": before, "after": after, "earlier": earlier_answer, "text": passage.text}
    if task == "valid":
        assert item.correction is not None
        shown["pieces"] = correction_pieces(passage.text, item.correction)
        shown["correction"] = joined(item.correction.split())
        shown["text"] = joined(passage.text.split())
    return shown
