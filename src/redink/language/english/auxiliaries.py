"""Which tokens of a sentence are auxiliaries and verbs in, the verb that each auxiliary belongs to out."""

from __future__ import annotations

from collections.abc import Sequence


def auxiliary_heads(is_auxiliary: Sequence[bool], is_verb: Sequence[bool]) -> list[int]:
    """Give every token's head: for an auxiliary the first verb after it that is no auxiliary itself.

    All other tokens, and auxiliaries without a verb after them, point to themselves, as a root does.
    """
    heads = list(range(len(is_auxiliary)))
    verb: int | None = None
    for i in reversed(heads):
        if is_auxiliary[i]:
            heads[i] = i if verb is None else verb
        elif is_verb[i]:
            verb = i
    return heads
