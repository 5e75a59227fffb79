"""Errors with their levels of difficulty in, pairs of errors to judge out (step 1 of the paper's method).

A given number of pairs is drawn for each combination of two different levels, and another for each level with itself.
The combinations take turns, one pair each. If the limit on the uses of an error is too small, all combinations lose
about the same number of pairs. If the number of all pairs is given, combinations take turns until it is reached, and
the types of errors are balanced too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement, islice
from typing import NamedTuple

import numpy as np

from redink.arrays import Flags, Ints
from redink.errors import UsageError
from redink.evaluation.conditions import conditions
from redink.frozen import frozen
from redink.judging.contexts import JudgedErrors
from redink.judging.workload import Workload
from redink.questions.difficulty.mathematics.by_type import level_histogram
from redink.reading.judging_tasks import Block, Item, TaskSet
from redink.scoring.edit_overlap import main_type_of
from redink.signature import Signature

_SHUFFLED = 1 << 20
"""A combination of at most this many pairs is shuffled; from a larger one, pairs are drawn at random."""
_CANDIDATES = 16
"""Number of random pairs of which the one with the rarest types is drawn."""
_FIRST_HELD, _MOST_HELD = 1 << 12, 1 << 17
"""Number of places of a shuffle that are held in memory at first, and at most."""


@dataclass(frozen=True, slots=True)
class PairPlan:
    """How many pairs are drawn, and from which errors."""

    unlike: int = 50
    """Number of pairs for each combination of two different levels."""
    like: int = 25
    """Number of pairs for each level with itself."""
    exclude: tuple[str, ...] = ()
    """Error types that are left out, such as `R:PUNCT` or `PUNCT`."""
    shortest: int = 1
    """Smallest number of tokens of a sentence."""
    longest: int | None = None
    """Largest number of tokens of a sentence."""
    most_uses: int | None = None
    """Largest number of pairs that may share an error."""
    repeats: int = 0
    """Number of pairs asked twice in the same way, for self-agreement."""
    swapped: int = 0
    """Number of pairs asked twice with their sides exchanged."""
    seed: int = 12345
    """Seed of the random draws."""
    work: Workload = field(default_factory=Workload)
    """How many pairs can be judged, and by how many judges."""


class Combination(NamedTuple):
    """Two levels, and how many pairs of them were requested and drawn."""

    low: int
    high: int
    """The higher level; equal to `low` for pairs of one level."""
    wanted: int
    """Number of pairs requested."""
    drawn: int
    """Number of pairs drawn."""


@frozen
class SampledPairs:
    """The pairs that were drawn, and how they compare with the plan."""

    tasks: TaskSet
    levels: tuple[int, ...]
    """Number of errors at each level 0 … N, before any are left out: the paper's Table 2."""
    eligible: tuple[int, ...]
    """Number of errors at each level that could be drawn."""
    combinations: tuple[Combination, ...]
    """Number of pairs requested and drawn for each combination."""
    distinct: int
    """Number of distinct errors in the pairs."""
    missing: int = 0
    """How many more pairs the plan wants than there are."""

    @property
    def short(self) -> tuple[Combination, ...]:
        """The combinations with fewer pairs than requested."""
        return tuple(combination for combination in self.combinations if combination.drawn < combination.wanted)


