"""UCCA passages in, the units that USim compares out: the words of each unit and the labels of the edge above it."""

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
    """The units of a text. In a tree every unit has exactly one edge above it, so counting units counts edges."""

    words: Tokens
    """Words in the form that the alignment compares: lower case, no punctuation."""
    positions: tuple[int, ...]
    """The token each word comes from."""
    yields: Flags
    """(units × words) the words that each unit covers."""
    labels: tuple[Labels, ...]
    """Categories of the edge above each unit."""
    heads: tuple[int, ...] = ()
    """The token at the head of each unit, where units come from a dependency tree."""

    def __len__(self) -> int:
        """Count the units."""
        return len(self.labels)


def make_units(tokens: Tokens, units: Sequence[tuple[Iterable[int], Labels]], heads: Sequence[int] = ()) -> Units:
    """Give the units of a text from (token positions, labels); units without a word are dropped, with their heads."""
    words = words_of(tokens)
    column = {position: number for number, position in enumerate(words.positions)}
    covered = [[column[position] for position in positions if position in column] for positions, _ in units]
    rows = [number for number, columns in enumerate(covered) if columns]
    yields = np.zeros((len(rows), len(words.texts)), dtype=np.bool_)
    for index, number in enumerate(rows):
        yields[index, covered[number]] = True
    labels = tuple(units[number][1] for number in rows)
    return Units(words.texts, words.positions, yields, labels, tuple(heads[number] for number in rows) if heads else ())


def units_of_passage(passage: Passage) -> Units:
    """Give the foundational units below the root, by their primary edges, without punctuation."""
    passage = passage.foundational()
    marks = {number for number, terminal in enumerate(passage.terminals) if terminal.is_punctuation}
    units = [
        (passage.yields[edge.child] - marks, edge.labels)
        for edge in passage.edges
        if edge.type != TERMINAL and not edge.remote and "U" not in edge.labels
    ]
    return make_units(passage.tokens, units)


def label_counts(units: Units) -> Counter[str]:
    """Count the labels of all units; a unit with two labels counts for both."""
    return Counter(label for labels in units.labels for label in labels)
