"""Corrections of sentences in; coverage by the size of a change and by the type of an edit out.

The thesis (ch. 3) expects that large changes are covered less: they "can often be made in numerous ways". A correction
j that c_j of n people gave is among those of M other people with probability

    coverage_j(M) = 1 − C(n − c_j, M) / C(n − 1, M),                                        M < n.

*By size*: each person's correction belongs to its number of changed words (WordChange), and counts c_j/n in its
sentence. All sizes together give the coverage of `accuracy_curve`. *By type*: each edit of a person's correction
counts by itself; c_j is the number of people who made the same edit (span and replacement). This is the coverage of a
phrase, p_coverage of the thesis.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from redink.annotation.word_alignment import align_words, words_of
from redink.annotation.word_change import word_change
from redink.arrays import Floats
from redink.frozen import frozen
from redink.questions.coverage.mathematics.accuracy_curve import chance_of_a_miss
from redink.questions.coverage.mathematics.pair_table import Pool
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Interval, Tokens

SIZES: Mapping[str, range] = {
    "0": range(1),
    "1": range(1, 2),
    "2": range(2, 3),
    "3": range(3, 4),
    "4–5": range(4, 6),
    "6 or more": range(6, 10**9),
}
"""Numbers of changed words."""
ALL = "all"


class Group(NamedTuple):
    """The coverage of a group of changes."""

    name: str
    number: int
    """How many changes people made: corrections, or edits."""
    rows: Floats
    """(sentences × (M + 1)) the covered share of each sentence for every M, and what it counts."""


@frozen
class GroupPoint:
    """Coverage of a group with M references."""

    references: int
    """M."""
    coverage: float | None
    interval: Interval | None
    """BCa over sentences."""


@frozen
class ChangeCoverage:
    """Coverage of one group of changes by M."""

    name: str
    """A number of changed words, an error type, or `all`."""
    changes: int
    """Changes that people made: corrections, or edits."""
    points: tuple[GroupPoint, ...]
    """By M, where every sentence has more corrections than M."""


class _Change(NamedTuple):
    group: str
    times: int
    """c_j, the number of people who made the change."""
    people: int
    """n, the number of people who corrected the sentence."""
    weight: float
    """What it counts."""


def by_size(sentences: Sequence[CorrectedSentence], references: Sequence[int]) -> list[Group]:
    """Give the coverage of corrections by the number of words that they change, and of all of them."""
    return _groups([_sizes(sentence) for sentence in sentences], references, SIZES)


def _sizes(sentence: CorrectedSentence) -> list[_Change]:
    n = len(sentence.corrections)
    counts = Counter(sentence.corrections)
    return [_Change(_size(sentence.source, text), times, n, times / n) for text, times in counts.items()]


def _size(source: Tokens, correction: Tokens) -> str:
    words = word_change(align_words(words_of(source).texts, words_of(correction).texts))
    return next(name for name, sizes in SIZES.items() if words in sizes)


def by_type(pool: Pool, references: Sequence[int]) -> list[Group]:
    """Give the coverage of edits by their error types, the most frequent first, and of all of them."""
    assert pool.edits is not None
    changes = []
    for sentence, texts, edits in zip(pool.sentences, pool.texts, pool.edits, strict=True):
        given = Counter(sentence.corrections)
        times: Counter[tuple[int, int, Tokens]] = Counter()
        types = {}
        for text, made in zip(texts, edits, strict=True):
            for edit in made:
                times[edit.start, edit.end, edit.replacement] += given[text]
                types[edit.start, edit.end, edit.replacement] = edit.type.partition(":")[2] or edit.type
        n = len(sentence.corrections)
        changes.append([_Change(types[edit], number, n, float(number)) for edit, number in times.items()])
    total: Counter[str] = Counter()
    for change in (change for row in changes for change in row):
        total[change.group] += change.times
    return _groups(changes, references, [name for name, _ in total.most_common()])


def _groups(changes: Sequence[Sequence[_Change]], references: Sequence[int], names: Iterable[str]) -> list[Group]:
    """Give the groups that have any change, and all changes together as the last."""
    rows: dict[str, Floats] = defaultdict(lambda: np.zeros((len(changes), len(references) + 1)))
    number: Counter[str] = Counter()
    for place, sentence in enumerate(changes):
        for change in sentence:
            missed = [chance_of_a_miss(change.times, change.people, m) for m in references]
            added = change.weight * np.array([*(1 - chance for chance in missed), 1.0])
            for name in (change.group, ALL):
                rows[name][place] += added
                number[name] += change.times
    return [Group(name, number[name], rows[name]) for name in (*names, ALL) if number[name]]
