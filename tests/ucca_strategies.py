"""Hypothesis strategies: random UCCA passages and dependency trees, valid unless their name says not."""

from hypothesis import strategies as st

from redink.reading.conllu import Tree
from redink.reading.ucca import TERMINAL, Edge, Passage, Terminal, Unit

LABELS = ("P", "S", "A", "D", "T", "C", "E", "N", "R", "H", "L", "G", "F")
words = st.sampled_from(
    ["he", "go", "goes", "home", "the", "cat", "naïve", "中文", "&", '"quoted"', "a<b", ".", ","]
) | st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Z", "Cn"), exclude_characters="\ufeff"), min_size=1, max_size=5
)
attributes = st.dictionaries(
    st.sampled_from(["note", "uncertain", "suggest"]),
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=5),
).map(lambda found: tuple(sorted(found.items())))


@st.composite
def passages(draw: st.DrawFn, *, rich: bool = True, tokens: tuple[str, ...] | None = None) -> Passage:
    """Draw a passage: each unit has one primary parent; a remote edge leads from an earlier unit to a later one."""
    tokens = tokens or tuple(draw(st.lists(words, min_size=1, max_size=8)))
    terminals = tuple(
        Terminal(f"0.{place}", text, 1, place, text in ",.", draw(attributes) if rich else ())
        for place, text in enumerate(tokens, start=1)
    )
    units, edges = [Unit("1.1")], []
    # Every unit but the root hangs below an earlier one; every token below some unit.
    for number in range(2, draw(st.integers(1, 9)) + 1):
        parent = f"1.{draw(st.integers(1, number - 1))}"
        edges.append(_edge(draw, parent, f"1.{number}", rich=rich))
        units.append(
            Unit(f"1.{number}", attributes=draw(attributes) if rich else (), extra=draw(attributes) if rich else ())
        )
    edges.extend(Edge(draw(st.sampled_from(units)).id, terminal.id, TERMINAL) for terminal in terminals)
    if rich and len(units) > 2:
        first, second = sorted(draw(st.tuples(st.integers(1, len(units)), st.integers(1, len(units)))))
        if first < second and not any((edge.parent, edge.child) == (f"1.{first}", f"1.{second}") for edge in edges):
            edges.append(Edge(f"1.{first}", f"1.{second}", draw(st.sampled_from(LABELS)), remote=True))
        if draw(st.booleans()):
            units.append(Unit("1.99", "LKG"))
            edges.append(Edge("1.99", "1.2", "LR"))
    order = {unit.id: place for place, unit in enumerate(units)}
    edges.sort(key=lambda edge: order[edge.parent])
    full = {edge.parent for edge in edges}
    units = [Unit(one.id, one.kind, one.id not in full, one.attributes, one.extra) for one in units]
    return Passage("p1", terminals, tuple(units), tuple(edges))


@st.composite
def two_annotations(draw: st.DrawFn) -> tuple[Passage, Passage]:
    """Draw two passages over the same tokens."""
    first = draw(passages())
    return first, draw(passages(tokens=first.tokens))


def _edge(draw: st.DrawFn, parent: str, child: str, *, rich: bool) -> Edge:
    label = draw(st.sampled_from(LABELS))
    if rich and draw(st.booleans()):
        second = draw(st.sampled_from(LABELS))
        categories = ((("tag", label),), (("slot", "1"), ("tag", second)))
        return Edge(parent, child, label, categories, attributes=draw(attributes), extra=draw(attributes))
    return Edge(parent, child, label)


relations = st.sampled_from(
    ["nsubj", "dobj", "obj", "prep", "pobj", "det", "advmod", "conj", "cc", "aux", "punct", "xyz", "obl:tmod"]
)


@st.composite
def trees(draw: st.DrawFn, most: int = 8) -> Tree:
    """Draw a tree: a random order, each word below an earlier one."""
    tokens = tuple(draw(st.lists(words, min_size=1, max_size=most)))
    order = draw(st.permutations(range(len(tokens))))
    heads, labels = [0] * len(tokens), [""] * len(tokens)
    for place, word in enumerate(order):
        heads[word] = word if place == 0 else order[draw(st.integers(0, place - 1))]
        labels[word] = "ROOT" if place == 0 else draw(relations)
    return Tree(tokens, tuple(heads), tuple(labels))
