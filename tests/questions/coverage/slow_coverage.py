"""Slow twins: coverage by enumerating everything that can be drawn."""

from collections.abc import Sequence
from itertools import combinations, permutations


def coverage_by_enumeration(counts: Sequence[int], references: int) -> float:
    """Take each correction for the output and every M of the others for the references."""
    people = [kind for kind, count in enumerate(counts) for _ in range(count)]
    hits, cases = 0, 0
    for output in range(len(people)):
        others = people[:output] + people[output + 1 :]
        for chosen in combinations(others, references):
            hits += people[output] in chosen
            cases += 1
    return hits / cases


def one_annotator_by_enumeration(p: Sequence[float], references: int) -> float:
    """Go through all orders in which distinct corrections can come."""
    total = 0.0
    for order in permutations(range(len(p)), min(references, len(p))):
        likely, left = 1.0, sum(p)
        for kind in order:
            likely *= p[kind] / left
            left -= p[kind]
        total += likely * sum(p[kind] for kind in order)
    return total
