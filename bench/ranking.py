"""M2 files of systems and of references in; out which pairs of systems differ significantly in F0.5."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import numpy as np

from redink.evaluation.data import read as load
from redink.reading.m2 import M2Warning
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures
from redink.stats.resampling import Swaps
from redink.stats.significance import adjust_matrix, approximate_randomisation, holm, p_matrix

Pairs: TypeAlias = frozenset[tuple[str, str]]

_RESAMPLES = 10_000
_SEED = 12345
_ALPHA = 0.05


def significant_pairs(systems: Sequence[Path], names: Sequence[str], reference: Path) -> Pairs:
    """Test all pairs by approximate randomisation, adjusted by Holm; the better system stands first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)  # the annotators of CoNLL-14 are known to be absent here and there
        data = load(list(systems), source=None, references=reference, names=names, overlaps="first")
    (measure,) = parse_measures(["F0.5"], Conventions())
    tables = [measure.sentence_stats(data, system) for system in data.systems]
    swaps = Swaps.draw(len(data.sources), _RESAMPLES, np.random.default_rng(_SEED))
    p_values = adjust_matrix(
        p_matrix(
            [swaps.sums(table) for table in tables],
            lambda first, second: approximate_randomisation(first, second, measure.score_from_sums),
        ),
        holm,
    )
    scores = [float(measure.score_from_sums(table.sum(axis=0)[np.newaxis])[0]) for table in tables]
    return frozenset(
        (names[i], names[j]) if scores[i] > scores[j] else (names[j], names[i])
        for i, j in combinations(range(len(names)), 2)
        if p_values[i, j] < _ALPHA
    )
