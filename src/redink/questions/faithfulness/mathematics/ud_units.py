"""Dependency trees in, UCCA-like units out: USim-UD uses them in place of UCCA parses.

Every word except punctuation forms a unit together with all words that depend on it; the label of the unit follows
from the relation of the word to its head. In a unit of several words, the head is also a unit by itself: P if it heads
a clause, R if it is a preposition that heads its phrase (as in ClearNLP), C otherwise.
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
"""UCCA's categories by relation. A subtype (`nsubj:pass`) counts as its relation unless it is listed itself. A relation
that is not listed counts as C. `prep` is not listed because its category depends on the word it is attached to."""

PREPOSITIONS = frozenset({"prep", "agent", "dative"})
"""Relations of ClearNLP under which a preposition heads its phrase."""
_CLAUSES = frozenset({"root", "csubj", "csubjpass", "ccomp", "xcomp", "advcl", "acl", "relcl", "parataxis", "pcomp"})
"""Relations of words that head a clause."""
_CLAUSE_PARTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "obj", "dobj", "aux", "auxpass", "cop", "ccomp"})
"""Relations that only dependents of the head of a clause have."""
PUNCTUATION = frozenset({"punct", "p"})


def relation(label: str) -> str:
    """Give a relation in lower case without its subtype: `nsubj` for `nsubj:pass`, `root` for `ROOT`."""
    return label.lower().partition(":")[0]


def units_of_tree(tree: Tree) -> Units:
    """Give the labelled units of a tree; a unit comes before its head."""
    below = covered(tree)
    clauses = clause_heads(tree)
    units: list[tuple[frozenset[int], Labels]] = []
    heads: list[int] = []
    for word, label in enumerate(tree.labels):
        if relation(label) in PUNCTUATION:
            continue
        units.append((below[word], frozenset({unit_label(tree, word, clauses)})))
        heads.append(word)
        if len(below[word]) > 1:
            units.append((frozenset({word}), frozenset({_head_label(tree, word, below[word], clauses)})))
            heads.append(word)
    return make_units(tree.tokens, units, heads)


def covered(tree: Tree) -> list[frozenset[int]]:
    """Give for every word the word itself and all direct and indirect dependents, without punctuation."""
    below: list[set[int]] = [set() for _ in tree.tokens]
    for word, label in enumerate(tree.labels):
        if relation(label) in PUNCTUATION:
            continue
        above = word
        below[above].add(word)
        while tree.heads[above] != above:
            above = tree.heads[above]
            below[above].add(word)
    return [frozenset(words) for words in below]


def unit_label(tree: Tree, word: int, clauses: frozenset[int]) -> str:
    """Give the category of a word's unit."""
    label = tree.labels[word].lower()
    if relation(label) == "prep":
        # A prepositional phrase attached to the head of a clause is a participant; otherwise it elaborates a noun.
        return "A" if tree.heads[word] in clauses else "E"
    return LABELS.get(label) or LABELS.get(relation(label), "C")


def clause_heads(tree: Tree) -> frozenset[int]:
    """Give the words that head a clause: by their relation, by their dependents, or as a conjunct of such a word."""
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
