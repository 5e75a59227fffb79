"""Source, hypothesis and gold edits in; matched, proposed and gold edit counts and F_β out (M², MaxMatch).

D. Dahlmeier and H. T. Ng (2012), "Better evaluation for grammatical error correction". Of all ways to write the
difference source → hypothesis as edits, MaxMatch takes the one that matches the most gold edits. This file follows the
published scorer (3.2), see docs/measures/m2.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import InputError, Place
from redink.records import Edit, Edits, Tokens
from redink.scoring.arcs import Arcs, Options, Pair, build_arcs, choose_path, weigh
from redink.scoring.gold_arcs import Corrections, Rows, by_span, corrections_of, matched_arcs, rows_of
from redink.scoring.lattice import (
    Lattice,
    Region,
    Vertex,
    build_lattice,
    build_lattices,
    busy_regions,
    forced_ends,
    moved,
)
from redink.scoring.wide_lattice import VertexPair, cheapest_edits, matched_arcs_wide

ReferenceRule: TypeAlias = Literal["faithful", "corrected"]
Spans: TypeAlias = dict[tuple[int, int], list[Corrections]]

COLUMNS = ("correct", "proposed", "gold")
"""Columns of all count arrays here."""

MAX_VERTICES = 500
"""Larger regions, for which the original needs minutes to hours, are searched by `wide_lattice`."""
_MAX_LISTED = 50_000
_MAX_CELLS = 16_000_000
_TOGETHER = 256
"""Number of sentences whose lattices are built together."""


class Proposed(NamedTuple):
    """An edit of the hypothesis: source tokens start:end became hypothesis tokens first:last."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Walk:
    """A region, its arcs, and the path taken when no gold edit matches; the same for all annotators."""

    region: Region
    arcs: Arcs
    rows: Rows
    index: dict[Vertex, int]
    options: Options
    plain: tuple[Pair, ...]

    def edits(self, hypothesis: Tokens, spans: Spans) -> list[Proposed]:
        matched = matched_arcs(self.region, self.arcs, self.rows, self.index, hypothesis, spans)
        taken = choose_path(self.arcs, self.options, matched) if matched else self.plain
        vertices = self.region.vertices
        return [_proposed(vertices[first], vertices[last]) for first, last in taken]


@dataclass(frozen=True, slots=True)
class _WideWalk:
    """A part of a lattice between two gates with too many arcs to list."""

    lattice: Lattice
    low: Vertex
    high: Vertex
    max_unchanged: int
    plain: list[VertexPair]

    def edits(self, hypothesis: Tokens, spans: Spans) -> list[Proposed]:
        matched = matched_arcs_wide(self.lattice, self.low, self.high, hypothesis, spans, self.max_unchanged)
        taken = self.plain
        if matched:
            taken = cheapest_edits(self.lattice, self.low, self.high, self.max_unchanged, matched)
        return [_proposed(first, last) for first, last in taken]


def match_counts(
    source: Tokens,
    hypothesis: Tokens,
    gold: Sequence[Edits],
    *,
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
) -> Floats:
    """Give (annotators × [correct, proposed, gold]) counts of one sentence.

    Args:
        source: Tokens of the source.
        hypothesis: Tokens of the system's output.
        gold: The edits of each annotator; an empty tuple for one who left the sentence alone.
        max_unchanged: Number of equal tokens that an edit may hold.
        ignore_whitespace_casing: Whether to drop proposed edits that change only spaces and case.
    """
    (walks,) = _walks_of([(source, hypothesis)], max_unchanged)
    return _counts(source, hypothesis, gold, walks, ignore_whitespace_casing=ignore_whitespace_casing)


def _counts(
    source: Tokens,
    hypothesis: Tokens,
    gold: Sequence[Edits],
    walks: Sequence[_Walk | _WideWalk],
    *,
    ignore_whitespace_casing: bool,
) -> Floats:
    answers = [[edit for edit in edits if not edit.is_noop] for edits in gold]
    rows = []
    for edits in answers:
        spans = by_span(edits)
        proposed = [edit for walk in walks for edit in walk.edits(hypothesis, spans)]
        if ignore_whitespace_casing:
            proposed = [edit for edit in proposed if not _same_letters(edit, source, hypothesis)]
        rows.append([_count_correct(proposed, hypothesis, edits), len(proposed), len(edits)])
    return np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))


