"""A packed analyser and gold sentences in; its accuracy, and the margins from which a feature is sure, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from redink.language.universal.analyser import Analyser, Read
from training.languages.labels import features_of
from training.languages.treebank import Sentence

SURE = 0.95
"""Share of the sure values that must be right on dev."""
_ENOUGH = 40
"""Fewer sure values on dev tell nothing: the feature is then never sure."""


class Accuracy(NamedTuple):
    """Shares of tokens."""

    pos: float
    feats: float
    """All features right."""
    lemma: float
    sure: float
    """Values of features that count as sure, of all that gold has."""
    sure_right: float
    """Of these, the right ones."""


def read_gold(analyser: Analyser, sentences: Sequence[Sentence]) -> Read:
    """Analyse the forms of gold sentences."""
    return analyser.read([[word.form for word in sentence.words] for sentence in sentences])


def accuracy(analyser: Analyser, sentences: Sequence[Sentence]) -> Accuracy:
    """Compare with gold; tokens, sentence ends and everything else is gold."""
    read = read_gold(analyser, sentences)
    gold = [word for sentence in sentences for word in sentence.words]
    right = np.zeros(3)
    for word, pos, bundle in zip(gold, read.pos.tolist(), read.bundles.tolist(), strict=True):
        name = analyser.pos[pos]
        feats = features_of(analyser.bundles[bundle])
        right += [name == word.pos, feats == features_of(word.feats), analyser.lemmas.of(word.form, name) == word.lemma]
    sure = sure_right = total = 0
    for number, (is_right, margins) in enumerate(_judged(analyser, read, sentences)):
        is_sure = margins >= analyser.sure[number]
        sure, sure_right, total = sure + is_sure.sum(), sure_right + (is_sure & is_right).sum(), total + len(is_right)
    return Accuracy(*(right / max(1, len(gold))), sure / max(1, total), sure_right / max(1, sure))


def sure_margins(analyser: Analyser, dev: Sequence[Sentence]) -> NDArray[np.float32]:
    """Give for each feature the least margin from which so many values are right; infinite if there is none."""
    least = np.full(len(analyser.features), np.inf, np.float32)
    for number, (is_right, margins) in enumerate(_judged(analyser, read_gold(analyser, dev), dev)):
        order = np.argsort(-margins, kind="stable")
        share = np.cumsum(is_right[order]) / np.arange(1, len(order) + 1)
        enough = np.flatnonzero((share >= SURE) & (np.arange(len(order)) + 1 >= _ENOUGH))
        if len(enough):
            least[number] = max(1, margins[order[enough[-1]]])
    return least


def _judged(
    analyser: Analyser, read: Read, sentences: Sequence[Sentence]
) -> list[tuple[NDArray[np.bool_], np.ndarray]]:
    """Give for each feature whether the values that the analyser names are right, and their margins."""
    gold = [features_of(word.feats) for sentence in sentences for word in sentence.words]
    named = [features_of(bundle) for bundle in analyser.bundles]
    judged = []
    for number, name in enumerate(analyser.features):
        tokens = [i for i, bundle in enumerate(read.bundles.tolist()) if name in named[bundle]]
        is_right = [gold[i].get(name) == named[read.bundles[i]][name] for i in tokens]
        judged.append((np.array(is_right, bool), read.margins[number, tokens]))
    return judged
