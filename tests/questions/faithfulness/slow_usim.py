"""USim word for word as it is defined, with sets and loops: the twin of our `usim`."""

from fractions import Fraction


def slow_usim(source, correction, pairs):
    """Give USim of two lists of (set of words, set of labels); `pairs` are aligned words."""
    turned = {(j, i) for i, j in pairs}
    forward = _f(*_one_way(source, correction, set(pairs)))
    backward = _f(*_one_way(correction, source, turned))
    return None if forward is None else (forward + backward) / 2


def _one_way(own, other, pairs):
    """Align `own` to `other`; give the matched shares of both."""
    hit = set()
    matched = 0
    for words, labels in own:
        found = False
        for number in _best(words, other, pairs):
            if labels & other[number][1]:
                hit.add(number)
                found = True
        matched += found
    return (
        Fraction(matched, len(own)) if own else None,
        Fraction(len(hit), len(other)) if other else None,
    )


def _best(words, other, pairs):
    worth = []
    for candidate, _ in other:
        shared = sum((i, j) in pairs for i in words for j in candidate)
        worth.append((Fraction(shared, len(candidate)), shared))
    top = max(worth, default=(0, 0))
    return [number for number, value in enumerate(worth) if value == top and value[1]]


def _f(first, second):
    if first is None or second is None:
        return None if first is second else Fraction(0)
    return 2 * first * second / (first + second) if first + second else Fraction(0)
