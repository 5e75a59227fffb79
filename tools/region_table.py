"""The references and teams of CoNLL-14 in ../shared/data in; what joined references do to difficulty out, as a table.

The references are A1 to A10 of Bryant and Ng (2015), of which A7 and A3 are the official annotators, and the eight of
Sakaguchi and others (2016). All edits are those of redink-en, because the eight have no others. Rows with several
reference sets are means over disjoint sets, so that every reference counts once in each of these rows.

Run it from the checkout: python -m tools.region_table (needs ../shared; a few CPU minutes).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.run import measured
from redink.records import EvalSet
from tools.build_weight_pools import DATA, TEAMS

TEN = [DATA / "conll14-10refs" / f"A{number}.m2" for number in range(1, 11)]
EIGHT = sorted(path for path in (DATA / "conll14-fluency-refs").glob("*_annotations/*/*") if path.is_file())
STRONG = ("AMU", "CAMB", "CUUI", "NTHU", "POST", "RAC")
"""Six teams, for a smaller pool."""
OFFICIAL = (6, 2)
SETS = {
    "1 (each of ten)": [(place,) for place in range(10)],
    "2 (five pairs of the ten)": [(place, place + 1) for place in range(0, 10, 2)],
    "2 (the official two)": [OFFICIAL],
    "5 (both halves of the ten)": [tuple(range(5)), tuple(range(5, 10))],
    "10": [tuple(range(10))],
    "18": [tuple(range(18))],
}


def prepared() -> EvalSet:
    """Give the teams and all references with edits of redink-en."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # how absent annotators, overlaps and rewritten sentences are read
        data = read(
            [DATA / "conll14-teams" / name for name in TEAMS],
            source=DATA / "conll14-official" / "source.tok.txt",
            references=[*TEN, *EIGHT],
            overlaps="first",
        )
        return prepare(data, "edits", auto=True, cache=True).data


def row(data: EvalSet, places: Sequence[int]) -> tuple[float, ...]:
    """Give errors, need, mean w, mean w by need and wF0.5 of CAMB, without and with --need, for one set."""
    chosen = replace(data, references=tuple(data.references[place] for place in places))
    plain, by_need = (measured(chosen, Plan(several="regions", settings=Settings(need=need))) for need in (False, True))
    weights, need = plain.judged.error_weights, plain.judged.table.gold.need
    scores = (results["CAMB", "wF0.5"].value or 0.0 for results in (plain, by_need))
    return len(need), need.mean(), weights.mean(), float(np.average(weights, weights=need)), *scores


def main() -> None:
    """Print the table as Markdown."""
    data = prepared()
    print("| references | pool | errors | mean need | mean w | mean w by need | CAMB wF0.5 | with `--need` |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for pool in (STRONG, TEAMS):
        judges = replace(data, systems=tuple(system for system in data.systems if system.name in pool))
        for name, sets in SETS.items():
            errors, *numbers = np.mean([row(judges, places) for places in sets], axis=0).tolist()
            print(f"| {name} | {len(pool)} | {errors:,.0f} | {' | '.join(f'{number:.3f}' for number in numbers)} |")


if __name__ == "__main__":
    main()
