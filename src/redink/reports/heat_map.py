"""Chunks with their weights in; a heat map out: as an HTML fragment, as a line for a terminal, as a grid of chunks.

Errors run from pale (easy) to deep red (hard), as in the paper; correct text that systems changed is blue. Shape says
the same as colour: errors are boxed, what should go is struck out, what is missing hangs on a caret, false positives
have a dotted line. Details open by pointing, by the Tab key and by a tap, without any script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from redink.reports.escape import escape_html, one_line

Kind: TypeAlias = Literal["same", "error", "false positive"]

_PALE, _DEEP = (255, 238, 234), (165, 0, 15)
_PALE_BLUE, _DEEP_BLUE = (235, 243, 255), (20, 70, 160)
_CARET = "‸"

STYLE = """
.redink-heat-map{line-height:2.1}
.redink-heat-map .sentence{margin:.3em 0}
.redink-heat-map .number{color:#666;font-size:.8em;margin-right:.6em}
.redink-heat-map .chunk{position:relative;border:1px solid #a5000f;border-radius:3px;padding:0 .2em;cursor:help}
.redink-heat-map .chunk.false-positive{border:0;border-bottom:2px dotted #1446a0}
.redink-heat-map .chunk:focus{outline:3px solid #000;outline-offset:1px}
.redink-heat-map .detail{display:none;position:absolute;left:0;top:1.9em;z-index:1;min-width:14em;max-width:22em;
padding:.4em .6em;background:#fff;color:#000;border:1px solid #444;border-radius:4px;line-height:1.4;font-size:.9em}
.redink-heat-map .chunk:hover .detail,.redink-heat-map .chunk:focus .detail{display:block}
.redink-heat-map .legend span{padding:0 .5em}
"""
"""What the fragment needs in the page's style sheet."""


@dataclass(frozen=True, slots=True)
class HeatChunk:
    """One chunk to show."""

    original: str
    """Source text; empty for a gap."""
    kind: Kind
    """Correct text that everybody left alone, an error, or correct text that somebody changed."""
    weight: float
    """Its w."""
    correction: str = ""
    """What the gold says instead, for errors."""
    type: str = ""
    """Error type."""
    right: tuple[str, ...] = ()
    """Systems that got it right."""
    wrong: tuple[str, ...] = ()
    """Systems that did not."""


@dataclass(frozen=True, slots=True)
class HeatSentence:
    """A sentence to show."""

    number: int
    """Its number, from 1."""
    chunks: tuple[HeatChunk, ...]
    """From left to right, gaps included."""


def heat_map(sentences: Iterable[HeatSentence], *, title: str = "Difficulty heat map", deepest: float = 1.0) -> str:
    """Write `<section class="redink-heat-map">` with a legend and the sentences.

    Args:
        sentences: What to show.
        title: Heading.
        deepest: The w that gets the deepest red.
    """
    body = "\n".join(_sentence(sentence, deepest) for sentence in sentences)
    name = escape_html(title)
    head = f'<section class="redink-heat-map" aria-label="{name}">\n<h2>{name}</h2>'
    return f"{head}\n{_legend(deepest)}\n{body}\n</section>\n"


def _legend(deepest: float) -> str:
    steps = [(share / 4, f"{share / 4 * deepest:.2f}") for share in range(5)]
    reds = "".join(f'<span style="{_paint("error", share)}">{label}</span>' for share, label in steps)
    blue = f'<span class="chunk false-positive" style="{_paint("false positive", 0.3)}">correct</span>'
    return (
        f'<p class="legend">Weight of errors: easy {reds} hard. <s>struck out</s>: to be deleted or replaced; '
        f"{_CARET}: something is missing. {blue}: correct text that a system changed (false positive). "
        "Point at, tab to or tap a chunk for its correction, type, weight and systems.</p>"
    )


def _sentence(sentence: HeatSentence, deepest: float) -> str:
    parts = [text for chunk in sentence.chunks if (text := _chunk(chunk, deepest))]
    number = f'<span class="number">{sentence.number}</span>'
    return f'<p class="sentence" dir="auto">{number}{" ".join(parts)}</p>'


def _chunk(chunk: HeatChunk, deepest: float) -> str:
    if chunk.kind == "same":
        return escape_html(chunk.original)
    share = min(max(chunk.weight / deepest, 0.0), 1.0) if deepest else 0.0
    shown = escape_html(chunk.original) or _CARET
    if chunk.kind == "error":
        shown = f"<s>{shown}</s>" if chunk.original else f"{_CARET}{escape_html(chunk.correction)}"
    kind = chunk.kind.replace(" ", "-")
    # The detail is inside the chunk: a screen reader reads it with the word, and focus shows it.
    return (
        f'<span class="chunk {kind}" tabindex="0" role="note" style="{_paint(chunk.kind, share)}">{shown}'
        f'<span class="detail">{"<br>".join(map(escape_html, details(chunk)))}</span></span>'
    )


def details(chunk: HeatChunk) -> list[str]:
    """Say in lines what is known of a chunk."""
    if chunk.kind == "false positive":
        where = f"{chunk.original} is correct" if chunk.original else "Nothing is missing here"
        return [f"{where}; weight {chunk.weight:.2f}", f"Changed by: {_names(chunk.wrong)}"]
    fix = f"{chunk.original or '(nothing)'} → {chunk.correction or '(nothing)'}"
    kind = f"; {chunk.type}" if chunk.type else ""
    return [fix, f"Weight {chunk.weight:.2f}{kind}", f"Right: {_names(chunk.right)}", f"Not: {_names(chunk.wrong)}"]


def _names(systems: Sequence[str]) -> str:
    return ", ".join(systems) or "nobody"


def _paint(kind: Kind, share: float) -> str:
    pale, deep = (_PALE, _DEEP) if kind == "error" else (_PALE_BLUE, _DEEP_BLUE)
    red, green, blue = (round(light + (dark - light) * share) for light, dark in zip(pale, deep, strict=True))
    # At a luminance of 0.179 black and white letters are equally clear, with a contrast of 4.58 : 1.
    ink = "#fff" if _luminance(red, green, blue) < 0.179 else "#000"
    return f"background:rgb({red},{green},{blue});color:{ink}"


def _luminance(red: int, green: int, blue: int) -> float:
    """Relative luminance of an sRGB colour, as WCAG defines it."""
    shares = (value / 255 for value in (red, green, blue))
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def heat_line(sentence: HeatSentence, *, colour: bool, deepest: float = 1.0) -> str:
    """Write a sentence in one line: errors as [wrong→right 0.75], false positives as {word 0.25}."""
    parts = []
    for chunk in sentence.chunks:
        if chunk.kind == "error":
            text = f"[{one_line(chunk.original)}→{one_line(chunk.correction)} {chunk.weight:.2f}]"
        elif chunk.kind == "false positive":
            text = f"{{{one_line(chunk.original) or _CARET} {chunk.weight:.2f}}}"
        else:
            text = one_line(chunk.original)
        if text:
            parts.append(_tinted(text, chunk, deepest) if colour else text)
    return f"{sentence.number}: {' '.join(parts)}"


def _tinted(text: str, chunk: HeatChunk, deepest: float) -> str:
    if chunk.kind == "same":
        return text
    share = min(max(chunk.weight / deepest, 0.0), 1.0) if deepest else 0.0
    # Five steps of the 256-colour cube that every terminal has, light letters on the two darkest.
    ladder = (224, 217, 210, 160, 88) if chunk.kind == "error" else (195, 153, 111, 68, 25)
    step = min(int(share * 5), 4)
    return f"\x1b[38;5;{231 if step > 2 else 16};48;5;{ladder[step]}m{text}\x1b[0m"


def chunk_grid(sentence: HeatSentence, *, every_gap: bool = False) -> str:
    """Write a sentence as four rows of cells (original, gold, weight, type), right for characters of any width.

    Args:
        sentence: The sentence.
        every_gap: Whether gaps where nothing happened are shown too.
    """
    rows = [["orig"], ["gold"], ["weight"], ["type"]]
    for cells in _cells(sentence, every_gap):
        width = max(map(_width, cells))
        for row, cell in zip(rows, cells, strict=True):
            row.append(_centred(cell, width))
    labels = max(len(row[0]) for row in rows)
    return "\n".join(f"{row[0]:<{labels}} |{'|'.join(row[1:])}|" for row in rows)


def _cells(sentence: HeatSentence, every_gap: bool) -> Iterator[tuple[str, str, str, str]]:
    for chunk in sentence.chunks:
        if chunk.kind == "same" and not chunk.original and not every_gap:
            continue
        gold = chunk.correction if chunk.kind == "error" else chunk.original
        yield one_line(chunk.original), one_line(gold), f"{chunk.weight:.2f}", one_line(chunk.type)


def _width(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


def _centred(text: str, width: int) -> str:
    free = width - _width(text)
    return " " * (free // 2) + text + " " * (free - free // 2)
