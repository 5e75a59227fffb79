"""An `EvalSet` with one system in; the same with other letters, tokens or sentences out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias, TypeVar
from unicodedata import normalize

from redink.language.english.evidence import untokenised_word
from redink.questions.diagnose.mathematics.settings import Blanks, Text
from redink.records import Edit, Edits, EvalSet, Reference, System, Tokens

Item = TypeVar("Item")
Change: TypeAlias = Callable[[Tokens], Tokens]
Tokeniser: TypeAlias = Callable[[str], Sequence[tuple[str, int]]]
"""Running text in; its tokens and their offsets out."""

_QUOTES = str.maketrans("‘’‚‛“”„‟", "''''\"\"\"\"")
_LETTERS: dict[Text, Callable[[str], str]] = {
    "lower case": str.lower,
    "straight quotes": lambda token: token.translate(_QUOTES),
    "NFC": lambda token: normalize("NFC", token),
}


def with_text(data: EvalSet, text: Text, tokenise: Tokeniser) -> EvalSet:
    """Change the texts; edits in files change with them, or are dropped where their tokens are gone."""

    def split(tokens: Tokens) -> Tokens:
        return tuple(token for token, _ in tokenise(" ".join(tokens)))

    if text == "as it is":
        return data
    if text == "all tokenised":
        return _changed(data, split, keep_edits=False)
    if text == "output tokenised":
        output = data.systems[0]
        if untokenised_word(chain.from_iterable(output.texts)) is None:
            return data
        return replace(data, systems=(System(output.name, tuple(map(split, output.texts))),))
    letters = _LETTERS[text]
    return _changed(data, lambda tokens: tuple(map(letters, tokens)), keep_edits=True)


def _changed(data: EvalSet, change: Change, *, keep_edits: bool) -> EvalSet:
    """Change every text, and the edits in the same way if they are kept; the same data if no text changes."""
    sources = tuple(map(change, data.sources))

    def edits_of(rows: Sequence[Edits | None] | None) -> list[Edits | None] | None:
        if rows is None or not keep_edits:
            return None
        return [edits and _changed_edits(source, edits, change) for source, edits in zip(sources, rows, strict=True)]

    references: list[Reference] = []
    systems: list[System] = []
    for reference in data.references:
        texts = tuple(tokens and change(tokens) for tokens in reference.texts)
        edits = edits_of(reference.edits)
        references.append(Reference(reference.name, texts, None if edits is None else tuple(edits)))
    for system in data.systems:
        edits = edits_of(system.edits)
        kept = None if edits is None else tuple(row or () for row in edits)
        systems.append(System(system.name, tuple(map(change, system.texts)), kept))
    after = EvalSet(sources, tuple(references), tuple(systems), data.documents)
    return data if _texts(after) == _texts(data) else after


def _texts(data: EvalSet) -> list[tuple[Tokens | None, ...]]:
    references, systems = ([version.texts for version in versions] for versions in (data.references, data.systems))
    return [data.sources, *references, *systems]


def _changed_edits(source: Tokens, edits: Edits, change: Change) -> Edits:
    """Change the corrections; an edit of which nothing is left (`i` → `I` in lower case) is dropped."""
    changed = []
    for edit in edits:
        replacement = change(edit.replacement)
        if not _is_mark(edit) and replacement == source[edit.start : edit.end]:
            continue
        changed.append(replace(edit, replacement=replacement, alternatives=tuple(map(change, edit.alternatives))))
    return tuple(changed)


def _is_mark(edit: Edit) -> bool:
    """Tell whether an edit changes no text anyway."""
    return edit.is_noop or edit.is_detected_only


def with_blanks(data: EvalSet, blanks: Blanks) -> EvalSet:
    """Leave the sentences with a blank output out, or take the source for it; the same data if no output is blank."""
    output = data.systems[0]
    is_blank = [source != () and text == () for source, text in zip(data.sources, output.texts, strict=True)]
    if blanks == "as they are" or not any(is_blank):
        return data
    if blanks == "left out":
        return with_sentences(data, [number for number, blank in enumerate(is_blank) if not blank])
    texts = (
        source if blank else text for source, text, blank in zip(data.sources, output.texts, is_blank, strict=True)
    )
    edits = output.edits and tuple(() if blank else row for row, blank in zip(output.edits, is_blank, strict=True))
    return replace(data, systems=(System(output.name, tuple(texts), edits),))


def with_sentences(data: EvalSet, numbers: Sequence[int]) -> EvalSet:
    """Keep the sentences of these numbers, counted from 0, in this order."""

    def kept(rows: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(rows[number] for number in numbers)

    return EvalSet(
        kept(data.sources),
        tuple(
            Reference(reference.name, kept(reference.texts), reference.edits and kept(reference.edits))
            for reference in data.references
        ),
        tuple(System(system.name, kept(system.texts), system.edits and kept(system.edits)) for system in data.systems),
        data.documents and kept(data.documents),
    )
