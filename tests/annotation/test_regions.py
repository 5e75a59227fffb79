"""Regions: every edit lies in one, texts of a version come out whole, and joining does not depend on the order."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.regions import Region, joined_regions, region_of, region_texts
from redink.records import Edit
from tests.strategies import edits_of_one

SOURCE = ("a", "b", "c", "d", "e")


def edit(start, end, text=""):
    return Edit(start, end, tuple(text.split()))


@pytest.mark.parametrize(
    ("spans", "apart", "touching"),
    [
        ([], [], []),
        ([(1, 3), (2, 4)], [(1, 4)], [(1, 4)]),
        ([(1, 2), (2, 3)], [(1, 2), (2, 3)], [(1, 3)]),
        ([(2, 2), (2, 2)], [(2, 2)], [(2, 2)]),
        ([(2, 2), (2, 4), (1, 2)], [(1, 2), (2, 2), (2, 4)], [(1, 4)]),
        ([(3, 3), (1, 5)], [(1, 5)], [(1, 5)]),
        ([(0, 1), (2, 2)], [(0, 1), (2, 2)], [(0, 1), (2, 2)]),
    ],
)
def test_edits_that_overlap_are_joined_and_those_that_touch_if_asked(spans, apart, touching):
    versions = [[edit(*span)] for span in spans]
    assert joined_regions(versions, touching=False) == apart
    assert joined_regions(versions, touching=True) == touching


def test_the_text_of_a_region_has_the_edits_of_the_version_and_the_source_between_them():
    regions = [Region(0, 2), Region(2, 2), Region(3, 5)]
    edits = [edit(0, 1, "x y"), edit(2, 2, "z"), edit(4, 4, "w"), edit(3, 4)]
    assert region_texts(SOURCE, edits, regions) == [("x", "y", "b"), ("z",), ("w", "e")]
    assert region_texts(SOURCE, [], regions) == [None, None, None]
    assert region_texts(SOURCE, [edit(1, 2)], [Region(1, 2)]) == [()]


versions = st.lists(edits_of_one(length=5), max_size=4)


@given(versions, st.booleans())
def test_every_edit_is_in_one_region_and_the_versions_can_be_put_together_again(versions, touching):
    regions = joined_regions(versions, touching=touching)
    assert regions == joined_regions(versions[::-1], touching=touching)
    assert all(before.end <= after.start for before, after in itertools.pairwise(regions))
    for edits in versions:
        for each in edits:
            home = regions[region_of(each, regions)]
            assert home.start <= each.start <= each.end <= home.end
        whole, reached = [], 0
        for region, text in zip(regions, region_texts(SOURCE, edits, regions), strict=True):
            whole += [*SOURCE[reached : region.start], *(SOURCE[slice(*region)] if text is None else text)]
            reached = region.end
        corrected, place = [], 0
        for each in sorted(edits, key=lambda change: (change.start, change.end)):
            corrected += [*SOURCE[place : each.start], *each.replacement]
            place = each.end
        assert [*whole, *SOURCE[reached:]] == [*corrected, *SOURCE[place:]]
