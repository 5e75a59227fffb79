"""Tokenised sentences in, the teacher's tags (with their probabilities) and dependency classes out.

The teacher is spaCy's en_core_web_sm 3.8.0; only what it says about a text is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.tokens import Doc
from thinc.api import NumpyOps, set_current_ops

from training.english.classes import CLASSES, class_of
from training.english.labelled import TOP, Labelled


def load_teacher(name: str, *, exclude: Sequence[str] = ()) -> Any:
    """Load the teacher with plain NumPy products: on this code path as exact as BLIS, and faster."""
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
        types=list(number),
        tagset=list(teacher.get_pipe("tagger").labels),
        words=np.array(words, np.int32),
        tags=tags,
        shares=shares,
        classes=classes,
        lengths=np.array(lengths, np.int32),
    )


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
    for words in group:
        yield Doc(teacher.vocab, words=list(words))
