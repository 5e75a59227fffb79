"""Source, hypothesis and references in; n-gram statistics and GLEU out.

C. Napoles, K. Sakaguchi, M. Post and J. Tetreault (2015), "Ground truth for grammatical error correction
metrics", with the authors' later "GLEU without tuning" (2016). Formulas, variants and zero cases:
docs/measures/gleu.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.arrays import Floats
from redink.errors import InputError, Place
from redink.records import Tokens
from redink.scoring.gleu_counts import MOST_TEXTS, Group, numerators

Difference: TypeAlias = Literal["type", "multiset"]
"""What "n-grams of the source that are not in the reference" means.

`type`: those that do not occur in the reference at all, with their full count (the published program).
`multiset`: each as many times as the source has it more often than the reference (the paper's S ∖ R).
"""
_Grams: TypeAlias = tuple[Counter[Tokens], ...]

ORDER = 4
"""Longest n-gram."""
LONGEST_LINE = 200_000
"""Tokens of a line; two lines of a million tokens would take more than 1 GB."""
_BLOCK_TOKENS = 1_000_000
"""Tokens whose n-grams are counted at once."""
COLUMNS = (
    "length",
    "reference_length",
    *(f"{part}{n}" for n in range(1, ORDER + 1) for part in ("numerator", "denominator")),
)
"""Columns of all statistics here: c, r, and p_n's two parts for n = 1…4."""
ROUNDS = 500
"""How often the published program draws a reference for each sentence."""


class SampledScore(NamedTuple):
    """GLEU as the published program gives it: over rounds with one drawn reference a sentence."""

    mean: float
    deviation: float
    """Standard deviation of the rounds (divided by the number of rounds, not one less)."""


def pair_stats(
    source: Tokens, hypothesis: Tokens, references: Sequence[Tokens], *, difference: Difference = "type"
) -> Floats:
    """Give the statistics of one sentence against each reference, (references × 10)."""
    of_source, of_hypothesis = _count_grams(source), _count_grams(hypothesis)
    rows = []
    for reference in references:
        row = [len(hypothesis), len(reference)]
        for n, (s, h, r) in enumerate(zip(of_source, of_hypothesis, _count_grams(reference), strict=True), start=1):
            row.append(_numerator(s, h, r, difference))
            row.append(max(0, len(hypothesis) + 1 - n))
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))


def _count_grams(tokens: Tokens) -> _Grams:
    return tuple(
        Counter(tokens[start : start + n] for start in range(len(tokens) + 1 - n)) for n in range(1, ORDER + 1)
    )


def _numerator(
    s: Mapping[Tokens, int], h: Mapping[Tokens, int], r: Mapping[Tokens, int], difference: Difference
) -> int:
    """Count Σ min(h, r) − Σ min(h, s ∖ r), not below 0."""
    total = 0
    for gram, count in h.items():
        in_reference, in_source = r.get(gram, 0), s.get(gram, 0)
        if in_reference:
            total += min(count, in_reference)
            if difference == "type":
                continue
        if in_source > in_reference:
            total -= min(count, in_source - in_reference)
    return max(0, total)


def reference_stats(
    sources: Sequence[Tokens],
    hypotheses: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    *,
    difference: Difference = "type",
) -> Floats:
    """Give the statistics of each sentence and reference, (sentences × most references × 10).

    Rows beyond a sentence's last reference are NaN.
    """
    return system_stats(sources, [hypotheses], references, difference=difference)[0]


def system_stats(
    sources: Sequence[Tokens],
    outputs: Sequence[Sequence[Tokens]],
    references: Sequence[Sequence[Tokens]],
    *,
    difference: Difference = "type",
) -> list[Floats]:
    """Give what `reference_stats` gives for several outputs; equal outputs of a sentence are counted once."""
    for number, texts in enumerate(references):
        if not texts:
            raise InputError(
                "GLEU needs a reference for every sentence",
                place=Place("references", sentence=number + 1),
                remedy="remove sentences without a reference from all files",
            )
    groups = [
        Group(source, list(dict.fromkeys(hypotheses)), texts)
        for source, hypotheses, texts in zip(sources, zip(*outputs, strict=True), references, strict=True)
    ]
    rows: dict[tuple[int, Tokens], int] = {}
    for number, group in enumerate(groups):
        for hypothesis in group.hypotheses:
            rows[number, hypothesis] = len(rows)
    table = np.full((len(rows), max(map(len, references), default=0), len(COLUMNS)), np.nan)
    first = 0
    for block in _blocks(groups):
        sizes = [len(group.references) for group in block for _ in group.hypotheses]
        there = np.arange(table.shape[1]) < np.array(sizes)[:, np.newaxis]
        table[first : first + len(sizes)][there] = _block_stats(block, difference)
        first += len(sizes)
    return [table[[rows[key] for key in enumerate(output)]] for output in outputs]