def _walks_of(pairs: Sequence[tuple[Tokens, Tokens]], max_unchanged: int) -> Iterator[list[_Walk | _WideWalk]]:
    """Give the walks of each source and hypothesis; the lattices are built together, which is faster."""
    fronts, inner = [], []
    for source, hypothesis in pairs:
        if source == hypothesis:
            continue
        _expect_sentences(source, hypothesis)
        # No edit reaches the equal tokens at both ends, which are most of a sentence.
        front, back = (max(0, forced - max_unchanged) for forced in forced_ends(source, hypothesis))
        fronts.append(front)
        inner.append((source[front : len(source) - back], hypothesis[front : len(hypothesis) - back]))
    built = iter(zip(fronts, build_lattices(inner), strict=True))
    for source, hypothesis in pairs:
        # Walks are made one after the other: thousands of arcs in memory would keep the garbage collector busy.
        yield [] if source == hypothesis else _walks(source, hypothesis, *next(built), max_unchanged)


def _expect_sentences(source: Tokens, hypothesis: Tokens) -> None:
    if (len(source) + 1) * (len(hypothesis) + 1) > _MAX_CELLS:
        raise InputError(
            f"M2 cannot align a sentence of {len(source)} tokens with one of {len(hypothesis)}",
            remedy="give one sentence per line",
        )


def _walks(
    source: Tokens, hypothesis: Tokens, front: int, inner: Lattice, max_unchanged: int
) -> list[_Walk | _WideWalk]:
    if int(np.count_nonzero(inner.on_path)) <= _MAX_LISTED:
        regions = [moved(region, front) for region in busy_regions(inner, max_unchanged)]
        if all(len(region.vertices) <= MAX_VERTICES for region in regions):
            return [_walk(region, max_unchanged) for region in regions]
    return _wide_walks(build_lattice(source, hypothesis), max_unchanged)


def _wide_walks(lattice: Lattice, max_unchanged: int) -> list[_Walk | _WideWalk]:
    if int(lattice.on_path.sum()) > _MAX_LISTED:
        rows, columns = lattice.on_path.shape
        return [_wide(lattice, (0, 0), (rows - 1, columns - 1), max_unchanged)]
    return [
        _walk(region, max_unchanged)
        if len(region.vertices) <= MAX_VERTICES
        else _wide(lattice, region.vertices[0], region.vertices[-1], max_unchanged)
        for region in busy_regions(lattice, max_unchanged)
    ]


def _walk(region: Region, max_unchanged: int) -> _Walk:
    arcs = build_arcs(region, max_unchanged)
    index = {vertex: number for number, vertex in enumerate(region.vertices)}
    options = weigh(arcs)
    return _Walk(region, arcs, rows_of(region), index, options, choose_path(arcs, options, {}))


def _wide(lattice: Lattice, low: Vertex, high: Vertex, max_unchanged: int) -> _WideWalk:
    plain = cheapest_edits(lattice, low, high, max_unchanged, ())
    return _WideWalk(lattice, low, high, max_unchanged, plain)


def _proposed(first: Vertex, last: Vertex) -> Proposed:
    return Proposed(first[0], last[0], first[1], last[1])


def _same_letters(edit: Proposed, source: Tokens, hypothesis: Tokens) -> bool:
    before = "".join(source[edit.start : edit.end]).lower()
    return before == "".join(hypothesis[edit.first : edit.last]).lower()


def _count_correct(proposed: Sequence[Proposed], hypothesis: Tokens, gold: Sequence[Edit]) -> int:
    """Count matches from left to right; a gold edit matches once, and only after the last one that matched."""
    correct = next_gold = 0
    for edit in proposed:
        text = hypothesis[edit.first : edit.last]
        for number in range(next_gold, len(gold)):
            answer = gold[number]
            if (answer.start, answer.end) == edit[:2] and text in corrections_of(answer):
                correct += 1
                next_gold = number + 1
                break
    return correct


