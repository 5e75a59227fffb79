"""Edits of an output and of references in; the chunks they share, their counts, CLEME and CLEME2.0 out.

J. Ye et al. (2023), "CLEME: Debiasing multi-reference evaluation for grammatical error correction", and (2025)
"CLEME2.0". The edits of the output and of all references cut the source into chunks, and an output is right or wrong
chunk by chunk. Formulas, variants and zero cases: docs/measures/cleme.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.annotation.regions import Region, joined_regions, region_texts
from redink.arrays import Floats, Ints, ratio
from redink.frozen import frozen
from redink.records import DETECTED_ONLY, NOOP, NOT_ANNOTATABLE, Edit, Edits, Tokens
from redink.scoring.edit_overlap import Rule

Assumption: TypeAlias = Literal["dependent", "independent"]
"""Whether the corrections of one reference hang together, or each chunk may be corrected as in any reference."""
Scale: TypeAlias = Literal["corpus", "sentence"]
"""Whether counts are summed over sentences, or scores of sentences are averaged."""

COLUMNS = ("tp", "fp", "fn", "tn", "wrong", "over", "w_tp", "w_fp", "w_fn")
"""Chunks by outcome; `fp` = `wrong` + `over`; the last three are weighted by length."""
BETA = 0.5

_TP, _WRONG, _OVER, _FN, _TN = range(5)
_MARKS = {NOOP, NOT_ANNOTATABLE, *DETECTED_ONLY}
"""Types of edits that need a closer look."""


class Weighting(NamedTuple):
    """Settings of a length weight: (α, lowest weight, highest weight) for TP, FP and FN."""

    tp: tuple[float, float, float]
    fp: tuple[float, float, float]
    fn: tuple[float, float, float]


_CORPUS = Weighting((2, 0.75, 1.25), (2, 0.75, 1.25), (2, 0.75, 1.25))
_SENTENCE: dict[Assumption, Weighting] = {
    "dependent": Weighting((10, 1, 10), (10, 0.25, 1), (10, 1, 1)),
    "independent": Weighting((10, 2.5, 10), (10, 0.25, 1), (10, 1, 1)),
}


def weighting(scale: Scale, assumption: Assumption, rule: Rule) -> Weighting:
    """Give the documented weights; the program drops those of sentences and uses those of corpora for both."""
    return _CORPUS if scale == "corpus" or rule == "faithful" else _SENTENCE[assumption]


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """What became of every chunk of every comparison: C comparisons of a sentence with a reference, K changed chunks.

    In `independent`, all references of a sentence are one comparison.
    """

    starts: Ints
    """(sentences + 1,) first comparison of each sentence."""
    comparison: Ints
    """(K,) the comparison a chunk belongs to."""
    outcome: Ints
    """(K,) TP, wrong, over, FN or TN, by number."""
    length: Ints
    """(K,) ℓ: tokens of the chunk in the source or in the output, whichever are more."""
    untouched: Ints
    """(C,) chunks that no version changes; they are all TN."""
    mean_length: float
    """x̄: mean length of the chunks that references change."""

    def table(self, weights: Weighting) -> Floats:
        """Give the counts of every comparison, (C × 9)."""
        size = len(self.untouched)
        counts = np.zeros((size, len(COLUMNS)))

        def summed(outcomes: tuple[int, ...], weight: Floats | None = None) -> Floats:
            here = np.isin(self.outcome, outcomes)
            counts = np.bincount(self.comparison[here], None if weight is None else weight[here], size)
            return counts.astype(np.float64)

        for column, outcomes in enumerate(((_TP,), (_WRONG, _OVER), (_FN,), (_TN,), (_WRONG,), (_OVER,))):
            counts[:, column] = summed(outcomes)
        counts[:, 3] += self.untouched
        counts[:, 6] = summed((_TP,), length_weights(self.length, self.mean_length, weights.tp))
        counts[:, 7] = summed((_WRONG, _OVER), length_weights(self.length, self.mean_length, weights.fp, reverse=True))
        counts[:, 8] = summed((_FN,), length_weights(self.length, self.mean_length, weights.fn))
        return counts


def length_weights(length: Ints, mean: float, settings: tuple[float, float, float], *, reverse: bool = False) -> Floats:
    """Give α / (1 + (α − 1)·e^(x̄ − ℓ)), kept between two bounds; `reverse`, for FP, has e^(ℓ − x̄)."""
    alpha, low, high = settings
    distance = np.clip((length - mean) if reverse else (mean - length), -700, 700)  # e^700 is still a number
    weights: Floats = np.clip(alpha / (1 + (alpha - 1) * np.exp(distance)), low, high)
    return weights


def count_chunks(
    sources: Sequence[Tokens],
    outputs: Sequence[Edits],
    references: Sequence[Sequence[Edits]],
    *,
    assumption: Assumption,
    rule: Rule = "faithful",
) -> Chunks:
    """Cut each sentence into chunks and tell what became of each; every sentence has at least one reference."""
    starts = [0]
    untouched: list[int] = []
    comparison: list[int] = []
    outcome: list[int] = []
    length: list[int] = []
    lengths: list[int] = []
    for source, output, answers in zip(sources, outputs, references, strict=True):
        edits = [_changes(version, rule) for version in (output, *answers)]
        answer_edits = _with_text(source, edits[1:])
        if not any(edits):
            comparisons = len(answer_edits) if assumption == "dependent" else 1
            untouched += [_gaps(len(source), ())] * comparisons
            starts.append(len(untouched))
            continue
        regions = joined_regions([edits[0], *answer_edits], touching=True)
        proposed = region_texts(source, edits[0], regions)
        gold = [region_texts(source, answer, regions) for answer in answer_edits]
        lengths += _reference_lengths(regions, gold)
        sizes = [max(end - start, len(text or ())) for (start, end), text in zip(regions, proposed, strict=True)]
        gaps = _gaps(len(source), regions)
        for outcomes in _compared(source, regions, proposed, gold, assumption):
            comparison += [len(untouched)] * len(regions)
            outcome += outcomes
            length += sizes
            untouched.append(gaps)
        starts.append(len(untouched))
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    columns = [np.array(column, dtype=np.int64) for column in (starts, comparison, outcome, length, untouched)]
    return Chunks(columns[0], columns[1], columns[2], columns[3], columns[4], mean)


def _changes(edits: Edits, rule: Rule) -> Sequence[Edit]:
    """Give the edits as CLEME reads them: marked errors without a correction are deletions for the program."""
    if not any(edit.alternatives or edit.type in _MARKS for edit in edits):
        return edits
    if rule == "corrected":
        return [edit for edit in edits if not edit.is_noop and not edit.is_detected_only]
    return [
        Edit(edit.start, edit.end, _with_bars(edit)) if edit.alternatives else edit
        for edit in edits
        if not edit.is_noop
    ]


def _with_bars(edit: Edit) -> Tokens:
    """Give `a||b` as one text, since the program knows no alternatives."""
    return tuple("||".join(" ".join(way) for way in (edit.replacement, *edit.alternatives)).split())


def _with_text(source: Tokens, answers: list[Sequence[Edit]]) -> list[Sequence[Edit]]:
    """Leave out references that delete the whole sentence; if all do, the first stays."""
    kept = [edits for edits in answers if not _deletes_all(source, edits)]
    return kept or answers[:1]


def _deletes_all(source: Tokens, edits: Sequence[Edit]) -> bool:
    """Tell whether nothing is left; cheap for the many sentences whose edits insert something."""
    if any(edit.replacement for edit in edits):
        return False
    covered = {token for edit in edits for token in range(edit.start, edit.end)}
    return len(covered) == len(source)


def _gaps(length: int, regions: Sequence[Region]) -> int:
    """Count the stretches of source that no version changes."""
    gaps = done = 0
    for start, end in regions:
        gaps += start > done
        done = end
    return gaps + (length > done)


def _reference_lengths(regions: Sequence[Region], gold: Sequence[Sequence[Tokens | None]]) -> list[int]:
    return [
        max(end - start, len(text))
        for texts in gold
        for (start, end), text in zip(regions, texts, strict=True)
        if text is not None
    ]


def _compared(
    source: Tokens,
    regions: Sequence[Region],
    proposed: Sequence[Tokens | None],
    gold: Sequence[Sequence[Tokens | None]],
    assumption: Assumption,
) -> Iterator[list[int]]:
    """Yield for each comparison the outcome of every region."""
    kept = [source[start:end] for start, end in regions]
    if assumption == "independent":
        yield list(map(_any_outcome, kept, proposed, zip(*gold, strict=True)))
        return
    for texts in gold:
        yield list(map(_outcome, kept, proposed, texts))


def _outcome(kept: Tokens, text: Tokens | None, answer: Tokens | None) -> int:
    """Judge a chunk by one reference."""
    right = kept if answer is None else answer
    if text is None:
        return _TN if kept == right else _FN
    if text == right:
        return _TP
    return _OVER if answer is None else _WRONG


def _any_outcome(kept: Tokens, text: Tokens | None, answers: Sequence[Tokens | None]) -> int:
    """Judge a chunk by all references at once."""
    if text is None:
        return _TN if None in answers else _FN
    if text in answers or (text == kept and None in answers):
        return _TP
    return _OVER if all(answer is None for answer in answers) else _WRONG


def f_scores(counts: Floats, *, weighted: bool = False) -> Floats:
    """Turn (…, 9) counts into (…, [F0.5, P, R, accuracy]); P and R are 1 for 0/0, F is 0 if both are 0."""
    columns = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    tp, fp, fn = columns[6:9] if weighted else columns[:3]
    p, r = ratio(tp, tp + fp, nothing=1.0), ratio(tp, tp + fn, nothing=1.0)
    f = ratio((1 + BETA**2) * p * r, BETA**2 * p + r, nothing=0.0)
    accuracy = ratio(tp + columns[3], tp + fp + fn + columns[3], nothing=1.0)
    return np.stack([f, p, r, accuracy], axis=-1)


PARTS = ("score", "hit", "wrong", "under", "over")
"""The combined score of CLEME2.0 and its parts; the last three are better the lower they are."""
SHARES: dict[Scale, tuple[float, float, float, float]] = {
    "corpus": (0.45, 0.35, 0.15, 0.05),
    "sentence": (0.35, 0.25, 0.20, 0.20),
}
"""What hit, 1 − wrong, 1 − under and 1 − over contribute to the score, as in the authors' main program."""


