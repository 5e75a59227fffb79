"""Source text and files that carry the source (M2, `.para`) in; the one list of source sentences of a run out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TypeAlias

from redink.errors import InputError, Place, UsageError
from redink.evaluation.tokenising import Splitting, splitting_like, splitting_of
from redink.frozen import frozen
from redink.language.tokenising.choosing import are_raw
from redink.reading.corrections import Overlaps, read_references
from redink.reading.files import Source, display_name
from redink.reading.kinds import carries_sources, is_m2
from redink.reading.para import read_para
from redink.reading.plain_text import simple_cause, unequal_lengths
from redink.reading.tables import read_documents
from redink.records import Reference, Spans, Tokens

Sentences: TypeAlias = Source | Sequence[str] | Sequence[Sequence[str]]
"""A file, or the sentences themselves: texts, or lists of tokens."""
Annotated: TypeAlias = tuple[tuple[Tokens, ...], Sequence[Reference]]
"""What a file that carries the source has: the source sentences, and the references."""


_SHOWN = 60
"""Characters of a sentence that messages quote."""
_CUT_ANEW = "or let redink find the sentences, with --align sentences"


@frozen
class Sources:
    """The source sentences, and the file that they come from, to be named when another does not fit."""

    sentences: tuple[Tokens, ...]
    path: Source
    is_text: bool
    """Whether its lines can be held against those of other texts (those of an M2 file cannot)."""

    def expect_as_many(self, path: Source, rows: int) -> None:
        """Refuse a text with more or fewer lines."""
        if rows == len(self.sentences):
            return
        if self.is_text:
            error = unequal_lengths([self.path, path], [len(self.sentences), rows])
            raise InputError(error.cause, place=error.place, remedy=f"{error.remedy}; {_CUT_ANEW}")
        simple = simple_cause(path, rows, self.path, len(self.sentences))
        if simple is not None:
            raise simple
        raise InputError(
            f"{rows} lines, but {display_name(self.path)} has {len(self.sentences)} sentences",
            place=Place(display_name(path), min(rows, len(self.sentences)) + 1),
            remedy=f"every file must have one line for each source sentence, in the same order; {_CUT_ANEW}",
        )

    def spans(self, lines: Sequence[str | Sequence[str]] | None, splitting: Splitting) -> tuple[Spans, ...] | None:
        """Give the character spans of all tokens in the source text, if redink tokenised it."""
        if lines is None or not splitting.settings:
            return None
        return tuple(
            spans_in(text, tokens) for text, tokens in zip(lines, self.sentences, strict=True) if isinstance(text, str)
        )

    def labels(self, path: Source, column: str) -> tuple[str, ...]:
        """Read one value per sentence from a table."""
        return read_documents(path, column, source=self.path, sentences=len(self.sentences))


def origin_of(given: Sentences, name: str) -> Source:
    """Name what was given in messages: a file by its path, sentences by what they are."""
    return given if isinstance(given, str | Path) else name


def spans_in(text: str, tokens: Tokens) -> Spans:
    """Find tokens, which are a text without its blanks, in this text."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    ends = [0, *accumulate(map(len, tokens))]
    return tuple((places[start], places[end - 1] + 1) for start, end in pairwise(ends))


def read_annotated(given: Sentences, overlaps: Overlaps) -> Annotated | None:
    """Read a file that carries the source sentences, or give `None` for text."""
    if not isinstance(given, str | Path) or not carries_sources(given):
        return None
    return read_references(given, overlaps=overlaps) if is_m2(given) else read_para(given)


def splitting_of_set(
    tokenise: str,
    source: Sentences | None,
    references: Sequence[Sentences],
    outputs: Sequence[Sentences],
    annotated: Sequence[Annotated | None],
) -> Splitting:
    """Decide how all texts are split; files with tokens of their own keep them."""
    texts = [each for each in (*references, *outputs) if not _has_tokens(each)]
    for pair in filter(None, annotated):
        if not _is_raw_text(pair):
            return splitting_like(tokenise, _lines(pair), texts)
        texts.append(_lines(pair))
    texts += [] if source is None else [source]
    return splitting_of(tokenise, texts, fixed=any(map(_has_tokens, outputs)))


