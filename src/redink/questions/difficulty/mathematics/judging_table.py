"""Gold chunks and systems' edits in; the judging table out (step 3): which system got which chunk right or touched it.

A chunk is judged by looking up its place in the system's edits, as the published program does, or by the elastic
matching of the paper, which may lose a match on correct text (docs/measures/difficulty.md). The table is sparse: a
chunk of correct text that no system touched is right for every system and has no row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Flags, Ints, counted
from redink.errors import UsageError
from redink.questions.difficulty.mathematics.chunks import GoldChunks, SystemSpans, system_spans
from redink.questions.difficulty.mathematics.elastic import unmatched_chunks
from redink.records import System, Tokens

Matching: TypeAlias = Literal["look-up", "elastic"]
"""Look the gold chunk up among the system's, or align both sequences by elastic matching."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgingTable:
    """B^(s) of every system, for the chunks that are errors or were touched: R rows, N systems."""

    gold: GoldChunks
    systems: tuple[str, ...]
    """Names of the systems, in the order of the columns."""
    chunk: Ints
    """(R,) number of the chunk, ascending; all other chunks are right and untouched for every system."""
    error: Ints
    """(R,) index of the gold error, −1 for correct text."""
    sentence: Ints
    """(R,) sentence of the chunk."""
    correct: Flags
    """(R × N) b: whether the system's chunk is the gold chunk."""
    touched: Flags
    """(R × N) whether the system changed something there: membership in 𝒞."""
    brushed: Flags
    """(R × N) whether the system left the error alone but inserted something directly before it.

    The published program counts this as touching the error (mode `faithful`).
    """

    @property
    def is_error(self) -> Flags:
        """(R,) membership in ℰ."""
        return self.error >= 0

    def rest(self) -> Ints:
        """(S,) number of chunks without a row in each sentence."""
        return self.gold.lengths - np.bincount(self.sentence, minlength=self.gold.n_sentences)

    def with_rows(self, chunks: Ints) -> JudgingTable:
        """Give the table with rows for further chunks, which are right and untouched for every system."""
        new = np.setdiff1d(chunks, self.chunk)
        if not len(new):
            return self
        order = np.argsort(np.concatenate((self.chunk, new)), kind="stable")
        n_systems = len(self.systems)

        def longer(flags: Flags, value: bool) -> Flags:
            return np.concatenate((flags, np.full((len(new), n_systems), value)))[order]

        chunk = np.concatenate((self.chunk, new))[order]
        return JudgingTable(
            self.gold,
            self.systems,
            chunk,
            np.concatenate((self.error, np.full(len(new), -1)))[order],
            self.gold.sentences_at(chunk),
            longer(self.correct, value=True),
            longer(self.touched, value=False),
            longer(self.brushed, value=False),
        )

    def of_errors(self) -> Flags:
        """(E × N) b of the errors, in the order of `gold.edits`."""
        return self.correct[self.is_error]


def judge(
    gold: GoldChunks, sources: Sequence[Tokens], systems: Sequence[System], matching: Matching = "look-up"
) -> JudgingTable:
    """Give the judging table of every system and every chunk."""
    judgements = [_judge_one(gold, sources, system) for system in systems]
    unmatched = [unmatched_chunks(gold, sources, system.edits or ()) for system in systems if matching == "elastic"]
    seen = [gold.chunk, *(touched for touched, _, _ in judgements), *unmatched]
    rows = counted(np.concatenate(seen))[0]
    shape = (len(rows), len(systems))
    correct, touched, brushed = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
    error = gold.errors_at(rows)
    correct[:] = ((error < 0) | np.append(gold.unchanging, False)[error])[:, np.newaxis]
    for column, (chunks, right, before) in enumerate(judgements):
        places = np.searchsorted(rows, chunks)
        touched[places, column] = True
        correct[places, column] = right
        brushed[np.searchsorted(rows, before), column] = True
    for column, chunks in enumerate(unmatched):
        correct[:, column] = ~np.isin(rows, chunks, kind="table")
    brushed &= ~touched & ~correct
    names = tuple(system.name for system in systems)
    return JudgingTable(gold, names, rows, error, gold.sentences_at(rows), correct, touched, brushed)


def _judge_one(gold: GoldChunks, sources: Sequence[Tokens], system: System) -> tuple[Ints, Flags, Ints]:
    """Give the chunks that a system touched, whether each is right, and the errors directly after its insertions."""
    if system.edits is None:
        raise UsageError(f"system {system.name!r} has no edits yet", remedy="annotate it first")
    spans = system_spans(gold, sources, system.edits)
    touched = counted(gold.chunks_at(gold.layout_slots(_touched_slots(spans)))[0])[0]
    return touched, np.isin(touched, gold.chunk[spans.solved], kind="table"), _behind_insertions(gold, spans)


def _touched_slots(spans: SystemSpans) -> Ints:
    """Give the slots that edits touch: the tokens of a span, or the gap of an insertion.

    Gaps inside a span are not touched: a dummy chunk there counts as right (footnote 3 of the paper).
    """
    sizes = (spans.high - spans.low) // 2 + 1
    step = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    slots: Ints = np.repeat(spans.low, sizes) + 2 * step
    return slots


def _behind_insertions(gold: GoldChunks, spans: SystemSpans) -> Ints:
    """Give the chunks of errors whose first token comes directly after one of the system's insertions."""
    inserted = spans.low[spans.low == spans.high]
    # A span of one token has low == high too. A slot is a gap if its offset in the sentence is even.
    start = gold.source_starts[np.searchsorted(gold.source_starts, inserted, side="right") - 1]
    gaps = inserted[(inserted - start) % 2 == 0]
    # The slot after the last gap of a sentence is the first gap of the next one, which may hold a gold insertion.
    has_tokens = (gold.place - gold.source_starts[gold.sentence]) % 2 == 1
    behind: Ints = gold.chunk[has_tokens & np.isin(gold.place, gaps + 1, kind="table")]
    return behind
