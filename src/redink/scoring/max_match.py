"""Source, hypothesis and gold edits in; matched, proposed and gold edit counts and F_β out (M², MaxMatch).

D. Dahlmeier and H. T. Ng (2012), "Better evaluation for grammatical error correction". Of all ways to write the
difference source → hypothesis as edits, MaxMatch takes the one that matches the most gold edits. This file follows the
published scorer (3.2), see docs/measures/m2.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import InputError, Place, users_line
from redink.frozen import frozen
from redink.records import Edit, Edits, Tokens
from redink.scoring.gold_arcs import by_span, corrections_of
from redink.scoring.lattice import build_lattice, whole_region
from redink.scoring.max_match_ties import ListedArcs, list_arcs, scorer_path
from redink.scoring.walks import Proposed, Walk, Walker, Walks, WideWalk, edit_between
from redink.scoring.watching import watched

ReferenceRule: TypeAlias = Literal["faithful", "corrected"]

COLUMNS = ("correct", "proposed", "gold")
"""Columns of all count arrays here."""

_TOGETHER = 256
"""Number of sentences whose lattices are built together."""
_CELLS_TOGETHER = 9_000_000
"""Number of their cells."""
_Triple: TypeAlias = tuple[Tokens, Tokens, Sequence[Edits]]


@frozen
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


def count_edits(
    sources: Iterable[Tokens], hypotheses: Iterable[Tokens], gold: Iterable[Sequence[Edits]], how: Matching
) -> Counted:
    """Give the counts of every sentence against every annotator."""
    counts: list[Floats] = []
    unsure: list[int] = []
    walker = Walker(how.max_unchanged)
    for batch in _batches(zip(sources, hypotheses, gold, strict=True)):
        walks = walker.walks_of([(source, hypothesis) for source, hypothesis, _ in batch])
        for (source, hypothesis, answers), sentence_walks in zip(batch, walks, strict=True):
            sentence = _Sentence(source, hypothesis, sentence_walks, how)
            counts.append(sentence.counts(answers))
            if sentence.is_unsure:
                unsure.append(len(counts))
    return Counted(counts, tuple(unsure))


def count_outputs(
    sources: Sequence[Tokens],
    outputs: Sequence[Sequence[Tokens]],
    gold: Sequence[Sequence[Edits]],
    how: Matching,
) -> list[Counted]:
    """Give the counts of several outputs; what two of them write alike is counted once."""
    places: dict[tuple[int, Tokens], int] = {}
    numbers = [[places.setdefault(key, len(places)) for key in enumerate(output)] for output in outputs]
    counted = count_edits(
        (sources[sentence] for sentence, _ in places),
        watched((hypothesis for _, hypothesis in places), "M2", len(places)),
        (gold[sentence] for sentence, _ in places),
        how,
    )
    unsure = frozenset(counted.unsure)
    return [
        Counted(
            [counted.counts[place] for place in row],
            tuple(number for number, place in enumerate(row, start=1) if place + 1 in unsure),
        )
        for row in numbers
    ]


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

    def __init__(self, source: Tokens, hypothesis: Tokens, walks: Walks, how: Matching) -> None:
        self.source, self.hypothesis, self.how = source, hypothesis, how
        self.front, self.walks = walks
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
        if not self.walks:
            return []
        spans = by_span(answers)
        proposed: list[Proposed] = []
        decided = True
        inner = self.hypothesis[self.front :]
        for walk in self.walks:
            edits, walk_decided = walk.edits(inner, spans, self.front)
            proposed += edits
            decided = decided and walk_decided
        if self.how.rule != "faithful" or (decided and self._is_plain(answers)):
            return proposed
        if self.listed is None:
            self.is_unsure = True
            return proposed
        return [edit_between(*pair) for pair in scorer_path(self.listed, self.hypothesis, spans)]

    def _is_plain(self, answers: Sequence[Edit]) -> bool:
        """Tell whether the counts of paths of the same weight can be compared by their edits alone.

        They cannot if edits are dropped later. A gold edit that changes nothing gives weight to arcs that `arcs` leaves
        out, because they change nothing either.
        """
        idle = (edit for edit in answers if edit.end - edit.start > 1)
        if any(self.source[edit.start : edit.end] in corrections_of(edit) for edit in idle):
            return False
        return not self.how.ignore_whitespace_casing or not any(map(self._has_same_letters, self.walks))

    def _has_same_letters(self, walk: Walk | WideWalk) -> bool:
        return isinstance(walk, WideWalk) or any(
            is_same_letters(edit, self.source, self.hypothesis) for edit in walk.all_edits(self.front)
        )

    @cached_property
    def listed(self) -> ListedArcs | None:
        """All arcs of the sentence as the scorer lists them; `None` if there are too many."""
        if any(isinstance(walk, WideWalk) for walk in self.walks):
            return None
        return list_arcs(whole_region(build_lattice(self.source, self.hypothesis)), self.how.max_unchanged)


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
            f"M2: sentence {first}{more} too large to search as the published scorer does; its counts may differ there "
            "by a few edits",
            stacklevel=users_line(),
        )
    chosen = choose_annotators(counted.counts, rule=rule, beta=beta)
    best = np.array(
        [rows[number] for rows, number in zip(counted.counts, chosen, strict=True)], dtype=np.float64
    ).reshape(-1, len(COLUMNS))
    twice = np.flatnonzero(best[:, 0] > best[:, 1])
    if len(twice):
        warnings.warn(
            f"M2: a reference lists the same edit twice in sentence {twice[0] + 1} (of {len(twice)}); the published "
            "scorer counts it twice, so precision can exceed 1; --rule corrected counts it once",
            stacklevel=users_line(),
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
