"""Counting segment by segment gives the counts of the whole cube, for every mixed reference."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.records import Edit
from redink.scoring import i_measure_segments
from redink.scoring.i_measure_references import Change, apply_changes, cluster_edits, mix
from redink.scoring.i_measure_segments import MixedCounts
from tests.scoring.slow_three_way import pairs, slow_columns


@st.composite
def changes(draw, source, most):
    """Draw a few changes from the first to the last: other words, moved words, repeated words, insertions."""
    borders = sorted(draw(st.lists(st.integers(0, len(source)), max_size=2 * most)))
    words = st.sampled_from([*source[:3], *source[-3:], "x", "y"])
    return [
        Change(start, end, tuple(draw(st.lists(words, min_size=int(start == end), max_size=2))))
        for start, end in zip(borders[::2], borders[1::2], strict=False)
        if end - start < 4
    ]


@st.composite
def cases(draw):
    length = draw(st.integers(3, 9))
    source = tuple(draw(st.permutations("abcdefghi"))[:length])
    if draw(st.booleans()):
        source = (*source, *source[:2])
    hypothesis = apply_changes(source, draw(changes(source, 3)))
    gold = [tuple(Edit(*change) for change in draw(changes(source, 2))) for _ in range(2)]
    return source, hypothesis, gold


@given(cases())
@settings(max_examples=400)
def test_same_counts_as_the_whole_cube(case):
    source, hypothesis, gold = case
    clusters = cluster_edits(source, gold)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i_measure_segments, "FEW", 0)
        counts = MixedCounts(clusters, hypothesis)
    for choice in product(*clusters.alternatives):
        text = mix(source, choice)
        row = counts.of_choice(choice)
        if text is None:
            assert row is None
            continue
        same = sum(a == b for a, b in pairs(source, text))
        assert row == (*slow_columns(source, hypothesis, text), same, len(pairs(source, text)) - same)


def test_segments_are_counted_once(monkeypatch):
    source = tuple("abcdefghijklmnopqrstuvwxyz")
    edits = tuple(Edit(place, place + 1, (source[place].upper(),)) for place in (3, 9, 15, 21))
    clusters = cluster_edits(source, [edits, ()])
    aligned = []
    count_columns = i_measure_segments.count_columns
    monkeypatch.setattr(
        i_measure_segments, "count_columns", lambda *texts: aligned.append(texts) or count_columns(*texts)
    )
    counts = MixedCounts(clusters, source)
    rows = [counts.of_choice(choice) for choice in product(*clusters.alternatives)]
    assert len(rows) == 16
    assert len(aligned) == 10  # six segments; four of them have two versions
    assert rows[0] == (0, 22, 0, 4, 0, 22, 4)
    assert rows[-1] == (0, 26, 0, 0, 0, 26, 0)
