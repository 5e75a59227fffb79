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


def five_way(system: WordAlignment, reference: WordAlignment) -> FiveWay:
    """Class the words of one sentence.

    Args:
        system: The alignment of the source with a system's output.
        reference: The alignment of the same source with a reference.
    """
    if system.correction == system.source == reference.correction:
        return FiveWay(tn=len(system.source))
    tp = tn = fp = fn = fpn = 0
    ours, theirs = _versions(system), _versions(reference)
    for place in ours.keys() | theirs.keys():
        kept = (system.source[place],) if place < len(system.source) else ()
        mine, right = ours.get(place, kept), theirs.get(place, kept)
        if mine == right:
            tp += 1
        elif mine == kept:
            fn += 1
        elif right == kept:
            fp += 1
        else:
            fpn += 1
    words = sum(place < len(system.source) for place in ours.keys() | theirs.keys())
    tn = len(system.source) - words
    return FiveWay(tp, tn, fp, fn, fpn)


def best_five_way(system: WordAlignment, references: Sequence[WordAlignment]) -> FiveWay:
    """Class the words against the reference that a system disagrees with least; then more TP, then the first."""
    found = [five_way(system, reference) for reference in references]
    return min(found, key=lambda counts: (counts.fp + counts.fn + counts.fpn, -counts.tp))


def _versions(found: WordAlignment) -> dict[int, tuple[str, ...]]:
    """Give what changed places became: source words by number, and insertions numbered behind them."""
    n = len(found.source)
    changed: dict[int, tuple[str, ...]] = {i: (found.correction[j],) for i, j in found.changed_pairs}
    changed |= dict.fromkeys(found.source_alone, ())
    for slot, j in found.insertions():
        changed[n + slot] = (*changed.get(n + slot, ()), found.correction[j])
    return changed
