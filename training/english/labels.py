"""Tokenised sentences in, the teacher's tags (with their probabilities) and dependency classes out.

The teacher is spaCy's en_core_web_sm 3.8.0; only what it says about a text is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.english.classes import CLASSES, class_of

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


def load_teacher(name: str, *, exclude: Sequence[str] = ()) -> Any:
    """Load the teacher with plain NumPy products: on this code path as exact as BLIS, and faster."""
    import spacy
    from thinc.api import NumpyOps, set_current_ops

    set_current_ops(NumpyOps(use_blis=False))
    return spacy.load(name, exclude=["ner", "senter", *exclude])


def label(sentences: Iterable[Sequence[str]], teacher: Any, *, batch: int = 256) -> Labelled:
    """Ask the teacher about every sentence."""
    number: dict[str, int] = {}
    words: list[int] = []
    lengths: list[int] = []
    parts: list[tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]] = []
    rest = iter(sentences)
    while group := list(islice(rest, batch)):
        parts.append(_ask(group, teacher))
        words += [number.setdefault(word, len(number)) for word in chain.from_iterable(group)]
        lengths += map(len, group)
    tags, shares, classes = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Labelled(
        list(number), list(teacher.get_pipe("tagger").labels), np.array(words, np.int32), tags, shares, classes,
        np.array(lengths, np.int32),
    )  # fmt: skip


def _ask(
    group: Sequence[Sequence[str]], teacher: Any
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Give tags, their shares and classes of the tokens of a few sentences."""
    docs = list(_documents(group, teacher))
    for _, component in teacher.pipeline:
        component.set_annotations(docs, component.predict(docs))
    scores = np.concatenate(teacher.get_pipe("tagger").model.predict(docs)).astype(np.float64)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    scores /= scores.sum(axis=1, keepdims=True)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :TOP]
    shares = np.rint(np.take_along_axis(scores, best, axis=1) * 255)
    classes = [CLASSES.index(class_of(token.dep_)) for doc in docs for token in doc]
    return best.astype(np.uint8), shares.astype(np.uint8), np.array(classes, np.uint8)


def _documents(group: Iterable[Sequence[str]], teacher: Any) -> Iterator[Any]:
    from spacy.tokens import Doc

    for words in group:
        yield Doc(teacher.vocab, words=list(words))
