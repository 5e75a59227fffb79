"""A judging table or a weight file in; how many of N systems solved each chunk out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import InputError, Place, UsageError
from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.questions.difficulty.mathematics.judging_table import JudgingTable
from redink.questions.difficulty.mathematics.weights import SUCCESS_RATE, WeightFunction
from redink.reading.weights import SolvedCounts, sentence_checksum
from redink.records import Tokens


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The systems that determine difficulty."""

    systems: tuple[str, ...]
    """Their names; empty when a published weight file does not say."""
    size: int
    """N."""
    solved: Ints | Floats
    """(R,) n for each row of the judging table; all N systems got the chunks without a row right.

    It is counted, or with a model of the errors expected; then it need not be whole.
    """
    others: Floats | None = None
    """(R × N) with a model: n of the N − 1 other systems, which leave-one-out uses."""

    def weights(self, weight: WeightFunction) -> tuple[Floats, float]:
        """Give w of each row, and of every chunk without a row."""
        return weight(self.solved, self.size), self._of_unlisted(weight, self.size)

    def weights_without(self, weight: WeightFunction, system: str, correct: Ints) -> tuple[Floats, float]:
        """Give the weights without one system of the pool (leave-one-out); `correct` is b of that system."""
        if self.size < 2:
            raise UsageError("leave-one-out needs a pool of at least two systems", remedy="give more systems")
        left = self.solved - correct if self.others is None else self.others[:, self.systems.index(system)]
        return weight(left, self.size - 1), self._of_unlisted(weight, self.size - 1)

    @staticmethod
    def _of_unlisted(weight: WeightFunction, size: int) -> float:
        return float(weight(np.array([size]), size)[0])


def pool_of(table: JudgingTable, systems: Sequence[str] | None = None) -> Pool:
    """Give the pool of the systems of a table, or of some of them."""
    names = table.systems if systems is None else tuple(systems)
    columns = [table.systems.index(name) for name in names]
    return Pool(names, len(names), table.correct[:, columns].sum(axis=1, dtype=np.int64))


def success_rate_warnings(weight: WeightFunction, pool: Pool) -> Iterator[str]:
    """Say where N/n has no value and what is used instead."""
    unsolved = int((pool.solved == 0).sum())
    if weight.name == SUCCESS_RATE and unsolved:
        yield (
            f"{weight.name}: no system got {unsolved} chunks right, and N/0 has no value; each of them weighs N = "
            f"{pool.size}, as if one system had got it right."
        )


def pool_from_file(
    table: JudgingTable, counts: SolvedCounts, sources: Sequence[Tokens], pipeline: str = "none"
) -> tuple[JudgingTable, Pool]:
    """Give the pool of a weight file, and the table with the rows that the file adds.

    `pipeline`, which made the edits of the table, appears in the message when the file does not fit.
    """
    expect_same_chunks(table.gold, counts, sources, pipeline)
    missed = np.flatnonzero(counts.solved < counts.size).astype(np.int64)
    longer = table.with_rows(missed)
    solved = counts.solved[longer.chunk]
    return longer, Pool(
        counts.systems, counts.size, solved.astype(np.float64) if solved.dtype.kind == "f" else solved.astype(np.int64)
    )


def expect_same_chunks(
    gold: GoldChunks, counts: SolvedCounts, sources: Sequence[Tokens], pipeline: str = "none"
) -> None:
    """Refuse a weight file of another corpus, reference or tokenisation; the message names the first difference."""
    different = mismatches(gold, counts, sources)
    if not different:
        return
    number = different[0]
    file_lengths, gold_lengths = counts.lengths, gold.lengths
    if number >= min(len(file_lengths), len(gold_lengths)):
        cause = f"{len(file_lengths)} sentences, but the corpus has {len(gold_lengths)}"
    elif file_lengths[number] != gold_lengths[number]:
        cause = f"{file_lengths[number]} chunks, but the reference makes {gold_lengths[number]}"
    else:
        cause = "another sentence or other gold edits"
    more = f", and {len(different) - 1} more such sentences" if len(different) > 1 else ""
    as_many = len(file_lengths) == len(gold_lengths)
    makers, remedy = _why(counts, pipeline if as_many else "none")
    skip = " (or leave such sentences out: redink difficulty --mismatches skip)" if as_many else ""
    raise InputError(
        f"the weights do not belong to this corpus and reference: {cause}{more}{makers}",
        place=Place(counts.name, sentence=number + 1),
        remedy=f"{remedy}make your own weights: redink difficulty --save-weights FILE{skip}",
    )


