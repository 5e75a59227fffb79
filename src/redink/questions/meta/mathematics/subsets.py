"""Names of systems and human scores in; the usual subsets of systems, and windows of neighbours, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

INPUT = "INPUT"
"""The unchanged source as a system."""
FLUENT = ("REF-F", "GPT-3.5")
"""Systems of SEEDA that rewrite sentences fluently."""


def subsets(systems: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Give `base` (neither the input nor fluent rewritings), `+INPUT`, `+fluency` and `all`; equal ones once."""
    known = sorted(systems)
    kinds = {
        "base": tuple(name for name in known if name != INPUT and name not in FLUENT),
        "+INPUT": tuple(name for name in known if name not in FLUENT),
        "+fluency": tuple(name for name in known if name != INPUT),
        "all": tuple(known),
    }
    different: dict[str, tuple[str, ...]] = {}
    for name, members in kinds.items():
        if members not in different.values():
            different[name] = members
    return different


def windows(human: Mapping[str, float], systems: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Give each window of `size` neighbours among the systems, ordered by human score, the best first."""
    ordered = sorted(systems, key=lambda name: (-human[name], name))
    return [tuple(ordered[start : start + size]) for start in range(max(0, len(ordered) - size + 1))]
