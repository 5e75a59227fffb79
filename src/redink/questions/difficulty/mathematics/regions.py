"""Several references in, one out: its errors are the regions that any annotator changes, with every accepted text.

Edits of different annotators that overlap are in one region; insertions in the same gap too. Edits that only meet at a
border stay apart, as they do in the paper. A region becomes one gold edit. Its corrections are the texts that the
annotators who change the region give it. So everything that is made for one reference works for several.

In a region that all of its annotators change with one edit of the same span, a system must have that span too, as in
the paper. Where the spans of the annotators differ, there is no span to ask for: the text of the region decides. For
this, the edits of a system inside such a region become one edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

import numpy as np

from redink.annotation.regions import Region, joined_regions, region_texts
from redink.arrays import Floats
from redink.errors import InputError, Place
from redink.questions.difficulty.mathematics.chunks import GoldChunks, changing_edits, correcting_edits
from redink.records import Edit, Edits, EvalSet, Reference, System, Tokens

MOST_WAYS = 1000
"""Texts of a region that one annotator's alternatives can combine to."""


class _Joined(NamedTuple):
    """The regions of one sentence."""

    edits: Edits
    """One edit for each region."""
    uneven: list[Region]
    """Regions in which the annotators' spans differ."""


def joined_references(data: EvalSet) -> EvalSet:
    """Give the data with one reference that holds the regions of all, and the systems' edits as they fit to it.

    References that have the same edits count once; so one reference, or copies of it, stay what they are. The order of
    the references does not matter.
    """
    by_reference = [reference.edits or () for reference in data.references]
    joined = [
        _joined(tokens, [edits[number] for edits in by_reference], number) for number, tokens in enumerate(data.sources)
    ]
    edits = tuple(None if sentence is None else sentence.edits for sentence in joined)
    name = data.references[0].name if len(data.references) == 1 else f"{len(data.references)} references joined"
    uneven = {number: sentence.uneven for number, sentence in enumerate(joined) if sentence and sentence.uneven}
    return replace(
        data,
        references=(Reference(name, data.references[0].texts, edits),),
        systems=tuple(_fitted(data.sources, system, uneven) for system in data.systems),
    )


def _joined(tokens: Tokens, versions: Sequence[Edits | None], number: int) -> _Joined | None:
    """Give the regions of a sentence; `None` if no annotator saw it."""
    present = [edits for edits in versions if edits is not None]
    distinct = {tuple(replace(edit, annotator=0) for edit in edits) for edits in present}
    if len(distinct) < 2:
        return _Joined(present[0], []) if present else None
    changes = [_in_order(changing_edits(tokens, edits), number) for edits in distinct]
    regions = [_region_edit(tokens, region, changes) for region in joined_regions(changes, touching=False)]
    changed = [(edit, is_even) for edit, is_even in regions if edit.replacement != tokens[edit.start : edit.end]]
    uneven = [Region(edit.start, edit.end) for edit, is_even in changed if not is_even]
    return _Joined(tuple(edit for edit, _ in changed), uneven)


def _in_order(edits: list[Edit], number: int) -> list[Edit]:
    """Give one annotator's edits from left to right; refuse overlaps, because a region then has no text."""
    edits.sort(key=lambda edit: (edit.start, edit.end))
    reach = 0
    for edit in edits:
        if edit.start < reach:
            raise InputError(
                f"the gold edit {edit.start} {edit.end} overlaps another edit of the same annotator",
                place=Place("reference", sentence=number + 1),
                remedy="keep the first of such edits (--overlaps first), or use one reference (--several one)",
            )
        reach = edit.end
    return edits


def _region_edit(tokens: Tokens, region: Region, changes: Sequence[Sequence[Edit]]) -> tuple[Edit, bool]:
    """Give a region as one edit, and whether all who change it use one edit of its span.

    The most frequent text is the correction, the others are alternatives; the type is the most frequent one. Ties are
    broken by the alphabet. A region that all leave as it was is an edit that changes nothing.
    """
    original = tokens[region.start : region.end]
    texts, types, is_even = Counter[Tokens](), Counter[str](), True
    for edits in changes:
        inside = [edit for edit in edits if _is_inside(edit, region)]
        ways = {way for way in _ways(tokens, inside, region) if way != original} if inside else set()
        texts.update(ways)
        types.update(edit.type for edit in inside)
        is_even &= not inside or (len(inside) == 1 and (inside[0].start, inside[0].end) == region)
    ranked = sorted(texts, key=lambda text: (-texts[text], text)) or [original]
    kind = min(types, key=lambda name: (-types[name], name))
    return Edit(region.start, region.end, ranked[0], kind, alternatives=tuple(ranked[1:])), is_even


def _is_inside(edit: Edit, region: Region) -> bool:
    """Tell whether an edit is in a region; an insertion at the border of a longer region is not."""
    if edit.start == edit.end and region.start < region.end:
        return region.start < edit.start < region.end
    return region.start <= edit.start and edit.end <= region.end


def _ways(tokens: Tokens, edits: Sequence[Edit], region: Region) -> Iterator[Tokens]:
    """Give the texts of a region, one for each combination of alternatives."""
    for chosen in islice(product(*((edit.replacement, *edit.alternatives) for edit in edits)), MOST_WAYS):
        versions = [replace(edit, replacement=way) for edit, way in zip(edits, chosen, strict=True)]
        yield region_texts(tokens, versions, [region])[0] or ()


def _fitted(sources: Sequence[Tokens], system: System, uneven: dict[int, list[Region]]) -> System:
    """Give a system with one edit for each uneven region that it changes and does not reach beyond."""
    if system.edits is None:
        return system
    edits = list(system.edits)
    for number, regions in uneven.items():
        edits[number] = _one_edit_each(sources[number], edits[number], regions)
    return replace(system, edits=tuple(edits))


def _one_edit_each(tokens: Tokens, edits: Edits, regions: Iterable[Region]) -> Edits:
    for region in regions:
        whole = Edit(*region, ())
        inside = [edit for edit in changing_edits(tokens, edits) if _overlap(edit, whole)]
        if inside and all(_is_inside(edit, region) for edit in inside):
            text = region_texts(tokens, inside, [region])[0] or ()
            outside = [edit for edit in edits if edit not in inside]
            edits = tuple(
                sorted((*outside, Edit(*region, text, inside[0].type)), key=lambda edit: (edit.start, edit.end))
            )
    return edits


def annotator_need(gold: GoldChunks, references: Sequence[Reference]) -> Floats:
    """Give (E,) for each error the share of annotators who change something there, of those who saw the sentence."""
    needs = np.ones(len(gold.edits))
    by_reference = [reference.edits for reference in references if reference.edits is not None]
    versions: list[list[Edit]] = []
    last = -1
    for index, (edit, number) in enumerate(zip(gold.edits, gold.sentence.tolist(), strict=True)):
        if number != last:
            present = [edits[number] for edits in by_reference]
            versions, last = [correcting_edits(edits) for edits in present if edits is not None], number
        if versions:
            needs[index] = sum(any(_overlap(edit, other) for other in edits) for edits in versions) / len(versions)
    return needs


def _overlap(edit: Edit, other: Edit) -> bool:
    """Tell whether two edits share a token, or a gap that one of them fills."""
    if (edit.start, edit.end) == (other.start, other.end):
        return True
    low, high = max(edit.start, other.start), min(edit.end, other.end)
    inserted = edit.start == edit.end or other.start == other.end
    return low < high or (inserted and min(edit.start, other.start) < low == high < max(edit.end, other.end))