def _why(counts: SolvedCounts, pipeline: str) -> tuple[str, str]:
    """Give the two pipelines if they differ (then the chunks differ too), and how to get the pipeline of the file."""
    if counts.pool:
        return "", f"{counts.pool} is for {counts.settings['corpus']}; for another corpus, "
    if not other_pipeline(counts, pipeline):
        return (
            "",
            "give the corpus, and the M2 file and annotator or the --pipeline, that the weights were made with; or ",
        )
    file_pipeline = counts.settings["pipeline"]
    name = file_pipeline.partition("@")[0]
    same = name == pipeline.partition("@")[0]  # only the version differs, and no option selects a version
    cause = f"; the weights were made with the pipeline {file_pipeline}, these edits with {pipeline}"
    return cause, "" if same else f"give --pipeline {name}; or "


def other_pipeline(counts: SolvedCounts, pipeline: str) -> bool:
    """Tell whether the edits of a weight file are known to come from another pipeline, or another version of it."""
    file_pipeline = counts.settings.get("pipeline", "none")
    return "none" not in (file_pipeline, pipeline) and file_pipeline != pipeline


def mismatches(gold: GoldChunks, counts: SolvedCounts, sources: Sequence[Tokens]) -> list[int]:
    """Give the sentences (from 0) where a weight file and a reference do not have the same chunks."""
    shared = min(len(counts.lengths), gold.n_sentences)
    differs = counts.lengths[:shared] != gold.lengths[:shared]
    if counts.checksums:
        checksums = sentence_checksums(gold, sources)
        differs |= np.array([a != b for a, b in zip(counts.checksums, checksums, strict=False)], dtype=np.bool_)
        differs &= (counts.lengths[:shared] > 0) | (gold.lengths[:shared] > 0)  # sentences left out on both sides
    longer = max(len(counts.lengths), gold.n_sentences)
    return [*np.flatnonzero(differs).tolist(), *range(shared, longer)]


def fitting(
    gold: GoldChunks, candidates: Sequence[SolvedCounts], sources: Sequence[Tokens], *, anywhere: bool = False
) -> SolvedCounts:
    """Choose the counts that fit a reference best; a pool has some for each of several references.

    With `anywhere`, weights follow the checksums of sentences, which may be fewer, repeated or in another order.
    """
    if anywhere:
        candidates = [_followed(gold, counts, sources) for counts in candidates]
    if len(candidates) == 1:
        return candidates[0]
    return min(candidates, key=lambda counts: len(mismatches(gold, counts, sources)))


def _followed(gold: GoldChunks, counts: SolvedCounts, sources: Sequence[Tokens]) -> SolvedCounts:
    """Put counts in the order of the sentences at hand, if all are there; the first of equal sentences counts."""
    checksums = sentence_checksums(gold, sources)
    if counts.checksums == checksums:
        return counts
    places = {digest: place for place, digest in reversed(list(enumerate(counts.checksums)))}
    if not places.keys() >= set(checksums):
        return counts
    order = [places[digest] for digest in checksums]
    rows = np.split(counts.solved, np.cumsum(counts.lengths)[:-1])
    solved = np.concatenate([rows[place] for place in order])
    return replace(counts, lengths=counts.lengths[order], solved=solved, checksums=checksums)


def without_sentences(counts: SolvedCounts, sentences: Sequence[int]) -> SolvedCounts:
    """Give the counts of a weight file without some sentences, which then have no chunks."""
    lengths = counts.lengths.copy()
    lengths[list(sentences)] = 0
    remaining = np.repeat(lengths > 0, counts.lengths)
    return replace(counts, lengths=lengths, solved=counts.solved[remaining])


def sentence_checksums(gold: GoldChunks, sources: Sequence[Tokens]) -> tuple[str, ...]:
    """Give a short checksum of each sentence with its gold edits."""
    borders = np.searchsorted(gold.sentence, np.arange(gold.n_sentences + 1)).tolist()
    return tuple(
        sentence_checksum(tokens, gold.edits[borders[number] : borders[number + 1]])
        for number, tokens in enumerate(sources)
    )


def solved_counts(
    table: JudgingTable, pool: Pool, sources: Sequence[Tokens], *, reference: str, settings: dict[str, str]
) -> SolvedCounts:
    """Give the counts that a weight file holds."""
    solved = np.full(table.gold.n_chunks, pool.size, dtype=np.result_type(pool.solved, np.int32))
    solved[table.chunk] = pool.solved
    return SolvedCounts(
        name="weights",
        size=pool.size,
        lengths=table.gold.lengths,
        solved=solved,
        systems=pool.systems,
        reference=reference,
        errors=len(table.gold.edits),
        checksums=sentence_checksums(table.gold, sources),
        settings=settings,
    )
