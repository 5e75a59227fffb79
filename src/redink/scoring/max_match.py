"""Source, hypothesis and gold edits in; matched, proposed and gold edit counts and F_β out (M², MaxMatch).

D. Dahlmeier and H. T. Ng (2012), "Better evaluation for grammatical error correction". Of all ways to write the
difference source → hypothesis as edits, MaxMatch takes the one that matches the most gold edits. This file follows the
published scorer (3.2), see docs/measures/m2.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import InputError, Place
from redink.records import Edit, Edits, Tokens
from redink.scoring.arcs import Arcs, Choice, Options, build_arcs, choose_path, weigh
from redink.scoring.gold_arcs import Corrections, Rows, by_span, corrections_of, rows_of, visited_arcs
from redink.scoring.lattice import (
    Lattice,
    Region,
    Vertex,
    build_lattice,
    build_lattices,
    busy_regions,
    forced_ends,
    moved,
    whole_region,
)
from redink.scoring.max_match_ties import ListedArcs, list_arcs, scorer_path
from redink.scoring.wide_lattice import VertexPair, cheapest_edits, matched_arcs_wide

ReferenceRule: TypeAlias = Literal["faithful", "corrected"]
Spans: TypeAlias = dict[tuple[int, int], list[Corrections]]

COLUMNS = ("correct", "proposed", "gold")
"""Columns of all count arrays here."""

_MAX_LISTED = 50_000
_MAX_CELLS = 9_000_000
"""Of the table of a source and an output: 3,000 tokens each, 550 MB."""
_TOGETHER = 256
"""Number of sentences whose lattices are built together."""
_CELLS_TOGETHER = 9_000_000
"""Number of their cells."""
_Triple: TypeAlias = tuple[Tokens, Tokens, Sequence[Edits]]


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
    plain: Choice

    def edits(self, hypothesis: Tokens, spans: Spans) -> tuple[list[Proposed], bool]:
        """Give the edits, and whether every path of the same weight counts the same."""
        visits = visited_arcs(self.region, self.arcs, self.rows, self.index, hypothesis, spans)
        taken, decided = choose_path(self.arcs, self.options, visits) if visits else self.plain
        vertices = self.region.vertices
        return [_proposed(vertices[first], vertices[last]) for first, last in taken], decided


@dataclass(frozen=True, slots=True)
class _WideWalk:
    """A part of a lattice between two gates with too many arcs to list."""

    lattice: Lattice
    low: Vertex
    high: Vertex
    max_unchanged: int
    plain: list[VertexPair]

    def edits(self, hypothesis: Tokens, spans: Spans) -> tuple[list[Proposed], bool]:
        """Give the edits; whether other paths weigh the same is not known."""
        matched = matched_arcs_wide(self.lattice, self.low, self.high, hypothesis, spans, self.max_unchanged)
        taken = self.plain
        if matched:
            taken = cheapest_edits(self.lattice, self.low, self.high, self.max_unchanged, matched)
        return [_proposed(first, last) for first, last in taken], False


@dataclass(frozen=True, slots=True)
class Matching:
    """How edits are found and matched."""

    rule: ReferenceRule = "corrected"
    """`faithful`: between paths of the same weight, and for repeated gold edits, do as the published scorer does."""
    max_unchanged: int = 2
    """Number of equal tokens that an edit may hold."""
    ignore_whitespace_casing: bool = False
    """Whether to drop proposed edits that change only spaces and case."""


class Counted(NamedTuple):
    """The counts of many sentences against all their annotators."""

    counts: list[Floats]
    """For each sentence (annotators × [correct, proposed, gold])."""
    unsure: tuple[int, ...]
    """Numbers of the sentences that are too large to tell which path the published scorer takes (`faithful` only)."""


def match_counts(
    source: Tokens,
    hypothesis: Tokens,
    gold: Sequence[Edits],
    *,
    rule: ReferenceRule = "corrected",
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
) -> Floats:
    """Give (annotators × [correct, proposed, gold]) counts of one sentence.

    Args:
        source: Tokens of the source.
        hypothesis: Tokens of the system's output.
        gold: The edits of each annotator; an empty tuple for one who left the sentence alone.
        rule: What to do where paths weigh the same and where gold edits are repeated, see `Matching`.
        max_unchanged: Number of equal tokens that an edit may hold.
        ignore_whitespace_casing: Whether to drop proposed edits that change only spaces and case.
    """
    how = Matching(rule, max_unchanged, ignore_whitespace_casing)
    return count_edits([source], [hypothesis], [gold], how).counts[0]


def count_edits(
    sources: Iterable[Tokens], hypotheses: Iterable[Tokens], gold: Iterable[Sequence[Edits]], how: Matching
) -> Counted:
    """Give the counts of every sentence against every annotator."""
    counts: list[Floats] = []
    unsure: list[int] = []
    for batch in _batches(zip(sources, hypotheses, gold, strict=True)):
        walks = _walks_of([(source, hypothesis) for source, hypothesis, _ in batch], how.max_unchanged)
        for (source, hypothesis, answers), sentence_walks in zip(batch, walks, strict=True):
            sentence = _Sentence(source, hypothesis, sentence_walks, how)
            counts.append(sentence.counts(answers))
            if sentence.is_unsure:
                unsure.append(len(counts))
    return Counted(counts, tuple(unsure))


def _batches(triples: Iterable[_Triple]) -> Iterator[list[_Triple]]:
    """Give sentences in batches whose lattices fit in memory together."""
    batch, cells = list[_Triple](), 0
    for triple in triples:
        size = (len(triple[0]) + 1) * (len(triple[1]) + 1)
        if batch and (len(batch) == _TOGETHER or cells + size > _CELLS_TOGETHER):
            yield batch
            batch, cells = [], 0
        batch.append(triple)
        cells += size
    if batch:
        yield batch


class _Sentence:
    """A source and an output; what annotators share is made once."""

    def __init__(self, source: Tokens, hypothesis: Tokens, walks: Sequence[_Walk | _WideWalk], how: Matching) -> None:
        self.source, self.hypothesis, self.walks, self.how = source, hypothesis, walks, how
        self.is_unsure = False

    def counts(self, gold: Sequence[Edits]) -> Floats:
        rows = []
        for annotator_edits in gold:
            answers = [edit for edit in annotator_edits if not edit.is_noop]
            proposed = self._proposed(answers)
            if self.how.ignore_whitespace_casing:
                proposed = [edit for edit in proposed if not is_same_letters(edit, self.source, self.hypothesis)]
            repeated = self.how.rule == "faithful"
            correct = correct_edits(proposed, self.hypothesis, answers, repeated=repeated)
            rows.append([len(correct), len(proposed), len(answers)])
        return np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))

    def _proposed(self, answers: Sequence[Edit]) -> list[Proposed]:
        spans = by_span(answers)
        proposed: list[Proposed] = []
        decided = True
        for walk in self.walks:
            edits, walk_decided = walk.edits(self.hypothesis, spans)
            proposed += edits
            decided = decided and walk_decided
        if self.how.rule != "faithful" or not self.walks or (decided and self._is_plain(answers)):
            return proposed
        if self.listed is None:
            self.is_unsure = True
            return proposed
        return [_proposed(*pair) for pair in scorer_path(self.listed, self.hypothesis, spans)]

    def _is_plain(self, answers: Sequence[Edit]) -> bool:
        """Tell whether the counts of paths of the same weight can be compared by their edits alone.

        They cannot if edits are dropped later. A gold edit that changes nothing gives weight to arcs that `arcs` leaves
        out, because they change nothing either.
        """
        idle = (edit for edit in answers if edit.end - edit.start > 1)
        if any(self.source[edit.start : edit.end] in corrections_of(edit) for edit in idle):
            return False
        return not self.how.ignore_whitespace_casing or not any(map(self._has_same_letters, self.walks))

    def _has_same_letters(self, walk: _Walk | _WideWalk) -> bool:
        return isinstance(walk, _WideWalk) or any(
            is_same_letters(_proposed(vertices[start], vertices[end]), self.source, self.hypothesis)
            for vertices in (walk.region.vertices,)
            for end, starts in enumerate(walk.arcs)
            for start, arc in starts.items()
            if not arc.idle
        )

    @cached_property
    def listed(self) -> ListedArcs | None:
        """All arcs of the sentence as the scorer lists them; `None` if there are too many."""
        if any(isinstance(walk, _WideWalk) for walk in self.walks):
            return None
        return list_arcs(whole_region(build_lattice(self.source, self.hypothesis)), self.how.max_unchanged)


def _walks_of(pairs: Sequence[tuple[Tokens, Tokens]], max_unchanged: int) -> Iterator[list[_Walk | _WideWalk]]:
    """Give the walks of each source and hypothesis; the lattices are built together, which is faster."""
    fronts, inner = [], []
    for source, hypothesis in pairs:
        if source == hypothesis:
            continue
        expect_sentences(source, hypothesis)
        # No edit reaches the equal tokens at both ends, which are most of a sentence.
        front, back = (max(0, forced - max_unchanged) for forced in forced_ends(source, hypothesis))
        fronts.append(front)
        inner.append((source[front : len(source) - back], hypothesis[front : len(hypothesis) - back]))
    built = iter(zip(fronts, build_lattices(inner), strict=True))
    for source, hypothesis in pairs:
        # Walks are made one after the other: thousands of arcs in memory would keep the garbage collector busy.
        yield [] if source == hypothesis else _walks(source, hypothesis, *next(built), max_unchanged)


def expect_sentences(source: Tokens, hypothesis: Tokens) -> None:
    """Refuse a source and an output that are too long for a table of all their tokens."""
    if source != hypothesis and (len(source) + 1) * (len(hypothesis) + 1) > _MAX_CELLS:
        raise InputError(
            f"M2 cannot align a sentence of {len(source)} tokens with one of {len(hypothesis)}",
            remedy="give one sentence per line",
        )


def _walks(
    source: Tokens, hypothesis: Tokens, front: int, inner: Lattice, max_unchanged: int
) -> list[_Walk | _WideWalk]:
    if int(np.count_nonzero(inner.on_path)) > _MAX_LISTED:
        return [_wide(build_lattice(source, hypothesis), (0, 0), (len(source), len(hypothesis)), max_unchanged)]
    regions = [moved(region, front) for region in busy_regions(inner, max_unchanged)]
    walks = [_walk(region, max_unchanged) for region in regions]
    if None not in walks:
        return [walk for walk in walks if walk is not None]
    whole = build_lattice(source, hypothesis)
    return [
        walk or _wide(whole, region.vertices[0], region.vertices[-1], max_unchanged)
        for region, walk in zip(regions, walks, strict=True)
    ]


def _walk(region: Region, max_unchanged: int) -> _Walk | None:
    arcs = build_arcs(region, max_unchanged)
    if arcs is None:
        return None
    index = {vertex: number for number, vertex in enumerate(region.vertices)}
    options = weigh(arcs)
    return _Walk(region, arcs, rows_of(region), index, options, choose_path(arcs, options, {}))


def _wide(lattice: Lattice, low: Vertex, high: Vertex, max_unchanged: int) -> _WideWalk:
    plain = cheapest_edits(lattice, low, high, max_unchanged, ())
    return _WideWalk(lattice, low, high, max_unchanged, plain)


def _proposed(first: Vertex, last: Vertex) -> Proposed:
    return Proposed(first[0], last[0], first[1], last[1])


def is_same_letters(edit: Proposed, source: Tokens, hypothesis: Tokens) -> bool:
    """Tell whether an edit changes only spaces and case."""
    before = "".join(source[edit.start : edit.end]).lower()
    return before == "".join(hypothesis[edit.first : edit.last]).lower()


def correct_edits(
    proposed: Sequence[Proposed], hypothesis: Tokens, gold: Sequence[Edit], *, repeated: bool
) -> list[Proposed]:
    """Give the matches from left to right; a gold edit matches once, and only after the last one that matched.

    If `repeated`, an edit counts once for every gold edit that it equals, as in the published scorer.
    """
    correct, next_gold = [], 0
    for edit in proposed:
        text = hypothesis[edit.first : edit.last]
        for number in range(next_gold, len(gold)):
            answer = gold[number]
            if (answer.start, answer.end) == edit[:2] and text in corrections_of(answer):
                correct.append(edit)
                next_gold = number + 1
                if not repeated:
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
    how = Matching(rule, max_unchanged, ignore_whitespace_casing)
    return chosen_counts(count_edits(sources, hypotheses, gold, how), rule=rule, beta=beta)


def chosen_counts(counted: Counted, *, rule: ReferenceRule, beta: float) -> Floats:
    """Give (sentences × [correct, proposed, gold]) counts against the annotator that `rule` chooses."""
    if counted.unsure:
        first, *others = counted.unsure
        more = f" and {len(others)} more are" if others else " is"
        warnings.warn(
            f"M2: sentence {first}{more} too large to walk as the published scorer does; its counts may differ there "
            "by a few edits",
            stacklevel=2,
        )
    chosen = choose_annotators(counted.counts, rule=rule, beta=beta)
    best = np.array(
        [rows[number] for rows, number in zip(counted.counts, chosen, strict=True)], dtype=np.float64
    ).reshape(-1, len(COLUMNS))
    twice = np.flatnonzero(best[:, 0] > best[:, 1])
    if len(twice):
        warnings.warn(
            f"M2: a reference lists the same edit twice in sentence {twice[0] + 1} (of {len(twice)}); the published "
            "scorer counts it twice, so that precision can exceed 1; --rule corrected counts it once",
            stacklevel=2,
        )
    return best


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
