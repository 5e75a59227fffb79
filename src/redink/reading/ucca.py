"""The data types of UCCA (Abend & Rappoport 2013): terminals, units and edges in, one checked passage out.

A passage is a directed acyclic graph over the tokens of a text. Layer 0 holds the tokens, layer 1 the units; an edge
from a unit to a part of it carries one category or several. An edge that is *remote* lends a unit to a second parent
and adds nothing to that parent's yield; a unit that is *implicit* has no token at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from redink.errors import InputError, Place
from redink.frozen import frozen

Attributes: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values as in the file, sorted by name; they are kept even where redink does not use them."""

UnitKind: TypeAlias = Literal["FN", "PNCT", "LKG"]

TERMINAL = "Terminal"
"""Type of the edges that lead from layer 1 to tokens."""
CATEGORIES: Mapping[str, str] = {
    "P": "process", "S": "state", "A": "participant", "D": "adverbial", "T": "time", "C": "centre", "E": "elaborator",
    "N": "connector", "Q": "quantity", "R": "relator", "H": "parallel scene", "L": "linker", "G": "ground",
    "F": "function", "U": "punctuation", "LR": "link relation", "LA": "link argument",
}  # fmt: skip
"""What the letters stand for."""


@frozen
class Terminal:
    """A token."""

    id: str
    """`0.1`, `0.2`, … in most files."""
    text: str
    """As written."""
    paragraph: int = 1
    """Number of its paragraph, from 1."""
    position: int = 1
    """Its place in the paragraph, from 1."""
    is_punctuation: bool = False
    """Whether the file calls it punctuation."""
    attributes: Attributes = ()
    """Anything else the file says about it."""


@frozen
class Unit:
    """A node of layer 1."""

    id: str
    """`1.1`, `1.2`, … in most files."""
    kind: UnitKind = "FN"
    """Foundational, punctuation, or linkage (which joins scenes across the tree)."""
    implicit: bool = False
    """Whether it stands for something that is not in the text."""
    attributes: Attributes = ()
    extra: Attributes = ()
    """Annotators' remarks and the like."""


@frozen
class Edge:
    """From a unit to a part of it."""

    parent: str
    """Id of a unit."""
    child: str
    """Id of a unit or terminal."""
    type: str
    """The category (the first, where there are several), or `Terminal`."""
    categories: tuple[Attributes, ...] = ()
    """The `category` elements of newer files, as written; each has a `tag`."""
    remote: bool = False
    """Whether the child only takes part here, having its primary parent elsewhere."""
    attributes: Attributes = ()
    """Other attributes, such as `uncertain`."""
    extra: Attributes = ()

    @property
    def labels(self) -> frozenset[str]:
        """The set of categories."""
        tags = (value for category in self.categories for name, value in category if name == "tag")
        return frozenset(tags) or frozenset({self.type})


