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


def _edits(versions: Iterable[System | Reference]) -> Iterable[Edit]:
    """Give edits that have a type: marked but uncorrected errors have none in any scheme."""
    sentences = chain.from_iterable(version.edits or () for version in versions)
    edits = chain.from_iterable(sentence_edits or () for sentence_edits in sentences)
    return (edit for edit in edits if edit.type and not edit.is_noop and not edit.is_detected_only)
