"""A seed and a person in; the order of the items, and the side on which each error is shown, out.

Both follow from the seed by hashing. A person therefore gets the same order after a restart, on any machine and with
any version of Python, and every person gets a different order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias

from redink.reading.judging_tasks import Item

Shown: TypeAlias = Literal["left-right", "right-left"]

_EARLY, _LATE = 0.4, 0.6
"""A pair that is asked again comes in the first two fifths of the order, its repeat in the last two fifths."""


def _draw(*parts: object) -> float:
    """Give a number in [0, 1) that depends only on the parts."""
    text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest()) / 2**56


def order_for(items: Iterable[Item], seed: int, person: int, round_: int = 1) -> list[str]:
    """Give the ids of the items in this person's order; a repeat comes long after its original.

    In the first pass, the first block comes first, in the same order for everybody, so that agreement is known early.
    """
    all_items = list(items)
    repeated = {item.repeat_of for item in all_items if item.repeat_of}

    def place(item: Item) -> tuple[float, str]:
        if item.block == "first" and round_ == 1:
            return -1 - 1 / (1 + _draw("first", seed, item.id)), item.id
        position = _draw("order", seed, person, round_, item.id)
        if item.repeat_of:
            position = _LATE + position * (1 - _LATE)
        elif item.id in repeated:
            position *= _EARLY
        return position, item.id

    return [item.id for item in sorted(all_items, key=place)]


def side_for(item: Item, seed: int, person: int) -> Shown:
    """Tell which error this person sees first; a repeat has the sides of its original, or exchanges them."""
    turned = _draw("side", seed, person, item.repeat_of or item.id) < 0.5
    if item.swapped:
        turned = not turned
    return "right-left" if turned else "left-right"
