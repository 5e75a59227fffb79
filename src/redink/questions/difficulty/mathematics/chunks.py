"""Gold edits of a corpus in, its chunks C^(g) out (steps 1 and 2 of the paper), without a row for every chunk.

A sentence of L tokens has 2L + 1 *slots*: the gap before token p is slot 2p, token p is slot 2p + 1, the last gap is
slot 2L. Without errors every slot is a chunk: the tokens are basic chunks, the gaps are dummy chunks. A gold edit of
the tokens a:b melts the slots 2a + 1 … 2b − 1 into one chunk. An insertion replaces the dummy chunk in its gap. The
number of a chunk therefore follows from its slot by subtraction, and only errors are stored. Slots and chunks are
numbered through the whole corpus, from 0.

Gold edits may clash (overlap). The paper does not mention clashes. Its program takes the edits in the order of the
file and continues each time from the end of the edit, so some tokens occur twice. Where this is wanted, or where two
edits insert in one gap, the sentence gets a *layout* that is longer than the sentence: several slots of the layout then
show the same slot of the source. Everything else stays as above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Flags, Floats, Ints, counted
from redink.errors import InputError, Place
from redink.records import Edit, Edits, Tokens

Clashes: TypeAlias = Literal["refuse", "both"]
"""Overlapping gold edits: raise an error, or make chunks of both and of what lies between, as the published program."""

UNKNOWN_TEXT = -1
"""Number of a correction that no gold edit has and that therefore matches nothing."""


class Chunk(NamedTuple):
    """One chunk of a sentence, spelled out."""

    start: int
    """First source token."""
    end: int
    """One past the last; equal to `start` in dummy chunks and insertions."""
    edit: Edit | None
    """The gold edit, if the chunk is an error."""


@dataclass(frozen=True, slots=True, eq=False)
class GoldChunks:
    """C^(g) of every sentence of a corpus: S sentences, E errors."""

    source_starts: Ints
    """(S + 1,) first slot of each sentence in the source."""
    slot_starts: Ints
    """(S + 1,) first slot of each sentence in the layout; differs from the source if a slot is shown more than once."""
    chunk_starts: Ints
    """(S + 1,) first chunk of each sentence; the differences are the M of the paper."""
    edits: Edits
    """(E,) the errors, from left to right."""
    sentence: Ints
    """(E,) the sentence of each error."""
    place: Ints
    """(E,) first slot of each error in the source."""
    low: Ints
    """(E,) first slot of each error in the layout."""
    high: Ints
    """(E,) last slot of each error in the layout."""
    chunk: Ints
    """(E,) chunk of each error."""
    melted: Ints
    """(E,) number of slots, up to and including each error, that are not chunks themselves."""
    unchanging: Flags
    """(E,) whether the gold edit changes nothing; leaving it alone is then right."""
    texts: dict[Tokens, int]
    """Corrections by number."""
    accepted: dict[tuple[int, int, int], tuple[int, ...]]
    """The errors that are corrected by (first slot in the source, last slot, text)."""
    shown: tuple[Ints, Ints]
    """Slots of the source, ascending, and the slots of the layout that show them; only for longer layouts."""
    need: Floats
    """(E,) share of the annotators who change something there; 1 until the references are looked at."""

    @property
    def n_sentences(self) -> int:
        """S."""
        return len(self.slot_starts) - 1

    @property
    def n_chunks(self) -> int:
        """Number of chunks in the whole corpus."""
        return int(self.chunk_starts[-1])

    @property
    def lengths(self) -> Ints:
        """(S,) M, the number of chunks in each sentence."""
        return np.diff(self.chunk_starts)

    def clashing(self) -> Ints:
        """Give the sentences in which gold edits overlap or are out of order, and both are used."""
        end = self.place + self.high - self.low
        back = (self.place[1:] <= end[:-1]) & (np.diff(self.sentence) == 0)
        is_gap = (self.place - self.source_starts[self.sentence]) % 2 == 0
        twins = is_gap[1:] & (np.diff(self.place) == 0)  # two insertions in one gap do not overlap
        return counted(self.sentence[1:][back & ~twins])[0]

    def layout_slots(self, slots: Ints) -> Ints:
        """Give the slots of the layout that show the given slots of the source."""
        sentence = np.searchsorted(self.source_starts, slots, side="right") - 1
        shifted = slots + (self.slot_starts - self.source_starts)[sentence]
        real, copies = self.shown
        if not len(real):
            return shifted
        first, last = (np.searchsorted(real, slots, side=side) for side in ("left", "right"))
        once = shifted[first == last]
        return np.concatenate((once, copies[_ranges(first, last - first)]))

    def chunks_at(self, slots: Ints) -> tuple[Ints, Ints]:
        """Give the chunk of each slot of the layout, and the error that the chunk is (−1 for correct text)."""
        error = np.searchsorted(self.low, slots, side="right") - 1
        before = np.concatenate(([0], self.melted))[error + 1]
        inside = (error >= 0) & (slots <= np.concatenate((self.high, [-1]))[error])
        chunk = np.where(inside, np.concatenate((self.chunk, [0]))[error], slots - before)
        return chunk, np.where(inside, error, -1)

    def errors_at(self, chunks: Ints) -> Ints:
        """Give the error that each chunk is, −1 for correct text."""
        if not len(self.chunk):
            return np.full(len(chunks), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.chunk, chunks), len(self.chunk) - 1)
        return np.where(self.chunk[place] == chunks, place, -1)

    def sentences_at(self, chunks: Ints) -> Ints:
        """Give the sentence of each chunk."""
        return np.searchsorted(self.chunk_starts, chunks, side="right").astype(np.int64) - 1

    def sentence_chunks(self, sentence: int) -> list[Chunk]:
        """Spell out the chunks of one sentence, dummy chunks included."""
        first, last = np.searchsorted(self.sentence, [sentence, sentence + 1])
        length = (int(self.source_starts[sentence + 1] - self.source_starts[sentence]) - 1) // 2
        return list(spelled_out(length, self.edits[first:last])) if length >= 0 else []


def spelled_out(length: int, edits: Sequence[Edit]) -> Iterator[Chunk]:
    """Give the chunks of a sentence, dummy chunks included, that its edits make."""
    position, gap_is_taken = 0, False
    for edit in edits:
        for token in range(position, edit.start):
            if not gap_is_taken:
                yield Chunk(token, token, None)
            yield Chunk(token, token + 1, None)
            gap_is_taken = False
        position = edit.end
        if edit.start < edit.end and not gap_is_taken:
            yield Chunk(edit.start, edit.start, None)
        yield Chunk(edit.start, edit.end, edit)
        gap_is_taken = edit.start == edit.end
    for token in range(position, length):
        if not gap_is_taken:
            yield Chunk(token, token, None)
        yield Chunk(token, token + 1, None)
        gap_is_taken = False
    if not gap_is_taken:
        yield Chunk(length, length, None)


def _ranges(first: Ints, sizes: Ints) -> Ints:
    """Give, one after the other, the numbers of the ranges that begin at `first` and have these sizes."""
    step = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    joined: Ints = np.repeat(first, sizes) + step
    return joined


def gold_chunks(
    sources: Sequence[Tokens],
    edits: Sequence[Edits | None],
    *,
    literal_alternatives: bool = False,
    clashes: Clashes = "refuse",
) -> GoldChunks:
    """Give the chunks of a reference.

    Args:
        sources: The source sentences.
        edits: Gold edits of each sentence; a sentence that the annotator did not see (`None`) has no chunks.
        literal_alternatives: Whether `a||b` is one text that nobody can match, as in the published program.
        clashes: What to do about gold edits that overlap. With `both`, the edits are used in the order given, as in the
            published program; otherwise they are sorted.
    """
    gold_edits: list[Edit] = []
    sentence: list[int] = []
    longer: dict[int, list[Chunk]] = {}
    for number, sentence_edits in enumerate(edits):
        if sentence_edits:
            ordered = _in_order(sentence_edits, len(sources[number]), number, clashes)
            gold_edits += ordered
            sentence += [number] * len(ordered)
            if _shows_slots_twice(ordered):
                longer[number] = list(spelled_out(len(sources[number]), ordered))
    sentences = np.array(sentence, dtype=np.int64)
    source_slots = [0 if gold is None else 2 * len(t) + 1 for t, gold in zip(sources, edits, strict=True)]
    source_starts, slot_starts = _starts(source_slots), _starts(_laid_out(source_slots, longer))
    place, end = _slots(gold_edits, source_starts[sentences])
    low = place + (slot_starts - source_starts)[sentences]
    shown = _place_longer(longer, source_starts, slot_starts, sentences, low)
    size = end - place
    melted = np.cumsum(size)
    texts: dict[Tokens, int] = {}
    unchanging = [sources[s][e.start : e.end] == e.replacement for s, e in zip(sentence, gold_edits, strict=True)]
    return GoldChunks(
        source_starts,
        slot_starts,
        slot_starts - np.concatenate(([0], melted))[np.searchsorted(sentences, np.arange(len(sources) + 1))],
        tuple(gold_edits),
        sentences,
        place,
        low,
        low + size,
        low - (melted - size),
        melted,
        np.array(unchanging, dtype=np.bool_),
        texts,
        _accepted(gold_edits, place, end, texts, literal_alternatives),
        shown,
        np.ones(len(gold_edits)),
    )


def _starts(sizes: Sequence[int]) -> Ints:
    return np.concatenate(([0], np.cumsum(np.array(sizes, dtype=np.int64)))).astype(np.int64)


def _laid_out(source_slots: Sequence[int], longer: dict[int, list[Chunk]]) -> list[int]:
    """Give the number of slots of each sentence in the layout."""
    sizes = list(source_slots)
    for number, chunks in longer.items():
        sizes[number] = sum(map(_size, chunks))
    return sizes


def _size(chunk: Chunk) -> int:
    return max(2 * (chunk.end - chunk.start) - 1, 1)


def _place_longer(
    longer: dict[int, list[Chunk]], source_starts: Ints, slot_starts: Ints, sentences: Ints, low: Ints
) -> tuple[Ints, Ints]:
    """Write the layout's first slot of each error of the longer sentences into `low`; give `GoldChunks.shown`."""
    shown: list[Ints] = [np.zeros(0, dtype=np.int64)]
    slots: list[Ints] = [np.zeros(0, dtype=np.int64)]
    for number, chunks in longer.items():
        sizes = np.array([_size(chunk) for chunk in chunks])
        firsts = np.array([2 * chunk.start + (chunk.start < chunk.end) for chunk in chunks])
        begin = int(slot_starts[number])
        errors = slice(*np.searchsorted(sentences, [number, number + 1]).tolist())
        low[errors] = begin + (np.cumsum(sizes) - sizes)[[chunk.edit is not None for chunk in chunks]]
        shown.append(source_starts[number] + _ranges(firsts, sizes))
        slots.append(begin + np.arange(int(sizes.sum())))
    real = np.concatenate(shown)
    order = np.argsort(real, kind="stable")
    return real[order], np.concatenate(slots)[order]


