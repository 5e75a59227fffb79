"""Three-way alignment as the paper has it: the whole cube, then the path back."""

from itertools import product

from redink.records import Tokens

KINDS = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def price(column) -> int:
    first, second, third = column
    return price_of_two(first, second) + price_of_two(first, third) + price_of_two(second, third)


def price_of_two(a, b) -> int:
    if a == b:
        return 0
    return 2 if a is None or b is None else 3


def whole_cube(sentences) -> list[tuple]:
    cost = {(0, 0, 0): 0}
    for cell in product(*(range(len(sentence) + 1) for sentence in sentences)):
        if any(cell):
            cost[cell] = min(way for _, _, way in ways(cost, sentences, cell))
    cell, columns = tuple(len(sentence) for sentence in sentences), []
    while any(cell):
        before, column = next((b, c) for b, c, way in ways(cost, sentences, cell) if way == cost[cell])
        columns.append(column)
        cell = before
    return columns[::-1]


def ways(cost, sentences, cell):
    (i, j, k), (first, second, third) = cell, sentences
    for x, y, z in KINDS:
        if x <= i and y <= j and z <= k:
            before = i - x, j - y, k - z
            column = first[i - 1] if x else None, second[j - 1] if y else None, third[k - 1] if z else None
            yield before, column, cost[before] + price(column)


def pairs(first: Tokens, second: Tokens) -> list[tuple]:
    """Align two sentences without any cut; prefer both tokens, then a gap in the second sentence."""
    cost = {}
    for i, j in product(range(len(first) + 1), range(len(second) + 1)):
        options = [0] if i == j == 0 else []
        if i and j:
            options.append(cost[i - 1, j - 1] + 3 * (first[i - 1] != second[j - 1]))
        options += [cost[i - 1, j] + 2] if i else []
        options += [cost[i, j - 1] + 2] if j else []
        cost[i, j] = min(options)
    i, j, columns = len(first), len(second), []
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + 3 * (first[i - 1] != second[j - 1]):
            i, j = i - 1, j - 1
            columns.append((first[i], second[j]))
        elif i and cost[i, j] == cost[i - 1, j] + 2:
            i -= 1
            columns.append((first[i], None))
        else:
            j -= 1
            columns.append((None, second[j]))
    return columns[::-1]


def slow_columns(source: Tokens, hypothesis: Tokens, reference: Tokens) -> tuple[int, ...]:
    if source == hypothesis:
        columns = [(a, a, b) for a, b in pairs(source, reference)]
    elif source == reference:
        columns = [(a, b, a) for a, b in pairs(source, hypothesis)]
    elif hypothesis == reference:
        columns = [(b, a, a) for a, b in pairs(hypothesis, source)]
    else:
        columns = whole_cube((source, hypothesis, reference))
    return count(columns)


def count(columns) -> tuple[int, ...]:
    tp = sum(s not in (h, r) and h == r for s, h, r in columns)
    tn = sum(s == h == r for s, h, r in columns)
    both = sum(s not in (h, r) and h != r for s, h, r in columns)
    fp = sum(s != h and s == r for s, h, r in columns) + both
    fn = sum(s == h and s != r for s, h, r in columns) + both
    return tp, tn, fp, fn, both