def _blocks(groups: Sequence[Group]) -> Iterator[Sequence[Group]]:
    """Give sentences in blocks, whose n-grams fit in memory together."""
    start, tokens, texts = 0, 0, 0
    for number, group in enumerate(groups):
        n_texts = 1 + len(group.hypotheses) + len(group.references)
        size = len(group.source) + sum(map(len, group.hypotheses)) + sum(map(len, group.references))
        if number > start and (texts + n_texts > MOST_TEXTS or tokens + size > _BLOCK_TOKENS):
            yield groups[start:number]
            start, tokens, texts = number, 0, 0
        tokens, texts = tokens + size, texts + n_texts
    if groups:
        yield groups[start:]


def _block_stats(groups: Sequence[Group], difference: Difference) -> Floats:
    """Give the statistics of some sentences against each of their references, (pairs × 10)."""
    matches = numerators(groups, ORDER, by_type=difference == "type")
    if matches is None:
        return np.concatenate(
            [
                pair_stats(group.source, hypothesis, group.references, difference=difference)
                for group in groups
                for hypothesis in group.hypotheses
            ]
        )
    rows = np.empty((len(matches), len(COLUMNS)))
    pairs = [pair for group in groups for pair in product(group.hypotheses, group.references)]
    rows[:, 0] = [len(hypothesis) for hypothesis, _ in pairs]
    rows[:, 1] = [len(reference) for _, reference in pairs]
    rows[:, 2::2] = matches
    rows[:, 3::2] = np.maximum(0, rows[:, :1] - np.arange(ORDER))
    return rows


def expected_stats(table: Floats) -> Floats:
    """Average over the references of each sentence: (sentences × refs × 10) → (sentences × 10).

    This is what a randomly drawn reference gives on average; no draw is needed, and the rows add up.
    """
    there = ~np.isnan(table[:, :, :1])
    shares: Floats = np.where(there, table, 0.0).sum(axis=1) / there.sum(axis=1)
    return shares


def score_from_sums(sums: Floats, *, smooth: bool = False) -> Floats:
    """Turn (…, 10) sums into GLEU = exp(min(0, 1 − r/c) + ¼ Σ log p_n); 0 where any sum is 0.

    With `smooth`, as for single sentences, sums of 0 count as 1.
    """
    sums = np.asarray(sums, dtype=np.float64)
    zero = sums == 0
    some_zero = np.zeros(sums.shape[:-1], dtype=np.bool_) if smooth else zero.any(axis=-1)
    safe = np.where(zero, 1.0, sums)
    brevity = np.minimum(0.0, 1.0 - safe[..., 1] / safe[..., 0])
    logs = np.log(safe[..., 2::2] / safe[..., 3::2]).mean(axis=-1)
    score: Floats = np.where(some_zero, 0.0, np.exp(brevity + logs))
    return score


def sentence_scores(table: Floats) -> Floats:
    """Give each sentence's smoothed GLEU, averaged over its references: (sentences × refs × 10) → (n,)."""
    there = ~np.isnan(table[:, :, 0])
    scores = np.where(there, score_from_sums(np.nan_to_num(table), smooth=True), 0.0)
    means: Floats = scores.sum(axis=1) / there.sum(axis=1)
    return means


def published_draws(references: Sequence[int], *, rounds: int = ROUNDS) -> NDArray[np.int64]:
    """Draw a reference for each round and sentence, the very draws of the published program.

    It seeds Python 2's generator with 101·j for round j = 0, 1, … and takes ⌊random() · references⌋ for one sentence
    after the other. NumPy's Mersenne Twister gives the same numbers as Python's if its seed is given as a list.
    """
    return _drawn(tuple(references), rounds)


@lru_cache(maxsize=1)  # all systems of a run have the same references
def _drawn(references: tuple[int, ...], rounds: int) -> NDArray[np.int64]:
    counts = np.asarray(references, dtype=np.float64)
    generator = np.random.RandomState(0)  # seeded anew for each round: a new generator would take six times as long
    numbers = np.empty((rounds, len(counts)), dtype=np.int64)
    for j in range(rounds):
        generator.seed([101 * j])
        numbers[j] = generator.random_sample(len(counts)) * counts
    numbers.flags.writeable = False
    return numbers


def sampled_score(table: Floats, draws: NDArray[np.int64]) -> SampledScore:
    """Average GLEU over rounds in which each sentence has one drawn reference.

    `draws` (rounds × sentences) tells which reference is drawn, see `published_draws`.
    """
    filled = np.nan_to_num(table)
    sums = np.zeros((len(draws), len(COLUMNS)))
    for number in range(table.shape[1]):
        sums += (draws == number).astype(np.float64) @ filled[:, number]
    scores = score_from_sums(sums)
    return SampledScore(float(scores.mean()), float(scores.std()))


def count_references(table: Floats) -> list[int]:
    """Count the references each sentence has."""
    counts: list[int] = (~np.isnan(table[:, :, 0])).sum(axis=1).tolist()
    return counts
