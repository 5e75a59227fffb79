"""UCCA's standard XML: a file in, a `Passage` out; and back, byte for byte where the file is laid out as usual.

Every error names its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast
from xml.sax.saxutils import quoteattr

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.reading.files import Source, display_name, write_whole
from redink.reading.numbers import natural
from redink.reading.strict_xml import parse_strictly, strict_parser
from redink.reading.ucca import Attributes, Edge, Passage, Terminal, Unit, UnitKind, sorted_attributes

_KINDS = ("FN", "PNCT", "LKG")
_DEEPEST = 8
"""Elements of the format nest five deep."""
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TERMINAL_ATTRIBUTES = ("text", "paragraph", "paragraph_position")


@dataclass(slots=True)
class _Element:
    """An element of the file with its line, which the standard library's tree does not keep."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[_Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[_Element]:
        return (child for child in self.children if child.tag == tag)

    def inner(self, tag: str) -> dict[str, str]:
        """Give the attributes of the first child with that tag."""
        return next((child.attributes for child in self.all(tag)), {})


class _TreeBuilder:
    """Handlers for the streaming parser, which build the tree of elements."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.open: list[_Element] = []
        self.root: _Element | None = None
        self.parser = strict_parser(name, self._start, self._end)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element = _Element(tag, attributes, self.parser.CurrentLineNumber)
        if len(self.open) >= _DEEPEST:
            raise InputError(
                "elements are nested too deeply for UCCA",
                place=Place(self.name, element.line),
                remedy="is this a UCCA passage?",
            )
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _tag: str) -> None:
        self.open.pop()


def read_ucca_xml(path: Source) -> Passage:
    """Read one passage."""
    name = display_name(path)
    builder = _TreeBuilder(name)
    parse_strictly(path, builder.parser)
    assert builder.root is not None
    return _Reader(name).passage(builder.root)


@frozen
class _Reader:
    """Turns elements into records; knows the file's name for messages."""

    name: str

    def passage(self, root: _Element) -> Passage:
        layers = {self._attribute(layer, "layerID"): layer for layer in root.all("layer")}
        if root.tag != "root" or set(layers) != {"0", "1"}:
            raise InputError(
                f"not a UCCA passage: <{root.tag}> with the layers {', '.join(sorted(layers)) or 'none'}",
                place=Place(self.name, root.line),
                remedy="UCCA's standard XML is a <root> with the layers 0 (tokens) and 1 (units)",
            )
        tokens, units = (list(layers[number].all("node")) for number in ("0", "1"))
        return Passage(
            self._attribute(root, "passageID"),
            tuple(sorted(map(self._terminal, tokens), key=lambda terminal: (terminal.paragraph, terminal.position))),
            tuple(map(self._unit, units)),
            tuple(self._edge(node, edge) for node in units for edge in node.all("edge")),
            annotation=root.attributes.get("annotationID", "0"),
            attributes=(_inner(root), _inner(layers["0"]), _inner(layers["1"])),
            extra=_inner(root, "extra"),
            source=self.name,
            lines={self._attribute(node, "ID"): node.line for node in (*tokens, *units)},
        )

    def _attribute(self, element: _Element, name: str) -> str:
        if name not in element.attributes:
            raise InputError(
                f"a <{element.tag}> has no {name}",
                place=Place(self.name, element.line),
                remedy="is this a UCCA passage written by the ucca package?",
            )
        return element.attributes[name]

    def _terminal(self, node: _Element) -> Terminal:
        inner = node.inner("attributes")
        kind = self._attribute(node, "type")
        if kind not in ("Word", "Punctuation") or "text" not in inner:
            raise InputError(
                f"a token must be a Word or a Punctuation and have a text, not {kind!r}",
                place=Place(self.name, node.line),
                remedy="is this a UCCA passage written by the ucca package?",
            )
        return Terminal(
            self._attribute(node, "ID"),
            inner["text"],
            self._whole(node, inner.get("paragraph", "1")),
            self._whole(node, inner.get("paragraph_position", "1")),
            kind == "Punctuation",
            sorted_attributes((key, value) for key, value in inner.items() if key not in _TERMINAL_ATTRIBUTES),
        )

    def _whole(self, node: _Element, text: str) -> int:
        number = natural(text)
        if number is None:
            raise InputError(
                f"a paragraph or place {text[:40]!r} is not a number",
                place=Place(self.name, node.line),
                remedy="is this a UCCA passage written by the ucca package?",
            )
        return number

    def _unit(self, node: _Element) -> Unit:
        inner = node.inner("attributes")
        kind = self._attribute(node, "type")
        if kind not in _KINDS:
            raise InputError(
                f"a unit cannot be {kind!r}", place=Place(self.name, node.line), remedy=f"known: {', '.join(_KINDS)}"
            )
        return Unit(
            self._attribute(node, "ID"),
            cast(UnitKind, kind),
            inner.get("implicit") == "True",
            sorted_attributes((key, value) for key, value in inner.items() if (key, value) != ("implicit", "True")),
            _inner(node, "extra"),
        )

    def _edge(self, node: _Element, edge: _Element) -> Edge:
        inner = edge.inner("attributes")
        categories = tuple(sorted_attributes(category.attributes) for category in edge.all("category"))
        tags = [value for category in categories for name, value in category if name == "tag"]
        kind = edge.attributes.get("type") or (tags[0] if tags else "")
        if not kind:
            raise InputError(
                "an <edge> has neither type nor category",
                place=Place(self.name, edge.line),
                remedy="give every edge its category",
            )
        return Edge(
            node.attributes["ID"],
            self._attribute(edge, "toID"),
            kind,
            categories,
            inner.get("remote") == "True",
            sorted_attributes((key, value) for key, value in inner.items() if (key, value) != ("remote", "True")),
            _inner(edge, "extra"),
        )


