"""Three-way alignment as the paper has it: the whole cube, then the path back."""

from itertools import product

from redink.records import Tokens

KINDS = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def price(column) -> int:
    total = 0
    for left, right in ((0, 1), (0, 2), (1, 2)):
        a, b = column[left], column[right]
        if a != b:
            total += 2 if a is None or b is None else 3
    return total


def column_at(sentences, cell, kind):
    return tuple(s[at - 1] if has else None for s, at, has in zip(sentences, cell, kind, strict=True))


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
    for kind in KINDS:
        before = tuple(at - has for at, has in zip(cell, kind, strict=True))
        if min(before) >= 0:
            column = column_at(sentences, cell, kind)
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
