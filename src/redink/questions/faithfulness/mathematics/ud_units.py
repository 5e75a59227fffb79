"""Dependency trees in, UCCA-like units out: the substitute for UCCA parses on which USim-UD rests.

Every word that is no punctuation is, with all that depends on it, a unit; its label follows from the relation to its
head. In a unit of several words the head is a unit of its own: P if it heads a clause, R if it is a preposition that
heads its phrase (as ClearNLP has it), C otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from redink.questions.faithfulness.mathematics.units import Labels, Units, make_units
from redink.reading.conllu import Tree

LABELS: Mapping[str, str] = {
    # label   relations of Universal Dependencies                    relations of ClearNLP (spaCy's English models)
    **dict.fromkeys(("nsubj", "csubj", "obj", "iobj", "obl", "ccomp", "xcomp", "dislocated", "orphan",
                     "nsubjpass", "csubjpass", "dobj", "dative", "agent", "attr", "acomp", "oprd", "pcomp"), "A"),
    **dict.fromkeys(("advmod",
                     "neg", "npadvmod"), "D"),
    **dict.fromkeys(("root", "conj", "advcl", "parataxis"), "H"),
    **dict.fromkeys(("amod", "nmod", "det", "nummod", "acl", "compound", "clf",
                     "relcl", "poss", "predet", "quantmod"), "E"),
    **dict.fromkeys(("case",), "R"),
    **dict.fromkeys(("cc",
                     "preconj"), "L"),
    **dict.fromkeys(("aux", "cop", "mark", "expl", "reparandum",
                     "auxpass"), "F"),
    **dict.fromkeys(("flat", "fixed", "appos", "goeswith", "list", "dep", "compound:prt",
                     "pobj", "prt"), "C"),
    **dict.fromkeys(("discourse", "vocative",
                     "intj", "meta"), "G"),
}  # fmt: skip
"""UCCA's categories by relation. Subtypes (`nsubj:pass`) count as their relation unless they stand here themselves;
relations that do not stand here count as C. `prep` is not in the table: it depends on what it is attached to."""

PREPOSITIONS = frozenset({"prep", "agent", "dative"})
"""Relations of ClearNLP under which a preposition heads its phrase."""
_CLAUSES = frozenset({"root", "csubj", "csubjpass", "ccomp", "xcomp", "advcl", "acl", "relcl", "parataxis", "pcomp"})
"""Relations of words that head a clause."""
_CLAUSE_PARTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "obj", "dobj", "aux", "auxpass", "cop", "ccomp"})
"""Relations that only the head of a clause has below it."""
PUNCTUATION = frozenset({"punct", "p"})


def relation(label: str) -> str:
    """Give a relation in lower case without its subtype: `nsubj` for `nsubj:pass`, `root` for `ROOT`."""
    return label.lower().partition(":")[0]


def units_of_tree(tree: Tree) -> Units:
    """Turn a tree into labelled units, whole before part."""
    below = covered(tree)
    clauses = clause_heads(tree)
    found: list[tuple[frozenset[int], Labels]] = []
    heads: list[int] = []
    for word, label in enumerate(tree.labels):
        if relation(label) in PUNCTUATION:
            continue
        found.append((below[word], frozenset({unit_label(tree, word, clauses)})))
        heads.append(word)
        if len(below[word]) > 1:
            found.append((frozenset({word}), frozenset({_head_label(tree, word, below[word], clauses)})))
            heads.append(word)
    return make_units(tree.tokens, found, heads)


def covered(tree: Tree) -> list[frozenset[int]]:
    """Give for every word the words that depend on it, however far, and itself; punctuation aside."""
    below: list[set[int]] = [set() for _ in tree.tokens]
    for word, label in enumerate(tree.labels):
        if relation(label) in PUNCTUATION:
            continue
        above = word
        below[above].add(word)
        while tree.heads[above] != above:
            above = tree.heads[above]
            below[above].add(word)
    return [frozenset(own) for own in below]


def unit_label(tree: Tree, word: int, clauses: frozenset[int]) -> str:
    """Name the category of a word's unit."""
    label = tree.labels[word].lower()
    if relation(label) == "prep":
        # A phrase with a preposition takes part in a scene, or else elaborates a thing.
        return "A" if tree.heads[word] in clauses else "E"
    return LABELS.get(label) or LABELS.get(relation(label), "C")


def clause_heads(tree: Tree) -> frozenset[int]:
    """Find the words that head a clause: by their relation, by what depends on them, or joined to such a word."""
    heads = {word for word, label in enumerate(tree.labels) if relation(label) in _CLAUSES}
    heads |= {tree.heads[word] for word, label in enumerate(tree.labels) if relation(label) in _CLAUSE_PARTS}
    joined = [word for word, label in enumerate(tree.labels) if relation(label) == "conj"]
    for _ in joined:  # a chain of conjuncts is no longer than their number
        more = {word for word in joined if tree.heads[word] in heads} - heads
        if not more:
            break
        heads |= more
    return frozenset(heads)


def _head_label(tree: Tree, word: int, below: frozenset[int], clauses: frozenset[int]) -> str:
    if relation(tree.labels[word]) in PREPOSITIONS and _has_object(tree, word, below):
        return "R"
    return "P" if word in clauses else "C"


def _has_object(tree: Tree, word: int, below: frozenset[int]) -> bool:
    return any(tree.heads[part] == word and relation(tree.labels[part]) in {"pobj", "pcomp"} for part in below)
