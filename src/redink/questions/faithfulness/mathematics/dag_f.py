"""DAG-F: two annotations of the same tokens in; labelled and unlabelled P, R, F of primary and remote edges out.

Two edges match if their children cover the same words and, when labelled, if they also share a category. Both
annotations are first normalised, because some choices of annotators have no meaning: punctuation is left out; a
function unit (F) that both have is moved to the root; if the only centre (C) of a unit has centres itself, that centre
is dissolved. Edges whose children cover the same words count once, with all their categories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from redink.errors import InputError
from redink.questions.faithfulness.mathematics.units import Labels
from redink.reading.ucca import TERMINAL, Passage, children_first
from redink.records import Counts

Yield = frozenset[int]


class Agreement(NamedTuple):
    """How far two annotators agree; the first is taken as the guess, the second as the truth."""

    labelled: Counts
    """Primary edges, categories compared."""
    unlabelled: Counts
    """Primary edges, only what they cover."""
    remote: Counts
    """Remote edges, categories compared."""
    remote_unlabelled: Counts
    """Remote edges, only what they cover."""


@dataclass(slots=True)
class _Shape:
    """An annotation that is being normalised."""

    top: str
    below: dict[str, list[tuple[str, Labels]]]
    """Primary edges to units."""
    tokens: dict[str, Yield]
    """Words directly below a unit."""
    remote: list[tuple[str, Labels]]
    """Remote edges, by child."""

    order: list[str]
    """Units, each after its parts; normalisation does not invalidate this order."""

    def covered(self) -> dict[str, Yield]:
        """Give the words that every unit covers."""
        words: dict[str, Yield] = {}
        for unit in self.order:
            words[unit] = self.tokens[unit].union(*(words[child] for child, _ in self.below[unit]))
        return words

    def functions(self) -> Iterator[tuple[str, str, Yield]]:
        """Give (parent, function unit, the words that the unit covers)."""
        covered = self.covered()
        for parent, edges in self.below.items():
            yield from ((parent, child, covered[child]) for child, labels in edges if labels == {"F"})

    def primary(self) -> Iterator[tuple[Yield, Labels]]:
        """Give the words that the child of each primary edge covers, and its labels, without dissolved units."""
        covered, reached = self.covered(), {self.top}
        for unit in reversed(self.order):
            if unit in reached:
                reached.update(child for child, _ in self.below[unit])
                yield from ((covered[child], labels) for child, labels in self.below[unit])


def dag_f(first: Passage, second: Passage) -> Agreement:
    """Give the agreement of two annotations of one text."""
    if first.tokens != second.tokens:
        number = _first_difference(first.tokens, second.tokens)
        raise InputError(
            f"the annotations are not of the same tokens: token {number + 1} differs",
            place=second.place(second.terminals[number].id) if number < len(second.terminals) else None,
            remedy="DAG-F compares annotators of one text; USim compares a text with its correction",
        )
    shapes = _shape(first), _shape(second)
    common = {words for _, _, words in shapes[0].functions()} & {words for _, _, words in shapes[1].functions()}
    for shape in shapes:
        _lift_functions(shape, common)
        _dissolve_centres(shape)
    primary = [_candidates(shape.primary()) for shape in shapes]
    remote = [_candidates(_remote(shape)) for shape in shapes]
    return Agreement(
        _counts(*primary, labelled=True),
        _counts(*primary, labelled=False),
        _counts(*remote, labelled=True),
        _counts(*remote, labelled=False),
    )


def _first_difference(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (old, new) in pairs if old != new), min(len(first), len(second)))


def _shape(passage: Passage) -> _Shape:
    passage = passage.foundational()
    place = {terminal.id: number for number, terminal in enumerate(passage.terminals)}
    marks = {terminal.id for terminal in passage.terminals if terminal.is_punctuation}
    if len(passage.tops) != 1:
        raise InputError(
            f"{len(passage.tops)} roots",
            place=passage.place(next(iter(passage.tops), "")),
            remedy="a passage to compare has one root",
        )
    below: dict[str, list[tuple[str, Labels]]] = {unit.id: [] for unit in passage.units}
    tokens: dict[str, set[int]] = {unit.id: set() for unit in passage.units}
    remote = []
    for edge in passage.edges:
        if edge.type == TERMINAL:
            tokens[edge.parent] |= {place[edge.child]} if edge.child not in marks else set()
        elif edge.remote:
            remote.append((edge.child, edge.labels))
        elif "U" not in edge.labels:
            below[edge.parent].append((edge.child, edge.labels))
    words = {unit: frozenset(places) for unit, places in tokens.items()}
    return _Shape(passage.tops[0], below, words, remote, children_first(passage))


def _lift_functions(shape: _Shape, common: set[Yield]) -> None:
    for parent, child, words in list(shape.functions()):
        if words in common and parent != shape.top:
            shape.below[parent] = [edge for edge in shape.below[parent] if edge[0] != child]
            shape.below[shape.top].append((child, frozenset({"F"})))


def _dissolve_centres(shape: _Shape) -> None:
    # From the leaves up: a centre must be in its final state before its parent is examined.
    for unit in shape.order:
        centres = [child for child, labels in shape.below[unit] if labels == {"C"}]
        if len(centres) != 1 or not any("C" in labels for _, labels in shape.below[centres[0]]):
            continue
        centre = centres[0]
        shape.below[unit] = [edge for edge in shape.below[unit] if edge[0] != centre] + shape.below[centre]
        shape.tokens[unit] |= shape.tokens[centre]
        shape.remote = [(unit if child == centre else child, labels) for child, labels in shape.remote]


def _remote(shape: _Shape) -> Iterator[tuple[Yield, Labels]]:
    covered = shape.covered()
    return ((covered[child], labels) for child, labels in shape.remote)


def _candidates(edges: Iterable[tuple[Yield, Labels]]) -> Mapping[Yield, Labels]:
    labels_of: dict[Yield, Labels] = {}
    for words, labels in edges:
        if words:
            labels_of[words] = labels_of.get(words, frozenset()) | labels
    return labels_of


def _counts(guess: Mapping[Yield, Labels], truth: Mapping[Yield, Labels], *, labelled: bool) -> Counts:
    shared = [words for words in guess if words in truth and (not labelled or guess[words] & truth[words])]
    return Counts(len(shared), len(guess) - len(shared), len(truth) - len(shared))
