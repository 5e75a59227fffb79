"""The outputs and references of CoNLL-2014 (../shared) in; the pilot that `redink design` carries out.

    python -m tools.design_pilot ../shared

The file has deviations of pairs of systems, and no text: src/redink/questions/design/data/conll14.json.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from redink.arrays import Floats
from redink.evaluation.data import read
from redink.questions.design.inputs import PATH
from redink.questions.design.mathematics.pilots import Counted, MeasureSpreads, Pilot, Spread, spread_of
from redink.questions.score.run import score
from redink.scoring.measure import Measure
from redink.stats.resampling import Resamples

MEASURES = ("F0.5", "F1", "P", "R", "M2", "GLEU", "EM")
TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
_RESAMPLES = 200


def counted_teams(shared: Path) -> dict[str, tuple[Measure, list[Floats]]]:
    """Count the statistics of the twelve teams against both official annotators."""
    gold = shared / "data/conll14-official/noalt/official-2014.combined.m2"
    data = read([shared / "data/conll14-teams" / team for team in TEAMS], references=[gold])
    statistics = score(data, MEASURES).statistics
    assert statistics is not None
    return {measure.name: (measure, statistics.tables(measure)) for measure in statistics.measures(MEASURES)}


def make_pilot(counted: Mapping[str, tuple[Measure, Sequence[Floats]]]) -> Pilot:
    """Give the deviations of all pairs by every measure."""
    size = len(next(iter(counted.values()))[1][0])
    resamples = Resamples.draw(size, _RESAMPLES, np.random.default_rng(12345))
    spreads = []
    for name, (measure, tables) in counted.items():
        statistics = Counted(tables, measure.score_from_sums)
        spread = spread_of([statistics], 2, at_hand=statistics, resamples=resamples)
        assert spread is not None
        spreads.append(MeasureSpreads(name, (_rounded(spread),)))
    name = "the twelve systems of CoNLL-2014, with both official annotators"
    return Pilot(name, size, "sentences", 2, len(TEAMS), tuple(spreads))


def _rounded(spread: Spread) -> Spread:
    """Keep four digits, which are enough."""
    four = [float(f"{number:.4g}") for number in (*spread.deviations, spread.low, spread.high)]
    return Spread(spread.references, tuple(four[:-2]), *four[-2:])


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_bytes(
        msgspec.json.format(msgspec.json.encode(make_pilot(counted_teams(Path(sys.argv[1])))), indent=0) + b"\n"
    )
