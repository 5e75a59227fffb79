"""Tags and dependency classes of a sentence in, the verb that each auxiliary belongs to out."""

from __future__ import annotations

from collections.abc import Sequence


def auxiliary_heads(tags: Sequence[str], classes: Sequence[str]) -> dict[int, int]:
    """Give the head of every auxiliary: the first verb after it that is no auxiliary itself.

    A word of the class `clause` counts as a verb whatever its tag (`can not ready to`, misspelt verbs).
    An auxiliary with nothing of the kind after it points to itself, as a root does.
    """
    heads: dict[int, int] = {}
    verb: int | None = None
    for i in range(len(tags) - 1, -1, -1):
        if classes[i] == "aux":
            heads[i] = i if verb is None else verb
        elif tags[i].startswith("VB") or classes[i] == "clause":
            verb = i
    return heads