def _in_order(edits: Edits, length: int, number: int, clashes: Clashes) -> list[Edit]:
    """Give the edits that correct something, in order; refuse overlaps, unless both edits are wanted."""
    real_edits = correcting_edits(edits)
    if clashes == "refuse":
        real_edits.sort(key=lambda edit: (edit.start, edit.end))
    reach = 0
    for edit in real_edits:
        least = reach if clashes == "refuse" else 0
        if not least <= edit.start <= edit.end <= length:
            raise InputError(
                f"the gold edit {edit.start} {edit.end} overlaps another edit or reaches beyond the sentence",
                place=Place("reference", sentence=number + 1),
                remedy="fix the file, or keep the first of such edits (--overlaps first) or both (--overlaps both)",
            )
        reach = edit.end
    return real_edits


def _shows_slots_twice(edits: Sequence[Edit]) -> bool:
    """Tell whether an edit starts before the end of the previous one, or inserts in the same gap."""
    return any(after.start < before.end or before.start == before.end == after.start == after.end
               for before, after in pairwise(edits))  # fmt: skip


def _slots(edits: Sequence[Edit], offset: Ints) -> tuple[Ints, Ints]:
    """Give the first and the last slot of each edit."""
    start = np.array([edit.start for edit in edits], dtype=np.int64)
    end = np.array([edit.end for edit in edits], dtype=np.int64)
    inserts = start == end
    return offset + 2 * start + ~inserts, offset + 2 * end - ~inserts