def part_scores(counts: Floats, scale: Scale) -> Floats:
    """Turn (…, 9) counts into (…, [score, hit, wrong, under, over]) of CLEME2.0; 0/0 is 0."""
    tp, fp, fn, _, wrong, over, *_ = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    errors = tp + wrong + fn
    parts = [ratio(part, errors, nothing=0.0) for part in (tp, wrong, fn)] + [ratio(over, tp + fp, nothing=0.0)]
    hit, *faults = parts
    shares = SHARES[scale]
    score = shares[0] * hit + sum(share * (1 - fault) for share, fault in zip(shares[1:], faults, strict=True))
    return np.stack([score, *parts], axis=-1)


@frozen
class Choice:
    """How one reference is chosen for each sentence, and what its scores are."""

    version: Literal[1, 2]
    """CLEME or CLEME2.0."""
    scale: Scale
    weighted: bool
    rule: Rule

    def scores(self, counts: Floats) -> Floats:
        """Give what is compared; in CLEME, `faithful` rounds every value to four decimals."""
        if self.version == 2:
            return part_scores(counts, self.scale)
        values = f_scores(counts, weighted=self.weighted)
        if self.rule == "corrected":
            return values
        # Python's own rounding: NumPy's differs in the last digit now and then.
        rounded: Floats = np.array([round(value, 4) for value in values.ravel().tolist()]).reshape(values.shape)
        return rounded

    def preference(self, counts: Sequence[float]) -> tuple[float, ...]:
        """Give what is greatest for the chosen reference of a corpus; plain numbers, because they come one by one."""
        tp, fp, fn = counts[6:9] if self.weighted else counts[:3]
        if self.version == 2:
            score = _combined(counts, SHARES[self.scale])
        else:
            p, r = tp / (tp + fp) if tp + fp else 1.0, tp / (tp + fn) if tp + fn else 1.0
            score = (1 + BETA**2) * p * r / (BETA**2 * p + r) if p + r else 0.0
            score = round(score, 4) if self.rule == "faithful" else score
        return score, tp, -fp, -fn, counts[3]


