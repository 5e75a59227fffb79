"""UCCA passages in, the units that USim compares out: what each unit covers, and the labels of the edge above it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from redink.annotation.word_alignment import words_of
from redink.arrays import Flags
from redink.reading.ucca import TERMINAL, Passage
from redink.records import Tokens

Labels: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units of a text. In a tree every unit has one edge above it, so that units are counted as edges."""

    words: Tokens
    """Words as the alignment compares them: lower case, no punctuation."""
    positions: tuple[int, ...]
    """The token each word comes from."""
    yields: Flags
    """(units × words) which words a unit covers."""
    labels: tuple[Labels, ...]
    """Categories of the edge above each unit."""
    heads: tuple[int, ...] = ()
    """The token at the head of each unit, where units come from a dependency tree."""

    def __len__(self) -> int:
        """Count the units."""
        return len(self.labels)


def make_units(tokens: Tokens, found: Sequence[tuple[Iterable[int], Labels]], heads: Sequence[int] = ()) -> Units:
    """Lay out units given as (token positions, labels); those that cover no word are dropped, with their heads."""
    words = words_of(tokens)
    column = {position: number for number, position in enumerate(words.positions)}
    covered = [[column[position] for position in positions if position in column] for positions, _ in found]
    kept = [number for number, columns in enumerate(covered) if columns]
    yields = np.zeros((len(kept), len(words.texts)), dtype=np.bool_)
    for row, number in enumerate(kept):
        yields[row, covered[number]] = True
    labels = tuple(found[number][1] for number in kept)
    return Units(words.texts, words.positions, yields, labels, tuple(heads[number] for number in kept) if heads else ())


def units_of_passage(passage: Passage) -> Units:
    """Take the foundational units below the root, by their primary edges, punctuation aside."""
    passage = passage.foundational()
    marks = {number for number, terminal in enumerate(passage.terminals) if terminal.is_punctuation}
    found = [
        (passage.yields[edge.child] - marks, edge.labels)
        for edge in passage.edges
        if edge.type != TERMINAL and not edge.remote and "U" not in edge.labels
    ]
    return make_units(passage.tokens, found)


def label_counts(units: Units) -> Counter[str]:
    """Count the labels of all units; a unit with two labels counts for both."""
    return Counter(label for labels in units.labels for label in labels)
