"""The outputs and references of CoNLL-2014 (../shared) in; the pilot that `redink design` carries out.

    python -m tools.design_pilot ../shared

The file has deviations of pairs of systems, and no text: src/redink/questions/design/data/conll14.json.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import msgspec

from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Trust
from redink.questions.design.inputs import PATH, pilot_of
from redink.questions.design.mathematics.pilots import Pilot, Spread
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures

MEASURES = ("F0.5", "F1", "P", "R", "GLEU", "EM")
TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")


def make_pilot(shared: Path) -> Pilot:
    """Count with one to five references; two, as in the shared task, are those at hand."""
    data = read(
        [shared / "data/conll14-teams" / team for team in TEAMS],
        references=[shared / "data/conll14-10refs" / f"A{number}.m2" for number in (1, 3, 5, 7, 9)],
    )
    ready = prepare(data).data
    pilot = pilot_of(ready, parse_measures(MEASURES, Conventions()), Trust(resamples=200))
    name = "the twelve systems of CoNLL-2014, with references of Bryant and Ng (2015)"
    return replace(
        pilot,
        name=name,
        references=2,
        measures=tuple(
            replace(known, spreads=tuple(_based(spread, known.spreads[1]) for spread in known.spreads))
            for known in pilot.measures
        ),
    )


def _based(spread: Spread, base: Spread) -> Spread:
    """Say differences as they are seen with the references of the base; four digits are enough."""
    return replace(
        spread,
        deviations=tuple(float(f"{deviation:.4g}") for deviation in spread.deviations),
        low=float(f"{spread.low:.4g}"),
        high=float(f"{spread.high:.4g}"),
        kept=float(f"{spread.kept / base.kept:.4g}"),
    )


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_bytes(msgspec.json.format(msgspec.json.encode(make_pilot(Path(sys.argv[1]))), indent=0) + b"\n")
