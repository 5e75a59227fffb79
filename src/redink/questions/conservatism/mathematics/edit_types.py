"""Edits of a version and of references in; how often each error type is corrected, and the ratio of the two, out.

ratio(t) = edits of type t that a system makes / mean number that a reference makes: 1 is human-like, less is
conservative, more is over-editing. Whether the edits are right does not matter here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from redink.records import Edits


class TypeRatio(NamedTuple):
    """One error type of one version."""

    type: str
    """The type, or group of types."""
    edits: int
    """Edits of the version."""
    reference: float
    """Mean number of edits of a reference."""

    @property
    def ratio(self) -> float | None:
        """Edits of the version / mean edits of a reference; `None` where references have none."""
        return self.edits / self.reference if self.reference else None


def count_types(edits: Iterable[Edits | None], group: Callable[[str], str | None]) -> Counter[str]:
    """Count edits by type; types outside any group are left out."""
    names = (group(edit.type) for sentence in edits for edit in sentence or ())
    return Counter(name for name in names if name is not None)


def mean_types(references: Sequence[Sequence[Edits | None]], group: Callable[[str], str | None]) -> dict[str, float]:
    """Count what a reference makes of each type: in every sentence the mean over the references that have it."""
    by_number: dict[int, Counter[str]] = {}
    for answers in zip(*references, strict=True):
        there = [edits for edits in answers if edits is not None]
        by_number.setdefault(len(there), Counter()).update(count_types(there, group))
    names = {name for counts in by_number.values() for name in counts}
    return {name: sum(counts[name] / number for number, counts in by_number.items() if number) for name in names}


def type_ratios(counts: Counter[str], means: Mapping[str, float]) -> list[TypeRatio]:
    """Compare a version with the mean of references, most frequent reference types first."""
    rows = [TypeRatio(name, counts[name], means.get(name, 0.0)) for name in {*counts, *means}]
    return sorted(rows, key=lambda row: (-row.reference, row.type))
