"""CoNLL-U files (Universal Dependencies): a file in, dependency trees out, each checked to be a tree.

Tokens are words: the parts of a multi-word token (`3-4`) count, but neither the token itself nor empty nodes (`8.1`).
Only form, lemma, part of speech, head and relation are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.reading.files import Source, display_name, read_lines
from redink.reading.numbers import natural

_COLUMNS = 10


@frozen
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


def _blocks(path: Source, *, with_ranges: bool = False) -> Iterator[list[tuple[Place, list[str]]]]:
    """Yield the words of each sentence, and multi-word tokens if asked; a word is its place and its cells."""
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
        if "." not in cells[0] and (with_ranges or "-" not in cells[0]):
            block.append((place, cells))
    if begun:
        yield block


class ParsedToken(NamedTuple):
    """A token of a file, as a parser or a person analysed it."""

    form: str
    lemma: str
    pos: str
    feats: str
    """As in the file: `Case=Nom|Number=Sing`, or `_`."""
    head: int | None
    """Position of the head, from 0; its own if it is a root; `None` if the file does not say it."""
    label: str


def read_tokens(path: Source) -> Iterator[tuple[list[ParsedToken], list[ParsedToken]]]:
    """Yield the words and the surface tokens of each sentence; heads need not be there, nor form a tree.

    A surface token of several words has the analysis of the first one. The heads of surface tokens are not known.
    """
    for block in _blocks(path, with_ranges=True):
        words: list[ParsedToken] = []
        surface: list[ParsedToken] = []
        covered, pending = 0, ""
        for place, cells in block:
            if "-" in cells[0]:
                covered, pending = natural(cells[0].partition("-")[2]) or 0, cells[1]
                continue
            if cells[0] != str(len(words) + 1):
                raise _misnumbered(cells[0], len(words) + 1, place)
            words.append(ParsedToken(cells[1], cells[2], cells[3], cells[5], natural(cells[6]), cells[7]))
            if pending or len(words) > covered:
                surface.append(words[-1]._replace(form=pending or cells[1], head=None))
                pending = ""
        yield [_with_head(place, word, len(words)) for place, word in enumerate(words)], surface


def _with_head(place: int, word: ParsedToken, size: int) -> ParsedToken:
    head = word.head
    return word._replace(head=None if head is None or head > size else head - 1 if head else place)


def _misnumbered(found: str, expected: int, place: Place) -> InputError:
    return InputError(
        f"found word {found[:20]!r} where {expected} was expected",
        place=place,
        remedy="words are numbered 1, 2, 3, … in each sentence; is a line missing?",
    )


def _tree(block: Sequence[tuple[Place, list[str]]]) -> Tree:
    for number, (place, cells) in enumerate(block, start=1):
        if cells[0] != str(number):
            raise _misnumbered(cells[0], number, place)
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
