"""Sentences of a treebank in, what the heads of the network must say about each word out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from training.english.network import Ints
from training.languages.treebank import Sentence, Word

RARE_FEATURE = 20
"""A feature seen less often is not learnt."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The names of all outputs."""

    pos: list[str]
    features: dict[str, list[str]]
    """Values of each feature; the first is empty: the word does not have the feature."""
    cached: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Outputs by part of speech and features, each worked out once."""

    @property
    def heads(self) -> tuple[int, ...]:
        """Outputs of each head."""
        return len(self.pos), *map(len, self.features.values())

    def targets(self, words: Sequence[Word]) -> Ints:
        """Give the right output of each head, (words, heads); what was never seen counts as the first output."""
        return np.array([self._target(word.pos, word.feats) for word in words], np.intp)

    def _target(self, pos: str, feats: str) -> list[int]:
        known = self.cached.get((pos, feats))
        if known is None:
            values = features_of(feats)
            known = [self.pos.index(pos) if pos in self.pos else 0]
            for name, choices in self.features.items():
                value = values.get(name, "")
                known.append(choices.index(value) if value in choices else 0)
            self.cached[pos, feats] = known
        return known


def features_of(feats: str) -> dict[str, str]:
    """Split `Case=Nom|Number=Sing`."""
    return dict(pair.split("=", 1) for pair in feats.split("|") if "=" in pair)


def collect(sentences: Iterable[Sentence]) -> Labels:
    """List the parts of speech and the features of a treebank, the frequent ones first."""
    words = [word for sentence in sentences for word in sentence.words]
    values = Counter(pair for word in words for pair in features_of(word.feats).items())
    names = Counter(name for name, _ in values.elements())
    return Labels(
        [pos for pos, _ in Counter(word.pos for word in words).most_common()],
        {
            name: ["", *(value for (owner, value), _ in values.most_common() if owner == name)]
            for name, count in names.most_common()
            if count >= RARE_FEATURE
        },
    )
