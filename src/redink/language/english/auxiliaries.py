"""Flags for the auxiliaries and verbs of some sentences in, the verb that each auxiliary belongs to out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def auxiliary_heads(
    is_auxiliary: NDArray[np.bool_], is_verb: NDArray[np.bool_], lengths: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Give every token's head: for an auxiliary the first verb after it that is no auxiliary itself.

    All other tokens, and auxiliaries without a verb after them in their sentence, point to themselves, as a root
    does. The tokens of all sentences stand in one row; heads are counted from the start of their sentence.
    """
    places = np.arange(len(is_auxiliary))
    ends = np.cumsum(lengths)
    verbs = np.where(is_verb & ~is_auxiliary, places, len(places))
    next_verb = np.minimum.accumulate(verbs[::-1])[::-1]
    has_verb = is_auxiliary & (next_verb < np.repeat(ends, lengths))
    heads: NDArray[np.intp] = np.where(has_verb, next_verb, places) - np.repeat(ends - lengths, lengths)
    return heads
