"""Sources, hypotheses and references in; which sentences change the same source words as a reference out.

Exact Index Match (Choshen's thesis, ch. 3): two corrections c and c′ of a source x match if, for their word
alignments a and a′ with the source, c_{a(i)} ≠ x_i iff c′_{a′(i)} ≠ x_i. The new words do not matter, so this is an
accuracy of error detection. The printed rule compares only source words and ignores insertions. redink also compares
the places of inserted words. Words and alignment are those of the thesis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import Rule, align_words, changed_core, word_texts
from redink.arrays import Floats
from redink.records import Tokens

COLUMNS = ("equal", "sentences")
"""1 if the output changes the same places as a reference; 1 if the sentence has a reference."""


class ChangedPlaces(NamedTuple):
    """The places that a correction changes in its source; equal for corrections that match."""

    words: tuple[int, ...]
    """Source words that were replaced or deleted, ascending."""
    insertions: tuple[int, ...]
    """The number of source words before each inserted word, ascending; empty under the printed rule."""


def changed_places(
    source: Tokens, correction: Tokens, *, insertions: bool = True, rule: Rule = "thesis"
) -> ChangedPlaces:
    """Give the places that a correction changes in a source.

    Without `insertions`, the places of inserted words do not count, as in the printed definition.
    """
    return _changed_places(word_texts(source), word_texts(correction), insertions=insertions, rule=rule)


def _changed_places(old: Tokens, new: Tokens, *, insertions: bool, rule: Rule = "thesis") -> ChangedPlaces:
    """Do the same for the words of both."""
    if old == new:
        return ChangedPlaces((), ())
    alignment = align_words(old, new, rule=rule)
    changed = sorted([i for i, _ in alignment.changed_pairs] + alignment.source_alone)
    slots = sorted(slot for slot, _ in alignment.insertions()) if insertions else []
    return ChangedPlaces(tuple(changed), tuple(slots))


def sentence_stats(
    sources: Sequence[Tokens],
    hypotheses: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    *,
    insertions: bool = True,
) -> Floats:
    """Tell for each sentence, (sentences × 2), whether it changes the same places as one of its references.

    A sentence without any reference cannot be judged: its row is 0, 0.
    """
    return system_stats(sources, [hypotheses], references, insertions=insertions)[0]


def system_stats(
    sources: Sequence[Tokens],
    outputs: Sequence[Sequence[Tokens]],
    references: Sequence[Sequence[Tokens]],
    *,
    insertions: bool = True,
) -> list[Floats]:
    """Give what `sentence_stats` gives for several outputs; what texts share is compared once."""
    tables = np.zeros((len(outputs), len(sources), len(COLUMNS)))
    for number, (source, texts) in enumerate(zip(sources, references, strict=True)):
        old = word_texts(source)
        wanted = {_changed_places(old, word_texts(text), insertions=insertions) for text in set(texts)}
        equal: dict[Tokens, bool] = {source: ChangedPlaces((), ()) in wanted}
        for output, table in zip(outputs, tables, strict=True):
            text = output[number]
            if text not in equal:
                new = word_texts(text)
                possible = _possible(old, new, wanted, insertions)
                equal[text] = bool(possible) and _changed_places(old, new, insertions=insertions) in possible
            table[number] = equal[text], bool(texts)
    return list(tables)


def _possible(
    old: Tokens, new: Tokens, wanted: Collection[ChangedPlaces], insertions: bool
) -> Collection[ChangedPlaces]:
    """Give those of the wanted places that differ between old and new words; most are ruled out without an alignment.

    Of n and m words, max(0, m − n) are inserted. All changes are inside the core of the two sentences. At most as many
    source words stay unchanged there as both cores have in common.
    """
    n, m = len(old), len(new)
    inserted = max(0, m - n) if insertions else 0
    possible = [places for places in wanted if len(places.insertions) == inserted]
    if not possible:
        return possible
    start, *ends = changed_core(*((old, new) if n <= m else (new, old)))
    end, new_end = ends if n <= m else reversed(ends)
    possible = [
        places
        for places in possible
        if all(start <= word < end for word in places.words) and all(start <= slot <= end for slot in places.insertions)
    ]
    if not possible:
        return possible
    fewest = end - start - (Counter(old[start:end]) & Counter(new[start:new_end])).total()
    return [places for places in possible if len(places.words) >= fewest]
