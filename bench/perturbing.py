"""A tree and a generator in, the tokens of the sentence with its meaning damaged out; `None` where that cannot be."""

from __future__ import annotations

import numpy as np

from redink.questions.faithfulness.mathematics.ud_units import PUNCTUATION, clause_heads, covered, relation, unit_label
from redink.reading.conllu import Tree
from redink.records import Tokens

_SHORTEST = 5
"""Shorter sentences are left alone."""


def delete_words(tree: Tree, rng: np.random.Generator) -> Tokens | None:
    """Delete a sixth of the words, at least one."""
    words = [place for place, label in enumerate(tree.labels) if relation(label) not in PUNCTUATION]
    if len(tree.tokens) < _SHORTEST or not words:
        return None
    gone = set(rng.choice(words, max(1, round(len(words) / 6)), replace=False).tolist())
    return _without(tree, gone)


def drop_argument(tree: Tree, rng: np.random.Generator) -> Tokens | None:
    """Drop one participant of a clause with all that belongs to it."""
    if len(tree.tokens) < _SHORTEST:
        return None
    clauses, below = clause_heads(tree), covered(tree)
    arguments = [
        place
        for place, label in enumerate(tree.labels)
        if relation(label) not in PUNCTUATION and unit_label(tree, place, clauses) == "A"
    ]
    if not arguments:
        return None
    gone = below[int(rng.choice(arguments))]
    return _without(tree, gone) if len(gone) < len(tree.tokens) - 2 else None


def swap_roles(tree: Tree, _rng: np.random.Generator) -> Tokens | None:
    """Let the subject and the object of the first verb that has both change places."""
    below = covered(tree)
    subjects = [place for place, label in enumerate(tree.labels) if relation(label) == "nsubj"]
    objects = [place for place, label in enumerate(tree.labels) if relation(label) in ("dobj", "obj")]
    for one in subjects:
        for two in objects:
            first, second = sorted(below[one]), sorted(below[two])
            if tree.heads[one] == tree.heads[two] and _whole(first) and _whole(second) and first[-1] < second[0]:
                tokens = tree.tokens
                left, right = tokens[first[0] : first[-1] + 1], tokens[second[0] : second[-1] + 1]
                between, end = tokens[first[-1] + 1 : second[0]], tokens[second[-1] + 1 :]
                if left != right:
                    return (*tokens[: first[0]], *right, *between, *left, *end)
    return None


def _without(tree: Tree, gone: set[int] | frozenset[int]) -> Tokens:
    return tuple(token for place, token in enumerate(tree.tokens) if place not in gone)


def _whole(places: list[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)
