"""CoNLL-U files (Universal Dependencies): a file in, dependency trees out, each checked to be a tree.

Tokens are words: the parts of a multi-word token (`3-4`) count, but neither the token itself nor empty nodes (`8.1`).
Only form, lemma, part of speech, head and relation are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural

_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Tree:
    """A sentence with its dependency tree."""

    tokens: tuple[str, ...]
    heads: tuple[int, ...]
    """Position of each word's head, from 0; a root is its own head."""
    labels: tuple[str, ...]
    """Relation of each word to its head, as the parser or file calls it (`nsubj`, `obl:tmod`, `dobj` …)."""
    lemmas: tuple[str, ...] = ()
    """Dictionary forms; empty when unknown."""
    pos: tuple[str, ...] = ()
    """Coarse parts of speech (UD); empty when unknown."""
    place: Place = field(default=Place("a tree"), compare=False)
    """Where the tree comes from, for messages."""

    def __post_init__(self) -> None:
        """Refuse heads that do not form a forest over the tokens."""
        size = len(self.tokens)
        for name, column in (("heads", self.heads), ("labels", self.labels)):
            if len(column) != size:
                raise InputError(
                    f"{len(column)} {name} for {size} words", place=self.place, remedy="give one for each word"
                )
        for number, head in enumerate(self.heads, start=1):
            if not 0 <= head < size:
                raise InputError(
                    f"the head of word {number} does not exist",
                    place=self.place,
                    remedy="the seventh column is the number of a word of the sentence, or 0 for the root",
                )
        _check_cycles(self)


def _check_cycles(tree: Tree) -> None:
    safe: set[int] = set()
    for start in range(len(tree.tokens)):
        path: list[int] = []
        word = start
        while word not in safe and tree.heads[word] != word:
            path.append(word)
            word = tree.heads[word]
            if word == start or len(path) > len(tree.tokens):
                raise InputError(
                    f"word {start + 1} depends on itself through a chain of heads",
                    place=tree.place,
                    remedy="fix the seventh column: every chain of heads must end at a root (0)",
                )
        safe.update(path, (word,))


def read_conllu(path: Source) -> tuple[Tree, ...]:
    """Read the trees of all sentences."""
    return tuple(_tree(block) for block in _blocks(path))


def _blocks(path: Source) -> Iterator[list[tuple[Place, list[str]]]]:
    """Yield the words of each sentence; a word is its place in the file and its cells."""
    block: list[tuple[Place, list[str]]] = []
    begun = False
    for number, line in enumerate(read_lines(path), start=1):
        place = Place(display_name(path), number)
        if not line.strip():
            if begun:
                yield block
            block, begun = [], False
            continue
        begun = True
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS:
            raise InputError(
                f"{len(cells)} columns, but CoNLL-U has {_COLUMNS}", place=place, remedy="columns are separated by tabs"
            )
        if not any(mark in cells[0] for mark in "-."):
            block.append((place, cells))
    if begun:
        yield block


def _tree(block: Sequence[tuple[Place, list[str]]]) -> Tree:
    for number, (place, cells) in enumerate(block, start=1):
        if cells[0] != str(number):
            raise InputError(
                f"found word {cells[0][:20]!r} where {number} was expected",
                place=place,
                remedy="words are numbered 1, 2, 3, … in each sentence; is a line missing?",
            )
    columns = [[cells[column] for _, cells in block] for column in (1, 2, 3, 7)]
    forms, lemmas, pos, labels = map(tuple, columns)
    heads = tuple(_head(number, cells[6], place) for number, (place, cells) in enumerate(block))
    return Tree(forms, heads, labels, lemmas, pos, block[0][0] if block else Place("an empty sentence"))


def _head(number: int, text: str, place: Place) -> int:
    head = natural(text)
    if head is None:
        raise InputError(
            f"the head {text[:20]!r} is not a number",
            place=place,
            remedy="the seventh column is the head's number, 0 for the root; has the file been parsed?",
        )
    return head - 1 if head else number
