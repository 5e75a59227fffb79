"""A text with the teacher's labels, as arrays; to two files and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TOP = 4
"""How many of the teacher's most probable tags are kept."""
_BY_TOKEN = ("words", "tags", "shares", "classes", "vectors", "lengths")
"""Arrays of `Labelled`, in their order."""


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
    vectors: NDArray[np.float16]
    """(tokens, width) what the teacher knows of each token before it decides: the output of its network."""
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
        rest = ([getattr(part, name) for part in parts] for name in _BY_TOKEN[1:])
        return cls(list(number), parts[0].tagset, np.concatenate(words), *map(np.concatenate, rest))

    def save(self, path: Path) -> None:
        """Write the vectors to a file of their own beside this one: they are large, and cannot be packed."""
        np.save(path.with_suffix(".npy"), self.vectors)
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
        vectors = np.load(path.with_suffix(".npy"), mmap_mode="r")
        with np.load(path) as file:
            return cls(
                [str(word) for word in file["types"]],
                [str(tag) for tag in file["tagset"]],
                *(vectors if name == "vectors" else file[name] for name in _BY_TOKEN),
            )
