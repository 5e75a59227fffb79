"""Align two analysed sentences: source and correction in, steps from left to right out.

The alignment is ERRANT's (Bryant et al. 2017, §3.1): a Damerau-Levenshtein distance over tokens whose
substitutions cost less the more two tokens have in common. D(i, j) is the cost of turning the first i
source tokens into the first j target tokens; "diagonal d" are the cells with j − i = d, n and m the two
lengths, and Δ = m − n the last diagonal:

    D(i, j) = D(i−1, j−1)                if the two tokens are identical; nothing else is considered
            = the least of these; the first wins a tie:
              T   D(i−k−1, j−k−1) + k    if the last k+1 tokens (least k ≥ 1) are the same in another order,
                                         case aside, and the cost changed at each of the k cells before this
                                         one on the diagonal
              S   D(i−1, j−1) + s(token i, token j)
              I   D(i, j−1) + 1
              D   D(i−1, j) + 1

D is a recurrence, not a shortest path: matches are taken blindly and T looks at earlier costs. So each
short cut below is justified cell by cell. All arguments rest on D(i, j) ≥ |j − i|, because only I and D change
the diagonal, and hold for rounded sums too, because adding is monotone and the bounds are whole numbers.

* A common suffix is all matches, which are taken blindly.
* A common prefix of p tokens: D(i, j) = |j − i| where i ≤ p or j ≤ p (0 on diagonal 0, then by induction: a
  match keeps the diagonal, otherwise I or D reaches the lower bound). So the rest of the table is the
  table of what follows the prefix on both sides; a T cannot reach into the prefix, since costs do not change
  there. Only the way back through it has to be walked: match, else S if it is free, else I or D, whichever
  leads to diagonal 0.
* Texts beyond `MOST_CELLS` are first cut into pieces (long_alignment.py), each of which is aligned in this way.
* A band of diagonals min(0, Δ)−w … max(0, Δ)+w is enough, see `_fill`.
* Whether tokens can be transposed does not depend on costs, so that T is looked up, see `shuffles.py`.
  If the two last tokens are the same but for case, no look is needed: a T without them is cheaper by 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz.distance import Indel

from redink.annotation.long_alignment import MOST_CELLS, PIECE_CELLS, pieces
from redink.annotation.shuffles import Shuffles, neighbours_swapped
from redink.annotation.spans import Operation, Step
from redink.errors import UsageError
from redink.language.pipeline import Analysis, Token

Costs: TypeAlias = Literal["linguistic", "levenshtein"]

_CONTENT = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_DIFFERENT_LEMMA = 0.499
_DIFFERENT_POS = 0.5
_BOTH_CONTENT = 0.25
_KEPT_MATCHES = 256

_Substitution: TypeAlias = Callable[[Token, Token], float]
_character_distance = Indel.normalized_distance


def align(source: Analysis, target: Analysis, *, costs: Costs = "linguistic") -> list[Step]:
    """Align a sentence with its correction, token by token.

    Tokens without a part of speech count as equal in that respect, so that an analysis that has only words is
    aligned by spelling.

    Args:
        source: What the learner wrote.
        target: The correction.
        costs: With `linguistic`, a substitution costs more the more lemma, part of speech and spelling differ,
            and words may swap places; with `levenshtein`, it costs 1, and words may not swap places.

    Returns:
        Steps that tile both sentences from left to right; a transposition (T) of several tokens is one.
    """
    if costs not in _SUBSTITUTIONS:
        raise UsageError(f"there are no alignment costs {costs!r}", remedy=f"use one of {', '.join(_SUBSTITUTIONS)}")
    suffix = _common_suffix(source, target)
    n, m = len(source) - suffix, len(target) - suffix
    prefix = _common_prefix(source, target, min(n, m))
    if n == m and (straight := _straight(source, target, range(prefix, n), costs)) is not None:
        return straight
    if (n - prefix) * (m - prefix) > MOST_CELLS:
        middle = _in_pieces(source[prefix:n], target[prefix:m], costs, prefix)
        return _matches(0, 0, prefix) + middle + _matches(n, m, suffix)
    i, j = n, m
    steps: list[Step] = []
    if prefix < n and prefix < m:
        table = _table(source[prefix:n], target[prefix:m], costs)
        i, j = _walk_back(table, prefix, steps)
    while i != j:
        step = _step_in_prefix(source, target, i, j, costs)
        i, j = step.start, step.target_start
        steps.append(step)
    steps.reverse()
    return _matches(0, 0, i) + steps + _matches(n, m, suffix)


def substitution_cost(a: Token, b: Token) -> float:
    """Give the cost of a substitution, from 0 (the same but for case) to just below 2 (other lemma, POS and spelling).

    The POS part is 0.25 if both are adjectives, adverbs, nouns or verbs (auxiliaries are not), else 0.5; the
    lemma part 0.499; the spelling part the share of characters to insert or delete, case counting.
    """
    if a.lower == b.lower:
        return 0.0
    unlike = 0.0 if a.lemma == b.lemma else _DIFFERENT_LEMMA
    if a.pos != b.pos:
        unlike += _BOTH_CONTENT if a.pos in _CONTENT and b.pos in _CONTENT else _DIFFERENT_POS
    return unlike + _character_distance(a.text, b.text)


def _unit_cost(_a: Token, _b: Token) -> float:
    return 1.0


_SUBSTITUTIONS: dict[str, _Substitution] = {"linguistic": substitution_cost, "levenshtein": _unit_cost}


def _common_suffix(source: Analysis, target: Analysis) -> int:
    length = 0
    for a, b in zip(reversed(source), reversed(target), strict=False):
        if a.text != b.text:
            break
        length += 1
    return length


def _common_prefix(source: Analysis, target: Analysis, limit: int) -> int:
    for length in range(limit):
        if source[length].text != target[length].text:
            return length
    return limit


def _matches(start: int, target_start: int, count: int) -> list[Step]:
    """Give `count` matches in a row; those of short sentences are made only once, since steps are immutable."""
    d, end = target_start - start, start + count
    if end <= _KEPT_MATCHES:
        return list(_first_matches(d)[start:end])
    return [Step("M", i, i + 1, i + d, i + d + 1) for i in range(start, end)]


@lru_cache(maxsize=64)
def _first_matches(d: int) -> tuple[Step, ...]:
    return tuple(Step("M", i, i + 1, i + d, i + d + 1) for i in range(_KEPT_MATCHES))


def _straight(source: Analysis, target: Analysis, places: range, costs: Costs) -> list[Step] | None:
    """Align sentences of equal length one to one, if that costs less than 2 and no neighbours have swapped.

    This is the band of diagonal 0 alone (see `_fill`: w = 0, Δ = 0, so that only T with k = 1 can matter),
    which settles most pairs.
    """
    substitution = _SUBSTITUTIONS[costs]
    steps, cost = _matches(0, 0, len(source)), 0.0
    for i in places:
        a, b = source[i], target[i]
        if a.text != b.text:
            cost += substitution(a, b)
            if cost >= 2 or (i and a.lower == target[i - 1].lower and b.lower == source[i - 1].lower):
                return None
            steps[i] = Step("S", i, i + 1, i, i + 1)
    return steps


def _in_pieces(source: Analysis, target: Analysis, costs: Costs, offset: int) -> list[Step]:
    """Align texts that are too long for one table."""
    steps: list[Step] = []
    for piece in pieces([token.text for token in source], [token.text for token in target]):
        start, target_start = piece.start + offset, piece.target_start + offset
        old, new = source[piece.start : piece.end], target[piece.target_start : piece.target_end]
        aligned = align(old, new, costs=costs) if piece.cells <= PIECE_CELLS else _by_place(old, new)
        steps += (
            Step(operation, i + start, i_end + start, j + target_start, j_end + target_start)
            for operation, i, i_end, j, j_end in aligned
        )
    return steps


def _by_place(source: Analysis, target: Analysis) -> list[Step]:
    """Pair the n-th word with the n-th; further words of the longer side are inserted or deleted."""
    n, m = len(source), len(target)
    pairs = enumerate(zip(source, target, strict=False))
    paired = [Step("M" if a.text == b.text else "S", i, i + 1, i, i + 1) for i, (a, b) in pairs]
    return [
        *paired,
        *(Step("D", i, i + 1, m, m) for i in range(m, n)),
        *(Step("I", n, n, j, j + 1) for j in range(n, m)),
    ]


def _step_in_prefix(source: Analysis, target: Analysis, i: int, j: int, costs: Costs) -> Step:
    """Give the last step to cell (i, j), i ≠ j, where one of i, j is inside the common prefix."""
    if i and j:
        a, b = source[i - 1], target[j - 1]
        if a.text == b.text:
            return Step("M", i - 1, i, j - 1, j)
        if costs == "linguistic" and a.lower == b.lower:
            return Step("S", i - 1, i, j - 1, j)
    return Step("I", i, i, j - 1, j) if i < j else Step("D", i - 1, i, j, j)


class _Table(NamedTuple):
    """D(i, j) in a band wide enough for the way back, and what is needed to walk it."""

    source: Sequence[Token]
    target: Sequence[Token]
    substitution: _Substitution
    shuffles: dict[int, dict[int, int]]
    """k of a possible transposition, by i and then j."""
    rows: list[list[float]]
    """Row i holds D(i, j) for max(0, i + low) ≤ j ≤ min(m, i + high)."""
    low: int
    """First diagonal of the band."""
    ceiling: float
    """On diagonal d, costs below ceiling − |Δ − d| are exact; the others are no lower than that."""
    swaps: dict[tuple[int, int], int]
    """k of the cells (i, j) that are reached by T."""
    still: dict[int, tuple[int, int, int]]
    """Notes of `_rises` about each diagonal."""

    def cost(self, i: int, j: int) -> float:
        """Give D(i, j) of a cell inside the band."""
        return self.rows[i][j - max(0, i + self.low)]


def _table(source: Sequence[Token], target: Sequence[Token], costs: Costs) -> _Table:
    """Fill bands of growing width w until the last cell proves that a wider one would change nothing."""
    n, m = len(source), len(target)
    shift = abs(m - n)
    substitution = _SUBSTITUTIONS[costs]
    shuffles = Shuffles(source, target)
    # `_straight` has tried w = 0 for Δ = 0; in long sentences we expect more than one change.
    w = (n == m) + min(n, m) // 12
    while True:
        low, high = max(-n, min(0, m - n) - w), min(m, max(0, m - n) + w)
        ceiling = inf if low == -n and high == m else 2 * w + 2 + shift
        if costs == "linguistic" and (w or neighbours_swapped(source, target)):
            shuffles.search(range(low, high + 1))
        table = _Table(source, target, substitution, shuffles.found, [], low, ceiling, {}, {})
        sure = _fill(table, high)
        last = table.rows[-1][-1]
        if sure and last < ceiling:
            return table
        enough = int(last - shift) // 2 if sure else n + m
        w = min(enough, 4 * w + 3)


def _fill(table: _Table, high: int) -> bool:
    """Compute the band's costs row by row; tell whether each T could be decided.

    Claim: on diagonal d, a cost is either exact, or it and the true D(i, j) are both ≥ ceiling − |Δ − d|,
    where ceiling = 2w + 2 + |Δ|. Cells outside the band satisfy it: D ≥ |d| and |d| + |Δ − d| ≥ ceiling.
    M, S and T stay on the diagonal and cost nothing or more; I and D cost 1 and |Δ − d| changes by at most 1;
    and a minimum of candidates satisfies the claim if each of them does. What remains is whether a T is
    allowed, which compares neighbours on a diagonal: the comparison is right unless both of them are
    ≥ ceiling − |Δ − d|; then we give up if the outcome matters.

    Hence if D(n, m) < ceiling, it is exact; so is its step, because rival candidates are exact or too dear
    even to tie; and so are, one after the other, all cells on the way back, because costs never rise on it.
    """
    low, target, substitution, rows = table.low, table.target, table.substitution, table.rows
    words = [token.text for token in target]
    rows.append([float(j) for j in range(high + 1)])
    for i, token in enumerate(table.source, 1):
        above = rows[-1]
        text, diagonal, first = token.text, above[0], max(1, i + low)
        cost = inf if i + low > 0 else float(i)
        row = [] if i + low > 0 else [cost]
        rows.append(row)
        shuffles = table.shuffles.get(i)
        columns, ups = range(first, i + high + 1), (*above[1:], inf)
        for j, word, up in zip(columns, words[first - 1 : i + high], ups, strict=False):
            if text == word:
                cost = diagonal
            else:
                cost = cost + 1.0 if cost < up else up + 1.0
                if diagonal < cost:
                    changed = diagonal + substitution(token, target[j - 1])
                    if changed < cost:  # noqa: PLR1730 - min() would double the price of a cell
                        cost = changed
                if shuffles and j in shuffles:
                    swapped = _swapped(table, i, j, cost)
                    if swapped is None:
                        return False
                    if swapped <= cost:
                        cost = swapped
                        table.swaps[i, j] = shuffles[j]
            row.append(cost)
            diagonal = up
    return True


def _swapped(table: _Table, i: int, j: int, rival: float) -> float | None:
    """Give the cost of arriving at cell (i, j) by T, ∞ if forbidden or dearer, None if undecidable."""
    k = table.shuffles[i][j]
    cost = table.cost(i - k - 1, j - k - 1) + k
    limit = table.ceiling - abs(len(table.target) - len(table.source) - (j - i))
    if cost > rival or cost >= limit:
        return inf
    stood, unsure = _rises(table, i, j, limit)
    if stood >= i - k:
        return inf
    return cost if unsure < i - k else None


def _rises(table: _Table, i: int, j: int, limit: float) -> tuple[int, int]:
    """Find the last row before i where the diagonal's cost stood still, and the last one in doubt.

    Each diagonal is read once, however often it is asked for: long shuffled sentences stay quadratic.
    """
    d = j - i
    row, stood, unsure = table.still.get(d, (max(0, -d), 0, 0))
    before = table.cost(row, row + d)
    while row < i - 1:
        row += 1
        cost = table.cost(row, row + d)
        if cost >= limit and before >= limit:
            unsure = row
        elif cost == before:
            stood = row
        before = cost
    table.still[d] = row, stood, unsure
    return stood, unsure


def _walk_back(table: _Table, prefix: int, steps: list[Step]) -> tuple[int, int]:
    """Append the steps from the last cell to the first row or column, last step first; give the cell where they end."""
    i, j = len(table.source), len(table.target)
    while i and j:
        operation, rows, columns = _operation_at(table, i, j)
        end, target_end = i + prefix, j + prefix
        steps.append(Step(operation, end - rows, end, target_end - columns, target_end))
        i -= rows
        j -= columns
    return i + prefix, j + prefix


def _operation_at(table: _Table, i: int, j: int) -> tuple[Operation, int, int]:
    """Find the operation that gave cell (i, j) its cost, ties broken in order, and its tokens on each side."""
    a, b = table.source[i - 1], table.target[j - 1]
    if a.text == b.text:
        return "M", 1, 1
    if (i, j) in table.swaps:
        size = table.swaps[i, j] + 1
        return "T", size, size
    cost, diagonal = table.cost(i, j), table.cost(i - 1, j - 1)
    if diagonal <= cost and cost == diagonal + table.substitution(a, b):
        return "S", 1, 1
    if j > i + table.low and cost == table.cost(i, j - 1) + 1:
        return "I", 0, 1
    return "D", 1, 0
