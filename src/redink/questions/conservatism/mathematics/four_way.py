"""Edits of a system and of references in; Hit, Wrong, Under and Over out (CLEME2.0, Ye et al. 2025).

Edits that share a token, or insert at the same place, or one of which inserts inside the other, belong together:
they make a chunk. In every chunk the versions of system and reference are compared as text:

    TP    both change it, to the same          Hit   = TP / (TP + FPne + FN)
    FPne  both change it, unlike               Wrong = FPne / (TP + FPne + FN)
    FN    only the reference changes it        Under = FN / (TP + FPne + FN)
    FPun  only the system changes it           Over  = FPun / (TP + FPne + FPun)

Hit + Wrong + Under = 1: what became of the places that needed a change. Over is the share of a system's changes
made where none was needed. Any edits will do: M2 files, redink-en, ERRANT.

Several references: `best` compares with each and takes the one with the most TP, then the fewest other counts, then
the first. `any` makes chunks of all of them together: a chunk is TP if any reference has the system's version, FPun if
no reference changes it, FN if the system leaves alone what all references change; what one reference leaves alone
may be left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from redink.records import Edit, Edits, Tokens

Several: TypeAlias = Literal["best", "any"]
_Ways: TypeAlias = frozenset[Tokens]


class FourWay(NamedTuple):
    """Numbers of chunks in each class."""

    tp: int = 0
    """Changed as a reference has it."""
    fp_needed: int = 0
    """FPne: changed, unlike any reference that changes it."""
    fn: int = 0
    """Left alone, though it needed a change."""
    fp_unneeded: int = 0
    """FPun: changed without need."""


class _Owned(NamedTuple):
    owner: int
    edit: Edit


def four_way(source: Tokens, system: Edits, references: Sequence[Edits], *, several: Several = "best") -> FourWay:
    """Class the chunks of one sentence.

    Args:
        source: The source sentence.
        system: Edits of the system.
        references: Edits of each reference; at least one.
        several: How several references are used, see above.
    """
    if several == "any" or len(references) == 1:
        return _classed(source, system, references)
    by_reference = [_classed(source, system, [reference]) for reference in references]
    return min(by_reference, key=lambda counts: (-counts.tp, counts.fp_needed + counts.fn + counts.fp_unneeded))


def _classed(source: Tokens, system: Edits, references: Sequence[Edits]) -> FourWay:
    tp = fp_needed = fn = fp_unneeded = 0
    for chunk in _chunks([system, *references]):
        owners = {owned.owner for owned in chunk}
        if 0 not in owners:
            fn += len(owners) == len(references)
        elif len(owners) == 1:
            fp_unneeded += 1
        else:
            ours = _ways(source, chunk, 0)
            equal = any(ours & _ways(source, chunk, owner) for owner in owners - {0})
            tp, fp_needed = tp + equal, fp_needed + (not equal)
    return FourWay(tp, fp_needed, fn, fp_unneeded)


def _chunks(versions: Sequence[Edits]) -> Iterable[list[_Owned]]:
    """Put together what overlaps, from left to right."""
    everything = [
        _Owned(owner, edit) for owner, edits in enumerate(versions) for edit in edits if not edit.is_detected_only
    ]
    # An insertion comes before what begins at its place: it belongs to it only if something spans the place.
    everything.sort(key=lambda owned: (owned.edit.start, owned.edit.end))
    chunk: list[_Owned] = []
    end = -1
    for owned in everything:
        last = chunk[-1].edit if chunk else None
        same_place = last is not None and (last.start, last.end) == (owned.edit.start, owned.edit.end)
        if chunk and not same_place and owned.edit.start >= end:
            yield chunk
            chunk = []
        chunk.append(owned)
        end = max(end, owned.edit.end)
    if chunk:
        yield chunk


def _ways(source: Tokens, chunk: Sequence[_Owned], owner: int) -> _Ways:
    """Give what one version makes of a chunk; several texts where M2 has alternatives."""
    edits = [owned.edit for owned in chunk if owned.owner == owner]
    start, end = chunk[0].edit.start, max(owned.edit.end for owned in chunk)
    texts = (
        _text(source, edits, way, start, end)
        for way in product(*((edit.replacement, *edit.alternatives) for edit in edits))
    )
    return frozenset(texts)


def _text(source: Tokens, edits: Sequence[Edit], replacements: Sequence[Tokens], start: int, end: int) -> Tokens:
    words: list[str] = []
    for edit, replacement in zip(edits, replacements, strict=True):
        words += source[start : edit.start] + replacement
        start = edit.end
    return (*words, *source[start:end])
