"""A seed and a person in; the order of the items, and the side on which each error stands, out.

Everything is told from the seed by hashing: the same person finds the same order after a restart, on any machine and
with any version of Python, and no two people have the same one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias

from redink.reading.judging_tasks import Item

Shown: TypeAlias = Literal["left-right", "right-left"]

_EARLY, _LATE = 0.4, 0.6
"""A pair that is asked again comes in the first two fifths, its repeat in the last two."""


def _draw(*parts: object) -> float:
    """Give a number in [0, 1) that these parts always give."""
    text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest()) / 2**56


def order_for(items: Iterable[Item], seed: int, person: int, round_: int = 1) -> list[str]:
    """Give the names of the items in this person's order; repeats come long after what they repeat."""
    known = list(items)
    repeated = {item.repeat_of for item in known if item.repeat_of}

    def place(item: Item) -> tuple[float, str]:
        where = _draw("order", seed, person, round_, item.id)
        if item.repeat_of:
            where = _LATE + where * (1 - _LATE)
        elif item.id in repeated:
            where *= _EARLY
        return where, item.id

    return [item.id for item in sorted(known, key=place)]


def side_for(item: Item, seed: int, person: int) -> Shown:
    """Tell which error this person sees first; a repeat stands as its original did, or the other way round."""
    turned = _draw("side", seed, person, item.repeat_of or item.id) < 0.5
    if item.swapped:
        turned = not turned
    return "right-left" if turned else "left-right"
