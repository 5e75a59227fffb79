"""Files or sentences of an evaluation in; the one way in which all of them are split into tokens out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain, islice, pairwise
from pathlib import Path

from redink.errors import InputError, Note, users_line
from redink.frozen import frozen
from redink.language.tokenising.choosing import AUTO, NONE, are_raw, choose_tokeniser, find_tokeniser, tokeniser_like
from redink.reading.files import Source, first_of_stdin, read_lines
from redink.records import EvalSet, Tokens

_LINES = 2000
"""Lines of each file that are looked at."""
_ROWS = 500
"""Rows of parallel texts that are read ahead."""


@frozen
class Splitting:
    """How texts become tokens."""

    name: str = NONE
    """The tokeniser; `none` splits at white space."""

    def tokens(self, text: str) -> Tokens:
        """Split a text."""
        if self.name == NONE:
            return tuple(text.split())
        return tuple(token for token, _ in find_tokeniser(self.name)(text))

    def split(self, text: str | Sequence[str] | None) -> Tokens:
        """Split a text; tokens stay what they are, and so does a text that is absent."""
        if text is None:
            return None  # type: ignore[return-value] # only a reference may lack a text
        return self.tokens(text) if isinstance(text, str) else tuple(text)

    def placed(self, text: str) -> list[tuple[str, int]]:
        """Split a text into tokens with the offset of their first character."""
        if self.name != NONE:
            return find_tokeniser(self.name)(text)
        tokens, position = [], 0
        for token in text.split():
            position = text.index(token, position)
            tokens.append((token, position))
            position += len(token)
        return tokens

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """What the signature says about it: nothing unless texts were tokenised."""
        return () if self.name == NONE else (("tokeniser", self.name),)


def splitting_of(tokenise: str, texts: Iterable[Source | Sequence[object]], *, fixed: bool = False) -> Splitting:
    """Give the tokeniser that was asked for, or decide (`auto`), once for all texts.

    `fixed` says that a file has its own tokens, as M2 has: then nothing is tokenised unless it was asked for.
    """
    if tokenise != AUTO:
        if tokenise != NONE:
            find_tokeniser(tokenise)  # refuse an unknown one before any file is read
        return Splitting(tokenise)
    if fixed:
        return Splitting()
    files = [_beginning(text) for text in texts]
    return announced([file for file in files if file is not None]) if None not in files else Splitting()


def splitting_like(tokenise: str, lines: Sequence[str], texts: Iterable[Source | Sequence[object]]) -> Splitting:
    """Give the tokeniser that was asked for, or decide (`auto`) for texts beside the lines of a tokenised file.

    Texts that are not tokenised get the tokeniser that fits the file. Otherwise, all stay as they are.
    """
    files = [_beginning(text) for text in texts] if tokenise == AUTO else []
    raw = [file for file in files if file is not None]
    if not raw or len(raw) < len(files) or not are_raw(raw) or are_raw([lines]):
        return splitting_of(tokenise, (), fixed=True)
    name = tokeniser_like(lines[:_LINES])
    warnings.warn(
        Note(
            "redink: note: the reference is tokenised, and the texts beside it are not; they are now, as the reference "
            f"is (--tokenise {name}). To take them as they are, add --tokenise none"
        ),
        stacklevel=users_line(),
    )
    return Splitting(name)


def splitting_of_rows(rows: Iterable[tuple[str, ...]], tokenise: str) -> tuple[Splitting, Iterator[tuple[str, ...]]]:
    """Decide by the first rows of parallel texts; the rows are given back."""
    remaining = iter(rows)
    if tokenise != AUTO:
        return splitting_of(tokenise, ()), remaining
    first = list(islice(remaining, _ROWS))
    return announced([*zip(*first, strict=True)]), chain(first, remaining)


def tokeniser_of(data: EvalSet) -> str:
    """Give the name of the tokeniser that the texts were split with."""
    return dict(data.text_stages).get("tokeniser", NONE)


def announced(files: Sequence[Sequence[str]]) -> Splitting:
    """Decide for texts of which these are the beginnings, and say so if they are going to be tokenised."""
    name = choose_tokeniser(files)
    if name != NONE:
        warnings.warn(
            Note(
                f"redink: note: the texts are not tokenised; all of them are now (--tokenise {name}). To take them as "
                "they are, add --tokenise none"
            ),
            stacklevel=users_line(),
        )
    return Splitting(name)


def _beginning(given: Source | Sequence[object]) -> Sequence[str] | None:
    """Give the first texts of a file or a list; `None` if they are tokens."""
    if not isinstance(given, str | Path):
        first = list(islice(given, _LINES))
        texts = [text for text in first if isinstance(text, str)]
        return texts if len(texts) == sum(text is not None for text in first) else None
    with suppress(InputError):  # a bad file is refused when it is read for good
        if str(given) == "-":
            return first_of_stdin().splitlines()
        if Path(given).is_file():
            return list(islice(read_lines(given), _LINES))
    return ()


def cut_alike(source: Tokens, text: str, splitting: Splitting) -> Tokens:
    """Split a text, with the tokens of a source that has its own (M2) wherever the text is the same.

    A token of the source has no blank inside, and two words have a blank between them. So a text with another blank
    is another text: words that somebody joined or split (`may be`, `maybe`) stay as they are written.
    """
    from rapidfuzz.distance import Levenshtein

    placed = splitting.placed(text)
    tokens = tuple(token for token, _ in placed)
    given, cuts = _ends(source), _ends(tokens)
    words = {end for end, pair in zip(given, pairwise(source), strict=False) if all(map(str.isalpha, pair))}
    blanks = {
        end
        for end, ((token, start), (_, next_start)) in zip(cuts, pairwise(placed), strict=False)
        if start + len(token) < next_start
    }
    old, new = "".join(source), "".join(tokens)
    chosen, starts = {0, *cuts}, {0, *given}
    for block in Levenshtein.editops(old, new).as_matching_blocks():
        shift = block.b - block.a
        same = range(block.b, block.b + block.size + 1)
        common = [place for place in same if place in chosen and place - shift in starts]
        for start, end in pairwise(common):
            inside = range(start + 1, end)
            marks = {place for place in inside if place - shift in starts}
            if {place for place in inside if place - shift in words} <= blanks.intersection(inside) <= marks:
                chosen.difference_update(inside)
                chosen |= marks
    return tuple(new[start:end] for start, end in pairwise(sorted(chosen)))


def _ends(tokens: Tokens) -> list[int]:
    """Give the end of each token in the text without blanks."""
    return [*accumulate(map(len, tokens))]
