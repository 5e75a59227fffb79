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
    if source == correction:
        return ChangedPlaces((), ())
    alignment = align_words(word_texts(source), word_texts(correction), rule=rule)
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
        wanted = {changed_places(source, text, insertions=insertions) for text in set(texts)}
        equal: dict[Tokens, bool] = {}
        for output, table in zip(outputs, tables, strict=True):
            text = output[number]
            if text not in equal:
                possible = wanted if text == source else _possible(source, text, wanted, insertions)
                equal[text] = bool(possible) and changed_places(source, text, insertions=insertions) in possible
            table[number] = equal[text], bool(texts)
    return list(tables)


def _possible(
    source: Tokens, correction: Tokens, wanted: set[ChangedPlaces], insertions: bool
) -> Collection[ChangedPlaces]:
    """Give those of the wanted places that a correction can have changed; most are ruled out without an alignment.

    Of n and m words, max(0, m − n) are inserted. All changes are inside the core of the two sentences. At most as many
    source words stay unchanged as there are words that both sentences have.
    """
    old, new = word_texts(source), word_texts(correction)
    n, m = len(old), len(new)
    inserted = max(0, m - n) if insertions else 0
    possible = [places for places in wanted if len(places.insertions) == inserted]
    if not possible:
        return possible
    start, *ends = changed_core(*((old, new) if n <= m else (new, old)))
    end = ends[n > m]
    fewest = n - (Counter(old) & Counter(new)).total()
    return [
        places
        for places in possible
        if len(places.words) >= fewest
        and all(start <= word < end for word in places.words)
        and all(start <= slot <= end for slot in places.insertions)
    ]
