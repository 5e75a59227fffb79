"""A sentence with weighted errors in, a picture of it with the errors from pale to deep red out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.reports.figure import MARGIN, WIDTH, Chart, make_chart
from redink.reports.lettering import text_width
from redink.reports.svg import QUIET, SMALL, Svg, rectangle, text
from redink.reports.tables import Column, make_table
from redink.reports.theme import STEPS, heat, heat_ink, heat_step

_SIZE = 15.0
_LINE = 46.0


class Piece(NamedTuple):
    """A stretch of the sentence."""

    text: str
    """Its tokens; ∅ if something is missing here."""
    weight: float | None = None
    """w of the error; `None` for correct text."""
    correction: str = ""
    """What the reference has instead; ∅ for nothing."""


def heat_sentence(title: str, pieces: Sequence[Piece]) -> Chart:
    """Draw a sentence; below each error stands its correction."""
    body: list[Svg] = []
    x, y = MARGIN, 14.0
    for piece in pieces:
        width = text_width(piece.text, _SIZE)
        room = max(width + 8, text_width(_below(piece), SMALL) + 10 if piece.weight is not None else 0.0)
        if x + room > WIDTH - MARGIN:
            x, y = MARGIN, y + _LINE
        body += _drawn(piece, x, y, width)
        x += room + 4
    bottom = y + _LINE
    body += _key(bottom)
    errors = [piece for piece in pieces if piece.weight is not None]
    columns = ("error", "correction", Column("w", digits=3))
    table = make_table(title, columns, [(piece.text, piece.correction, piece.weight) for piece in errors])
    words = "; ".join(f"{piece.text} → {piece.correction}, w = {piece.weight:.3f}" for piece in errors)
    return make_chart(table, body, width=WIDTH, height=bottom + 14, description=f"Errors by difficulty: {words}.")


def _below(piece: Piece) -> str:
    return f"→ {piece.correction} {piece.weight:.3f}"


def _drawn(piece: Piece, x: float, y: float, width: float) -> list[Svg]:
    if piece.weight is None:
        return [text(x + 4, y, piece.text, size=_SIZE)]
    step = heat_step(piece.weight, 0, 1)
    return [
        rectangle(x, y - 11, width + 8, 22, fill=heat("difficulty", step), full=_below(piece)),
        text(x + 4, y, piece.text, size=_SIZE, fill=heat_ink("difficulty", step)),
        text(x, y + 19, _below(piece), size=SMALL, fill=QUIET),
    ]


def _key(y: float) -> list[Svg]:
    boxes = [rectangle(MARGIN + 50 + 16 * step, y - 6, 16, 12, fill=heat("difficulty", step)) for step in range(STEPS)]
    return [
        text(MARGIN, y, "0 (easy)", size=SMALL, fill=QUIET),
        *boxes,
        text(
            MARGIN + 56 + 16 * STEPS,
            y,
            "1 (hard). Below each error: its correction and w",
            size=SMALL,
            fill=QUIET,
        ),
    ]
