"""`python -m tools.adaptive_judging ../shared`: how many judgements adaptive pairs save; two tables on standard output.

The first table replays real judgements: rankings of the outputs of 13 systems by Grundkiewicz et al. (2015). Each
decision between two different outputs counts once, for two systems that have these outputs. A replay asks about one
pair of systems after the other and gets a decision that some judge made about that pair, each at most once. It ends
where the ranking agrees with that of all decisions (Kendall τ ≥ .95), and does so ever after.

The other tables have simulated judges and 60 errors of known difficulty. The machine's difficulty correlates with the
true one at about .6. The noise of judges is the slope of their answers. The first of these tables tells how soon the
order is known, the second that only the random fifth of the pairs tells how often people agree with the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints
from redink.reading.human_rankings import SIGNS, PairwiseChoice, read_choices
from redink.reports.output import write_tables
from redink.reports.tables import Column, Table, make_table
from redink.stats.correlation import kendall
from redink.stats.informative_pairs import Belief, chances
from redink.stats.rankings_from_pairs import Pairs, bradley_terry, count_pairs

REPLAYS = 50
AT_ONCE = 20
"""Judges who are asked at the same time: so many pairs are chosen before the answers are known."""
RANDOM_SHARE = 0.2
STEP = 0.01
"""The ranking is looked at whenever another such share of the choices is known."""
GOAL, EASIER_GOAL = 0.95, 0.9
ERRORS, WORLDS = 60, 10
CHECKS = tuple(range(25, 401, 25))
"""Numbers of answers after which simulated judges' order is compared with the true one."""
SHOWN = (100, 200, 400)
NOISE = {"low noise (slope 3)": 3.0, "medium noise (slope 1.5)": 1.5, "high noise (slope 0.75)": 0.75}
ORDERS = ("random", "adaptive", "adaptive, no machine")
TIE, UNSURE = 0.4, 0.05


def replay_table(choices: Pairs, seed: int = 12345) -> Table:
    """Replay real choices in random order, and with adaptive pairs."""
    target = bradley_terry(count_pairs(choices)).theta
    pairs = len(choices.first)
    orders: dict[str, Callable[[np.random.Generator], Ints]] = {
        "random order": lambda rng: rng.permutation(pairs),
        "adaptive": lambda rng: adaptive_order(choices, rng),
    }
    rows: list[tuple[str | float, ...]] = []
    for name, order in orders.items():
        shares = [
            shares_needed(choices, order(np.random.default_rng([seed, replay])), target) for replay in range(REPLAYS)
        ]
        easier, needed = np.array(shares).T
        rows.append((name, float(np.median(easier)), *(float(part) for part in np.quantile(needed, (0.5, 0.1, 0.9)))))
    columns = (
        Column("order"),
        Column("easier", "τ ≥ .90, median", digits=1, percent=True),
        Column("median", "τ ≥ .95, median", digits=1, percent=True),
        Column("low", "10 % of replays below", digits=1, percent=True),
        Column("high", "90 % below", digits=1, percent=True),
    )
    note = f"{pairs} decisions between {choices.n_items} systems, {REPLAYS} replays, {AT_ONCE} judges at once."
    return make_table("Share of real judgements needed for the ranking of all of them", columns, rows, notes=[note])


