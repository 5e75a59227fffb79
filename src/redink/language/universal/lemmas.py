"""A word and its part of speech in, its dictionary form out: the change that goes with the longest ending on record.

A change says how many characters to cut from both ends, what to add there, and how the result is capitalised. The
record holds an ending only where shorter endings would give another change, so that it is small and exact for every
word of the treebank. A word that stands on record as a whole begins with ^.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

WHOLE: Final = "^"
LONGEST: Final = 8
"""Characters of the longest ending on record, the mark of a whole word not counted."""
_FIELD: Final = "\t"


class Change(NamedTuple):
    """How a form in lower case becomes its dictionary form."""

    cut_start: int
    add_start: str
    cut_end: int
    add_end: str
    capitals: str
    """`l` lower case, `t` a capital first, `u` capitals."""

    def apply(self, lower: str) -> str:
        """Give the dictionary form; the form itself if it is too short for the change."""
        if self.cut_start + self.cut_end > len(lower):
            return lower
        core = self.add_start + lower[self.cut_start : len(lower) - self.cut_end] + self.add_end
        if self.capitals == "t":
            return core[:1].upper() + core[1:]
        return core.upper() if self.capitals == "u" else core


class Lemmas:
    """The record of a language: (part of speech, ending) → change."""

    def __init__(self, changes: Iterable[Change], endings: Mapping[str, int]) -> None:
        """Take the changes, and their number for each key `POS ending`."""
        self._changes = list(changes)
        self._endings = endings
        self._by_pos: dict[str, dict[str, int]] = {}
        for key, number in endings.items():
            pos, _, ending = key.partition(" ")
            self._by_pos.setdefault(pos, {})[ending] = number

    def of(self, word: str, pos: str) -> str:
        """Give the dictionary form of a word."""
        lower = word.lower()
        change = self.change_of(lower, pos)
        return word if change is None else change.apply(lower) or word

    def change_of(self, lower: str, pos: str) -> Change | None:
        """Give the change of the longest ending on record."""
        endings = self._by_pos.get(pos, {})
        number = endings.get(WHOLE + lower)
        start = max(0, len(lower) - LONGEST)
        while number is None and start <= len(lower):
            number = endings.get(lower[start:])
            start += 1
        return None if number is None else self._changes[number]

    @classmethod
    def unpack(cls, text: str) -> Lemmas:
        """Read what `pack` wrote."""
        first, _, second = text.partition("\n\n")
        changes = []
        for line in first.split("\n"):
            cut_start, add_start, cut_end, add_end, capitals = line.split(_FIELD)
            changes.append(Change(int(cut_start), add_start, int(cut_end), add_end, capitals))
        endings = {}
        for line in second.split("\n"):
            key, _, number = line.rpartition(_FIELD)
            endings[key] = int(number)
        return cls(changes, endings)

    def pack(self) -> str:
        """Write both tables as lines."""
        changes = "\n".join(_FIELD.join(map(str, change)) for change in self._changes)
        return changes + "\n\n" + "\n".join(f"{key}{_FIELD}{self._endings[key]}" for key in sorted(self._endings))