def choose_annotators(counts: Sequence[Floats], *, rule: ReferenceRule, beta: float = 0.5) -> list[int]:
    """Give for each sentence the annotator (row of its counts) that the output is scored against.

    `faithful`: the annotator with the best F_β of the sums over this and all previous sentences, as in the published
    scorer; the order of sentences therefore matters. `corrected`: the annotator with the best F_β of the sentence
    alone. Ties in both go to more correct edits, then to the smaller proposed + β²·gold, then to the first.
    """
    chosen = []
    sums = np.zeros(len(COLUMNS))
    for number, rows in enumerate(counts, start=1):
        if not len(rows):
            raise InputError(
                "M2 needs at least one annotator for every sentence",
                place=Place("gold edits", sentence=number),
                remedy="give an empty list of edits for a sentence that was left unchanged",
            )
        totals = rows + sums if rule == "faithful" else rows
        keys = [_preference(total, beta) for total in totals.tolist()]
        best = keys.index(max(keys))
        chosen.append(best)
        sums = sums + rows[best]
    return chosen


def _preference(total: Sequence[float], beta: float) -> tuple[float, float, float]:
    correct, proposed, gold = total
    denominator = proposed + beta * beta * gold
    f = (1 + beta * beta) * correct / denominator if denominator else 1.0
    return f, correct, -denominator


def sentence_stats(
    sources: Sequence[Tokens],
    hypotheses: Iterable[Tokens],
    gold: Sequence[Sequence[Edits]],
    *,
    rule: ReferenceRule = "corrected",
    beta: float = 0.5,
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
) -> Floats:
    """Give (sentences × [correct, proposed, gold]) counts against the annotator that `rule` chooses for each sentence.

    Args:
        sources: The source sentences.
        hypotheses: The output of one system.
        gold: The edits of each annotator for each sentence; every sentence has at least one annotator.
        rule: How the annotator is chosen, see `choose_annotators`.
        beta: The β of the F that is maximised.
        max_unchanged: Number of equal tokens that an edit may hold.
        ignore_whitespace_casing: Whether to drop proposed edits that change only spaces and case.
    """
    counts: list[Floats] = []
    triples = zip(sources, hypotheses, gold, strict=True)
    while batch := list(islice(triples, _TOGETHER)):
        walks = _walks_of([(source, hypothesis) for source, hypothesis, _ in batch], max_unchanged)
        counts += (
            _counts(source, hypothesis, answers, sentence_walks, ignore_whitespace_casing=ignore_whitespace_casing)
            for (source, hypothesis, answers), sentence_walks in zip(batch, walks, strict=True)
        )
    chosen = choose_annotators(counts, rule=rule, beta=beta)
    best = [rows[number] for rows, number in zip(counts, chosen, strict=True)]
    return np.array(best, dtype=np.float64).reshape(-1, len(COLUMNS))


def precision_recall_f(sums: Floats, *, beta: float = 0.5, rule: ReferenceRule = "corrected") -> Floats:
    """Turn (…, [correct, proposed, gold]) into (…, [P, R, F_β]).

    P = correct / proposed, R = correct / gold, F_β = (1+β²)·correct / (proposed + β²·gold). The value of 0/0 is NaN;
    `faithful` gives P = 1 and R = 1 instead, and F_β = 0 where P and R are both 0.
    """
    correct, proposed, gold = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    nothing = 1.0 if rule == "faithful" else np.nan
    p = ratio(correct, proposed, nothing=nothing)
    r = ratio(correct, gold, nothing=nothing)
    f = ratio((1 + beta * beta) * correct, proposed + beta * beta * gold, nothing=nothing)
    return np.stack([p, r, f], axis=-1)


def score_from_sums(sums: Floats, *, beta: float = 0.5, rule: ReferenceRule = "corrected") -> Floats:
    """Turn (…, [correct, proposed, gold]) into F_β; see `precision_recall_f` for 0/0."""
    score: Floats = precision_recall_f(sums, beta=beta, rule=rule)[..., 2]
    return score
