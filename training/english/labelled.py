"""A text with the teacher's labels, as arrays; to a file and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TOP = 4
"""How many of the teacher's most probable tags are kept."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled text, flat: the sentences one after the other."""

    types: list[str]
    """Distinct words."""
    tagset: list[str]
    """Names of the tags."""
    words: NDArray[np.int32]
    """(tokens,) number of each token's type."""
    tags: NDArray[np.uint8]
    """(tokens, TOP) the teacher's most probable tags, best first."""
    shares: NDArray[np.uint8]
    """(tokens, TOP) their probabilities × 255."""
    classes: NDArray[np.uint8]
    """(tokens,) number of the dependency class."""
    lengths: NDArray[np.int32]
    """(sentences,) tokens of each sentence."""

    @classmethod
    def joined(cls, parts: Sequence[Labelled]) -> Labelled:
        """Put texts one after the other, with one list of words for all."""
        number: dict[str, int] = {}
        words = []
        for part in parts:
            places = np.array([number.setdefault(word, len(number)) for word in part.types], np.int32)
            words.append(places[part.words])
        rest = ([getattr(part, name) for part in parts] for name in ("tags", "shares", "classes", "lengths"))
        return cls(list(number), parts[0].tagset, np.concatenate(words), *map(np.concatenate, rest))

    def save(self, path: Path) -> None:
        """Write everything to one file."""
        np.savez_compressed(
            path,
            types=np.array(self.types),
            tagset=np.array(self.tagset),
            words=self.words,
            tags=self.tags,
            shares=self.shares,
            classes=self.classes,
            lengths=self.lengths,
        )

    @classmethod
    def load(cls, path: Path) -> Labelled:
        """Read what `save` wrote."""
        with np.load(path) as file:
            return cls(
                [str(word) for word in file["types"]],
                [str(tag) for tag in file["tagset"]],
                *(file[name] for name in ("words", "tags", "shares", "classes", "lengths")),
            )
