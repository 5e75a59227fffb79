"""A student and the teacher in; how often they give a token the same tag, by how sure the teacher is, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from redink.language.english.lemmas import LemmaTables
from redink.language.english.tagger import Tagger
from training.english import by_kind, evaluate, labels
from training.english.kinds import Part, Places

BOUNDS: Final = (0.6, 0.9, 0.99)
"""Probabilities of the teacher's best tag between which tokens are counted together."""


def report(
    student: Tagger, teacher: Any, places: Places, kinds: Sequence[tuple[str, Part]], tables: LemmaTables
) -> Iterator[str]:
    """Give a line for each set of essays and each kind of text."""
    texts = {
        name: {text for pair in pairs for text in pair}
        for name, pairs in evaluate.test_sets(places.data, untouched_only=True).items()
    }
    for kind, part in kinds:
        seen = by_kind.kind_set(kind, part, places, tables)
        texts[seen.name] = {*seen.source, *seen.versions["target"]}
    for name, distinct in texts.items():
        sentences = [text.split() for text in sorted(distinct)]
        told, predicted = labels.label(sentences, teacher), student.predict(sentences)
        number = np.array([student.tags.index(tag) for tag in told.tagset])
        shares = agreement(number[told.tags[:, 0]] == predicted.tags, told.shares[:, 0] / 255)
        yield f"{name}: {len(told.words)} tokens; " + ", ".join(shares)


def agreement(equal: NDArray[np.bool_], certainty: NDArray[np.floating]) -> Iterator[str]:
    """Give the share of the tokens and of equal tags between the bounds, and the share of unlike tags below .9."""
    bins = np.digitize(certainty, BOUNDS)
    for i, low in enumerate((0.0, *BOUNDS)):
        here = bins == i
        equally = equal[here].mean() if here.any() else np.nan
        yield f"from {low:g}: {here.mean():.3f} of the tokens, {equally:.3f} equal"
    unlike = ~equal
    yield f"{(unlike & (certainty < 0.9)).sum() / max(1, unlike.sum()):.3f} of the unlike tags are below 0.9"
