"""Texts too long for one table: pieces tile both, anchors are a longest chain, and the edits still do their work."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation import align as exact
from redink.annotation import long_alignment, merge
from redink.annotation.annotator import Annotator
from redink.annotation.long_alignment import anchors, pieces
from redink.language.plain import PlainPipeline
from redink.reading.corrections import apply_edits

words = st.lists(st.sampled_from("abcdefghij"), max_size=12)


def longest_chain(pairs):
    """Try all: the slow twin."""
    for size in range(len(pairs), 0, -1):
        for chosen in combinations(pairs, size):
            if all(a < b and c < d for (a, c), (b, d) in pairwise(chosen)):
                return size
    return 0


@given(source=words, target=words, width=st.integers(1, 3))
def test_anchors_are_unique_runs_and_no_longer_chain_exists(source, target, width):
    def places(text):
        runs = [tuple(text[start : start + width]) for start in range(len(text) - width + 1)]
        return {run: runs.index(run) for run in runs if runs.count(run) == 1}

    ours, theirs = places(source), places(target)
    common = sorted((ours[run], theirs[run]) for run in ours.keys() & theirs.keys())
    found = anchors(source, target, width)
    assert set(found) <= set(common)
    assert all(a < b and c < d for (a, c), (b, d) in pairwise(found))
    assert len(found) == longest_chain(common)


@given(source=words, target=words, most=st.integers(1, 30))
def test_pieces_tile_both_texts(source, target, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_alignment, "PIECE_CELLS", most)
        found = list(pieces(source, target))
    assert [word for piece in found for word in source[piece.start : piece.end]] == source
    assert [word for piece in found for word in target[piece.target_start : piece.target_end]] == target


@given(source=words, target=words, most=st.integers(1, 60))
def test_edits_of_texts_cut_into_pieces_still_turn_one_into_the_other(source, target, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "MOST_CELLS", most)
        patch.setattr(exact, "PIECE_CELLS", most)
        patch.setattr(long_alignment, "PIECE_CELLS", most)
        patch.setattr(merge, "_LONGEST_RUN", 4)
        patch.setattr(merge, "_STRETCH", 3)
        edits = Annotator(PlainPipeline()).edits(tuple(source), tuple(target))
    assert apply_edits(tuple(source), edits) == tuple(target)


def test_a_novel_on_one_line_keeps_its_few_corrections_apart():
    """The exact table would have 400 million cells; words repeat, so that only runs of them are unique."""
    dice = random.Random(0)
    source = [f"w{dice.randrange(300)}" for _ in range(20_000)]
    target = [*source[:5000], "NEW", *source[5000:9000], *source[9001:15_000], "OTHER", *source[15_001:]]
    edits = Annotator(PlainPipeline()).edits(tuple(source), tuple(target))
    assert [(edit.start, edit.end, edit.replacement) for edit in edits] == [
        (5000, 5000, ("NEW",)),
        (9000, 9001, ()),
        (15_000, 15_001, ("OTHER",)),
    ]
