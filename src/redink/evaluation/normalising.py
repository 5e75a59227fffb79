"""Files that are written in different ways in; the same files, written in one way, out (`--normalise`).

    nfc      Unicode's form NFC, without invisible characters (joiners that spell Persian or Hindi words stay)
    quotes   straight quotation marks and apostrophes
    spaces   punctuation that sticks to a word becomes a token of its own, unless the source has the two as one token

Tokens that are nothing but invisible characters are left out, except where the source is an M2 file that has them.
`spaces` changes tokens, so that it cannot be had for M2 files, whose edits count them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import compress
from typing import Literal, TypeAlias, TypeVar, get_args

from redink.errors import UsageError
from redink.evaluation.plausibility.characters import INVISIBLE
from redink.records import Edits, Reference, Spans, System, Tokens
from redink.scoring.measure import expect_choice

Normalisation: TypeAlias = Literal["nfc", "quotes", "spaces"]
Version = TypeVar("Version", Reference, System)

_INVISIBLE = re.compile(INVISIBLE)
_STRAIGHT = str.maketrans("‘’‚‛′“”„‟″", "'''''\"\"\"\"\"")
_GLUED = re.compile(r"([(\[{\"“]*)(.*?)([.,;:!?)\]}\"”…]*)", re.DOTALL)


def expect_normalisations(kinds: Sequence[str]) -> tuple[Normalisation, ...]:
    """Refuse what is no normalisation, and give each once, in one order."""
    for kind in kinds:
        expect_choice("normalisation", kind, get_args(Normalisation))
    return tuple(kind for kind in get_args(Normalisation) if kind in kinds)


def normalised_sentences(sentences: Sequence[Tokens], kinds: Collection[str]) -> tuple[Tokens, ...]:
    """Give the source in the wanted form; its own tokens say what one token is, so that `spaces` leaves it."""
    write = _writer(kinds)
    return tuple(tuple(map(write, tokens)) for tokens in sentences)


def visible(
    sentences: Sequence[Tokens], spans: tuple[Spans, ...] | None
) -> tuple[tuple[Tokens, ...], tuple[Spans, ...] | None]:
    """Give the sentences, and the places of their tokens, without tokens that are nothing but invisible characters."""
    kept = [[not _is_invisible(token) for token in tokens] for tokens in sentences]
    return (
        tuple(tuple(compress(tokens, flags)) for tokens, flags in zip(sentences, kept, strict=True)),
        spans and tuple(tuple(compress(places, flags)) for places, flags in zip(spans, kept, strict=True)),
    )


def _is_invisible(token: str) -> bool:
    return token != "" and not _INVISIBLE.sub("", token)


def normalised_version(version: Version, kinds: Collection[str], known: Collection[str]) -> Version:
    """Give a reference or a system in the wanted form; `known` are the tokens of the source."""
    write = _writer(kinds)
    if "spaces" in kinds and version.edits is not None:
        raise UsageError(
            f"{version.name!r} has edits, which count tokens", remedy="give it as text, or leave out --normalise spaces"
        )
    texts = tuple(None if tokens is None else tuple(map(write, tokens)) for tokens in version.texts)
    if "nfc" in kinds and version.edits is None:
        texts = tuple(
            None if tokens is None else tuple(token for token in tokens if token in known or not _is_invisible(token))
            for tokens in texts
        )
    if "spaces" in kinds:
        texts = tuple(None if tokens is None else _separated(tokens, known) for tokens in texts)
    edits = version.edits and tuple(_rewritten(sentence, write) for sentence in version.edits)  # type: ignore[misc] # a system has edits everywhere
    return replace(version, texts=texts, edits=edits)


def _writer(kinds: Collection[str]) -> Callable[[str], str]:
    def write(token: str) -> str:
        if "nfc" in kinds:
            token = unicodedata.normalize("NFC", _INVISIBLE.sub("", token) or token)
        return token.translate(_STRAIGHT) if "quotes" in kinds else token

    return write


def _rewritten(edits: Edits | None, write: Callable[[str], str]) -> Edits | None:
    if edits is None:
        return None
    return tuple(
        replace(
            edit,
            replacement=tuple(map(write, edit.replacement)),
            alternatives=tuple(tuple(map(write, way)) for way in edit.alternatives),
        )
        for edit in edits
    )


def _separated(tokens: Tokens, known: Collection[str]) -> Tokens:
    return tuple(part for token in tokens for part in _parts(token, known))


def _parts(token: str, known: Collection[str]) -> Sequence[str]:
    if token in known or token.isalnum():
        return (token,)
    parts = _GLUED.fullmatch(token)
    if parts is None or not parts[2]:
        return (token,)
    before, word, after = parts.groups()
    # An abbreviation keeps its full stop if the source has it so.
    if after[:1] == "." and f"{word}." in known:
        word, after = f"{word}.", after[1:]
    return (*before, word, *after)
