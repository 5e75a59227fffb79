"""Corrections of sentences and a measure in; the statistics of every correction against every other one out.

A perfect corrector gives the correction of one person and is scored against those of M others. So only D × D pairs
are possible in a sentence: each of its D distinct corrections as the output, and each as the reference. Every pair is
scored once. The score of any draw of outputs and references is then looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.annotation.annotator import Annotator
from redink.arrays import Floats, Ints
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Edits, EvalSet, Reference, System, Tokens
from redink.scoring import max_match
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.gold_measures import MaxMatch
from redink.scoring.measure import Measure
from redink.scoring.text_measures import ExactIndexMatch, ExactMatch, Gleu

Use: TypeAlias = Literal["best", "mean"]
"""How a measure uses several references: it takes the one that suits the output best, or the mean of all."""
Kinds: TypeAlias = npt.NDArray[np.int32]
"""Numbers of distinct corrections, 32 bits wide because millions of them are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The sentences that a test set is drawn from, with the edits of all their corrections."""

    sentences: tuple[CorrectedSentence, ...]
    texts: tuple[tuple[Tokens, ...], ...]
    """The D distinct corrections of each sentence."""
    edits: tuple[tuple[Edits, ...], ...] | None
    """The edits of each distinct correction; `None` when no measure needs them."""
    given: Ints
    """(S,) n, the number of corrections of each sentence."""
    kinds: Kinds
    """(S × largest n) which distinct correction each of the n is; −1 beyond n."""

    @property
    def offsets(self) -> Ints:
        """(S,) where the D² pairs of each sentence begin."""
        return np.concatenate([[0], np.cumsum(self.sizes**2)[:-1]]).astype(np.int64)

    def each_once(self) -> Pool:
        """Give a pool in which every distinct correction was given exactly once."""
        sizes = self.sizes
        kinds = np.arange(int(sizes.max(initial=0)), dtype=np.int32)
        return replace(self, given=sizes, kinds=np.where(kinds < sizes[:, np.newaxis], kinds, np.int32(-1)))

    @property
    def sizes(self) -> Ints:
        """(S,) D, the number of distinct corrections of each sentence."""
        return np.array([len(distinct) for distinct in self.texts], dtype=np.int64)


def make_pool(sentences: Sequence[CorrectedSentence], annotator: Annotator | None = None) -> Pool:
    """Give the pool of some sentences, with the edits of their corrections if there is an annotator."""
    texts = tuple(tuple(dict.fromkeys(sentence.corrections)) for sentence in sentences)
    edits = None
    if annotator is not None:
        rows = annotator.annotate((sentence.source, kinds) for sentence, kinds in zip(sentences, texts, strict=True))
        edits = tuple(
            tuple(row.edits_of(number) or () for number in range(len(kinds)))
            for row, kinds in zip(rows, texts, strict=True)
        )
    given = np.array([len(sentence.corrections) for sentence in sentences], dtype=np.int64)
    kinds_of = np.full((len(texts), int(given.max(initial=0))), -1, dtype=np.int32)
    for row, (sentence, kinds) in enumerate(zip(sentences, texts, strict=True)):
        number = {text: place for place, text in enumerate(kinds)}
        kinds_of[row, : given[row]] = [number[text] for text in sentence.corrections]
    return Pool(tuple(sentences), texts, edits, given, kinds_of)


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """Statistics of outputs against single references; the place of a pair is offset + output·D + reference."""

    pool: Pool
    """The pool of the corrections."""
    use: Use
    """How the measure uses several references."""
    stats: Floats
    """(ΣD² × k) statistics; for `best`, ordered by the output's best, second best … reference."""
    ranks: Kinds
    """(ΣD²,) for `best`: 0 where the reference suits its output best, 1 where it is second best …"""
    clean: Floats
    """(S × k) statistics of a source that needs no correction and gets none."""


def pairs_of(table: PairTable, rows: Ints, people: Kinds, references: Sequence[int]) -> Iterator[tuple[int, Ints]]:
    """Give the pairs that count when outputs (first column of `people`) are scored against their references.

    Args:
        table: Statistics by place of the pair.
        rows: Sentences of the pool.
        people: (rows × 1 + M) distinct corrections: output and references.
        references: Numbers of references M, rising.

    Yields:
        Each M with places in the table: for `best`, the best pair of each row, (rows × 1); for `mean`, the pairs of the
        references added since the previous M, (rows × added).
    """
    base = (table.pool.offsets[rows] + people[:, 0] * table.pool.sizes[rows])[:, np.newaxis]
    places: Ints = base + people[:, 1:].astype(np.int64)
    if table.use == "best":
        best = np.minimum.accumulate(table.ranks[places], axis=1).astype(np.int64)
        yield from ((m, base + best[:, m - 1 : m]) for m in references)
        return
    for before, m in zip((0, *references), references, strict=False):
        yield m, places[:, before:m]