def _inner(element: _Element, tag: str = "attributes") -> Attributes:
    return sorted_attributes(element.inner(tag))


def write_ucca_xml(path: Source, passage: Passage) -> None:
    """Write a passage as UCCA's own tools lay it out."""
    with write_whole(path) as out:
        out.write(ucca_xml(passage))


def ucca_xml(passage: Passage) -> str:
    """Give a passage as text."""
    whole, words, structure = passage.attributes
    parts = [
        _tag("root", (("annotationID", passage.annotation), ("passageID", passage.id)), 0, closed=False),
        *_inside(1, whole, passage.extra),
        _tag("layer", (("layerID", "0"),), 1, closed=False),
        *_inside(2, words, ()),
        *(line for terminal in passage.terminals for line in _terminal_lines(terminal)),
        "  </layer>",
        _tag("layer", (("layerID", "1"),), 1, closed=False),
        *_inside(2, structure, ()),
        *(line for unit in passage.units for line in _unit_lines(unit, passage.children[unit.id])),
        "  </layer>",
        "</root>",
    ]
    return "\n".join(parts) + "\n"


def _tag(name: str, attributes: Attributes, depth: int, *, closed: bool = True) -> str:
    written = "".join(f" {key}={_quoted(value)}" for key, value in attributes)
    return f"{'  ' * depth}<{name}{written}{' />' if closed else '>'}"


def _quoted(value: str) -> str:
    if _NOT_XML.search(value):
        raise InputError(f"XML cannot hold the character in {value[:40]!r}", remedy="write MRP, or remove it")
    # Always double quotes; line ends and tabs, which a parser would turn into blanks, are written as numbers.
    entities = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    return f'"{quoteattr(value, entities)[1:-1]}"'


def _inside(depth: int, attributes: Attributes, extra: Attributes) -> list[str]:
    return [_tag("attributes", attributes, depth), *([_tag("extra", extra, depth)] if extra else [])]


def _terminal_lines(terminal: Terminal) -> list[str]:
    fields = {"text": terminal.text, "paragraph": str(terminal.paragraph), "paragraph_position": str(terminal.position)}
    kind = "Punctuation" if terminal.is_punctuation else "Word"
    return [
        _tag("node", (("ID", terminal.id), ("type", kind)), 2, closed=False),
        *_inside(3, sorted_attributes(fields | dict(terminal.attributes)), ()),
        "    </node>",
    ]


def _unit_lines(unit: Unit, edges: tuple[Edge, ...]) -> list[str]:
    attributes = {"implicit": "True"} if unit.implicit else {}
    return [
        _tag("node", (("ID", unit.id), ("type", unit.kind)), 2, closed=False),
        *_inside(3, sorted_attributes(attributes | dict(unit.attributes)), unit.extra),
        *(line for edge in edges for line in _edge_lines(edge)),
        "    </node>",
    ]


def _edge_lines(edge: Edge) -> list[str]:
    attributes = {"remote": "True"} if edge.remote else {}
    return [
        _tag("edge", (("toID", edge.child), ("type", edge.type)), 3, closed=False),
        *_inside(4, sorted_attributes(attributes | dict(edge.attributes)), edge.extra),
        *(_tag("category", category, 4) for category in edge.categories),
        "      </edge>",
    ]
