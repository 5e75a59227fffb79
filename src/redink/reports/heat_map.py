"""Chunks with their weights in; a heat map out: an HTML fragment, a line for a terminal, or a grid of chunks.

Errors run from pale (easy) to deep red (hard), as in the paper; on dark pages from dull to strong. In a two-sided map,
errors that the one side solves more are blue, those of the other side red. Correct text that systems changed is blue
over a dotted line, and shown only from a weight that the reader chooses: at first not at all. Shapes repeat the
information of the colours: errors are boxed, text to delete is struck out, and a missing word follows a caret. Details
open by mouse, by the Tab key and by touch, without a script: beside the chunk if the browser supports that, otherwise
at the bottom of the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from redink.frozen import frozen
from redink.reports.escape import closed_up, escape_html, one_line
from redink.reports.theme import STEPS, HeatScale, colour, heat, heat_ink, heat_step

Kind: TypeAlias = Literal["same", "error", "false positive"]

_SCALES: Final[dict[Kind, HeatScale]] = {"error": "difficulty", "false positive": "score"}
_CARET = "‸"
_FALSE_FROM: Final = {1.0: STEPS, 0.75: 6, 0.5: 4, 0.25: 2}
"""Shares of the deepest weight from which false positives can be shown, and their shades; 1: none is."""


def _shades() -> str:
    return "".join(
        f".redink-heat-map .{scale}-{step}{{background:{heat(scale, step)};color:{heat_ink(scale, step)}}}\n"
        for scale in _SCALES.values()
        for step in range(STEPS)
    )


def _hidden_false_positives() -> str:
    """Hide the false positives below the weight that the reader chooses."""
    rules = []
    for least in _FALSE_FROM.values():
        steps = ",".join(f".score-{step}" for step in range(least))
        chosen = f":root:has(.redink-false-from option[value='{least}']:checked) section.redink-heat-map .sentence "
        chunk = f"{chosen}.false-positive:is({steps})"
        rules += [
            f"{chunk}{{display:contents;color:inherit}}",  # text without a box, which Tab does not stop at
            f"{chunk}.gap,{chunk} .detail{{display:none!important}}",
        ]
    return "\n".join(rules)


_INK, _PAPER, _QUIET, _RED, _BLUE = map(colour, ("ink", "paper", "quiet", "difficulty-6", "score-6"))

STYLE: Final = f"""
.redink-heat-map{{line-height:2.1;color:{_INK};overflow-wrap:anywhere}}
.redink-heat-map .sentence{{margin:.3em 0}}
.redink-heat-map .number{{color:{_QUIET};font-size:.8em;margin-inline-end:.6em}}
.redink-heat-map .chunk{{border:1px solid {_RED};border-radius:3px;padding:0 .2em;cursor:help}}
.redink-heat-map .chunk.false-positive{{border:0;border-bottom:2px dotted {_BLUE}}}
.redink-heat-map .chunk:focus{{outline:3px solid {_INK};outline-offset:1px}}
.redink-heat-map .fix{{display:none;text-decoration:none;font-weight:600}}
:root:has(.redink-show-fixes:checked) .redink-heat-map .fix{{display:inline}}
{_hidden_false_positives()}
.redink-heat-map .detail{{display:none;position:fixed;inset:auto 0 0;z-index:2;padding:.5em .8em;background:{_PAPER};
color:{_INK};border:1px solid {_INK};line-height:1.4;font-size:.9rem;font-weight:400;text-decoration:none}}
.redink-heat-map .chunk:hover .detail,.redink-heat-map .chunk:focus .detail{{display:block}}
.redink-heat-map .chunk:focus .detail{{z-index:1}}
.redink-heat-map .legend .scale{{white-space:nowrap}}
.redink-heat-map .legend .scale span{{padding:.1em .5em}}
.redink-heat-map .legend label{{white-space:nowrap;margin-inline-end:1em}}
@supports (anchor-scope:--redink-chunk){{@media (min-width:40em){{
.redink-heat-map .chunk{{anchor-name:--redink-chunk;anchor-scope:--redink-chunk}}
.redink-heat-map .detail{{inset:auto;position-anchor:--redink-chunk;position-area:block-end span-inline-end;
position-try-fallbacks:flip-inline,flip-block,flip-block flip-inline;margin:.3em 0;border-radius:4px;max-width:22rem}}
}}}}
@media print{{.redink-heat-map .legend label{{display:none}}}}
""" + _shades()
"""The style sheet that the fragment needs; it uses the colours of `theme_css` if the page defines them."""


@frozen
class HeatChunk:
    """One chunk to show."""

    original: str
    """Source text; empty for a gap."""
    kind: Kind
    """Correct text that no system changed, an error, or correct text that a system changed."""
    weight: float
    """w of the chunk."""
    correction: str = ""
    """Gold correction of an error."""
    type: str = ""
    right: tuple[str, ...] = ()
    """Systems that got the chunk right."""
    wrong: tuple[str, ...] = ()
    """Systems that got the chunk wrong."""
    notes: tuple[str, ...] = ()
    """Further lines for the details."""
    lean: float | None = None
    """In a two-sided map: from −1 (only the second side solves the error) to 1 (only the first)."""


@frozen
class HeatSentence:
    """A sentence to show."""

    number: int
    """Number of the sentence, from 1."""
    chunks: tuple[HeatChunk, ...]
    """Chunks from left to right, gaps included."""


def heat_map(
    sentences: Iterable[HeatSentence],
    *,
    title: str = "Difficulty heat map",
    deepest: float = 1.0,
    legend: bool = True,
    sides: tuple[str, str] | None = None,
) -> str:
    """Give `<section class="redink-heat-map">` with a legend and the sentences.

    Args:
        sentences: The sentences to show.
        title: Heading.
        deepest: The w that gets the deepest red.
        legend: Whether to add the legend. A page with several maps needs one; its switches apply to all maps.
        sides: The two sides of a two-sided map, for its legend.
    """
    body = "\n".join(_sentence(sentence, deepest) for sentence in sentences)
    name = escape_html(title)
    head = f'<section class="redink-heat-map" aria-label="{name}">\n<h2>{name}</h2>'
    key = _two_sided_legend(sides) if sides else _legend(deepest) if legend else ""
    return f"{head}\n{key}\n{body}\n</section>\n"


def plain_map(sentences: Iterable[HeatSentence]) -> str:
    """Give the sentences with their errors struck out and corrected: no colours, no details, a tenth of the size."""
    return "".join(
        f'<p dir="auto">{sentence.number} {" ".join(filter(None, map(_plain_chunk, sentence.chunks)))}</p>\n'
        for sentence in sentences
    )


def _plain_chunk(chunk: HeatChunk) -> str:
    original, correction = _text(chunk.original), _text(chunk.correction)
    if chunk.kind != "error":
        return original
    return " ".join(filter(None, (original and f"<s>{original}</s>", correction and f"<ins>{correction}</ins>")))


def _two_sided_legend(sides: tuple[str, str]) -> str:
    shares = (1.0, 0.75, 0.5, 0.25, 0.0)
    first, second = (
        [f'<span class="{_shade(kind, share)}">{100 * share:.0f}</span>' for share in shares]
        for kind in ("false positive", "error")
    )
    scale = "".join([*first, *second[-2::-1]])
    return (
        f'<div class="legend">\n<p>Solved more by {escape_html(sides[0])} <span class="scale">{scale}</span> more by '
        f"{escape_html(sides[1])}: difference between the shares of their systems that solve an error, in %.</p>\n"
        "</div>"
    )


def _legend(deepest: float) -> str:
    steps = [(share / 4, f"{share / 4 * deepest:.2f}") for share in range(5)]
    reds, blues = (
        "".join(f'<span class="{_shade(kind, share)}">{label}</span>' for share, label in steps) for kind in _SCALES
    )
    false = f'<span class="chunk false-positive {_shade("false positive", 0.25)}">correct</span>'
    choices = "".join(
        f'<option value="{least}">{f"from weight {share * deepest:.2f}" if share < 1 else "none"}</option>'
        for share, least in (*_FALSE_FROM.items(), (0.0, 0))
    ).replace("from weight 0.00", "all")
    return (
        '<div class="legend">\n'
        f'<p>Weight of errors: easy <span class="scale">{reds}</span> hard. '
        f'<span class="chunk error {_shade("error", 0.25)}"><s>struck out</s></span> is to be deleted or replaced; at '
        f'<span class="chunk error {_shade("error", 0.25)}">{_CARET}word</span> a word is missing. '
        f"{false} is correct text that a system changed, and {_CARET} a place where a system inserted something (false "
        f'positives); their weight: <span class="scale">{blues}</span>. '
        "Point at, tab to or tap a marked place to see its correction, type, weight and systems.</p>\n"
        '<p><label><input type="checkbox" class="redink-show-fixes" autocomplete="off"> Show corrections</label> '
        '<label>Show false positives <select class="redink-false-from" autocomplete="off">'
        f"{choices}</select></label></p>\n</div>"
    )


def _sentence(sentence: HeatSentence, deepest: float) -> str:
    parts = [text for chunk in sentence.chunks if (text := _chunk(chunk, deepest))]
    number = f'<span class="number">{sentence.number}</span>'
    return f'<p class="sentence" dir="auto">{number}{" ".join(parts)}</p>'


def _chunk(chunk: HeatChunk, deepest: float) -> str:
    if chunk.kind == "same":
        return _text(chunk.original)
    if chunk.lean is None:
        shade = _shade(chunk.kind, chunk.weight / deepest if deepest else 0.0)
    else:
        shade = _shade("false positive" if chunk.lean > 0 else "error", abs(chunk.lean))
    kind = chunk.kind.replace(" ", "-") + ("" if chunk.original or chunk.kind == "error" else " gap")
    # The detail is inside the chunk, so a screen reader reads it with the word and keyboard focus shows it.
    return (
        f'<span class="chunk {kind} {shade}" tabindex="0" role="note">{_shown(chunk)}'
        f'<span class="detail">{"<br>".join(map(_text, details(chunk)))}</span></span>'
    )


def _text(tokens: str) -> str:
    return escape_html(closed_up(tokens))


def _shown(chunk: HeatChunk) -> str:
    original, correction = _text(chunk.original), _text(chunk.correction)
    if chunk.kind != "error":
        return original or _CARET
    if not chunk.original:
        return f"{_CARET}{correction}"
    return f"<s>{original}</s>" + (f'<ins class="fix"> {correction}</ins>' if correction else "")


def _shade(kind: Kind, share: float) -> str:
    scale = _SCALES[kind]
    return f"{scale}-{heat_step(share, 0.0, 1.0)}"


def details(chunk: HeatChunk) -> list[str]:
    """Give the details of a chunk as lines of text."""
    if chunk.kind == "false positive":
        statement = f"{chunk.original} is correct" if chunk.original else "Nothing is missing here"
        return [f"{statement}; weight {chunk.weight:.2f}", f"Changed by: {_names(chunk.wrong)}"]
    fix = f"{chunk.original or '(nothing)'} → {chunk.correction or '(nothing)'}"
    kind = f"; {chunk.type}" if chunk.type else ""
    solved, missed = f"Corrected by: {_names(chunk.right)}", f"Missed by: {_names(chunk.wrong)}"
    return [fix, f"Weight {chunk.weight:.2f}{kind}", *chunk.notes, solved, missed]


def _names(systems: Sequence[str]) -> str:
    return ", ".join(systems) or "none"


def heat_line(sentence: HeatSentence, *, colour: bool, deepest: float = 1.0) -> str:
    """Give a sentence as one line: errors as [wrong→right 0.75], false positives as {word 0.25}."""
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
    # Five colours of the 256-colour palette of every terminal, with light letters on the two darkest.
    ladder = (224, 217, 210, 160, 88) if chunk.kind == "error" else (195, 153, 111, 68, 25)
    step = min(int(share * 5), 4)
    return f"\x1b[38;5;{231 if step > 2 else 16};48;5;{ladder[step]}m{text}\x1b[0m"


_ROWS = ("orig  ", "gold  ", "weight", "type  ")


def chunk_grid(sentence: HeatSentence, *, every_gap: bool = False, width: int | None = None) -> str:
    """Give a sentence as four rows of cells (original, gold, weight, type), aligned for characters of any width.

    A grid wider than the terminal (`width`) continues below. `every_gap` shows gaps without an error or a change too.
    """
    grids: list[list[str]] = []
    used = 0
    for cells in _cells(sentence, every_gap):
        widest = max(map(_width, cells))
        if not grids or (width is not None and used + widest + 1 > width):
            grids.append([f"{name} |" for name in _ROWS])
            used = len(_ROWS[0]) + 2
        grids[-1] = [f"{row}{_centred(cell, widest)}|" for row, cell in zip(grids[-1], cells, strict=True)]
        used += widest + 1
    return "\n\n".join("\n".join(rows) for rows in grids)


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
