"""`python -m tools.adaptive_judging ../shared`: how many judgements adaptive pairs save; two tables on standard output.

The first table replays real judgements: rankings of the outputs of 13 systems by Grundkiewicz et al. (2015). Each
decision between two different outputs counts once, for two systems that have these outputs. A replay asks about one
pair of systems after the other and gets a decision that some judge made about that pair, each at most once. It ends
where the ranking agrees with that of all decisions (Kendall τ ≥ .95), and does so ever after.

The other tables have simulated judges and 60 errors of known difficulty. The machine's difficulty correlates with the
true one at about .6. The noise of judges is the slope of their answers. The first of these tables tells how soon the
order is known, the second why very noisy judges gain nothing, the third whether it helps to know the noise of each
judge, and the last that only the random fifth of the pairs tells how often people agree with the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints
from redink.reading.human_rankings import SIGNS, PairwiseChoice, read_choices
from redink.reports.output import write_tables
from redink.reports.tables import Column, Table, Value, make_table
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
ERRORS, WORLDS = 60, 30
CHECKS = tuple(range(25, 401, 25))
"""Numbers of answers after which simulated judges' order is compared with the true one."""
SHOWN = (100, 200, 400)
NOISE = {"low noise (slope 3)": 3.0, "medium noise (slope 1.5)": 1.5, "high noise (slope 0.75)": 0.75}
TIE, UNSURE = 0.4, 0.05
JUDGES, SPREAD = 10, 0.7
"""Judges whose noise differs, and the standard deviation of its logarithm."""


class Asking(NamedTuple):
    """What decides which pair is next, and what the model knows."""

    chosen: bool = True
    """Whether pairs are chosen, but for a share of random ones."""
    share: float = RANDOM_SHARE
    machine: bool = True
    """Whether the machine's difficulty is known."""
    scale: bool = False
    """Whether the prior has the true scale, instead of 1."""
    weighs: bool = False
    """Whether the noise of each judge is known when an answer is taken in."""
    suits: bool = False
    """Whether the noise of each judge is known when a pair is chosen."""


ORDERS = {"random": Asking(chosen=False), "adaptive": Asking(), "adaptive, no machine": Asking(machine=False)}
REASONS = {
    "random": Asking(chosen=False),
    "adaptive": Asking(),
    "adaptive, nothing random": Asking(share=0),
    "random, scale known": Asking(chosen=False, scale=True),
    "adaptive, scale known": Asking(scale=True),
}
WEIGHING = {
    "one noise for all": Asking(),
    "noise known, answers weighed": Asking(weighs=True),
    "noise known, pairs chosen by it too": Asking(weighs=True, suits=True),
}


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


class JudgedBelief(Belief):
    """A belief that knows how noisy the judge is who answers or is asked next."""

    slope = 1.0

    def chances(self, d: Floats) -> Floats:
        """Give the chances of the three answers of this judge."""
        return chances(self.slope * d, self.tie)


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

    def answer(self, pair: int, slope: float, rng: np.random.Generator) -> int | None:
        """Let a judge answer, whose slope is so many times the usual one: one in twenty cannot judge."""
        d = slope * (self.truth[self.first[pair]] - self.truth[self.second[pair]])
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
    """Let simulated judges answer, in different orders."""
    rates: list[list[Value]] = []
    rows: list[list[Value]] = []
    reasons: list[list[Value]] = []
    weighing: list[list[Value]] = []
    for noise, slope in NOISE.items():
        curves, agreed = simulated_curves(slope, ORDERS, seed)
        for row, curve in zip(compared(noise, curves), curves.values(), strict=True):
            reached = np.flatnonzero(curve.mean(axis=0) >= curves["random"].mean(axis=0)[-1])
            rows.append([*row, CHECKS[int(reached[0])] if len(reached) else None])
        rates.append([noise, *agreed.tolist()])
        weighing += compared(noise, simulated_curves(slope, WEIGHING, seed, spread=SPREAD)[0])
    noise = list(NOISE)[-1]
    reasons += compared(noise, simulated_curves(NOISE[noise], REASONS, seed)[0])
    shown = [
        *(Column(f"tau{many}", f"τ after {many}", digits=3) for many in SHOWN),
        Column("gain", "gain", digits=3),
        Column("error", "standard error", digits=3),
    ]
    columns = (Column("noise"), Column("order"), *shown)
    note = f"Kendall τ with the order of {ERRORS} errors, mean of {WORLDS} worlds; gain over the first row at the end."
    percents = [
        Column(key, title, digits=1, percent=True)
        for key, title in (("true", "all pairs (truth)"), ("random", "random fifth"), ("chosen", "adaptive pairs"))
    ]
    needed = Column("needed", "answers for the last random τ", digits=0)
    return [
        make_table("Simulated judges: how soon the order is known", (*columns, needed), rows, notes=[note]),
        make_table("Very noisy judges: what limits adaptive pairs", columns, reasons, notes=[note]),
        make_table(f"{JUDGES} judges whose ln noise has the spread {SPREAD}", columns, weighing, notes=[note]),
        make_table("Simulated judges: agreement with the machine", (Column("noise"), *percents), rates),
    ]


