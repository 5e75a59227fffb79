"""Judgements about pairs in; who agrees with whom, and with the machine, out (the paper's Tables 2–5, Figures 1–2)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Flags, Ints
from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.questions.agreement.conditions import agreement_conditions
from redink.questions.agreement.conduct import conduct_of
from redink.questions.agreement.joint import joined
from redink.questions.agreement.judge_results import Judges
from redink.questions.agreement.judges import criteria_of, drift_of, judge_models, over_time
from redink.questions.agreement.panel import EASIER, EQUAL, HARDER, MISSING, SIGNS, UNSURE, Panel, compare, make_panel
from redink.questions.agreement.ratings import correction_table, measure_ratings
from redink.questions.agreement.results import (
    Agreement,
    AgreementPlan,
    AgreementReport,
    AgreementResults,
    Dissent,
    RateBy,
    SizeRate,
    Strength,
)
from redink.reading.files import Source
from redink.reading.judgements import Judgement, Which, read_judgements
from redink.reading.judging_tasks import ErrorInContext, Item, Task, TaskSet, read_tasks
from redink.scoring.edit_overlap import main_type_of
from redink.stats.agreement import (
    answer_counts,
    cohen_kappa,
    contingency,
    fleiss_kappa,
    two_proportion_z,
    wilson_interval,
)
from redink.stats.ordered_agreement import krippendorff_alpha, weighted_kappa
from redink.stats.rankings_from_pairs import Pairs, bradley_terry, count_pairs
from redink.stats.significance import mcnemar_exact

_IN_ORDER = [EASIER, EQUAL, HARDER]
"""The answers that have an order."""
_MOST_SUBSETS = 2000
"""Choices of k systems that are tried; of more, so many are drawn."""


@checked
def agreement(
    judgements: Source | Sequence[Source] | Sequence[Judgement],
    *,
    pairs: Source | TaskSet | None = None,
    which: Which = "last",
    types: Literal["both", "first"] = "both",
    fewest: int = 10,
    with_other: bool = False,
    too_fast: float = 2.0,
    joint: bool = False,
    strength: Literal["type", "level"] = "type",
    level: float = 0.95,
    seed: int = 12345,
) -> AgreementReport:
    """Measure how far people agree with each other and, if `pairs` gives the levels, with the machine.

    Args:
        judgements: Files of `redink judge` (or CSV), or the result of `read_judgements`.
        pairs: The file of `redink pairs` that was judged. It gives levels, types and repeated pairs.
        which: The answer that counts if a judge answered the same question twice: the `last` or the `first`.
        types: Count a pair under the types of `both` its errors, or only under the type of the `first` error.
        fewest: Hide error types that have fewer pairs than this.
        with_other: Whether to show the type OTHER.
        too_fast: An answer in fewer seconds counts as too fast.
        joint: Whether to join people and machine on one scale of difficulty. Takes a minute for 1,000 errors.
        strength: Estimate a Bradley–Terry difficulty of each `type` or each `level` from the answers.
        level: Level of the intervals.
        seed: Seed of the random draws. The same seed gives the same result.
    """
    given = [judgements] if isinstance(judgements, Source) else list(judgements)
    records: list[Judgement] = []
    for item in given:
        records += read_judgements(item) if isinstance(item, Source) else [item]
    asked = {record.task for record in records}
    plan = AgreementPlan(which, types, fewest, with_other, too_fast, joint, strength, level, seed)
    tasks = read_tasks(pairs) if isinstance(pairs, Source) else pairs
    rated: tuple[Task, ...] = tuple(task for task in _RATED if task in asked)
    return AgreementReport(
        measure_agreement(records, tasks, plan=plan) if "pair" in asked else None,
        tuple(measure_ratings(records, task, tasks=tasks, which=which, level=level, seed=seed) for task in rated),
        correction_table(records) if "correct" in asked else None,
    )


_RATED: tuple[Task, ...] = ("likert", "edit", "rating", "valid")


def measure_agreement(
    judgements: Sequence[Judgement], tasks: TaskSet | None = None, *, plan: AgreementPlan | None = None
) -> AgreementResults:
    """Compare the answers of all people with each other and, where levels are known, with the machine's.

    Without tasks there is no machine, type or level.
    """
    if isinstance(judgements, str | Path) or isinstance(tasks, str | Path):
        raise UsageError(
            "judgements and tasks must be read first, not given as paths",
            remedy="use redink.read_judgements and redink.read_tasks",
        )
    plan = plan or AgreementPlan()
    everything, named = make_panel(judgements, tasks, which=plan.which)
    if not everything.people:
        raise UsageError("there are no judgements about pairs", remedy="give files written by `redink judge --export`")
    panel = everything.at_random()
    evaluators = panel.evaluators()
    couples = list(combinations(evaluators, 2))
    blocks = [("all", np.ones(len(panel.pairs), dtype=np.bool_))]
    if panel.machine is not None:
        blocks.append(("unlike", panel.unlike))
    agreements = [_agreement(panel, first, second, block, plan.level) for block in blocks for first, second in couples]
    counts = answer_counts(panel.answers, len(SIGNS))
    return AgreementResults(
        signature=agreement_conditions(named, tasks, plan),
        plan=plan,
        people=panel.people,
        pairs=len(panel.pairs),
        levels=tasks.levels if tasks is not None else (),
        couples=tuple((first[0], second[0]) for first, second in couples),
        agreements=tuple(agreements),
        fleiss=fleiss_kappa(counts) if len(panel.people) > 2 else None,
        alpha=krippendorff_alpha(counts[:, _IN_ORDER], "ordinal", np.random.default_rng(plan.seed), level=plan.level),
        human_machine=tuple(
            _mean_with_machine(agreements, panel.machine_name, block)
            for block, _ in blocks
            if panel.machine is not None
        ),
        distribution={name: _distribution(codes) for name, codes in evaluators},
        by_type=tuple(_by_type(panel, couples, plan)),
        by_gap=tuple(_by_gap(panel, couples)),
        by_size=tuple(_by_size(panel, plan.seed)),
        conduct=tuple(conduct_of(person, named, tasks, plan.too_fast, plan.which) for person in panel.people),
        dissent=tuple(_dissent(panel)),
        strengths=tuple(_strengths(everything, plan)),
        judges=_judges(everything, panel, named, joint=plan.joint),
        notes=tuple(_notes(panel, len(everything.pairs) - len(panel.pairs))),
    )


def _judges(everything: Panel, panel: Panel, named: Sequence[Judgement], *, joint: bool) -> Judges:
    quarters, trends = over_time(panel, named)
    return Judges(
        judge_models(panel, named),
        quarters,
        trends,
        drift_of(everything, named),
        criteria_of(everything, named),
        *(joined(everything) if joint else ()),
    )


_Evaluator: TypeAlias = tuple[str, Ints]
"""The name of a judge or of the machine, and the answers."""


def _same(first: Ints, second: Ints) -> Flags:
    same: Flags = (first == second) & (first != MISSING) & (first != UNSURE)
    return same


def _agreement(
    panel: Panel, first: _Evaluator, second: _Evaluator, block: tuple[str, Flags], level: float
) -> Agreement:
    name, chosen = block
    both = chosen & (first[1] != MISSING) & (second[1] != MISSING)
    n = int(both.sum())
    same = _same(first[1], second[1])[both]
    # The paper's baseline always gives the machine's most frequent answer; without a machine, the second judge's.
    target = (panel.machine if panel.machine is not None else second[1])[both]
    guessed: Flags = target == _most_frequent(target)
    agreed, baseline = int(same.sum()), int(guessed.sum())
    test = two_proportion_z(agreed, n, baseline, n)
    only = int((same & ~guessed).sum()), int((guessed & ~same).sum())
    table = contingency(first[1][both], second[1][both], len(SIGNS))
    return Agreement(
        first[0],
        second[0],
        name,
        n,
        agreed,
        agreed / n if n else None,
        wilson_interval(agreed, n, level=level),
        cohen_kappa(table, level=level),
        weighted_kappa(table[np.ix_(_IN_ORDER, _IN_ORDER)], level=level),
        baseline,
        test.z,
        test.p,
        *only,
        mcnemar_exact(*only) if n else None,
    )


def _most_frequent(answers: Ints) -> int:
    """Give the answer given most often, of equally frequent ones the first of > < =; `?` agrees with nobody."""
    return int(np.bincount(answers, minlength=len(SIGNS))[:UNSURE].argmax())


def _mean_with_machine(
    agreements: Sequence[Agreement], machine: str, block: str
) -> tuple[str, float | None, float | None]:
    with_machine = [agreement for agreement in agreements if agreement.block == block and agreement.second == machine]
    rates = [agreement.rate for agreement in with_machine if agreement.rate is not None]
    kappas = [agreement.kappa.value for agreement in with_machine if agreement.kappa.value is not None]
    return block, _mean(rates), _mean(kappas)


def _distribution(codes: Ints) -> tuple[int, int, int, int]:
    counts = np.bincount(codes[codes != MISSING], minlength=len(SIGNS)).tolist()
    return counts[0], counts[1], counts[2], counts[3]


def _rates(couples: Sequence[tuple[_Evaluator, _Evaluator]], chosen: Flags) -> tuple[float | None, ...]:
    rates: list[float | None] = []
    for (_, first), (_, second) in couples:
        both = chosen & (first != MISSING) & (second != MISSING)
        n = int(both.sum())
        rates.append(int(_same(first, second)[both].sum()) / n if n else None)
    return tuple(rates)


def _judged(panel: Panel) -> Flags:
    judged: Flags = (panel.answers != MISSING).any(axis=0)
    return judged


def _types(item: Item) -> tuple[str, str]:
    left, right = (main_type_of(error.type) if error else None for error in (item.left, item.right))
    return left or "(no type)", right or "(no type)"


def _by_type(panel: Panel, couples: Sequence[tuple[_Evaluator, _Evaluator]], plan: AgreementPlan) -> list[RateBy]:
    """Give rates by error type, pairs of unlike levels only; the highest mean over couples first, then by name."""
    members: dict[str, list[int]] = {}
    judged = _judged(panel) & panel.unlike
    for place in np.flatnonzero(judged).tolist() if panel.items else ():
        both = _types(panel.items[place])
        for kind in dict.fromkeys(both if plan.types == "both" else both[:1]):
            members.setdefault(kind, []).append(place)
    rows = []
    for kind, places in members.items():
        if len(places) >= plan.fewest and (kind != "OTHER" or plan.with_other):
            chosen = np.zeros(len(panel.pairs), dtype=np.bool_)
            chosen[places] = True
            rows.append(RateBy(kind, len(places), _rates(couples, chosen)))
    return sorted(rows, key=_by_mean_rate)


def _by_mean_rate(row: RateBy) -> tuple[bool, float, str]:
    mean = _mean(row.rates)
    return mean is None, -(mean or 0.0), row.group


def _by_gap(panel: Panel, couples: Sequence[tuple[_Evaluator, _Evaluator]]) -> list[RateBy]:
    if panel.gap is None:
        return []
    rows = []
    for gap in range(panel.size + 1):
        chosen = (panel.gap == gap) & _judged(panel)
        if chosen.any():
            rows.append(RateBy(str(gap), int(chosen.sum()), _rates(couples, chosen)))
    return rows


def _by_size(panel: Panel, seed: int) -> list[SizeRate]:
    """Average human–machine agreement over all choices of k systems, for every k."""
    if not panel.systems:
        return []
    left, right = (_flags(panel, side) for side in ("left", "right"))
    rng = np.random.default_rng(seed)
    return [_with_systems(panel, left, right, k, rng) for k in range(1, panel.size + 1)]


def _flags(panel: Panel, side: str) -> Ints:
    return np.array([getattr(item, side).solved for item in panel.items], dtype=np.int64)


def _with_systems(panel: Panel, left: Ints, right: Ints, k: int, rng: np.random.Generator) -> SizeRate:
    rates, untied, ties = [], [], []
    subsets = _subsets(panel.size, k, rng)
    for chosen in subsets:
        machine = compare(k - left[:, chosen].sum(axis=1), k - right[:, chosen].sum(axis=1))
        decided = machine != SIGNS.index("=")
        ties.append(1 - float(decided.mean()))
        for answers in panel.answers:
            same, there = _same(answers, machine), answers != MISSING
            rates.append(_share(int((same & there).sum()), int(there.sum())))
            untied.append(_share(int((same & there & decided).sum()), int((there & decided).sum())))
    return SizeRate(k, len(subsets), _mean(rates), float(np.mean(ties)), _mean(untied))


def _subsets(size: int, k: int, rng: np.random.Generator) -> list[list[int]]:
    if math.comb(size, k) <= _MOST_SUBSETS:
        return [list(chosen) for chosen in combinations(range(size), k)]
    return [sorted(rng.permutation(size)[:k].tolist()) for _ in range(_MOST_SUBSETS)]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _dissent(panel: Panel) -> list[Dissent]:
    """List the pairs that all people judged alike, and the machine otherwise; by type."""
    if panel.machine is None or len(panel.people) < 2:
        return []
    first = panel.answers[0]
    united = (panel.answers == first).all(axis=0) & (first != MISSING) & (first != UNSURE)
    rows = [_dissenting(panel, place) for place in np.flatnonzero(united & (first != panel.machine)).tolist()]
    return sorted(rows, key=lambda row: (row.harder_type, row.easier_type, row.pair))


def _dissenting(panel: Panel, place: int) -> Dissent:
    item = panel.items[place]
    assert panel.machine is not None
    people, machine = SIGNS[panel.answers[0, place]], SIGNS[panel.machine[place]]
    harder, easier = (item.right, item.left) if people == "<" else (item.left, item.right)
    assert harder is not None
    assert easier is not None
    kinds = [main_type_of(error.type) or "(no type)" for error in (harder, easier)]
    levels = f"{harder.level} {easier.level}"
    return Dissent(item.id, people, machine, kinds[0], kinds[1], levels, in_short(harder), in_short(easier))


def in_short(error: ErrorInContext) -> str:
    """Write an error as `old → new`; ∅ stands for nothing."""
    return f"{' '.join(error.text.split()[error.start : error.end]) or '∅'} → {error.correction or '∅'}"


def _strengths(panel: Panel, plan: AgreementPlan) -> list[Strength]:
    """Fit one strength a type, level or system to everybody's answers; pairs within one group say nothing."""
    if not panel.items and not panel.compared:
        return []
    by = _levels if plan.strength == "level" and panel.gap is not None else _types
    both = [*map(by, panel.items)] or list(panel.compared)
    names = sorted({name for pair in both for name in pair})
    number = {name: place for place, name in enumerate(names)}
    sign = {0: 1, 1: -1, 2: 0}
    games = [
        (number[both[place][0]], number[both[place][1]], sign[code])
        for codes in panel.answers.tolist()
        for place, code in enumerate(codes)
        if code in sign and both[place][0] != both[place][1]
    ]
    if not games:
        return []
    first, second, outcome = zip(*games, strict=True)
    fitted = bradley_terry(count_pairs(Pairs.of(first, second, outcome, len(names))))
    uses = Counter((*first, *second))
    rows = [
        Strength(name, float(fitted.theta[place]), float(fitted.standard_error[place]), uses[place])
        for place, name in enumerate(names)
        if uses[place] >= plan.fewest
    ]
    return sorted(rows, key=lambda row: (-row.theta, row.group))


def _levels(item: Item) -> tuple[str, str]:
    assert item.left is not None
    assert item.right is not None
    return f"level {item.left.level}", f"level {item.right.level}"


def _notes(panel: Panel, chosen: int) -> list[str]:
    notes = []
    if chosen:
        notes.append(
            f"{chosen} pairs were asked because they teach most. They count for difficulty only: rates and κ come from "
            f"the {len(panel.pairs)} pairs that were drawn at random."
        )
    partly = [
        f"{name} {int((answers != MISSING).sum())}"
        for name, answers in zip(panel.people, panel.answers, strict=True)
        if (answers == MISSING).any()
    ]
    if partly:
        notes.append(f"Some people did not judge all {len(panel.pairs)} pairs: {', '.join(partly)}.")
    if panel.machine is not None and not panel.systems:
        notes.append("A weight file does not say which system solves which error: no figure by number of systems.")
    if panel.machine is not None and panel.size < 5:
        notes.append(f"The levels come from {panel.size} systems; the paper finds them stable with five or six.")
    return notes
