"""Votes on corrections in; how often they are thought valid, by how often they were given, and Fleiss' κ out.

The thesis calls the share of yes votes "mean IAA"; it is no coefficient of agreement, so that it is called
validity here and κ stands beside it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from redink.errors import InputError
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Tokens
from redink.stats.agreement import fleiss_kappa

Given: TypeAlias = tuple[Tokens, Tokens]
"""Source and correction."""


@dataclass(frozen=True, slots=True)
class ValidityRow:
    """Corrections that were given equally often."""

    frequency: int
    """How often people gave them; the last row stands for this number and more."""
    corrections: int
    """How many such corrections were judged."""
    validity: float
    """Mean share of yes votes."""
    majority: float
    """Share that most of their judges call valid."""


@dataclass(frozen=True, slots=True)
class Validity:
    """What judges think of corrections."""

    rows: tuple[ValidityRow, ...]
    """By frequency, rising; 0 for judged corrections that nobody gave."""
    judged: int
    """Corrections with votes."""
    votes: int
    """All votes."""
    valid: float
    """Share of corrections that most judges call valid."""
    kappa: float | None
    """Fleiss' κ; `None` where it is 0/0."""
    most: int
    """Frequency from which on corrections are taken together."""


def validity_by_frequency(
    votes: Mapping[Given, Sequence[bool]], sentences: Iterable[CorrectedSentence], *, most: int = 10
) -> Validity:
    """Group judged corrections by how often they were given.

    Args:
        votes: Yes and no for each judged (source, correction), normalised like the corrections.
        sentences: The corrections people gave.
        most: Frequency from which on corrections are taken together.
    """
    given = Counter((own.source, text) for own in sentences for text in own.corrections)
    judged = {pair: own for pair, own in votes.items() if own}
    if not judged:
        raise InputError("there is no vote", remedy="give one row a vote")
    groups: dict[int, list[Sequence[bool]]] = defaultdict(list)
    for pair, own in judged.items():
        groups[min(given[pair], most)].append(own)
    rows = tuple(
        ValidityRow(frequency, len(own), _mean([_share(one) for one in own]), _mean([_share(one) > 0.5 for one in own]))
        for frequency, own in sorted(groups.items())
    )
    return Validity(
        rows,
        len(judged),
        sum(map(len, judged.values())),
        _mean([_share(own) > 0.5 for own in judged.values()]),
        fleiss_kappa([(sum(own), len(own) - sum(own)) for own in judged.values()]).value,
        most,
    )


def _share(votes: Sequence[bool]) -> float:
    return sum(votes) / len(votes)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
