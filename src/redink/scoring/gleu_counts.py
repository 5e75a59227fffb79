"""Texts of many sentences in; GLEU's n-gram counts of all of them out, counted at once.

Each token becomes a small number that is unique within its sentence. An n-gram and the number of the text in which it
stands then fit into one 64-bit key, and sorting the keys counts the n-grams of all texts. The slow twin, which also
counts sentences with too many unlike words for such keys, is `gleu.pair_stats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.arrays import Floats, counted
from redink.records import Tokens

Keys: TypeAlias = NDArray[np.int64]

MOST_WORDS = 1 << 11
"""Most unlike words of a sentence: four words take 44 bits of a key."""
MOST_TEXTS = 1 << 19
"""Most texts of a block: their numbers take 19 bits of a key."""


class Group(NamedTuple):
    """The texts of one sentence."""

    source: Tokens
    hypotheses: Sequence[Tokens]
    references: Sequence[Tokens]


class _Pairs(NamedTuple):
    """Hypotheses with one reference each: (pairs,) numbers of their texts."""

    source: Keys
    hypothesis: Keys
    reference: Keys


def numerators(groups: Sequence[Group], order: int, *, by_type: bool) -> Floats | None:
    """Give Σ min(h, r) − Σ min(h, s ∖ r), not below 0, (pairs × order); `None` if the texts are too large for keys.

    Pairs are the hypotheses with each of the references, sentence after sentence. `by_type` tells which n-grams
    are in s ∖ r: see `gleu.Difference`.
    """
    ids: list[int] = []
    lengths: list[int] = []
    pairs: list[tuple[int, int, int]] = []
    most_words = 0
    for group in groups:
        first = len(lengths)
        words: dict[str, int] = {}
        for tokens in (group.source, *group.hypotheses, *group.references):
            ids += [words.setdefault(token, len(words)) for token in tokens]
            lengths.append(len(tokens))
        most_words = max(most_words, len(words))
        last = first + 1 + len(group.hypotheses)
        pairs += product((first,), range(first + 1, last), range(last, len(lengths)))
    if most_words > MOST_WORDS or len(lengths) > MOST_TEXTS:
        return None
    bits = max(1, (most_words - 1).bit_length())
    tokens_of, left = np.array(ids, dtype=np.int64), _tokens_left(np.array(lengths, dtype=np.int64))
    text_of = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    columns = _Pairs(*np.array(pairs, dtype=np.int64).reshape(-1, 3).T)
    grams, keys = np.zeros(len(ids), dtype=np.int64), []
    for n in range(1, order + 1):
        grams = (grams[: len(ids) + 1 - n] << bits) | tokens_of[n - 1 :]
        inside = left[: len(grams)] >= n
        keys.append((text_of[: len(grams)][inside] << (order * bits)) | grams[inside])
    return np.stack([_matches(each, order * bits, columns, by_type=by_type) for each in keys], axis=1)


def _tokens_left(lengths: Keys) -> Keys:
    """Give for each token how many tokens of its text begin with it."""
    ends = np.repeat(np.cumsum(lengths), lengths)
    return ends - np.arange(len(ends))


def _matches(keys: Keys, bits: int, pairs: _Pairs, *, by_type: bool) -> Floats:
    """Give the numerator of one order for each pair, (pairs,)."""
    distinct, counts = counted(keys)
    starts = np.searchsorted(distinct, pairs.hypothesis << bits)
    sizes = np.searchsorted(distinct, (pairs.hypothesis + 1) << bits) - starts
    pair_of = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(pair_of)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(starts, sizes)
    grams, in_hypothesis = distinct[places] & ((1 << bits) - 1), counts[places]
    in_source = _look_up(distinct, counts, (pairs.source[pair_of] << bits) | grams)
    in_reference = _look_up(distinct, counts, (pairs.reference[pair_of] << bits) | grams)
    without = np.where(in_reference > 0, 0, in_source) if by_type else np.maximum(0, in_source - in_reference)
    gained = np.minimum(in_hypothesis, in_reference) - np.minimum(in_hypothesis, without)
    return np.maximum(0.0, np.bincount(pair_of, weights=gained, minlength=len(sizes)))


def _look_up(distinct: Keys, counts: Keys, keys: Keys) -> Keys:
    """Give how often each key occurs."""
    if not len(distinct):
        return np.zeros(len(keys), dtype=np.int64)
    places = np.minimum(np.searchsorted(distinct, keys), len(distinct) - 1)
    return np.where(distinct[places] == keys, counts[places], 0)
