"""Source sentences and one long output in; for each sentence the stretch of the output that belongs to it out.

The output is one sequence of words, wherever its lines ended. Every sentence gets one stretch of it, in order. A
sentence may be lost (its stretch is empty), and a stretch between two sentences may be added (it belongs to none).
The cheapest placement is found by dynamic programming over the words of both texts, so that no early choice can spoil a
later one:

    a word that only one side has                                 10
    two unlike words in one place                                 20, or 10 if their first three letters agree
    a word of a lost sentence, a word of an added stretch          6
    an added stretch                                              10, and 40 for each end that is not `strong`

A stretch is therefore placed if it shares about two fifths of its words with the sentence. Among the cheapest
placements, the one with the best cuts is taken (`cut_costs`). An output that repeats the source word for word is cut
exactly where the source is, because nothing else costs 0.

Only a corridor of the table is filled. It is made wider until the placement keeps away from its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from redink.annotation.corridor import Corridor, corridor
from redink.arrays import Flags, Ints
from redink.errors import InputError
from redink.frozen import frozen

ONE_SIDED = 10
"""Cost of a word that only one side has."""
UNPLACED = 6
"""Cost of a word of a lost sentence or of an added stretch."""
ADDED = 10
"""Cost of an added stretch, beside its words."""
WEAK = 40
"""Cost of an added stretch that begins or ends in the middle of a sentence: it may be an edit after all."""
LETTERS = 3
"""So many first letters make two words alike."""
MARGIN = 96
"""Words on each side of the expected way that are looked at first."""
_MOST_CELLS = 1_000_000_000
_FAR = np.int64(1) << 62


@frozen
class Placement:
    """Where the sentences are in the output."""

    stretches: tuple[tuple[int, int], ...]
    """First word and end of the stretch of each sentence; empty where the sentence is lost."""
    added: tuple[tuple[int, int], ...]
    """Stretches that belong to no sentence, in order."""
    cost: tuple[int, int]
    """Cost of the words, and cost of the cuts: no other placement is cheaper."""


def place(
    sentences: Sequence[Sequence[str]],
    output: Sequence[str],
    cut_costs: Ints,
    *,
    strong: Flags,
    margin: int = MARGIN,
) -> Placement:
    """Cut an output into one stretch for each sentence.

    Args:
        sentences: The words of each source sentence.
        output: All words of the output.
        cut_costs: How bad a cut before each word is, from 0; and one at the end.
        strong: Whether a sentence or a line of the output ends before each word; and one at the end.
        margin: Words on each side of the expected way that are looked at first.
    """
    source = list(chain.from_iterable(sentences))
    ends = np.array(list(accumulate(map(len, sentences), initial=0)), dtype=np.int64)
    while True:
        allowed = corridor(source, output, margin)
        if allowed.cells > _MOST_CELLS:
            raise InputError(
                "it shares too little with the source for an alignment of sentences",
                remedy="check that it belongs to this source, or cut both into smaller files",
            )
        placement = _cheapest(sentences, output, cut_costs, strong, allowed)
        begins, stops = np.array(placement.stretches, dtype=np.int64).reshape(-1, 2).T
        rows, columns = np.concatenate((ends[:-1], ends[1:])), np.concatenate((begins, stops))
        if allowed.keeps_away(rows, columns, margin // 4):
            return placement
        margin *= 2


@frozen
class _Output:
    """The output as numbers. A cost is packed with the place where a stretch begins, so that `minimum` keeps both."""

    words: Ints
    """Number of each word."""
    beginnings: Ints
    """Number of the first letters of each word."""
    cuts: Ints
    """Packed cost of a cut before each word, and at the end."""
    strong: Flags
    """Where sentences or lines of the output end."""
    unit: int
    """Packed word cost of 1."""
    start: int
    """A mask for the place of the start."""


@frozen
class _Boundary:
    """All ways to be through with a sentence, one for each number of output words that are used up."""

    low: int
    """The number of words of the first way."""
    costs: Ints
    """Packed cost of each way, with what was added after the sentence."""
    starts: Ints
    """Where the stretch of the sentence begins if it stops here."""
    stops: Ints
    """Where the stretch stops and what was added begins; where the way ends if nothing was added."""


def _cheapest(
    sentences: Sequence[Sequence[str]], output: Sequence[str], cut_costs: Ints, strong: Flags, allowed: Corridor
) -> Placement:
    """Fill the table inside the corridor and follow the cheapest way back."""
    numbers: dict[str, int] = {}
    sources = [(_numbers(sentence, numbers), _numbers(_beginnings(sentence), numbers)) for sentence in sentences]
    cut_bits = (int(cut_costs.max()) * 2 * (len(sentences) + 1)).bit_length()
    start_bits = allowed.widest.bit_length()
    target = _Output(
        _numbers(output, numbers),
        _numbers(_beginnings(output), numbers),
        cut_costs.astype(np.int64) << start_bits,
        strong,
        1 << (cut_bits + start_bits),
        (1 << start_bits) - 1,
    )
    ways = np.full(allowed.high[0] + 1, _FAR)
    ways[0] = 0
    boundaries = [_with_added(target, 0, ways, 0)]
    row = 0
    for words, beginnings in sources:
        ways = _through_sentence(target, words, beginnings, boundaries[-1], allowed, row)
        row += words.size
        boundaries.append(_with_added(target, int(allowed.low[row]), ways, boundaries[-1].low))
    return _followed_back(boundaries, target, start_bits, cut_bits)


def _beginnings(words: Sequence[str]) -> list[str]:
    return [word[:LETTERS] for word in words]


def _numbers(words: Sequence[str], numbers: dict[str, int]) -> Ints:
    return np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int64)


def _through_sentence(
    target: _Output, words: Ints, beginnings: Ints, before: _Boundary, allowed: Corridor, row: int
) -> Ints:
    """Give the packed costs of all ways that end with this sentence, in the window of its last word."""
    low, one_sided = before.low, ONE_SIDED * target.unit
    ways = _with_insertions(before.costs + np.arange(before.costs.size), one_sided)
    for word, beginning in zip(words.tolist(), beginnings.tolist(), strict=True):
        row += 1
        new_low, new_high = int(allowed.low[row]), int(allowed.high[row])
        # The window moves: forget the ways before it, and add far ones behind it. One more stands before the first,
        # for the word that comes with it.
        shifted = np.full(new_high - new_low + 2, _FAR)
        kept = ways[max(new_low - 1 - low, 0) :]
        first = max(low - (new_low - 1), 0)
        shifted[first : first + kept.size] = kept
        seen = slice(max(new_low - 1, 0), new_high)
        unlike = (target.words[seen] != word).astype(np.int64)
        unlike += target.beginnings[seen] != beginning
        together = np.full(new_high - new_low + 1, _FAR)
        together[together.size - unlike.size :] = shifted[:-1][together.size - unlike.size :] + unlike * one_sided
        ways = _with_insertions(np.minimum(shifted[1:] + one_sided, together), one_sided)
        low = new_low
    return _or_lost(target, ways, low, before, words.size)


def _with_insertions(ways: Ints, cost: int) -> Ints:
    """Let words follow that only the output has."""
    steps = np.arange(0, ways.size * cost, cost)
    cheapest: Ints = np.minimum.accumulate(ways - steps) + steps
    return cheapest


def _or_lost(target: _Output, ways: Ints, low: int, before: _Boundary, words: int) -> Ints:
    """Add the cost of the cut after the sentence, or lose the sentence where that is cheaper."""
    ways = ways + target.cuts[low : low + ways.size]
    first, end = max(low, before.low), min(low + ways.size, before.low + before.costs.size)
    if first < end:
        lost = before.costs[first - before.low : end - before.low] + words * UNPLACED * target.unit
        lost = lost + np.arange(first - before.low, end - before.low)
        ways[first - low : end - low] = np.minimum(ways[first - low : end - low], lost)
    return np.minimum(ways, _FAR)


def _with_added(target: _Output, low: int, ways: Ints, low_before: int) -> _Boundary:
    """Let a stretch follow that belongs to no sentence, where that is cheaper."""
    places = np.arange(ways.size)
    starts, costs = (ways & target.start) + low_before, ways & ~target.start
    window = slice(low, low + ways.size)
    weak = ~target.strong[window] * (WEAK * target.unit)
    steps = places * (UNPLACED * target.unit)
    from_here = costs - steps + weak
    best = np.minimum.accumulate(from_here)
    origin = np.maximum.accumulate(np.where(from_here == best, places, 0))
    with_added = best + steps + weak + target.cuts[window] + ADDED * target.unit
    cheaper = with_added < costs
    return _Boundary(low, np.where(cheaper, with_added, costs), starts, low + np.where(cheaper, origin, places))


def _followed_back(boundaries: Sequence[_Boundary], target: _Output, start_bits: int, cut_bits: int) -> Placement:
    """Read the placement from the last way of all."""
    place = target.words.size
    cost = int(boundaries[-1].costs[place - boundaries[-1].low]) >> start_bits
    stretches, added = [], []
    for boundary in reversed(boundaries):
        stop = int(boundary.stops[place - boundary.low])
        if stop < place:
            added.append((stop, place))
        if boundary is not boundaries[0]:
            place = int(boundary.starts[stop - boundary.low])
            stretches.append((place, stop))
    return Placement(tuple(stretches[::-1]), tuple(added[::-1]), (cost >> cut_bits, cost & ((1 << cut_bits) - 1)))