def sample_pairs(errors: JudgedErrors, plan: PairPlan | None = None) -> SampledPairs:
    """Draw pairs of errors by level."""
    plan = plan or PairPlan()
    rng = np.random.default_rng(plan.seed)
    eligible = eligible_errors(errors, plan)
    members = [np.flatnonzero(eligible & (errors.level == level)) for level in range(errors.size + 1)]
    if plan.work.errors is not None:
        members = balanced(members, plan.work.errors, rng)
    if plan.work.drawn is None:
        pairs, filled = _drawn(members, plan, rng)
    else:
        pairs, filled = _counted(members, plan, [main_type_of(edit.type) or "" for edit in errors.edits], rng)
    order = rng.permutation(len(pairs)).tolist()
    sides = rng.integers(0, 2, len(pairs)).tolist()
    if plan.work.drawn is not None:
        sides = rng.permutation(np.arange(len(pairs)) % 2).tolist()  # the harder error is on the left in every second
    chosen = [pairs[number] if side else pairs[number][::-1] for number, side in zip(order, sides, strict=True)]
    if not chosen:
        raise UsageError(
            "no pair could be drawn", remedy="ask for more pairs, leave out fewer errors, or give more systems"
        )
    work = plan.work.limited_to(len(chosen))
    each = min(work.each or len(chosen), len(chosen))
    shared = work.shared_of(each)
    repeats = tuple(_repeats(errors, chosen[:shared] if work.is_shared_out else chosen, plan, rng))
    levels = levels_of(errors)
    return SampledPairs(
        TaskSet(
            task="pair",
            items=(*_items(errors, chosen, plan, shared), *repeats),
            seed=plan.seed,
            size=errors.size,
            systems=errors.systems if errors.solved is not None else (),
            votes=1 if work.is_shared_out else None,
            levels=levels,
            signature=str(_signature(errors, plan)),
            each=each + len(repeats) if work.is_shared_out else None,
            pace=work.pace,
            precision=work.precision if work.adaptive else None,
        ),
        levels,
        tuple(map(len, members)),
        tuple(filled),
        len({index for pair in chosen for index in pair}),
        max(0, (plan.work.drawn or 0) - len(chosen)),
    )


def balanced(members: Sequence[Ints], number: int, rng: np.random.Generator) -> list[Ints]:
    """Choose errors at random, as many from each level as from any other, as far as there are so many."""
    shuffled = [rng.permutation(level) for level in members]
    kept = [0] * len(members)
    while sum(kept) < number and any(many < len(level) for many, level in zip(kept, shuffled, strict=True)):
        open_levels = [place for place, level in enumerate(shuffled) if kept[place] < len(level)]
        for place in rng.permutation(open_levels).tolist()[: number - sum(kept)]:
            kept[place] += 1
    return [np.sort(level[:many]) for level, many in zip(shuffled, kept, strict=True)]


def eligible_errors(errors: JudgedErrors, plan: PairPlan) -> Flags:
    """Tell which errors may be drawn: those of a type that is not excluded, in a sentence of the right length."""
    lengths = np.array([len(tokens) for tokens in errors.around.sources], dtype=np.int64)[errors.sentence]
    excluded = np.array([_is_excluded(edit.type, plan.exclude) for edit in errors.edits], dtype=np.bool_)
    eligible: Flags = ~excluded & (lengths >= plan.shortest)
    return eligible if plan.longest is None else eligible & (lengths <= plan.longest)


def _is_excluded(kind: str, exclude: Sequence[str]) -> bool:
    return kind in exclude or (kind[1:2] == ":" and kind[2:] in exclude)


def _drawn(
    members: Sequence[Ints], plan: PairPlan, rng: np.random.Generator
) -> tuple[list[tuple[int, int]], list[Combination]]:
    """Give the pairs and how each combination was filled; combinations take turns until each is full or used up."""
    levels = list(combinations_with_replacement(range(len(members)), 2))
    wanted = [plan.like if low == high else plan.unlike for low, high in levels]
    streams = [_cells(members[low], members[high], like=low == high, rng=rng) for low, high in levels]
    drawn: list[list[tuple[int, int]]] = [[] for _ in levels]
    uses: dict[int, int] = {}
    unfilled = [place for place, many in enumerate(wanted) if many]
    while unfilled:
        still = []
        for place in unfilled:
            pair = _next(streams[place], uses, plan.most_uses)
            if pair is not None:
                drawn[place].append(pair)
                if len(drawn[place]) < wanted[place]:
                    still.append(place)
        unfilled = still
    filled = [
        Combination(*pair, many, len(pairs)) for pair, many, pairs in zip(levels, wanted, drawn, strict=True) if many
    ]
    return [pair for pairs in drawn for pair in pairs], filled