def _combined(counts: Sequence[float], shares: Sequence[float]) -> float:
    """Give the score of CLEME2.0 for one row of counts, as `part_scores` does for many."""
    tp, fp, fn, _, wrong, over = counts[:6]
    errors, changes = tp + wrong + fn or 1.0, tp + fp or 1.0
    hit, right, found, needed = shares
    return (
        hit * (tp / errors) + right * (1 - wrong / errors) + found * (1 - fn / errors) + needed * (1 - over / changes)
    )


def corpus_counts(table: Floats, starts: Ints, choice: Choice) -> Floats:
    """Give the counts against the chosen reference, (sentences × 9).

    `faithful` adds each candidate to the totals so far, so that the order of sentences matters; `corrected` looks at
    the sentence alone.
    """
    rows, chosen = table.tolist(), []
    totals = [0.0] * table.shape[1]
    for first, last in pairwise(starts.tolist()):
        best = first
        if last > first + 1:
            sums = [[a + b for a, b in zip(totals, row, strict=True)] for row in rows[first:last]]
            preferences = [choice.preference(candidate) for candidate in sums]
            best = first + max(range(last - first), key=preferences.__getitem__)
        chosen.append(best)
        if choice.rule == "faithful":
            totals = [a + b for a, b in zip(totals, rows[best], strict=True)]
    counts: Floats = table[chosen]
    return counts


def sentence_values(table: Floats, starts: Ints, choice: Choice) -> Floats:
    """Give the scores against the best reference of each sentence, (sentences × scores)."""
    scores = choice.scores(table)
    # CLEME2.0 prefers less of what is wrong.
    signs = np.array([1, 1, -1, -1, -1]) if choice.version == 2 else np.ones(4)
    preferences = [tuple(row) for row in (scores * signs).tolist()]
    chosen = [max(range(first, last), key=preferences.__getitem__) for first, last in pairwise(starts.tolist())]
    values: Floats = scores[chosen]
    return values
