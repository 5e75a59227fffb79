"""M2 files of systems and of references in; out which pairs of systems differ significantly in F0.5."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from redink.evaluation.data import read as load
from redink.evaluation.estimate import all_pairs
from redink.evaluation.rankings import tested_differences
from redink.evaluation.trust import Draws, Trust
from redink.reading.m2 import M2Warning
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures

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
    draws = Draws(Trust(resamples=_RESAMPLES, seed=_SEED), len(data.sources))
    tests = all_pairs(tables, measure.score_from_sums, draws)
    pairs = [(names[i], names[j]) for i, j in tests]
    return frozenset(
        (pair.system, pair.base) if (pair.difference or 0) > 0 else (pair.base, pair.system)
        for pair in tested_differences(measure.name, pairs, list(tests.values()), "holm")
        if pair.adjusted_p is not None and pair.adjusted_p < _ALPHA
    )
