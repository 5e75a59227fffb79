"""Corrections of sentences in; how often each distinct correction was given, after normalisation and cleaning, out.

Two corrections are the same if their keys are equal. The key is the normalised text (exact match), or what the
correction changes in the source (exact index match, see `redink.questions.coverage.mathematics.matching`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from redink.errors import InputError, UsageError
from redink.frozen import frozen
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Tokens

Key: TypeAlias = Callable[[Tokens, Tokens], Hashable]
"""Source and correction in, a key out that is equal for corrections that count as the same."""

ENOUGH = 10
"""Number of corrections of a sentence from which on its coverage is more than a guess."""

_MARKS = re.compile(r"[^\w\s]|_")


@frozen
class Normalisation:
    """Which differences between corrections are ignored."""

    fold_case: bool = False
    """Whether `The` and `the` are the same."""
    drop_punctuation: bool = False
    """Whether every character but letters and digits counts as a blank, as in the thesis."""
    unicode: bool = True
    """Whether characters that Unicode's compatibility rules (NFKC) equate are the same."""

    def __call__(self, tokens: Tokens) -> Tokens:
        """Give a sentence normalised."""
        text = " ".join(tokens)
        if self.unicode:
            text = unicodedata.normalize("NFKC", text)
        if self.fold_case:
            text = text.casefold()
        return tuple((_MARKS.sub(" ", text) if self.drop_punctuation else text).split())

    def __str__(self) -> str:
        """Name the steps, for signatures."""
        steps = (("nfkc", self.unicode), ("case", self.fold_case), ("punctuation", self.drop_punctuation))
        return "+".join(name for name, done in steps if done) or "none"


@frozen
class SentenceCounts:
    """How often each distinct correction of one sentence was given."""

    source: Tokens
    counts: tuple[int, ...]
    """c_j, largest first; they add up to n."""

    @property
    def n(self) -> int:
        """n, the number of corrections given."""
        return sum(self.counts)

    def fingerprint(self) -> tuple[int, ...]:
        """Give (f₁, f₂, …): how many distinct corrections were given exactly once, twice and so on."""
        multiplicities = Counter(self.counts)
        return tuple(multiplicities[times] for times in range(1, max(self.counts, default=0) + 1))


def normalised(sentences: Iterable[CorrectedSentence], how: Normalisation) -> list[CorrectedSentence]:
    """Give the sentences with their sources and corrections normalised."""
    return [
        replace(sentence, source=how(sentence.source), corrections=tuple(map(how, sentence.corrections)))
        for sentence in sentences
    ]


def cleaned(
    sentences: Sequence[CorrectedSentence], *, left_alone: float | None = None, fewest: int = 1
) -> list[CorrectedSentence]:
    """Give the sentences without those that too many people left alone or that too few people corrected.

    Args:
        sentences: Corrections, already normalised.
        left_alone: A sentence is dropped if at least this share of its corrections changes nothing; `None` keeps all.
            The thesis dropped what "almost half" left alone; its program dropped what 8 of 50 did (0.16).
        fewest: Number of corrections that a sentence must have.
    """
    if left_alone is not None and not 0 < left_alone <= 1:
        raise UsageError(f"the share left alone cannot be {left_alone}", remedy="give a share above 0 and at most 1")
    remaining = [
        sentence
        for sentence in sentences
        if len(sentence.corrections) >= fewest and (left_alone is None or _unchanged(sentence) < left_alone)
    ]
    if not remaining:
        most = max((len(sentence.corrections) for sentence in sentences), default=0)
        people = "everybody" if left_alone == 1 else f"{left_alone:.0%} of the people or more"
        changed = "" if left_alone is None else f"; sentences that {people} left unchanged are dropped"
        raise InputError(
            f"no sentence is left: each needs {fewest} or more corrections, and the most is {most}{changed}",
            remedy="give more references, or drop fewer sentences",
        )
    return remaining


def _unchanged(sentence: CorrectedSentence) -> float:
    return sentence.corrections.count(sentence.source) / len(sentence.corrections)


def count_corrections(sentences: Iterable[CorrectedSentence], key: Key | None = None) -> list[SentenceCounts]:
    """Give how often each distinct correction of each sentence was given; `key` is the text itself by default."""
    return [
        SentenceCounts(sentence.source, tuple(sorted(Counter(_keys(sentence, key)).values(), reverse=True)))
        for sentence in sentences
    ]


def _keys(sentence: CorrectedSentence, key: Key | None) -> list[Hashable]:
    if key is None:
        return list(sentence.corrections)
    # Equal texts have equal keys. Each distinct text is aligned once, because aligning is the costly part.
    keys = {text: key(sentence.source, text) for text in set(sentence.corrections)}
    return [keys[text] for text in sentence.corrections]