def _accepted(
    edits: Sequence[Edit], low: Ints, high: Ints, texts: dict[Tokens, int], literal_alternatives: bool
) -> dict[tuple[int, int, int], tuple[int, ...]]:
    keys: dict[tuple[int, int, int], tuple[int, ...]] = {}
    for index, (edit, first, last) in enumerate(zip(edits, low.tolist(), high.tolist(), strict=True)):
        if literal_alternatives and edit.alternatives:
            continue
        for text in {edit.replacement, *edit.alternatives}:
            key = (first, last, texts.setdefault(text, len(texts)))
            keys[key] = (*keys.get(key, ()), index)
    return keys


class SystemSpans(NamedTuple):
    """The slots of the source that a system's edits cover: K edits that change something."""

    low: Ints
    """(K,) first slot."""
    high: Ints
    """(K,) last slot."""
    solved: Ints
    """Indices of the gold errors that one of the edits corrects, with the same span and the same text."""


def system_spans(gold: GoldChunks, sources: Sequence[Tokens], edits: Sequence[Edits]) -> SystemSpans:
    """Give the slots of a system's edits, without edits that change nothing or are in sentences without gold."""
    system_edits: list[Edit] = []
    sentence: list[int] = []
    present = (gold.lengths > 0).tolist()
    for number, sentence_edits in enumerate(edits):
        if sentence_edits and present[number]:
            tokens = sources[number]
            changing = changing_edits(tokens, sentence_edits)
            system_edits += changing
            sentence += [number] * len(changing)
    low, high = _slots(system_edits, gold.source_starts[np.array(sentence, dtype=np.int64)])
    texts, accepted = gold.texts, gold.accepted
    solved: list[int] = []
    for edit, first, last in zip(system_edits, low.tolist(), high.tolist(), strict=True):
        solved += accepted.get((first, last, texts.get(edit.replacement, UNKNOWN_TEXT)), ())
    return SystemSpans(low, high, np.array(solved, dtype=np.int64))


def changing_edits(tokens: Tokens, edits: Edits) -> list[Edit]:
    """Give the edits of a system that change something."""
    return [edit for edit in correcting_edits(edits) if tokens[edit.start : edit.end] != edit.replacement]


def correcting_edits(edits: Edits) -> list[Edit]:
    """Give the edits that give a correction."""
    return [edit for edit in edits if not edit.is_noop and not edit.is_detected_only]