def adaptive_order(choices: Pairs, rng: np.random.Generator) -> Ints:
    """Give the choices in the order in which adaptive asking reveals them; a fifth of the questions is random."""
    first, second = np.triu_indices(choices.n_items, 1)
    number = {ends: place for place, ends in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
    left: list[list[int]] = [[] for _ in number]
    shuffled = rng.permutation(len(choices.first)).tolist()
    for place in shuffled:
        ends = sorted((int(choices.first[place]), int(choices.second[place])))
        left[number[ends[0], ends[1]]].append(place)
    belief, asked = Belief(np.zeros(choices.n_items)), np.zeros(len(choices.first), dtype=np.bool_)
    order: list[int] = []
    random_order = iter(shuffled)
    while len(order) < len(shuffled):
        gain = belief.information(first, second)
        batch: list[int] = []
        for place in np.argsort(-gain, kind="stable").tolist():
            while left[place] and asked[left[place][-1]]:
                left[place].pop()
            if left[place] and len(batch) < AT_ONCE:
                batch.append(left[place].pop())
                asked[batch[-1]] = True
        for turn, place in enumerate(batch):
            if rng.random() < RANDOM_SHARE and (other := next((p for p in random_order if not asked[p]), None)):
                asked[place], asked[other] = False, True
                ends = sorted((int(choices.first[place]), int(choices.second[place])))
                left[number[ends[0], ends[1]]].append(place)
                batch[turn] = other
        for place in batch:
            belief.learn(str(place), int(choices.first[place]), int(choices.second[place]), int(choices.outcome[place]))
        order += batch
    return np.array(order)


def shares_needed(choices: Pairs, order: Ints, target: Floats) -> tuple[float, float]:
    """Give the smallest shares of choices from which on the ranking stays at τ ≥ .9 and τ ≥ .95."""
    total = len(order)
    needed = [1.0, 1.0]
    for percent in range(99, 0, -1):
        known = order[: round(total * percent * STEP)]
        seen = Pairs(choices.first[known], choices.second[known], choices.outcome[known], choices.n_items)
        tau = kendall(bradley_terry(count_pairs(seen), tolerance=1e-6).theta, target)
        for place, goal in enumerate((EASIER_GOAL, GOAL)):
            if tau >= goal and abs(needed[place] - (percent + 1) * STEP) < STEP / 2:
                needed[place] = percent * STEP
        if tau < EASIER_GOAL:
            break
    return needed[0], needed[1]


class World(NamedTuple):
    """Errors with known difficulty, what eight machines make of them, and the pairs that may be asked."""

    truth: Floats
    """(E,) θ times the slope of the judges."""
    level: Ints
    """(E,) how many of eight machines miss each error."""
    first: Ints
    """(P,) an error of each pair."""
    second: Ints
    """(P,) the other."""

    @classmethod
    def drawn(cls, slope: float, rng: np.random.Generator) -> World:
        """Draw errors and pairs."""
        truth = rng.standard_normal(ERRORS)
        seen_by_machines = 0.7 * truth + 0.7 * rng.standard_normal(ERRORS)
        level = rng.binomial(8, 1 / (1 + np.exp(-1.5 * seen_by_machines)))
        first, second = np.triu_indices(ERRORS, 1)
        chosen = rng.permutation(len(first))[: 2 * CHECKS[-1]]
        return cls(slope * truth, level, first[chosen], second[chosen])

    def answer(self, pair: int, rng: np.random.Generator) -> int | None:
        """Let a judge answer: one in twenty cannot judge."""
        d = self.truth[self.first[pair]] - self.truth[self.second[pair]]
        said = int(1 - rng.choice(3, p=_normalised(chances(d, TIE))))
        return None if rng.random() < UNSURE else said

    def machine(self, pair: int) -> int:
        """Give the machine's answer."""
        return int(np.sign(self.level[self.first[pair]] - self.level[self.second[pair]]))

    def agreement(self) -> float:
        """Give the chance that a judge agrees with the machine on a pair drawn at random."""
        d = self.truth[self.first] - self.truth[self.second]
        outcome = chances(d, TIE)
        said = np.sign(self.level[self.first] - self.level[self.second])
        return float((1 - UNSURE) * outcome[1 - said, np.arange(len(d))].mean())


def _normalised(chance: Floats) -> Floats:
    total: Floats = chance / chance.sum()
    return total


def simulation_tables(seed: int = 12345) -> list[Table]:
    """Let simulated judges answer random pairs, adaptive pairs, and adaptive pairs without the machine."""
    rows: list[tuple[str | float | None, ...]] = []
    rates = []
    for noise, slope in NOISE.items():
        curves: dict[str, list[list[float]]] = {name: [] for name in ORDERS}
        agreed = []
        for replay in range(WORLDS):
            world = World.drawn(slope, np.random.default_rng([seed, replay]))
            for name in ORDERS:
                taus, agreement = simulated(world, name, np.random.default_rng([seed, replay, 1]))
                curves[name].append(taus)
                if name == "adaptive":
                    agreed.append((world.agreement(), *agreement))
        mean = {name: np.mean(np.array(all_taus), axis=0) for name, all_taus in curves.items()}
        for name in ORDERS:
            reached = np.flatnonzero(mean[name] >= mean["random"][-1])
            needed = CHECKS[int(reached[0])] if len(reached) else None
            rows.append((noise, name, *(float(mean[name][CHECKS.index(many)]) for many in SHOWN), needed))
        rates.append((noise, *map(float, np.mean(np.array(agreed), axis=0))))
    shown = [Column(f"tau{many}", f"τ after {many}", digits=3) for many in SHOWN]
    columns = (Column("noise"), Column("order"), *shown, Column("needed", "answers for the last random τ", digits=0))
    note = f"Kendall τ with the true order of {ERRORS} errors, mean of {WORLDS} worlds."
    percents = [
        Column(key, title, digits=1, percent=True)
        for key, title in (("true", "all pairs (truth)"), ("random", "random fifth"), ("chosen", "adaptive pairs"))
    ]
    return [
        make_table("Simulated judges: how soon the order is known", columns, rows, notes=[note]),
        make_table("Simulated judges: agreement with the machine", (Column("noise"), *percents), rates),
    ]


def simulated(world: World, order: str, rng: np.random.Generator) -> tuple[list[float], tuple[float, float]]:
    """Ask as many answers as `CHECKS` wants; give τ at each check, and agreement by random and by chosen pairs."""
    spread = np.log((world.level + 0.5) / (8.5 - world.level))
    machine = (spread - spread.mean()) / spread.std()
    belief = Belief(np.zeros(ERRORS) if order == "adaptive, no machine" else machine)
    is_open = np.ones(len(world.first), dtype=np.bool_)
    reserve = rng.permutation(len(world.first)).tolist()
    kept = set(reserve[: round(CHECKS[-1] * RANDOM_SHARE)]) if order != "random" else set()
    is_open[list(kept)] = False
    taus, agreed = [], {True: [0, 0], False: [0, 0]}
    for number in range(1, CHECKS[-1] + 1):
        is_random = order == "random" or number % round(1 / RANDOM_SHARE) == 0
        if is_random:
            pair = reserve.pop(0)
        else:
            places = np.flatnonzero(is_open)
            pair = int(places[np.argmax(belief.information(world.first[places], world.second[places]))])
        is_open[pair] = False
        said = world.answer(pair, rng)
        belief.learn(str(pair), int(world.first[pair]), int(world.second[pair]), said)
        agreed[is_random][0] += said == world.machine(pair)
        agreed[is_random][1] += 1
        if number in CHECKS:
            taus.append(kendall(belief.mean, world.truth))
    rates = tuple(same / max(asked, 1) for same, asked in (agreed[True], agreed[False]))
    return taus, (rates[0], rates[1])


def _decisions(ranking: Sequence[PairwiseChoice], rng: np.random.Generator) -> Iterator[PairwiseChoice]:
    """Yield one choice, drawn at random, for each two different outputs that a judge ranked."""
    output: dict[str, str] = {}  # the first system with the same output
    for choice in ranking:
        if choice.identical:
            output[choice.second] = output.setdefault(choice.first, choice.first)
    decisions: dict[frozenset[str], list[PairwiseChoice]] = {}
    for choice in ranking:
        if not choice.identical:
            both = frozenset(output.get(name, name) for name in (choice.first, choice.second))
            decisions.setdefault(both, []).append(choice)
    for copies in decisions.values():
        yield copies[int(rng.integers(len(copies)))]


def read_systems(shared: Path, seed: int = 12345) -> Pairs:
    """Give the decisions between outputs of systems, each for one pair of systems."""
    path = shared / "data" / "human-grundkiewicz15" / "judgments.xml"
    rng = np.random.default_rng(seed)
    rankings = groupby(read_choices(path), key=lambda choice: (choice.sentence, choice.judge))
    choices = [choice for _, ranking in rankings for choice in _decisions(list(ranking), rng)]
    names = sorted({name for choice in choices for name in (choice.first, choice.second)})
    number = {name: place for place, name in enumerate(names)}
    rows = [(number[choice.first], number[choice.second], SIGNS[choice.outcome]) for choice in choices]
    first, second, outcome = zip(*rows, strict=True)
    return Pairs.of(first, second, outcome, len(names))


def main(arguments: Sequence[str]) -> None:
    """Print the tables; without `../shared`, only those of simulated judges."""
    write_tables(simulation_tables(), "table", "-")
    for shared in arguments:
        write_tables([replay_table(read_systems(Path(shared)))], "table", "-")


if __name__ == "__main__":
    main(sys.argv[1:])
