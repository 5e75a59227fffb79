"""Votes on corrections in; how often judges call them valid, by how often they were given, and Fleiss' κ out.

The thesis calls the share of yes votes "mean IAA". It is not a coefficient of agreement: it is called validity here,
and κ is given beside it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from redink.errors import InputError
from redink.frozen import frozen
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Tokens
from redink.stats.agreement import fleiss_kappa

Given: TypeAlias = tuple[Tokens, Tokens]
"""Source and correction."""


@frozen
class ValidityRow:
    """Corrections that were given equally often."""

    frequency: int
    """How often people gave them; the last row stands for this frequency and higher ones."""
    corrections: int
    """Number of such corrections that were judged."""
    validity: float
    """Mean share of yes votes."""
    majority: float
    """Share of the corrections that most of their judges call valid."""


@frozen
class Validity:
    """What judges think of corrections."""

    rows: tuple[ValidityRow, ...]
    """By frequency, rising; 0 for judged corrections that nobody gave."""
    judged: int
    """Number of corrections with votes."""
    votes: int
    valid: float
    """Share of corrections that most judges call valid."""
    kappa: float | None
    """Fleiss' κ; `None` where it is 0/0."""
    most: int
    """Corrections given at least this often share one row."""


def validity_by_frequency(
    votes: Mapping[Given, Sequence[bool]], sentences: Iterable[CorrectedSentence], *, most: int = 10
) -> Validity:
    """Give what judges think of corrections, grouped by how often the corrections were given.

    Votes are normalised like the corrections. Corrections given at least `most` times share one row.
    """
    frequencies = Counter((sentence.source, text) for sentence in sentences for text in sentence.corrections)
    judged = {pair: ballot for pair, ballot in votes.items() if ballot}
    if not judged:
        raise InputError("there are no votes", remedy="give one row for each vote")
    groups: dict[int, list[Sequence[bool]]] = defaultdict(list)
    for pair, ballot in judged.items():
        groups[min(frequencies[pair], most)].append(ballot)
    rows = tuple(
        ValidityRow(
            frequency,
            len(group),
            _mean([_share(ballot) for ballot in group]),
            _mean([_share(ballot) > 0.5 for ballot in group]),
        )
        for frequency, group in sorted(groups.items())
    )
    return Validity(
        rows,
        len(judged),
        sum(map(len, judged.values())),
        _mean([_share(ballot) > 0.5 for ballot in judged.values()]),
        fleiss_kappa([(sum(ballot), len(ballot) - sum(ballot)) for ballot in judged.values()]).value,
        most,
    )


def _share(votes: Sequence[bool]) -> float:
    return sum(votes) / len(votes)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