def tokenised_pair(pair: Annotated | None, splitting: Splitting) -> Annotated | None:
    """Split the texts of a `.para` file, if they are raw, as all other texts."""
    if pair is None or not splitting.settings or not _is_raw_text(pair):
        return pair

    def split(tokens: Tokens) -> Tokens:
        return splitting.tokens(" ".join(tokens))

    references = [
        replace(reference, texts=tuple(text if text is None else split(text) for text in reference.texts))
        for reference in pair[1]
    ]
    return tuple(map(split, pair[0])), references


def _is_raw_text(pair: Annotated) -> bool:
    """Tell `.para` files of texts that are not tokenised; M2 files have tokens."""
    return all(reference.edits is None for reference in pair[1]) and are_raw([_lines(pair)])


def _lines(pair: Annotated) -> list[str]:
    return [" ".join(tokens) for tokens in pair[0]]


def _has_tokens(given: Sentences) -> bool:
    """Tell files with tokens of their own; a bad file is refused when it is read for good."""
    with suppress(InputError):
        return isinstance(given, str | Path) and carries_sources(given)
    return False


def known_sources(
    source: Sentences | None,
    lines: Sequence[str | Sequence[str]] | None,
    splitting: Splitting,
    references: Sequence[Sentences],
    annotated: Sequence[Annotated | None],
) -> Sources:
    """Give the source sentences, and refuse references that have others."""
    known = None
    for given, pair in zip(references, annotated, strict=True):
        if pair is not None:
            known = same_sources(known, pair[0], origin_of(given, ""))
    if source is not None and lines is not None:
        text = Sources(tuple(map(splitting.split, lines)), origin_of(source, "source"), is_text=True)
        if known is None or not splitting.settings:
            known = text if known is None else same_sources(text, known.sentences, known.path)
        else:
            same_sources(text, known.sentences, known.path, ignoring_blanks=True)
    if known is None:
        raise UsageError("the source sentences are not known", remedy="give --source, or a reference as M2 or .para")
    return known


def same_sources(
    known: Sources | None, sentences: tuple[Tokens, ...], path: Source, *, ignoring_blanks: bool = False
) -> Sources:
    """Give the sources that are known, or these if none are; refuse others than those that are known."""
    if known is None:
        return Sources(sentences, path, is_text=False)
    origin, expected = display_name(known.path), known.sentences
    for number, (ours, other) in enumerate(zip(expected, sentences, strict=False), start=1):
        if ours != other and not (ignoring_blanks and "".join(ours) == "".join(other)):
            raise InputError(
                f"another source sentence: {_from_difference(other, ours)}, but {origin} has "
                f"{_from_difference(ours, other)}",
                place=Place(display_name(path), sentence=number),
                remedy="all files must belong to the same source text"
                + ("" if ignoring_blanks else ", with the same tokens"),
            )
    if len(expected) != len(sentences):
        raise InputError(
            f"{len(sentences)} sentences, but {origin} has {len(expected)}",
            place=Place(display_name(path), sentence=min(len(expected), len(sentences)) + 1),
            remedy="all files must belong to the same source text; is one of them cut off?",
        )
    return known


def _from_difference(tokens: Tokens, other: Tokens) -> str:
    """Quote a sentence from two tokens before the first that differs from another sentence."""
    same = next((place for place, pair in enumerate(zip(tokens, other, strict=False)) if len({*pair}) > 1), len(tokens))
    start = max(same - 2, 0) if len(" ".join(tokens[:same])) > _SHOWN // 2 else 0
    return repr(("… " if start else "") + " ".join(tokens[start:])[:_SHOWN])