def simulated_curves(
    slope: float, orders: Mapping[str, Asking], seed: int, *, spread: float = 0.0
) -> tuple[dict[str, Floats], Floats]:
    """Give τ at every check, (worlds × checks), by order; and agreement with the machine where pairs are chosen."""
    curves: dict[str, list[list[float]]] = {name: [] for name in orders}
    agreed = []
    for replay in range(WORLDS):
        world = World.drawn(slope, np.random.default_rng([seed, replay]))
        slopes = np.exp(spread * np.random.default_rng([seed, replay, 2]).standard_normal(JUDGES))
        for name, asking in orders.items():
            rng = np.random.default_rng([seed, replay, 1])
            taus, agreement = simulated(world, slopes, asking, slope, rng)
            curves[name].append(taus)
            if asking == Asking():
                agreed.append((world.agreement(), *agreement))
    return {name: np.array(taus) for name, taus in curves.items()}, np.mean(np.array(agreed), axis=0)


def compared(noise: str, curves: Mapping[str, Floats]) -> list[list[Value]]:
    """Give a row for each order: mean τ, the gain over the first order at the end, and its standard error."""
    rows: list[list[Value]] = []
    first = next(iter(curves.values()))
    for name, curve in curves.items():
        gains = (curve - first)[:, -1]
        means = [float(curve.mean(axis=0)[CHECKS.index(many)]) for many in SHOWN]
        doubt = float(gains.std(ddof=1) / np.sqrt(len(gains)))
        rows.append([noise, name, *means, *((float(gains.mean()), doubt) if gains.any() else (None, None))])
    return rows


def simulated(
    world: World, slopes: Floats, asking: Asking, scale: float, rng: np.random.Generator
) -> tuple[list[float], tuple[float, float]]:
    """Ask as many answers as `CHECKS` wants; give τ at each check, and agreement by random and by chosen pairs."""
    belief = first_belief(world, asking, scale)
    is_open = np.ones(len(world.first), dtype=np.bool_)
    reserve = rng.permutation(len(world.first)).tolist()
    if asking.chosen:
        is_open[reserve[: round(CHECKS[-1] * asking.share)]] = False
    taus, agreed = [], {True: [0, 0], False: [0, 0]}
    for number in range(1, CHECKS[-1] + 1):
        slope = float(slopes[number % len(slopes)])
        is_random = not asking.chosen or (asking.share > 0 and number % round(1 / asking.share) == 0)
        if is_random:
            pair = reserve.pop(0)
        else:
            belief.slope = slope if asking.suits else 1.0
            places = np.flatnonzero(is_open)
            pair = int(places[np.argmax(belief.information(world.first[places], world.second[places]))])
        is_open[pair] = False
        said = world.answer(pair, slope, rng)
        belief.slope = slope if asking.weighs else 1.0
        belief.learn(str(pair), int(world.first[pair]), int(world.second[pair]), said)
        agreed[is_random][0] += said == world.machine(pair)
        agreed[is_random][1] += 1
        if number in CHECKS:
            taus.append(kendall(belief.mean, world.truth))
    rates = tuple(same / max(asked, 1) for same, asked in (agreed[True], agreed[False]))
    return taus, (rates[0], rates[1])


def first_belief(world: World, asking: Asking, scale: float) -> JudgedBelief:
    """Give what is known before any answer; with the true scale, θ = .64·scale·m + u, u ~ N(0, (.77·scale)²)."""
    spread = np.log((world.level + 0.5) / (8.5 - world.level))
    machine = (spread - spread.mean()) / spread.std() * asking.machine
    belief = JudgedBelief(machine)
    if asking.scale:
        belief.mean = 0.64 * scale * machine
        belief.covariance = (0.77 * scale) ** 2 * np.eye(ERRORS) + 0.01 * np.outer(machine, machine)
    return belief


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
