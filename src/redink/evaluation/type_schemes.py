"""Edits of references and systems in; whether both name errors by the same scheme out.

A breakdown by type means little if they do not. For example, the official references of CoNLL-2014 have NUCLE's types
(`ArtOrDet`), while our pipelines give the types of Bryant and others (2017), such as `R:DET`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Literal, TypeAlias

from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.edit_overlap import main_type_of

Scheme: TypeAlias = Literal["typed", "universal", "plain", "other"]
"""Types of Bryant and others; ours for any language; operations only (`R:OTHER`); types of anybody else."""

_ENOUGH = 10
"""So many edits of which none has another type than OTHER do not happen by chance in a typed scheme."""

_UNIVERSAL = re.compile(
    r"[MRU]:(?:(?:ADJ|ADP|ADV|AUX|CCONJ|DET|NOUN|NUM|PART|PRON|PROPN|SCONJ|VERB)(?::FORM(?::[A-Z]+)?|:DASS|:DE)?"
    r"|ORTH(?::[A-Z]+)?|SPELL(?::[A-Z]+)?|PUNCT|WO|MORPH|OTHER)|UNK"
)


def scheme_of(versions: Sequence[System | Reference]) -> Scheme | None:
    """Tell the scheme that references, or systems, have in common; `None` if there are too few edits to tell."""
    codes = Counter(edit.type for edit in _edits(versions))
    if not codes.keys() <= _known_codes():
        return "universal" if all(map(_UNIVERSAL.fullmatch, codes)) else "other"
    if any(not code.endswith(":OTHER") for code in codes):
        return "typed"
    return "plain" if codes.total() >= _ENOUGH else None


@cache
def _known_codes() -> frozenset[str]:
    from redink.annotation.error_types import ERROR_TYPES

    return frozenset(chain.from_iterable(error_type.codes for error_type in ERROR_TYPES))


def have_unlike_types(data: EvalSet) -> bool:
    """Tell whether references and systems name errors by different schemes, so that their types cannot meet."""
    schemes = {scheme_of(data.references), scheme_of(data.systems)} - {None}
    return len(schemes) > 1


def notes_on_excluded(data: EvalSet, exclude: Sequence[str]) -> tuple[str, ...]:
    """Name the excluded types that no edit has: nothing is left out by them, so they are probably misspelt."""
    if not exclude:
        return ()
    codes = {edit.type for edit in _all_edits((*data.references, *data.systems))}
    known = codes | {main_type_of(code) for code in codes}
    unknown = [name for name in exclude if name not in known]
    if not unknown:
        return ()
    seen = Counter(edit.type for edit in _edits((*data.references, *data.systems)))
    examples = f" Types are written as in {', '.join(code for code, _ in seen.most_common(3))}." if seen else ""
    return (f"No edit has the excluded type {' or '.join(map(repr, unknown))}: nothing is left out by it.{examples}",)


def _all_edits(versions: Iterable[System | Reference]) -> Iterable[Edit]:
    sentences = chain.from_iterable(version.edits or () for version in versions)
    return chain.from_iterable(sentence_edits or () for sentence_edits in sentences)


def _edits(versions: Iterable[System | Reference]) -> Iterable[Edit]:
    """Give edits that have a type: marked but uncorrected errors have none in any scheme."""
    return (edit for edit in _all_edits(versions) if edit.type and not edit.is_noop and not edit.is_detected_only)
