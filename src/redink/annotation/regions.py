"""Edits of several versions of one sentence in; the regions of the source that some version changes out.

A version is an output or a reference. Regions do not overlap, and every edit lies in exactly one region. All versions
share the regions, so that the texts of a region can be compared.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from redink.records import Edit, Tokens


class Region(NamedTuple):
    """The source tokens start:end; an insertion between two tokens has start = end."""

    start: int
    end: int


def joined_regions(versions: Iterable[Iterable[Edit]], *, touching: bool) -> list[Region]:
    """Give the regions that the edits of all versions make, from left to right.

    Edits that overlap are in one region. With `touching`, so are edits that meet at a border, as in CLEME: the end of
    one is the start of the other. Without it, an insertion at the border of an edit stays apart.
    """
    regions: list[Region] = []
    for start, end in sorted((edit.start, edit.end) for edits in versions for edit in edits):
        last = regions[-1] if regions else None
        if last and (start <= last.end if touching else start < last.end or (start, end) == last):
            regions[-1] = Region(last.start, max(last.end, end))
        else:
            regions.append(Region(start, end))
    return regions


def region_of(edit: Edit, regions: Sequence[Region]) -> int:
    """Give the place of the region that an edit lies in."""
    if edit.start < edit.end:
        return bisect_right(regions, (edit.start, math.inf)) - 1
    place = bisect_right(regions, (edit.start, edit.start)) - 1
    return place if place >= 0 and regions[place].end >= edit.start else place + 1


def region_texts(source: Tokens, edits: Sequence[Edit], regions: Sequence[Region]) -> list[Tokens | None]:
    """Give the text of each region in one version; `None` where the version has no edit, so that the source stays.

    Each edit must lie in a region. Of edits that overlap, the later one replaces only what the earlier one left.
    """
    texts: list[Tokens | None] = [None] * len(regions)
    reached: dict[int, int] = {}
    for edit in sorted(edits, key=_span) if len(edits) > 1 else edits:
        place = region_of(edit, regions)
        done = reached.get(place, regions[place].start)
        texts[place] = (*(texts[place] or ()), *source[done : edit.start], *edit.replacement)
        reached[place] = max(done, edit.end)
    for place, done in reached.items():
        texts[place] = (*(texts[place] or ()), *source[done : regions[place].end])
    return texts


def _span(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end
