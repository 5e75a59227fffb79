"""Edits of a version and of references in; how often each error type is corrected, and the ratio of the two, out.

ratio(t) = edits of type t that a system makes / mean number that a reference makes: 1 is human-like, less is
conservative, more is over-editing. Whether the edits are right does not matter here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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
    names = (group(edit.type) for own in edits for edit in own or ())
    return Counter(name for name in names if name is not None)


def type_ratios(own: Counter[str], references: Sequence[Counter[str]]) -> list[TypeRatio]:
    """Compare a version with the mean of references, most frequent reference types first."""
    means = {
        name: sum(counts[name] for counts in references) / len(references) if references else 0.0
        for name in {*own, *(name for counts in references for name in counts)}
    }
    return [TypeRatio(name, own[name], means[name]) for name in sorted(means, key=lambda name: (-means[name], name))]