def _counted(
    members: Sequence[Ints], plan: PairPlan, kinds: Sequence[str], rng: np.random.Generator
) -> tuple[list[tuple[int, int]], list[Combination]]:
    """Give so many pairs in all; a combination gets a share of them in proportion to `unlike` and `like`.

    Whoever is furthest behind its share is next. Of a few random pairs, the one whose types were drawn least is taken.
    """
    number = plan.work.drawn or 0
    levels = list(combinations_with_replacement(range(len(members)), 2))
    share = np.array([float(plan.like if low == high else plan.unlike) for low, high in levels])
    streams = [_cells(members[low], members[high], like=low == high, rng=rng) for low, high in levels]
    waiting: list[list[tuple[int, int]]] = [[] for _ in levels]
    turn = rng.permutation(len(levels))  # decides between combinations that are equally far behind
    drawn: list[list[tuple[int, int]]] = [[] for _ in levels]
    uses: dict[int, int] = {}
    seen: Counter[str] = Counter()
    is_open = share > 0
    while is_open.any() and sum(map(len, drawn)) < number:
        behind = np.where(is_open, np.array([len(pairs) for pairs in drawn]) / np.maximum(share, 1e-9), np.inf)
        place = int(np.lexsort((turn, behind))[0])
        usable = (pair for pair in chain(waiting[place], streams[place]) if _may_use(pair, uses, plan.most_uses))
        waiting[place] = list(islice(usable, _CANDIDATES))
        if not waiting[place]:
            is_open[place] = False
            continue
        pair = min(waiting[place], key=lambda pair: sum(seen[kinds[index]] for index in pair))
        waiting[place].remove(pair)
        drawn[place].append(pair)
        _use(pair, uses)
        seen.update(kinds[index] for index in pair)
    filled = [Combination(*pair, len(many), len(many)) for pair, many in zip(levels, drawn, strict=True) if many]
    return [pair for pairs in drawn for pair in pairs], filled


def _next(stream: Iterator[tuple[int, int]], uses: dict[int, int], most: int | None) -> tuple[int, int] | None:
    for pair in stream:
        if _may_use(pair, uses, most):
            _use(pair, uses)
            return pair
    return None


def _may_use(pair: tuple[int, int], uses: dict[int, int], most: int | None) -> bool:
    return most is None or all(uses.get(index, 0) < most for index in pair)


def _use(pair: tuple[int, int], uses: dict[int, int]) -> None:
    for index in pair:
        uses[index] = uses.get(index, 0) + 1


