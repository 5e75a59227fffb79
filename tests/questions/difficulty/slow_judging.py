"""Textbook twins: every chunk written out and compared with every other, and the elastic matching of the paper.

`published` follows SPEC-difficulty §1.1 chunk by chunk, `elastic` follows step 3 and footnote 3 of the paper. Both are
quadratic and only fit for tests.
"""

import itertools
from typing import NamedTuple


class Piece(NamedTuple):
    """A chunk with its text."""

    start: int
    end: int
    text: tuple[str, ...]
    is_edit: bool


def pieces(tokens, edits):
    """Give basic and dummy chunks of a sentence: a dummy at every boundary that touches no insertion.

    Edits are walked through as they stand; one that goes back repeats tokens (SPEC-difficulty §1.5).
    """
    basic, position = [], 0
    for edit in edits:
        basic += [Piece(p, p + 1, tokens[p : p + 1], False) for p in range(position, edit.start)]
        basic.append(Piece(edit.start, edit.end, edit.replacement, True))
        position = edit.end
    basic += [Piece(p, p + 1, tokens[p : p + 1], False) for p in range(position, len(tokens))]
    found = []
    for before, after in zip([None, *basic], [*basic, None], strict=True):
        if before is not None:
            found.append(before)
        if not any(near is not None and near.start == near.end for near in (before, after)):
            place = len(tokens) if after is None else after.start
            found.append(Piece(place, place, (), False))
    return found


def published(tokens, gold, system):
    """Judge by position as the published program does, double false positives included: (correct, touched) a chunk."""
    ours = pieces(tokens, system)
    return [_look_up(chunk, ours) for chunk in pieces(tokens, gold)]


def _look_up(chunk, ours):
    same_span = [piece for piece in ours if (piece.start, piece.end) == (chunk.start, chunk.end)]
    for piece in same_span:
        if piece.text == chunk.text:
            return True, piece.is_edit
    meeting = list(same_span)
    if chunk.start < chunk.end:
        meeting += [
            piece for piece in ours if chunk.start <= piece.start < chunk.end or piece.start <= chunk.start < piece.end
        ]
    if not meeting:
        return not chunk.is_edit, False
    return False, any(piece.is_edit for piece in meeting)


def elastic(tokens, gold, system):
    """Align chunks by elastic matching, cost 0 for a match and 1 otherwise; give b of each gold chunk.

    One of the cheapest alignments is taken; steps along the diagonal are preferred. A dummy chunk inside the span of
    a system's edit counts as matched (footnote 3).
    """
    ours, theirs = pieces(tokens, system), pieces(tokens, gold)
    matched = {i for i, j in _cheapest_path(theirs, ours) if _matches(theirs[i], ours[j])}
    inside = [any(edit.start < chunk.start < edit.end for edit in system) for chunk in theirs]
    return [
        i in matched or (inside[i] and chunk.start == chunk.end and not chunk.is_edit) for i, chunk in enumerate(theirs)
    ]


def leans_one_way(tokens, gold, system):
    """Tell whether, between the matches, one side never has fewer chunks than the other.

    An alignment through all matches then has as few links as any can have, and is the cheapest: the paper's procedure
    has one answer. Otherwise it may give up a match for a shorter way.
    """
    ours, theirs = pieces(tokens, system), pieces(tokens, gold)
    pairs = [(i, j) for i, one in enumerate(theirs) for j, other in enumerate(ours) if _matches(one, other)]
    borders = [(-1, -1), *pairs, (len(theirs), len(ours))]
    leans = {
        (i - before_i > j - before_j) - (i - before_i < j - before_j)
        for (before_i, before_j), (i, j) in itertools.pairwise(borders)
    }
    return not {-1, 1} <= leans


def _matches(one, other):
    return (one.start, one.end, one.text) == (other.start, other.end, other.text)


def _cheapest_path(theirs, ours):
    """Link every chunk of both sides without crossings, as cheaply as possible."""
    cost, before = {}, {}
    for i, chunk in enumerate(theirs):
        for j, piece in enumerate(ours):
            steps = [step for step in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if step in cost]
            before[i, j] = min(steps, key=cost.__getitem__, default=None)
            cost[i, j] = (cost[before[i, j]] if steps else 0) + (not _matches(chunk, piece))
    path = [(len(theirs) - 1, len(ours) - 1)]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path
