"""DistSim (Choshen & Abend 2018): pairs of unit graphs in, mean difference of label counts out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from redink.questions.faithfulness.mathematics.units import Units, label_counts


def dist_sim(pairs: Iterable[tuple[Units, Units]]) -> dict[str, float]:
    """Give DistSim(l) = mean over pairs of |#l in the source − #l in the correction|, for each label l seen."""
    totals: Counter[str] = Counter()
    number = 0
    for source, correction in pairs:
        number += 1
        before, after = label_counts(source), label_counts(correction)
        totals.update({label: abs(before[label] - after[label]) for label in before.keys() | after.keys()})
    return {label: totals[label] / number for label in sorted(totals)}