def _cells(low: Ints, high: Ints, *, like: bool, rng: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Yield each pair of two levels once, in random order; for one level, unordered pairs of different errors."""
    n = len(high)
    size = len(low) * n
    numbers = _shuffled(size, rng) if size <= _SHUFFLED else _without_repeats(size, rng)
    for number in numbers:
        row, column = divmod(number, n)
        if not like or row < column:
            yield int(low[row]), int(high[column])


def _shuffled(size: int, rng: np.random.Generator) -> Iterator[int]:
    """Yield a permutation of 0 … size − 1 with only a part of it in memory at a time.

    All combinations are in use at once (105 for 13 systems), and few need many places of their shuffle. When more are
    needed, the permutation is computed again from the saved state of the generator.
    """
    state = rng.bit_generator.state
    held = rng.permutation(size)[:_FIRST_HELD].astype(np.int32)
    done = 0
    while len(held):
        yield from map(int, held)
        done += len(held)
        if done == size:
            return
        again = type(rng.bit_generator)()
        again.state = state
        more = min(2 * len(held), _MOST_HELD)
        held = np.random.Generator(again).permutation(size)[done : done + more].astype(np.int32)


def _without_repeats(size: int, rng: np.random.Generator) -> Iterator[int]:
    # A combination this large is never used up: a few pairs are drawn from a million or more.
    seen: set[int] = set()
    while len(seen) < _SHUFFLED // 2:
        number = int(rng.integers(size))
        if number not in seen:
            seen.add(number)
            yield number


def _items(errors: JudgedErrors, pairs: Sequence[tuple[int, int]], plan: PairPlan, shared: int) -> Iterator[Item]:
    """Yield the pairs; the first ones, which are a random sample of all, are those that everybody judges."""
    work = plan.work
    first = work.first_of(shared)
    for number, (left, right) in enumerate(pairs, start=1):
        block: Block = "adaptive" if work.adaptive else ""
        if number <= first:
            block = "first"
        elif number <= shared and work.is_shared_out:
            block = "shared"
        yield Item(pair=_name(number), left=errors.in_context(left), right=errors.in_context(right), block=block)


def _name(number: int) -> str:
    return f"p{number:04}"


def _repeats(
    errors: JudgedErrors, pairs: Sequence[tuple[int, int]], plan: PairPlan, rng: np.random.Generator
) -> Iterator[Item]:
    """Yield repeats of some pairs; a repeat has its own name and the name of its original."""
    asked = plan.repeats + plan.swapped
    if asked > len(pairs):
        raise UsageError(f"{asked} repeats are asked for, but there are {len(pairs)} pairs", remedy="ask for fewer")
    for place, number in enumerate(rng.permutation(len(pairs))[:asked].tolist()):
        left, right = (errors.in_context(index) for index in pairs[number])
        yield Item(
            pair=f"{_name(number + 1)}r",
            left=left,
            right=right,
            repeat_of=_name(number + 1),
            swapped=place >= plan.repeats,
            block="shared" if plan.work.is_shared_out else "",
        )


def named_pairs(errors: JudgedErrors, wanted: Sequence[tuple[str, str, str]], seed: int) -> TaskSet:
    """Give the pairs that judgements name, with their levels and contexts.

    `wanted` has the name of each pair and `ErrorId.key` of its left and its right error.
    """
    places: dict[str, int] = {}
    for index, edit in enumerate(errors.edits):
        key = f"{int(errors.sentence[index]) + 1}:{edit.start}-{edit.end}:{' '.join(edit.replacement)}"
        places.setdefault(key, index)
    items = []
    for name, *keys in wanted:
        for key in keys:
            if key not in places:
                raise UsageError(
                    f"pair {name!r}: the reference has no edit {key}",
                    remedy="give the reference the judgements are about, with the edits they name (M2, or --pipeline)",
                )
        left, right = (errors.in_context(places[key]) for key in keys)
        items.append(Item(pair=name, left=left, right=right))
    systems = errors.systems if errors.solved is not None else ()
    signature = str(_signature(errors, PairPlan(seed=seed)))
    return TaskSet("pair", tuple(items), seed, errors.size, systems, None, levels_of(errors), signature)


def levels_of(errors: JudgedErrors) -> tuple[int, ...]:
    """Give the number of errors at each level 0 … N."""
    return tuple(level_histogram(errors.size - errors.level, errors.size).tolist())


def _signature(errors: JudgedErrors, plan: PairPlan) -> Signature:
    return conditions(
        {
            "task": "pair",
            "unlike": plan.unlike,
            "like": plan.like,
            "exclude": " ".join(plan.exclude),
            "shortest": plan.shortest,
            "longest": plan.longest,
            "most_uses": plan.most_uses,
            "repeats": plan.repeats,
            "swapped": plan.swapped,
            "count": plan.work.count,
            "hours": plan.work.hours,
            "judges": plan.work.judges,
            "overlap": plan.work.overlap,
            "pace": plan.work.pace,
            "adaptive": plan.work.adaptive,
            "precision": plan.work.precision,
            "seed": plan.seed,
            "N": errors.size,
            "reference": errors.reference,
            "data": errors.around.corpus,
        },
        checksums={"errors": error_lines(errors)},
    )


def error_lines(errors: JudgedErrors) -> Iterator[str]:
    """Yield one line for each error, for a checksum."""
    solved = [""] * len(errors.edits) if errors.solved is None else errors.solved.astype(int).tolist()
    for edit, sentence, level, solvers in zip(errors.edits, errors.sentence, errors.level, solved, strict=True):
        yield f"{sentence} {edit.start} {edit.end} {edit.type} {' '.join(edit.replacement)}\t{level}\t{solvers}"
