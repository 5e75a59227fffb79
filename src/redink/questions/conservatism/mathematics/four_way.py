"""Edits of a system and of references in; counts for Hit, Wrong, Under and Over out (CLEME2.0, Ye et al. 2025).

Two edits belong to the same chunk if they share a token, if they insert at the same place, or if one inserts inside
the other. In every chunk, the texts of the system and of the reference are compared:

    TP    both change it, to the same text     Hit   = TP / (TP + FPne + FN)
    FPne  both change it, to different texts   Wrong = FPne / (TP + FPne + FN)
    FN    only the reference changes it        Under = FN / (TP + FPne + FN)
    FPun  only the system changes it           Over  = FPun / (TP + FPne + FPun)

Hit + Wrong + Under = 1: together they say what became of the places that needed a change. Over is the share of a
system's changes that were made where no change was needed. The edits may come from M2 files, redink-en or ERRANT.

With several references, `best` compares the system with each reference and takes the reference with the most TP, then
the fewest other counts, then the first. `any` makes chunks of all references together. A chunk is then TP if any
reference has the system's text, FPun if no reference changes it, and FN if all references change it but the system does
not. A system may leave alone what one reference leaves alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from redink.records import Edit, Edits, Tokens

Several: TypeAlias = Literal["best", "any"]
_Ways: TypeAlias = frozenset[Tokens]


class FourWay(NamedTuple):
    """Number of chunks in each class."""

    tp: int = 0
    """Changed to the text of a reference."""
    fp_needed: int = 0
    """FPne: a change was needed, but no reference has this one."""
    fn: int = 0
    """Left alone, although a change was needed."""
    fp_unneeded: int = 0
    """FPun: changed without need."""


class _Owned(NamedTuple):
    owner: int
    edit: Edit


def four_way(source: Tokens, system: Edits, references: Sequence[Edits], *, several: Several = "best") -> FourWay:
    """Count the chunks of one sentence in each class.

    There is at least one reference; `several` says how several are used, see the top of this file.
    """
    if several == "any" or len(references) == 1:
        return _classed(source, system, references)
    candidates = [_classed(source, system, [reference]) for reference in references]
    return min(candidates, key=lambda counts: (-counts.tp, counts.fp_needed + counts.fn + counts.fp_unneeded))


def _classed(source: Tokens, system: Edits, references: Sequence[Edits]) -> FourWay:
    tp = fp_needed = fn = fp_unneeded = 0
    for chunk in _chunks([system, *references]):
        owners = {owned.owner for owned in chunk}
        if 0 not in owners:
            fn += len(owners) == len(references)
        elif len(owners) == 1:
            fp_unneeded += 1
        else:
            system_texts = _ways(source, chunk, 0)
            equal = any(system_texts & _ways(source, chunk, owner) for owner in owners - {0})
            tp, fp_needed = tp + equal, fp_needed + (not equal)
    return FourWay(tp, fp_needed, fn, fp_unneeded)


def _chunks(versions: Sequence[Edits]) -> Iterable[list[_Owned]]:
    """Give the edits in groups that overlap, from left to right."""
    queue = [_Owned(owner, edit) for owner, edits in enumerate(versions) for edit in edits if not edit.is_detected_only]
    # An insertion comes before an edit that starts at its place; they share a chunk only if an edit spans the place.
    queue.sort(key=lambda owned: (owned.edit.start, owned.edit.end))
    chunk: list[_Owned] = []
    end = -1
    for owned in queue:
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
    """Give the texts that one owner makes of a chunk; there are several where M2 has alternatives."""
    edits = [owned.edit for owned in chunk if owned.owner == owner]
    start, end = chunk[0].edit.start, max(owned.edit.end for owned in chunk)
    texts = (
        _text(source, edits, replacements, start, end)
        for replacements in product(*((edit.replacement, *edit.alternatives) for edit in edits))
    )
    return frozenset(texts)


def _text(source: Tokens, edits: Sequence[Edit], replacements: Sequence[Tokens], start: int, end: int) -> Tokens:
    words: list[str] = []
    for edit, replacement in zip(edits, replacements, strict=True):
        words += source[start : edit.start] + replacement
        start = edit.end
    return (*words, *source[start:end])
