"""Human choices and scores of sentences in; whether the judgements count sentences from 0 or from 1 out.

Scores count sentences from 0. Human judgements count from 0 or from 1, and nothing in the file says which. A wrong
guess compares every choice with the scores of the sentence beside it.

Judges saw an output that several systems share only once. Systems that were shown as one have the same output, and so
the same score. This holds for nearly all such pairs if the sentences are counted rightly, and for far fewer otherwise.
Where a file has no such pairs, the numbers themselves may tell: only files that count from 0 have a sentence 0, and
only files that count from 1 have a number one higher than the last sentence of the scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.reading.human_rankings import PairwiseChoice

FirstSentence: TypeAlias = Literal[0, 1]
SentenceScores: TypeAlias = Mapping[str, Mapping[tuple[str, int], float]]
"""Measure → (system, 0-based sentence) → score."""

_FITS = 0.95
"""Least share of equal scores among outputs that were shown as one, if the sentences are counted rightly."""
_APART = 0.02
"""Shares that differ by less say nothing about which is right."""


@frozen
class Numbering:
    """How a file of human judgements counts sentences."""

    file: str
    """The file."""
    first_sentence: FirstSentence
    """The number of its first sentence."""
    reason: str
    """How this is known."""
    is_known: bool = True
    """Whether anything speaks for it; otherwise 0 is a guess."""

    def __str__(self) -> str:
        """Say it in a sentence without a full stop."""
        return f"{self.file}: sentences are counted from {self.first_sentence} ({self.reason})"


def equal_share(
    choices: Sequence[PairwiseChoice], scores: SentenceScores, first_sentence: FirstSentence
) -> float | None:
    """Give the share of pairs shown as one output that have equal scores, if counting starts at `first_sentence`.

    `None` if there is no such pair with two scores.
    """
    equal = asked = 0
    for choice in choices:
        if not choice.identical:
            continue
        sentence = choice.sentence - first_sentence
        for by_sentence in scores.values():
            first, second = by_sentence.get((choice.first, sentence)), by_sentence.get((choice.second, sentence))
            if first is not None and second is not None:
                asked += 1
                equal += first == second
    return equal / asked if asked else None


def find_numbering(
    choices: Sequence[PairwiseChoice], scores: SentenceScores, *, file: str, given: FirstSentence | None = None
) -> Numbering:
    """Tell how a file counts sentences; refuse it if its identical outputs fit neither way of counting.

    `given` settles the matter. Then it is only said if the identical outputs speak against it.
    """
    from_0, from_1 = equal_share(choices, scores, 0), equal_share(choices, scores, 1)
    shares = (
        f"outputs shown as one have equal scores in {_percent(from_0)} if counted from 0, {_percent(from_1)} from 1"
    )
    if given is not None:
        share = from_1 if given else from_0
        doubted = share is not None and share < _FITS
        return Numbering(file, given, f"as given, but {shares}" if doubted else "as given", is_known=not doubted)
    if from_0 is None or from_1 is None or (abs(from_0 - from_1) < _APART and from_0 >= _FITS):
        return _by_range(choices, scores, file)
    if max(from_0, from_1) < _FITS:
        raise InputError(
            f"the sentences can be counted neither from 0 nor from 1: {shares}",
            place=Place(file),
            remedy="are the scores of the outputs that people judged, with all sentences, counted from 0? "
            "if so, say how the judgements count: --first-sentence 0 or 1",
        )
    return Numbering(file, 0 if from_0 > from_1 else 1, shares)


def _percent(share: float | None) -> str:
    return "no pair" if share is None else f"{100 * share:.1f} % of pairs"


def _by_range(choices: Sequence[PairwiseChoice], scores: SentenceScores, file: str) -> Numbering:
    numbers = {choice.sentence for choice in choices}
    last = max((sentence for by_sentence in scores.values() for _, sentence in by_sentence), default=-1)
    if 0 in numbers:
        return Numbering(file, 0, "there is a sentence 0")
    if numbers and max(numbers) == last + 1:
        return Numbering(file, 1, f"the last is number {last + 1}, and there are scores of {last + 1} sentences")
    return Numbering(file, 0, "a guess: neither identical outputs nor the numbers decide it", is_known=False)
