"""A UCCA passage in, a text drawing of it out: one line for each unit, its parts indented below it.

    H People get certain diseases
    ├─ A People
    ├─ P get
    └─ A certain diseases
       ├─ E certain
       └─ C diseases

A remote part is in brackets with its label marked `*`; an implicit unit is shown as `∅`.
"""

from __future__ import annotations

from collections.abc import Iterator

from redink.reading.ucca import CATEGORIES, TERMINAL, Edge, Passage

_CUT = 60
"""Number of characters shown of a unit's text when its parts follow."""


def draw_passage(passage: Passage, *, linkage: bool = False) -> str:
    """Give the drawing of a whole passage.

    With `linkage`, linkage units (scenes joined by a relation) are listed at the end.
    """
    lines = [f"passage {passage.id}: {len(passage.terminals)} tokens, {len(passage.units)} units"]
    for top in passage.tops:
        lines += _below(passage, top)
    if linkage:
        lines += [_link(passage, unit.id) for unit in passage.units if unit.kind == "LKG"]
    return "\n".join(lines) + "\n"


def legend(passage: Passage) -> str:
    """Give the names of the categories that occur in a passage."""
    used = {label for edge in passage.edges if edge.type != TERMINAL for label in edge.labels}
    named = [f"{label} {name}" for label, name in CATEGORIES.items() if label in used]
    return ", ".join([*named, *sorted(used - CATEGORIES.keys())])


def _below(passage: Passage, top: str) -> Iterator[str]:
    """Draw the parts of a unit. A stack is used because a file may nest deeper than Python's recursion limit."""
    drawn = {top}
    stack = _branches(passage, top, "")
    while stack:
        edge, indent, last = stack.pop()
        again = edge.child in drawn
        yield f"{indent}{'└─' if last else '├─'} {_line(passage, edge, again=again)}"
        if not edge.remote and not again:
            drawn.add(edge.child)
            stack += _branches(passage, edge.child, indent + ("   " if last else "│  "))


def _branches(passage: Passage, unit: str, indent: str) -> list[tuple[Edge, str, bool]]:
    """Give the parts of a unit, last first."""
    edges = [edge for edge in passage.children[unit] if edge.type != TERMINAL]
    return [(edge, indent, edge is edges[-1]) for edge in reversed(edges)]


def _line(passage: Passage, edge: Edge, *, again: bool) -> str:
    labels = "|".join(sorted(edge.labels))
    text = _text(passage, edge.child)
    if edge.remote:
        return f"{labels}* ({_cut(text)})"
    if again:  # a unit with two primary parents is drawn once
        return f"{labels} ({_cut(text)})"
    has_parts = any(below.type != TERMINAL for below in passage.children[edge.child])
    return f"{labels} {_cut(text) if has_parts else text}"


def _text(passage: Passage, unit: str) -> str:
    """Give the words of a unit; … stands where words of other units come between them."""
    places = sorted(passage.yields[unit])
    parts = []
    for number, place in enumerate(places):
        if number and place > places[number - 1] + 1:
            parts.append("…")
        parts.append(passage.terminals[place].text)
    return " ".join(parts) or "∅"


def _cut(text: str) -> str:
    return text if len(text) <= _CUT else text[: _CUT - 2].rstrip() + " …"


def _link(passage: Passage, unit: str) -> str:
    parts = [f"{edge.type} {_cut(_text(passage, edge.child))}" for edge in passage.children[unit]]
    return f"linkage: {'; '.join(parts)}"
