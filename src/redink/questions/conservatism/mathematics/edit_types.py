"""Edits of a version and of the references in; how often each corrects an error type, and the ratio of the two, out.

ratio(t) = edits of type t that a system makes / mean number that a reference makes. 1 is human-like, less than 1 is
conservative, more than 1 is over-editing. Whether the edits are right does not matter here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from redink.records import Edits


class TypeRatio(NamedTuple):
    """How often a version and the references correct one error type."""

    type: str
    """The error type, or group of types."""
    edits: int
    """Number of edits in the version."""
    reference: float
    """Mean number of edits in a reference."""

    @property
    def ratio(self) -> float | None:
        """Edits of the version / mean edits of a reference; `None` where the references have none."""
        return self.edits / self.reference if self.reference else None


def count_types(edits: Iterable[Edits | None], group: Callable[[str], str | None]) -> Counter[str]:
    """Give the number of edits of each type; types that belong to no group are left out."""
    names = (group(edit.type) for sentence_edits in edits for edit in sentence_edits or ())
    return Counter(name for name in names if name is not None)


def mean_types(references: Sequence[Sequence[Edits | None]], group: Callable[[str], str | None]) -> dict[str, float]:
    """Give the mean number of edits of each type in a reference.

    The mean of a sentence is taken over the references that have the sentence.
    """
    by_number: dict[int, Counter[str]] = {}
    for answers in zip(*references, strict=True):
        present = [edits for edits in answers if edits is not None]
        by_number.setdefault(len(present), Counter()).update(count_types(present, group))
    names = {name for counts in by_number.values() for name in counts}
    return {name: math.fsum(counts[name] / number for number, counts in by_number.items() if number) for name in names}


def type_ratios(counts: Counter[str], means: Mapping[str, float]) -> list[TypeRatio]:
    """Compare a version with the mean of the references; the types most frequent in the references come first."""
    rows = [TypeRatio(name, counts[name], means.get(name, 0.0)) for name in {*counts, *means}]
    return sorted(rows, key=lambda row: (-row.reference, row.type))
