"""The files of ../shared in; pairs of errors drawn as in the paper, judged by twelve teams instead of people, out.

The judgements of the two experts are not public. The twelve teams of CoNLL-2014, none of which is among the eight
systems behind M, stand in for a judge: of two errors, the one that fewer teams correct is harder.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from redink.evaluation.data import read
from redink.judging.contexts import JudgedErrors
from redink.judging.errors_of import judged_errors
from redink.judging.pairs import PairPlan, SampledPairs, named_pairs, sample_pairs
from redink.questions.agreement.panel import SIGNS, compare
from redink.questions.agreement.results import AgreementResults
from redink.questions.agreement.run import measure_agreement
from redink.reading.judgements import Judgement
from redink.reading.judging_tasks import ErrorInContext, TaskSet
from redink.reading.weights import read_weights
from redink.scoring.edit_overlap import main_type_of
from tools.bryant2017 import TEAMS

SEEDS = tuple(range(10))
"""Draws of pairs; the first is judged by the teams."""


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What the page needs."""

    levels: tuple[int, ...]
    """Table 2."""
    distinct: tuple[int, ...]
    """Distinct errors in each draw of 2,025 pairs."""
    spelling: tuple[tuple[int, int], ...]
    """In each draw: SPELL errors in the pairs; those of level 6 or more that M calls the harder."""
    by_teams: AgreementResults
    """The teams as a judge, M with its levels."""
    by_size: AgreementResults
    """M's levels as a judge, the teams as the machine, whose number varies."""


@cache
def load(shared: Path) -> Data:
    """Compute everything, once."""
    golden = shared / "golden" / "errant-3.0.2"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # annotator 1 lacks sentences in this file; only annotator 0 is used
        data = read([golden / f"{team}.m2" for team in TEAMS], references=[golden / "official-2014.combined.gold.m2"])
    weights = read_weights(shared / "data" / "gts-weights" / "conll14_8sys.txt")
    eight, teams = judged_errors(data, weights=[weights]), judged_errors(data)
    draws = [sample_pairs(eight, PairPlan(seed=seed)) for seed in SEEDS]
    first = draws[0].tasks
    second = same_pairs(first, teams)
    return Data(
        draws[0].levels,
        tuple(draw.distinct for draw in draws),
        tuple(map(_spelling, draws)),
        measure_agreement(answers_of(second, "teams"), first),
        measure_agreement(answers_of(first, "eight systems"), second),
    )


def same_pairs(tasks: TaskSet, errors: JudgedErrors) -> TaskSet:
    """Give the same pairs with the levels that other systems give them."""
    wanted = [
        (item.id, left.identity.key, right.identity.key)
        for item, (left, right) in zip(tasks.items, _errors(tasks), strict=True)
    ]
    return named_pairs(errors, wanted, tasks.seed)


def answers_of(tasks: TaskSet, name: str) -> list[Judgement]:
    """Give what the levels of a set of pairs say, as the answers of a judge."""
    left, right = np.array([(left.level, right.level) for left, right in _errors(tasks)], dtype=np.int64).T
    codes: list[int] = compare(left, right).tolist()
    return [
        Judgement(pair=item.id, annotator=name, answer=SIGNS[code])
        for item, code in zip(tasks.items, codes, strict=True)
    ]


def _errors(tasks: TaskSet) -> Iterator[tuple[ErrorInContext, ErrorInContext]]:
    for item in tasks.items:
        assert item.left is not None
        assert item.right is not None
        yield item.left, item.right


def _spelling(draw: SampledPairs) -> tuple[int, int]:
    """Count SPELL errors in the pairs, and those that at most two systems correct and more correct the other."""
    both = [pair for left, right in _errors(draw.tasks) for pair in ((left, right), (right, left))]
    spelling = [(error.level or 0, other.level or 0) for error, other in both if main_type_of(error.type) == "SPELL"]
    return len(spelling), sum(level >= draw.tasks.size - 2 and level > other for level, other in spelling)
