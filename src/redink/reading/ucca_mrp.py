"""UCCA as MRP (one JSON object per line, Oepen et al. 2019): a file in, passages out; and back.

MRP has units and edges; tokens are character spans of the `input`; there is no linkage and no room for remarks.
Writing and reading a passage therefore gives `Passage.plain()`. Paragraphs are kept as line ends in the `input`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines, write_whole
from redink.reading.strict_json import decode_json
from redink.reading.ucca import (
    TERMINAL,
    Edge,
    Passage,
    Terminal,
    Unit,
    is_punctuation,
    place_in_paragraphs,
    punctuation_units,
)

Span = tuple[int, int]


class _Anchor(msgspec.Struct, rename={"start": "from", "end": "to"}):
    start: int
    end: int


class _Node(msgspec.Struct):
    id: int
    anchors: list[_Anchor] = []


class _Edge(msgspec.Struct):
    source: int
    target: int
    label: str | None = None
    attributes: list[str] = []
    properties: list[str] = []
    """The name of `attributes` in the edition of 2019."""
    values: list[Any] = []

    @property
    def remote(self) -> bool:
        named = dict(zip([*self.attributes, *self.properties], self.values, strict=False))
        return bool(named.get("remote", False))


class _Graph(msgspec.Struct):
    id: str | int
    framework: str
    nodes: list[_Node]
    input: str = ""
    edges: list[_Edge] = []


def read_ucca_mrp(path: Source) -> tuple[Passage, ...]:
    """Read all passages of a file; graphs of other frameworks are refused."""
    passages = []
    for number, line in enumerate(read_lines(path), start=1):
        if line.strip():
            place = Place(display_name(path), number)
            passages.append(_passage(_decode(line, place), place))
    return tuple(passages)


def _decode(line: str, place: Place) -> _Graph:
    graph = decode_json(line, _Graph, "not an MRP graph", place=place, remedy="MRP has one JSON object per line")
    if graph.framework.lower() != "ucca":
        raise InputError(
            f"this graph is of the framework {graph.framework!r}, not of ucca",
            place=place,
            remedy="give only UCCA graphs",
        )
    return graph


def _passage(graph: _Graph, place: Place) -> Passage:
    spans = _spans(graph, place)
    terminals = {span: f"0.{number}" for number, span in enumerate(spans, start=1)}
    units = {node.id: f"1.{number}" for number, node in enumerate(graph.nodes, start=1)}
    if len(units) < len(graph.nodes):
        raise InputError("two nodes have the same id", place=place, remedy="give each node an id of its own")
    edges = list(_edges(graph, units, terminals, place))
    points = punctuation_units(edges)
    marks = {edge.child for edge in edges if edge.parent in points}
    inner = {edge.parent for edge in edges}
    places = place_in_paragraphs(
        "\n" in graph.input[before:start] for (_, before), (start, _) in zip([(0, 0), *spans], spans, strict=False)
    )
    return Passage(
        str(graph.id),
        tuple(
            Terminal(key, graph.input[slice(*span)], *where, key in marks or is_punctuation(graph.input[slice(*span)]))
            for (span, key), where in zip(terminals.items(), places, strict=True)
        ),
        tuple(Unit(unit, "PNCT" if unit in points else "FN", unit not in inner) for unit in units.values()),
        tuple(edges),
        source=str(place.name),
        lines=dict.fromkeys(units.values(), place.line or 1),
    )


def _spans(graph: _Graph, place: Place) -> list[Span]:
    """Give the character spans of all tokens: anchors, and words of the input that nothing is anchored to."""
    anchored = {(anchor.start, anchor.end) for node in graph.nodes for anchor in node.anchors}
    for start, end in anchored:
        if not 0 <= start < end <= len(graph.input):
            raise InputError(
                f"the anchor {start}:{end} does not fit an input of {len(graph.input)} characters",
                place=place,
                remedy="anchors are character positions of the input",
            )
    in_order = sorted(anchored)
    for (start, end), (next_start, next_end) in pairwise(in_order):
        if next_start < end:
            raise InputError(
                f"the anchors {start}:{end} and {next_start}:{next_end} overlap: the same characters in two tokens",
                place=place,
                remedy="anchor units to whole tokens; units that share a token have the same anchor",
            )
    free = [not character.isspace() for character in graph.input]
    for start, end in in_order:
        free[start:end] = [False] * (end - start)
    return sorted(anchored | set(_runs(free)))


def _runs(flags: Sequence[bool]) -> Iterator[Span]:
    """Yield the stretches of true flags."""
    position = 0
    for value, run in groupby(flags):
        length = len(list(run))
        if value:
            yield position, position + length
        position += length


def _edges(graph: _Graph, units: Mapping[int, str], tokens: Mapping[Span, str], place: Place) -> Iterator[Edge]:
    below: dict[int, list[_Edge]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in units:
                raise InputError(
                    f"an edge names the node {end}, which does not exist", place=place, remedy="is the graph cut off?"
                )
        if not edge.label or edge.label == TERMINAL:
            raise InputError(
                f"the edge {edge.source} → {edge.target} has no category",
                place=place,
                remedy="give every edge its label",
            )
        below[edge.source].append(edge)
    for node in graph.nodes:
        for span in sorted({(anchor.start, anchor.end) for anchor in node.anchors}):
            yield Edge(units[node.id], tokens[span], TERMINAL)
        # Several edges between the same two units become one edge with several categories, wherever they stand.
        labels_to: dict[tuple[int, bool], set[str]] = {}
        for edge in below[node.id]:
            labels_to.setdefault((edge.target, edge.remote), set()).add(edge.label or "")
        for (child, remote), names in labels_to.items():
            labels = sorted(names)
            categories = tuple((("tag", label),) for label in labels) if len(labels) > 1 else ()
            yield Edge(units[node.id], units[child], labels[0], categories, remote)


def write_ucca_mrp(path: Source, passages: Iterable[Passage]) -> None:
    """Write passages, one per line."""
    with write_whole(path) as out:
        for passage in passages:
            out.write(ucca_mrp(passage) + "\n")


def ucca_mrp(passage: Passage) -> str:
    """Give the plain form of a passage as one line of JSON."""
    plain = passage.plain()
    text, spans = _running_text(plain)
    number = {unit.id: place for place, unit in enumerate(plain.units)}
    nodes: list[dict[str, Any]] = [{"id": place} for place in number.values()]
    edges: list[dict[str, Any]] = []
    for edge in plain.edges:
        if edge.type == TERMINAL:
            start, end = spans[edge.child]
            nodes[number[edge.parent]].setdefault("anchors", []).append({"from": start, "to": end})
            continue
        for label in sorted(edge.labels):
            record: dict[str, Any] = {"source": number[edge.parent], "target": number[edge.child], "label": label}
            edges.append(record | ({"attributes": ["remote"], "values": [True]} if edge.remote else {}))
    graph = {"id": plain.id, "flavor": 1, "framework": "ucca", "version": 1.1, "input": text}
    whole = graph | {"tops": [number[top] for top in plain.tops], "nodes": nodes, "edges": edges}
    return msgspec.json.encode(whole).decode()


def _running_text(passage: Passage) -> tuple[str, dict[str, Span]]:
    """Join the tokens with blanks, paragraphs with line ends, and tell where each token stands."""
    text, spans, paragraph = "", {}, 1
    for terminal in passage.terminals:
        if not terminal.text:
            raise InputError(
                f"token {terminal.id} has no text, so nothing can be anchored to it",
                place=passage.place(terminal.id),
                remedy="give every token its text, or write XML",
            )
        text += "" if not text else " " if terminal.paragraph == paragraph else "\n"
        paragraph = terminal.paragraph
        spans[terminal.id] = (len(text), len(text) + len(terminal.text))
        text += terminal.text
    return text, spans
