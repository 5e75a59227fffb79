"""A source, a system's and a reference's version in; the five classes of each word out (Chodorow et al. 2012).

For every source word, with x_i what the learner wrote, s what the system and r what the reference made of it:

    TN   s = x, r = x        nothing to do, nothing done
    FP   s ≠ x, r = x        changed without need
    FN   s = x, r ≠ x        needed and not done
    TP   s = r, r ≠ x        needed and done
    FPN  s ≠ x, r ≠ x, s ≠ r needed, and done wrongly: both FP and FN

A deleted word became nothing. A place between two words counts where at least one of the two inserts there; places
where nobody does are not counted, so that TN are words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.annotation.word_alignment import WordAlignment


class FiveWay(NamedTuple):
    """Numbers of words in each class."""

    tp: int = 0
    """Needed and done."""
    tn: int = 0
    """Neither needed nor done."""
    fp: int = 0
    """Done without need."""
    fn: int = 0
    """Needed and not done."""
    fpn: int = 0
    """Needed and done wrongly."""


class Changes(NamedTuple):
    """What a version changes in a sentence."""

    n_words: int
    """Words of the source."""
    places: dict[int, tuple[str, ...]]
    """What changed places became: source words by number, and from `n_words` on places of insertion."""


def changes_of(alignment: WordAlignment) -> Changes:
    """Write down what a correction changes, place by place."""
    n = len(alignment.source)
    if alignment.source == alignment.correction:
        return Changes(n, {})
    changed: dict[int, tuple[str, ...]] = {i: (alignment.correction[j],) for i, j in alignment.changed_pairs}
    if len(alignment.pairs) < n:
        changed |= dict.fromkeys(alignment.source_alone, ())
    if len(alignment.pairs) < len(alignment.correction):
        for slot, j in alignment.insertions():
            changed[n + slot] = (*changed.get(n + slot, ()), alignment.correction[j])
    return Changes(n, changed)


def five_way(system: Changes, reference: Changes) -> FiveWay:
    """Class the words of one sentence.

    Args:
        system: What a system changes.
        reference: What a reference changes in the same source.
    """
    changed, needed = system.places, reference.places
    both = changed.keys() & needed.keys()
    tp = sum(changed[place] == needed[place] for place in both)
    words = sum(place < system.n_words for place in changed.keys() | needed.keys())
    return FiveWay(tp, system.n_words - words, len(changed) - len(both), len(needed) - len(both), len(both) - tp)


def best_five_way(system: Changes, references: Sequence[Changes]) -> FiveWay:
    """Class the words against the reference that a system disagrees with least; then more TP, then the first."""
    if len(references) == 1:
        return five_way(system, references[0])
    by_reference = [five_way(system, reference) for reference in references]
    return min(by_reference, key=lambda counts: (counts.fp + counts.fn + counts.fpn, -counts.tp))
