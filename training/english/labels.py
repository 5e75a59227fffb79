"""Tokenised sentences in, the teacher's tags (with their probabilities), dependency classes and vectors out.

The teacher is spaCy's en_core_web_sm 3.8.0; only what it says about a text is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.tokens import Doc
from thinc.api import NumpyOps, set_current_ops

from training.english.classes import CLASSES, class_of
from training.english.labelled import TOP, Labelled

_Answer: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float16]]

_WORDS = 5000
"""Words whose vectors are asked for at once."""


def load_teacher(name: str, *, exclude: Sequence[str] = ()) -> Any:
    """Load the teacher with plain NumPy products: on this code path as exact as BLIS, and faster."""
    set_current_ops(NumpyOps(use_blis=False))
    return spacy.load(name, exclude=["ner", "senter", *exclude])


def label(sentences: Iterable[Sequence[str]], teacher: Any, *, batch: int = 256) -> Labelled:
    """Ask the teacher about every sentence."""
    number: dict[str, int] = {}
    words: list[int] = []
    lengths: list[int] = []
    parts: list[_Answer] = []
    rest = iter(sentences)
    while group := list(islice(rest, batch)):
        parts.append(_ask(group, teacher))
        words += [number.setdefault(word, len(number)) for word in chain.from_iterable(group)]
        lengths += map(len, group)
    tags, shares, classes, vectors = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Labelled(
        types=list(number),
        tagset=list(teacher.get_pipe("tagger").labels),
        words=np.array(words, np.int32),
        tags=tags,
        shares=shares,
        classes=classes,
        vectors=vectors,
        lengths=np.array(lengths, np.int32),
    )


def word_vectors(words: Sequence[str], name: str) -> NDArray[np.float32]:
    """Give the teacher's vectors of words, before it looks at their neighbours."""
    teacher = spacy.load(name, exclude=["ner"])
    embed = teacher.get_pipe("tok2vec").model.get_ref("embed")
    documents = (
        Doc(teacher.vocab, words=list(words[start : start + _WORDS])) for start in range(0, len(words), _WORDS)
    )
    return np.concatenate([embed.predict([document])[0] for document in documents])


def _ask(group: Sequence[Sequence[str]], teacher: Any) -> _Answer:
    """Give tags, their shares, classes and vectors of the tokens of a few sentences."""
    docs = list(_documents(group, teacher))
    for _, component in teacher.pipeline:
        component.set_annotations(docs, component.predict(docs))
    scores = np.concatenate(teacher.get_pipe("tagger").model.predict(docs)).astype(np.float64)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    scores /= scores.sum(axis=1, keepdims=True)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :TOP]
    shares = np.rint(np.take_along_axis(scores, best, axis=1) * 255)
    classes = [CLASSES.index(class_of(token.dep_)) for doc in docs for token in doc]
    vectors = np.concatenate([doc.tensor for doc in docs]).astype(np.float16)
    return best.astype(np.uint8), shares.astype(np.uint8), np.array(classes, np.uint8), vectors


def _documents(group: Iterable[Sequence[str]], teacher: Any) -> Iterator[Any]:
    for words in group:
        yield Doc(teacher.vocab, words=list(words))
