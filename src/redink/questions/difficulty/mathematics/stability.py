"""Scores of the same systems by several measures or on several corpora in; ranks, rank changes and agreement out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError
from redink.stats.correlation import kendall
from redink.stats.ranking import ranks


class RankChange(NamedTuple):
    """The ranks of one system by a new and by an old measure (the paper's Tables 2 and 3)."""

    system: str
    rank: int | None
    """Its rank by the new measure."""
    score: float | None
    """Its score by the new measure."""
    old_rank: int | None
    """Its rank by the old measure."""
    old_score: float | None
    """Its score by the old measure."""

    @property
    def arrow(self) -> str:
        """`↑ 2` for two ranks gained, `↓ 1` for one lost, `=` for none (a dash would mean: not available)."""
        if self.rank is None or self.old_rank is None:
            return ""
        moved = self.old_rank - self.rank
        return "=" if not moved else f"{'↑' if moved > 0 else '↓'} {abs(moved)}"


def rank_changes(names: Sequence[str], new: Sequence[float | None], old: Sequence[float | None]) -> list[RankChange]:
    """Give the rank of each system by a new measure and its change from the old one; best first."""
    new_ranks, old_ranks = _ranks(new), _ranks(old)
    rows = [
        RankChange(name, _integer(rank), score, _integer(old_rank), old_score)
        for name, rank, score, old_rank, old_score in zip(names, new_ranks, new, old_ranks, old, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.rank is None, row.rank or 0))


class Stability(NamedTuple):
    """How similar the rankings on several corpora are (the paper's Figure 3)."""

    corpora: tuple[str, ...]
    """Names of the corpora."""
    systems: tuple[str, ...]
    """Systems that all corpora have."""
    ranks: Floats
    """(systems × corpora) ranks."""
    leaders: tuple[str, ...]
    """The best system of each corpus."""
    tau: float | None
    """Mean Kendall τ_b over pairs of corpora."""

    def spread(self) -> tuple[list[float | None], list[float | None]]:
        """Give the mean rank of each system over the corpora that rank it, and the sample SD of its ranks."""
        defined = [system_ranks[~np.isnan(system_ranks)] for system_ranks in self.ranks]
        means = [float(system_ranks.mean()) if len(system_ranks) else None for system_ranks in defined]
        return means, [float(system_ranks.std(ddof=1)) if len(system_ranks) > 1 else None for system_ranks in defined]


def rank_stability(scores: Mapping[str, Mapping[str, float | None]]) -> Stability:
    """Compare the rankings of systems across two or more corpora, given as {corpus: {system: score}}."""
    corpora = tuple(scores)
    first = scores[corpora[0]] if corpora else {}
    systems = tuple(name for name in first if all(name in corpus_scores for corpus_scores in scores.values()))
    if len(corpora) < 2 or len(systems) < 2:
        raise InputError(
            f"{len(corpora)} corpora with {len(systems)} systems in common",
            remedy="rankings can be compared for two or more corpora that share two or more systems (by name)",
        )
    columns = [_ranks([corpus_scores[name] for name in systems]) for corpus_scores in scores.values()]
    taus = [tau for first, second in combinations(columns, 2) if not np.isnan(tau := _tau(first, second))]
    leaders = tuple(systems[int(np.nanargmin(column))] if not np.isnan(column).all() else "" for column in columns)
    return Stability(corpora, systems, np.stack(columns, axis=1), leaders, float(np.mean(taus)) if taus else None)


def _tau(first: Floats, second: Floats) -> float:
    """Give Kendall's τ_b over the systems that both rankings have; NaN when one ranking is all ties."""
    defined = ~(np.isnan(first) | np.isnan(second))
    return kendall(first[defined], second[defined])


def _ranks(scores: Sequence[float | None]) -> Floats:
    return ranks([np.nan if score is None else score for score in scores])


def _integer(rank: float) -> int | None:
    return None if np.isnan(rank) else int(rank)
