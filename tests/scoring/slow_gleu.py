"""GLEU written down from the paper's formulas with multisets, one n-gram order after the other."""

import math
from collections import Counter

from redink.records import Tokens


def grams(sentence: Tokens, n: int) -> Counter:
    return Counter(zip(*(sentence[start:] for start in range(n)), strict=False))


def slow_stats(source: Tokens, hypothesis: Tokens, reference: Tokens, difference: str) -> list[int]:
    stats = [len(hypothesis), len(reference)]
    for n in (1, 2, 3, 4):
        s, h, r = grams(source, n), grams(hypothesis, n), grams(reference, n)
        left = s - r if difference == "multiset" else Counter({g: c for g, c in s.items() if g not in r})
        stats.append(max(0, sum((h & r).values()) - sum((h & left).values())))
        stats.append(sum(h.values()))
    return stats


def slow_score(stats: list[float], smooth: bool = False) -> float:
    if smooth:
        stats = [number or 1 for number in stats]
    if 0 in stats:
        return 0.0
    c, r, *parts = stats
    logs = sum(math.log(parts[at] / parts[at + 1]) for at in (0, 2, 4, 6)) / 4
    return math.exp(min(0, 1 - r / c) + logs)
