"""Hypotheses and references in; the share of sentences that change the same source words as a reference out.

Exact Index Match (Choshen's thesis, ch. 3): two corrections c and c′ of a source x match if, for their word
alignments a and a′ with the source, c_{a(i)} ≠ x_i iff c′_{a′(i)} ≠ x_i. What the words became does not count, so it
is an accuracy of error detection. The printed rule looks at source words only and so does not see insertions;
ours compares the places of inserted words as well. Words and alignment are those of the thesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import Rule, align_words, word_texts
from redink.arrays import Floats
from redink.records import Tokens

COLUMNS = ("equal", "sentences")
"""1 where the output changes what a reference changes, and 1 for each sentence that has one."""


class ChangedPlaces(NamedTuple):
    """Where a correction touches its source; equal for corrections that match."""

    words: tuple[int, ...]
    """Source words that became something else or were deleted, ascending."""
    insertions: tuple[int, ...]
    """For each inserted word how many source words stand before it, ascending; empty under the printed rule."""


def changed_places(
    source: Tokens, correction: Tokens, *, insertions: bool = True, rule: Rule = "thesis"
) -> ChangedPlaces:
    """Find the words of a source that a correction changes.

    Args:
        source: Tokens of the source x.
        correction: Tokens of the correction c.
        insertions: Look at places of inserted words too; `False` for the printed definition.
        rule: The word alignment's.
    """
    if source == correction:
        return ChangedPlaces((), ())
    found = align_words(word_texts(source), word_texts(correction), rule=rule)
    changed = sorted([i for i, _ in found.changed_pairs] + found.source_alone)
    slots = sorted(slot for slot, _ in found.insertions()) if insertions else []
    return ChangedPlaces(tuple(changed), tuple(slots))


def sentence_stats(
    sources: Sequence[Tokens],
    hypotheses: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    *,
    insertions: bool = True,
) -> Floats:
    """Tell for each sentence whether it changes the same places as one of its references, (sentences × 2).

    A sentence without any reference cannot be judged: its row is 0, 0.
    """
    rows = []
    for source, hypothesis, own in zip(sources, hypotheses, references, strict=True):
        places = changed_places(source, hypothesis, insertions=insertions)
        equal = any(places == changed_places(source, reference, insertions=insertions) for reference in own)
        rows.append((float(equal), float(len(own) > 0)))
    return np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))
