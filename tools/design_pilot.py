"""The outputs and references of CoNLL-2014 (../shared) in; the pilot that `redink design` carries out.

    python -m tools.design_pilot ../shared

The twelve teams are scored with the two official annotators, with each of them alone, and with the two and some of the
other eight annotators of Bryant and Ng (2015). The file has deviations of pairs of systems, and no text:
src/redink/questions/design/data/conll14.json.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.evaluation.statistics import Statistics
from redink.questions.design.inputs import PATH
from redink.questions.design.mathematics.pilots import Counted, MeasureSpreads, Pilot, Spread, spread_of
from redink.records import EvalSet
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import parse_measures
from redink.stats.resampling import Resamples

MEASURES = ("F0.5", "F1", "P", "R", "M2", "GLEU", "EM")
TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
OFFICIAL = (6, 2)
"""Places of the official annotators 0 and 1 among the ten: A7 and A3."""
NUMBERS = (1, 2, 3, 5, 10)
"""Numbers of references M."""
_CHOICES = 3
"""How many choices of the other annotators are averaged."""
_RESAMPLES = 200


def teams_with_ten(shared: Path, *, edits: bool = True) -> EvalSet:
    """Read the twelve outputs and all ten annotators; annotate the outputs if measures need edits."""
    references = [shared / f"data/conll14-10refs/A{number}.m2" for number in range(1, 11)]
    data = read([shared / "data/conll14-teams" / team for team in TEAMS], references=references)
    return prepare(data, "edits", types=False).data if edits else data


def choices(number: int) -> list[tuple[int, ...]]:
    """Give the annotators that count as M references: the official ones first, then others at random."""
    if number <= len(OFFICIAL):
        return [OFFICIAL] if number == len(OFFICIAL) else [(place,) for place in OFFICIAL]
    others = [place for place in range(10) if place not in OFFICIAL]
    rng = np.random.default_rng(number)
    chosen = [rng.permutation(others)[: number - len(OFFICIAL)].tolist() for _ in range(_CHOICES)]
    return list(dict.fromkeys((*OFFICIAL, *sorted(more)) for more in chosen))


def with_choices(data: EvalSet, numbers: Sequence[int] = NUMBERS) -> dict[int, list[Statistics]]:
    """Give statistics, not counted yet, for each choice of M references."""
    return {
        number: [
            Statistics(replace(data, references=tuple(data.references[place] for place in places)))
            for places in choices(number)
        ]
        for number in numbers
    }


def make_pilot(statistics: Mapping[int, Sequence[Statistics]], names: Sequence[str] = MEASURES) -> Pilot:
    """Give the deviations of all pairs by every measure and number of references."""
    (official,) = statistics[len(OFFICIAL)]
    size = len(official.data.sources)
    resamples = Resamples.draw(size, _RESAMPLES, np.random.default_rng(12345))
    spreads = []
    for measure in parse_measures(names, Conventions()):
        at_hand = _counted(official, measure)
        known = (
            spread_of([_counted(choice, measure) for choice in chosen], number, at_hand=at_hand, resamples=resamples)
            for number, chosen in statistics.items()
        )
        spreads.append(MeasureSpreads(measure.name, tuple(_rounded(spread) for spread in known if spread)))
    name = "the twelve systems of CoNLL-2014; up to two references are official, others are of Bryant and Ng (2015)"
    return Pilot(name, size, "sentences", len(OFFICIAL), len(TEAMS), tuple(spreads))


def _counted(statistics: Statistics, measure: Measure) -> Counted:
    return Counted(statistics.tables(measure), measure.score_from_sums)


def _rounded(spread: Spread) -> Spread:
    """Keep four digits, which are enough."""
    numbers = (spread.low, spread.high, spread.kept, spread.ratio, *spread.deviations)
    low, high, kept, ratio, *deviations = (float(f"{number:.4g}") for number in numbers)
    return Spread(spread.references, tuple(deviations), low, high, kept, ratio)


def main(shared: Path) -> None:
    """Write the file."""
    PATH.parent.mkdir(exist_ok=True)
    pilot = make_pilot(with_choices(teams_with_ten(shared)))
    PATH.write_bytes(msgspec.json.format(msgspec.json.encode(pilot), indent=0) + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
