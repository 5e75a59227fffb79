"""A sentence and its gold edits in; what the published M2 scorer reports of them out: edits, not only their counts.

Of two paths that count the same, `max_match` takes any. A report shows the edits, so that every sentence is walked as
the scorer walks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from redink.errors import InputError
from redink.records import Edits, Tokens
from redink.scoring.gold_arcs import by_span
from redink.scoring.lattice import build_lattice, whole_region
from redink.scoring.max_match import Matching, correct_edits, is_same_letters
from redink.scoring.max_match_ties import list_arcs, scorer_path
from redink.scoring.walks import Proposed


class ScorerEdits(NamedTuple):
    """The edits of a hypothesis, as the scorer cuts them for one annotator."""

    proposed: list[Proposed]
    """All edits, from left to right."""
    correct: list[Proposed]
    """Those that equal a gold edit."""
    gold: int
    """Number of gold edits."""

    def counts(self) -> tuple[int, int, int]:
        """Give the numbers of correct, proposed and gold edits."""
        return len(self.correct), len(self.proposed), self.gold


def scorer_edits(source: Tokens, hypothesis: Tokens, gold: Sequence[Edits], how: Matching) -> list[ScorerEdits]:
    """Give the edits of one sentence for each annotator."""
    listed = list_arcs(whole_region(build_lattice(source, hypothesis)), how.max_unchanged)
    if listed is None:
        raise InputError(
            f"M2 cannot report the edits between sentences of {len(source)} and {len(hypothesis)} tokens: there are "
            "too many ways",
            remedy="ask for the scores alone, or give one sentence per line",
        )
    rows = []
    for annotator_edits in gold:
        answers = [edit for edit in annotator_edits if not edit.is_noop]
        path = scorer_path(listed, hypothesis, by_span(answers))
        proposed = [Proposed(first[0], last[0], first[1], last[1]) for first, last in path]
        if how.ignore_whitespace_casing:
            proposed = [edit for edit in proposed if not is_same_letters(edit, source, hypothesis)]
        rows.append(ScorerEdits(proposed, correct_edits(proposed, hypothesis, answers, repeated=True), len(answers)))
    return rows


def published_scores(correct: float, proposed: float, gold: float, beta: float) -> tuple[float, float, float]:
    """Give P, R and F_β by the scorer's own arithmetic: F_β = (1+β²)·P·R / (β²·P + R), which may round another way."""
    p = correct / proposed if proposed else 1.0
    r = correct / gold if gold else 1.0
    whole = beta * beta * p + r
    return p, r, (1 + beta * beta) * p * r / whole if whole else 0.0