@dataclass(frozen=True)
class Passage:
    """A text with its annotation; ids are unique, both ends of every edge exist, and there is no cycle."""

    id: str
    """Name of the passage."""
    terminals: tuple[Terminal, ...]
    """Tokens in the order of the text."""
    units: tuple[Unit, ...]
    """Nodes of layer 1 in the order of the file."""
    edges: tuple[Edge, ...]
    """Edges in the order of the file: by parent."""
    annotation: str = "0"
    """Number of the annotation."""
    attributes: tuple[Attributes, Attributes, Attributes] = ((), (), ())
    """Attributes of the passage, of layer 0 and of layer 1."""
    extra: Attributes = ()
    """Remarks on the passage."""
    source: str = field(default="a passage", compare=False, repr=False)
    """The file, for messages."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Line of each node in the file, for messages."""

    def __post_init__(self) -> None:
        """Refuse anything but a directed acyclic graph over the tokens."""
        _check_nodes(self)
        _check_edges(self)
        _check_cycles(self)

    def place(self, node: str) -> Place:
        """Give the place of a node in the file."""
        return Place(self.source, self.lines.get(node))

    @cached_property
    def children(self) -> Mapping[str, tuple[Edge, ...]]:
        """Edges by parent."""
        edges_of: dict[str, list[Edge]] = {unit.id: [] for unit in self.units}
        for edge in self.edges:
            edges_of[edge.parent].append(edge)
        return {parent: tuple(edges) for parent, edges in edges_of.items()}

    @cached_property
    def linkage(self) -> frozenset[str]:
        """Ids of the linkage units."""
        return frozenset(unit.id for unit in self.units if unit.kind == "LKG")

    @cached_property
    def yields(self) -> Mapping[str, frozenset[int]]:
        """Positions of the terminals below each unit, by primary edges; linkage units have none."""
        position = {terminal.id: number for number, terminal in enumerate(self.terminals)}
        covered: dict[str, frozenset[int]] = {terminal: frozenset({number}) for terminal, number in position.items()}
        for unit in children_first(self):
            below = (covered[edge.child] for edge in self.children[unit] if not edge.remote)
            covered[unit] = frozenset() if unit in self.linkage else frozenset().union(*below)
        return {unit.id: covered[unit.id] for unit in self.units}

    @property
    def tops(self) -> tuple[str, ...]:
        """Foundational units without a parent."""
        with_parent = {edge.child for edge in self.edges if edge.parent not in self.linkage and not edge.remote}
        return tuple(unit.id for unit in self.units if unit.kind != "LKG" and unit.id not in with_parent)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The text, token by token."""
        return tuple(terminal.text for terminal in self.terminals)

    def foundational(self) -> Passage:
        """Give the passage without linkage units and their edges."""
        units = tuple(unit for unit in self.units if unit.kind != "LKG")
        return replace(self, units=units, edges=tuple(edge for edge in self.edges if edge.parent not in self.linkage))

    def plain(self) -> Passage:
        """Give what every format can hold: no linkage, no remarks, nodes numbered in order, tokens before units.

        A token counts as punctuation if it stands alone in a punctuation unit or has neither letter nor digit.
        """
        return _plain(self.foundational())


def _plain(passage: Passage) -> Passage:
    number = {terminal.id: f"0.{place}" for place, terminal in enumerate(passage.terminals, start=1)}
    number |= {unit.id: f"1.{place}" for place, unit in enumerate(passage.units, start=1)}
    order = {terminal.id: place for place, terminal in enumerate(passage.terminals)}
    edges = [
        _plain_edge(edge, number)
        for unit in passage.units
        for edge in sorted(passage.children[unit.id], key=lambda edge: order.get(edge.child, len(order)))
    ]
    points = punctuation_units(edges)
    marks = {edge.child for edge in edges if edge.parent in points}
    inner = {edge.parent for edge in edges}
    paragraphs = [terminal.paragraph for terminal in passage.terminals]
    places = place_in_paragraphs([a != b for a, b in zip([*paragraphs[:1], *paragraphs], paragraphs, strict=False)])
    terminals = tuple(
        Terminal(number[token.id], token.text, *place, number[token.id] in marks or is_punctuation(token.text))
        for token, place in zip(passage.terminals, places, strict=True)
    )
    units = tuple(
        Unit(unit_id, "PNCT" if unit_id in points else "FN", unit_id not in inner)
        for unit_id in (number[unit.id] for unit in passage.units)
    )
    return Passage(passage.id, terminals, units, tuple(edges), source=passage.source)


def _plain_edge(edge: Edge, number: Mapping[str, str]) -> Edge:
    tags = sorted(edge.labels) if len(edge.labels) > 1 else ()
    kind = min(edge.labels) if edge.categories else edge.type
    categories = tuple((("tag", tag),) for tag in tags)
    return Edge(number[edge.parent], number[edge.child], kind, categories, edge.remote)


def punctuation_units(edges: Iterable[Edge]) -> set[str]:
    """Find the units that all their parents call punctuation and that hold only tokens."""
    edges = list(edges)
    wholes = {edge.parent for edge in edges if edge.type != TERMINAL}
    named = {edge.child for edge in edges if "U" in edge.labels}
    otherwise = {edge.child for edge in edges if "U" not in edge.labels}
    holding = {edge.parent for edge in edges if edge.type == TERMINAL}
    return (named & holding) - otherwise - wholes


def is_punctuation(text: str) -> bool:
    """Tell whether a token has neither letter nor digit."""
    return not any(map(str.isalnum, text))


def place_in_paragraphs(breaks: Iterable[bool]) -> list[tuple[int, int]]:
    """Give each token's paragraph and place in it, from 1; `breaks` says whether the token begins a paragraph."""
    places: list[tuple[int, int]] = []
    for starts in breaks:
        paragraph, place = places[-1] if places else (1, 0)
        places.append((paragraph + 1, 1) if starts else (paragraph, place + 1))
    return places


def _check_nodes(passage: Passage) -> None:
    earlier_ids: set[str] = set()
    for node in (*(terminal.id for terminal in passage.terminals), *(unit.id for unit in passage.units)):
        if node in earlier_ids:
            raise InputError(
                f"two nodes have the id {node!r}", place=passage.place(node), remedy="give each node an id of its own"
            )
        earlier_ids.add(node)


def _check_edges(passage: Passage) -> None:
    units = {unit.id for unit in passage.units}
    terminals = {terminal.id for terminal in passage.terminals}
    nodes = units | terminals
    for edge in passage.edges:
        if edge.parent not in units:
            raise InputError(
                f"an edge leaves {edge.parent!r}, which is not a unit",
                place=passage.place(edge.parent),
                remedy="edges leave units of the foundational layer",
            )
        if edge.child not in nodes:
            raise InputError(
                f"the edge {edge.parent} → {edge.child} ({edge.type}) leads to a node that does not exist",
                place=passage.place(edge.parent),
                remedy="check that the file is complete",
            )
        if (edge.child in terminals) != (edge.type == TERMINAL):
            kind = "a token" if edge.child in terminals else "a unit"
            raise InputError(
                f"the edge {edge.parent} → {edge.child} leads to {kind}, but its type is {edge.type!r}",
                place=passage.place(edge.parent),
                remedy="terminal edges (T) lead to tokens, all others to units",
            )


def _check_cycles(passage: Passage) -> None:
    order = children_first(passage)
    if len(order) < len(passage.units):
        ordered = set(order)
        stuck = next(unit.id for unit in passage.units if unit.id not in ordered)
        raise InputError(
            f"unit {stuck} contains itself through a chain of edges, or contains such a unit",
            place=passage.place(stuck),
            remedy="UCCA graphs must have no cycles, not even through remote edges",
        )


def children_first(passage: Passage) -> list[str]:
    """Order units so that parts come before wholes; units on or above a cycle are left out."""
    units = {unit.id for unit in passage.units}
    parents: dict[str, list[str]] = {unit: [] for unit in units}
    waiting = dict.fromkeys((unit.id for unit in passage.units), 0)
    for edge in passage.edges:
        if edge.child in units:
            parents[edge.child].append(edge.parent)
            waiting[edge.parent] += 1
    ready = [unit for unit, number in waiting.items() if not number]
    for unit in ready:  # grows while it is walked
        for parent in parents[unit]:
            waiting[parent] -= 1
            if not waiting[parent]:
                ready.append(parent)
    return ready


def sorted_attributes(attributes: Mapping[str, str] | Iterable[tuple[str, str]]) -> Attributes:
    """Sort attributes by name, which is how they are compared and written."""
    return tuple(sorted(dict(attributes).items()))
