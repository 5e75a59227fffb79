"""Changes of a system and of a reference in; the number of words in each of five classes out (Chodorow et al. 2012).

For every source word, x is what the learner wrote, s what the system made of it, and r what the reference made of it:

    TN   s = x, r = x        no change needed, none made
    FP   s ≠ x, r = x        changed without need
    FN   s = x, r ≠ x        a change was needed, but none made
    TP   s = r, r ≠ x        the needed change was made
    FPN  s ≠ x, r ≠ x, s ≠ r a change was needed, but the wrong one was made: both FP and FN

A deleted word became the empty text. A gap between two words counts only if the system or the reference inserts
something there; so every TN is a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.annotation.word_alignment import WordAlignment


class FiveWay(NamedTuple):
    """Number of words in each class."""

    tp: int = 0
    """The needed change was made."""
    tn: int = 0
    """No change was needed, none was made."""
    fp: int = 0
    """Changed without need."""
    fn: int = 0
    """A change was needed, but none was made."""
    fpn: int = 0
    """A change was needed, but the wrong one was made."""


class Changes(NamedTuple):
    """What a version changes in a sentence."""

    n_words: int
    """Number of words in the source."""
    places: dict[int, tuple[str, ...]]
    """What each changed place became. Source words are numbered from 0, gaps for insertions from `n_words` on."""


def changes_of(alignment: WordAlignment) -> Changes:
    """Give what a correction changes, place by place."""
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
    """Count the words of one sentence in each class."""
    proposed, wanted = system.places, reference.places
    shared = proposed.keys() & wanted.keys()
    tp = sum(proposed[place] == wanted[place] for place in shared)
    words = sum(place < system.n_words for place in proposed.keys() | wanted.keys())
    return FiveWay(tp, system.n_words - words, len(proposed) - len(shared), len(wanted) - len(shared), len(shared) - tp)


def best_five_way(system: Changes, references: Sequence[Changes]) -> FiveWay:
    """Count against the reference that the system disagrees with least; ties go to more TP, then to the first."""
    if len(references) == 1:
        return five_way(system, references[0])
    candidates = [five_way(system, reference) for reference in references]
    return min(candidates, key=lambda counts: (counts.fp + counts.fn + counts.fpn, -counts.tp))
