"""M2 files in, how far their edits agree out."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from redink.reading.m2 import M2Warning, read_m2
from redink.records import AnnotatedSentence, Edit

Place: TypeAlias = tuple[int, int, tuple[str, ...]]
"""Where an edit is and what it puts there."""
Block: TypeAlias = list[str]
"""The lines of one sentence in an M2 file."""


@dataclass(slots=True)
class Agreement:
    """Counts of edits on two sides."""

    left: int = 0
    """Edits of the yardstick."""
    right: int = 0
    """Edits of the other side."""
    same_span: int = 0
    """Edits at the same place with the same correction."""
    same_type: int = 0
    """Of these, those with the same type."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(the yardstick's type, the other side's type) where the types differ."""

    def add(self, left: Iterable[Edit], right: Iterable[Edit]) -> None:
        """Count the edits of one annotator in one sentence."""
        expected, found = ({_place(edit): edit.type for edit in side} for side in (left, right))
        self.left += len(expected)
        self.right += len(found)
        for place in expected.keys() & found.keys():
            self.same_span += 1
            if expected[place] == found[place]:
                self.same_type += 1
            else:
                self.confusions[expected[place], found[place]] += 1

    @property
    def span_f(self) -> float:
        """F₁ of places with their corrections."""
        return 2 * self.same_span / ((self.left + self.right) or 1)

    @property
    def type_given_span(self) -> float:
        """Share of the shared places whose types are the same."""
        return self.same_type / (self.same_span or 1)


def _place(edit: Edit) -> Place:
    return edit.start, edit.end, edit.replacement


def read_sentences(path: Path) -> list[AnnotatedSentence]:
    """Read an M2 file; clashes of human edits are none of our business here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)
        return list(read_m2(path, conflicts="first"))


def agreement(left: Path, right: Path, *, annotators: range | None = None) -> Agreement:
    """Compare two M2 files of the same sentences, annotator by annotator: all, or those named."""
    found = Agreement()
    for one, other in zip(read_sentences(left), read_sentences(right), strict=True):
        for annotator in {*one.annotators(), *other.annotators()}:
            if annotators is not None and annotator not in annotators:
                continue
            found.add(one.edits_of(annotator) or (), other.edits_of(annotator) or ())
    return found


def blocks(path: Path) -> list[Block]:
    """Cut an M2 file into sentences, as plain lines."""
    return [block.split("\n") for block in path.read_text(encoding="utf-8").split("\n\n") if block]


def annotator_blocks(path: Path, annotator: int) -> Iterator[Block]:
    """Give the file as if this annotator were alone."""
    end = f"|||{annotator}"
    for source, *lines in blocks(path):
        yield [source, *(line.removesuffix(end) + "|||0" for line in lines if line.endswith(end))]


def differing_blocks(ours: Path, theirs: list[Path]) -> int:
    """Count sentences in which our one file says something else than ERRANT's one or several."""
    if len(theirs) == 1:
        return sum(a != b for a, b in zip(blocks(ours), blocks(theirs[0]), strict=True))
    return sum(
        a != b
        for annotator, path in enumerate(theirs)
        for a, b in zip(annotator_blocks(ours, annotator), blocks(path), strict=True)
    )