def use_of(measure: Measure) -> Use | None:
    """Tell how a measure uses several references; `None` when it does neither of the two.

    An example is the `faithful` rule of edit scores: its choice in a sentence depends on all previous sentences.
    """
    if isinstance(measure, Gleu):
        return "mean"
    if isinstance(measure, EditOverlap | MaxMatch) and measure.conventions.rule == "faithful":
        return None
    return "best" if isinstance(measure, EditOverlap | MaxMatch | ExactMatch | ExactIndexMatch) else None


def pair_table(pool: Pool, measure: Measure) -> PairTable:
    """Give the statistics of every correction against every other correction of its sentence.

    `use_of` must not be `None` for the measure.
    """
    use = use_of(measure)
    assert use is not None
    stats = _max_match_stats(pool, measure) if isinstance(measure, MaxMatch) else _single_stats(pool, measure)
    ranks = np.zeros(len(stats), dtype=np.int64)
    if use == "best":
        ranks = _ranks(pool, preference(measure, stats))
        ordered = np.empty_like(stats)
        places = np.arange(len(stats))
        size = np.repeat(pool.sizes, pool.sizes**2)
        start = np.repeat(pool.offsets, pool.sizes**2)
        row_start = places - (places - start) % size
        ordered[row_start + ranks] = stats
        stats = ordered
    return PairTable(pool, use, stats, ranks.astype(np.int32), _clean_stats(pool, measure))


def _max_match_stats(pool: Pool, measure: MaxMatch) -> Floats:
    """Give the statistics of MaxMatch; the lattice of each output is built once for all its references."""
    assert pool.edits is not None
    triples = [
        (sentence.source, output, edits)
        for sentence, texts, edits in zip(pool.sentences, pool.texts, pool.edits, strict=True)
        for output in texts
    ]
    sources, outputs, gold = zip(*triples, strict=True)
    return np.concatenate(max_match.count_edits(sources, outputs, gold, measure.matching).counts)


def _single_stats(pool: Pool, measure: Measure) -> Floats:
    """Give the statistics by letting the measure score each pair as a sentence with one reference."""
    sources: list[Tokens] = []
    sides: Mapping[str, tuple[list[Tokens], list[Edits]]] = {"output": ([], []), "reference": ([], [])}
    for row, (sentence, texts) in enumerate(zip(pool.sentences, pool.texts, strict=True)):
        kinds = range(len(texts))
        pairs = [(output, reference) for output in kinds for reference in kinds]
        sources += [sentence.source] * len(pairs)
        for name, place in (("output", 0), ("reference", 1)):
            sides[name][0].extend(texts[pair[place]] for pair in pairs)
            if pool.edits is not None:
                sides[name][1].extend(pool.edits[row][pair[place]] for pair in pairs)
    edits = {name: tuple(side_edits) if pool.edits is not None else None for name, (_, side_edits) in sides.items()}
    system = System("perfect", tuple(sides["output"][0]), edits["output"])
    reference = Reference("other", tuple(sides["reference"][0]), edits["reference"])
    return measure.sentence_stats(EvalSet(tuple(sources), (reference,), (system,)), system)


def _clean_stats(pool: Pool, measure: Measure) -> Floats:
    sources = tuple(sentence.source for sentence in pool.sentences)
    none: tuple[Edits, ...] = tuple(() for _ in sources)
    system = System("perfect", sources, none)
    return measure.sentence_stats(EvalSet(sources, (Reference("other", sources, none),), (system,)), system)


def preference(measure: Measure, stats: Floats) -> list[Floats]:
    """Give the keys by which a measure prefers one reference to another: most important first, larger is better."""
    if isinstance(measure, EditOverlap):
        tp, fp, fn = stats.T
        return [_f(tp, tp + fp, tp + fn, measure.beta), tp, -fp, -fn]
    if isinstance(measure, MaxMatch):
        correct, proposed, gold = stats.T
        return [_f(correct, proposed, gold, measure.beta), correct, -(proposed + measure.beta**2 * gold)]
    return [stats[:, 0]]


def _f(correct: Floats, proposed: Floats, gold: Floats, beta: float) -> Floats:
    """Give F_β of one sentence; it is 1 where nothing is proposed and there is no gold edit."""
    denominator = proposed + beta**2 * gold
    f: Floats = np.where(denominator > 0, (1 + beta**2) * correct / np.where(denominator > 0, denominator, 1.0), 1.0)
    return f


def _ranks(pool: Pool, preferences: Sequence[Floats]) -> Ints:
    """Give the rank of the reference of each pair among the references of the same output."""
    outputs = np.concatenate(
        [
            np.repeat(np.arange(size), size) + before
            for size, before in zip(pool.sizes, _before(pool.sizes), strict=True)
        ]
    )
    order = np.lexsort([*(-key for key in reversed(preferences)), outputs])
    ranks = np.empty(len(order), dtype=np.int64)
    size = np.repeat(pool.sizes, pool.sizes**2)
    # The pairs are sorted by output, so the D pairs of one output are next to each other.
    start = np.repeat(pool.offsets, pool.sizes**2)
    ranks[order] = (np.arange(len(order)) - start) % size
    return ranks


def _before(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
