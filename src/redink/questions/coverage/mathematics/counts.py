"""Corrections of sentences in; how often each distinct one was given out, after stated normalisation and cleaning.

Two corrections are "the same" when their keys are equal. The key is the normalised text (exact match), or
what it changes in the source (exact index match, see `redink.questions.coverage.mathematics.matching`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from redink.errors import InputError, UsageError
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Tokens

Key: TypeAlias = Callable[[Tokens, Tokens], Hashable]
"""Source and correction in, that by which corrections are told apart out."""

_MARKS = re.compile(r"[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Normalisation:
    """What does not count as a difference between corrections."""

    fold_case: bool = False
    """Whether `The` and `the` are the same."""
    drop_punctuation: bool = False
    """Whether everything but letters and digits counts as a blank, as in the thesis."""
    unicode: bool = True
    """Whether characters that look alike by Unicode's compatibility rules (NFKC) are the same."""

    def __call__(self, tokens: Tokens) -> Tokens:
        """Normalise one sentence."""
        text = " ".join(tokens)
        if self.unicode:
            text = unicodedata.normalize("NFKC", text)
        if self.fold_case:
            text = text.casefold()
        return tuple((_MARKS.sub(" ", text) if self.drop_punctuation else text).split())

    def __str__(self) -> str:
        """Name what was done, for signatures."""
        steps = (("nfkc", self.unicode), ("case", self.fold_case), ("punctuation", self.drop_punctuation))
        return "+".join(name for name, done in steps if done) or "none"


@dataclass(frozen=True, slots=True)
class SentenceCounts:
    """How often each distinct correction of one sentence was given."""

    source: Tokens
    """The sentence."""
    counts: tuple[int, ...]
    """c_j, largest first; they add up to n."""

    @property
    def n(self) -> int:
        """How many corrections were given."""
        return sum(self.counts)

    def fingerprint(self) -> tuple[int, ...]:
        """Give (f₁, f₂, …): how many distinct corrections were given exactly once, twice and so on."""
        often = Counter(self.counts)
        return tuple(often[times] for times in range(1, max(self.counts, default=0) + 1))


def counts_of_fingerprint(fingerprint: Sequence[int], source: Tokens = ()) -> SentenceCounts:
    """Give the counts that a fingerprint (f₁, f₂, …) was made of."""
    if any(number < 0 for number in fingerprint):
        raise InputError(
            "a fingerprint holds numbers of corrections, none negative",
            remedy="give how many corrections were seen once, twice, and so on",
        )
    counts = [times for times, number in enumerate(fingerprint, start=1) for _ in range(number)]
    return SentenceCounts(source, tuple(reversed(counts)))


def normalised(sentences: Iterable[CorrectedSentence], how: Normalisation) -> list[CorrectedSentence]:
    """Normalise sources and corrections alike."""
    return [
        replace(sentence, source=how(sentence.source), corrections=tuple(map(how, sentence.corrections)))
        for sentence in sentences
    ]


def cleaned(
    sentences: Sequence[CorrectedSentence], *, left_alone: float | None = None, fewest: int = 1
) -> list[CorrectedSentence]:
    """Drop sentences that so large a share of people left alone, or that too few corrected.

    Args:
        sentences: Corrections, already normalised.
        left_alone: Share of unchanged copies from which on a sentence is dropped; `None` keeps all. The
            thesis dropped what "almost half" left alone, its program what 8 of 50 did (0.16).
        fewest: Corrections a sentence must have.
    """
    if left_alone is not None and not 0 < left_alone <= 1:
        raise UsageError(f"a share of {left_alone} left alone", remedy="give a share above 0, at most 1")
    kept = [
        sentence
        for sentence in sentences
        if len(sentence.corrections) >= fewest and (left_alone is None or _unchanged(sentence) < left_alone)
    ]
    if not kept:
        raise InputError("no sentence is left", remedy="drop fewer, or give more corrections a sentence")
    return kept


def _unchanged(sentence: CorrectedSentence) -> float:
    return sentence.corrections.count(sentence.source) / len(sentence.corrections)


def count_corrections(sentences: Iterable[CorrectedSentence], key: Key | None = None) -> list[SentenceCounts]:
    """Count how often each distinct correction (by `key`; the text itself by default) was given."""
    return [
        SentenceCounts(sentence.source, tuple(sorted(Counter(_keys(sentence, key)).values(), reverse=True)))
        for sentence in sentences
    ]


def _keys(sentence: CorrectedSentence, key: Key | None) -> list[Hashable]:
    if key is None:
        return list(sentence.corrections)
    # The same text has the same key, and aligning is the costly part.
    found = {text: key(sentence.source, text) for text in set(sentence.corrections)}
    return [found[text] for text in sentence.corrections]
