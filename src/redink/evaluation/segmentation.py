"""Lines of an output whose sentences were split, joined, lost or added in; one line for each source sentence out.

A source sentence that is lost counts as unchanged: no edit was proposed for it, so that all its errors are missed. Text
that belongs to no source sentence is not scored. Both are said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from redink.annotation.sentence_alignment import Placement, place
from redink.arrays import Flags, Ints
from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.reading.rough_words import CHARACTERS, WORD, rough_words

_UNSPACED = re.compile(rf"[{CHARACTERS}\u3000-\u303f\uff00-\uffef]")
_FINAL = frozenset(".!?…。！？｡؟۔।")
_CLOSING = frozenset(")]}\"'”’»」』）")
_NEVER_OPENING = frozenset(")]}”’»」』）")
_AT_BREAK, _AFTER_STOP, _ANYWHERE, _INSIDEWORD = 1, 1, 3, 3
"""Costs of a cut where only a line ends, only a sentence ends, or neither; more between signs without a space."""
_SHORTEST_REPEAT, _LONGEST_REPEAT = 3, 200
"""Words of a stretch that may have been repeated."""
_MOST_SHOWN = 50


@frozen
class Segmentation:
    """An output with the source's sentences, and what became of them."""

    texts: tuple[str, ...]
    """One text for each source sentence; the source itself where the sentence is lost."""
    split: int
    """Source sentences that stood on several lines."""
    joined: int
    """Lines with text of several source sentences."""
    lost: tuple[int, ...]
    """Numbers (from 1) of source sentences without any text."""
    added: tuple[tuple[int, str], ...]
    """Line (from 1) and text of what belongs to no source sentence."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing was lost or added."""
        return not self.lost and not self.added

    def __str__(self) -> str:
        """Tell how many were split, joined, lost and added, and which."""
        said = f"{len(self.texts):,} sentences aligned: {self.split:,} split, {self.joined:,} joined"
        said += f", {len(self.lost):,} lost"
        if self.lost:
            said += f" (counted as unchanged: sentences {_some([str(number) for number in self.lost], ', ')})"
        said += f", {len(self.added):,} added"
        if self.added:
            shown = [f"line {line}: {text[:80]!r}" for line, text in self.added]
            said += f" (not scored: {_some(shown, '; ')})"
        return said


def _some(parts: Sequence[str], mark: str) -> str:
    more = [f"and {len(parts) - _MOST_SHOWN:,} more"] if len(parts) > _MOST_SHOWN else []
    return mark.join([*parts[:_MOST_SHOWN], *more])


def segmented(sources: Sequence[str], lines: Sequence[str], name: str) -> Segmentation:
    """Align the lines of an output (called `name` in messages) to the source sentences."""
    text = "\n".join(lines)
    spans = [match.span() for match in WORD.finditer(text)]
    words = [text[start:end].casefold() for start, end in spans]
    line_ends = np.cumsum([len(line) + 1 for line in lines])
    line_of = np.searchsorted(line_ends, [start for start, _ in spans], side="right")
    sentences = [rough_words(source) for source in sources]
    costs, strong = _cuts(text, spans, line_of, trusted=_lines_are_sentences(sources, lines))
    strong[_ends_of_repeats(words)] = True
    try:
        placement = place(sentences, words, costs, strong=strong)
    except InputError as error:
        raise InputError(error.cause, place=Place(name), remedy=error.remedy) from error
    return _reported(sources, sentences, text, spans, line_of, placement, name)


def _reported(
    sources: Sequence[str],
    sentences: Sequence[Sequence[str]],
    text: str,
    spans: Sequence[tuple[int, int]],
    line_of: Ints,
    placement: Placement,
    name: str,
) -> Segmentation:
    spaced = _is_spaced(sources)

    def stretch(start: int, stop: int) -> str:
        return _on_one_line(text[spans[start][0] : spans[stop - 1][1]], spaced=spaced)

    lost = [number for number, (start, stop) in enumerate(placement.stretches) if start == stop and sentences[number]]
    if len(lost) > len(sources) / 2:
        raise InputError(
            f"only {len(sources) - len(lost)} of {len(sources)} source sentences were found in it",
            place=Place(name),
            remedy="check that it belongs to this source",
        )
    placed = [(start, stop) for start, stop in placement.stretches if start < stop]
    first_lines = line_of[[start for start, _ in placed]]
    last_lines = line_of[[stop - 1 for _, stop in placed]]
    texts = tuple(
        stretch(start, stop) if start < stop else source
        for source, (start, stop) in zip(sources, placement.stretches, strict=True)
    )
    shared = set(first_lines[1:][first_lines[1:] == last_lines[:-1]].tolist())
    return Segmentation(
        texts,
        split=int((first_lines < last_lines).sum()),
        joined=len(shared),
        lost=tuple(number + 1 for number in lost),
        added=tuple((int(line_of[start]) + 1, stretch(start, stop)) for start, stop in placement.added),
    )


def _on_one_line(text: str, *, spaced: bool) -> str:
    """Join lines with a space, or with nothing inside a script without spaces unless its text is tokenised."""
    if not spaced:
        text = re.sub(rf"(?<={_UNSPACED.pattern})\s*\n\s*(?={_UNSPACED.pattern})", "", text)
    return re.sub(r"\s*\n\s*", " ", text)


def _is_spaced(sources: Sequence[str]) -> bool:
    """Tell whether a source in a script without spaces has spaces between its signs."""
    text = "\n".join(sources)
    pairs = (len(re.findall(rf"{_UNSPACED.pattern}{gap}(?={_UNSPACED.pattern})", text)) for gap in (" ", ""))
    return next(pairs) > next(pairs)


def _lines_are_sentences(sources: Sequence[str], lines: Sequence[str]) -> bool:
    """Tell whether ends of lines mean anything: lines end as sentences do at least half as often as in the source."""

    def stops(texts: Sequence[str]) -> float:
        full = [text.rstrip() for text in texts if text.strip()]
        return sum(text.rstrip("".join(_CLOSING) + " ")[-1:] in _FINAL for text in full) / max(len(full), 1)

    return stops(lines) >= stops(sources) / 2


def _ends_of_repeats(words: Sequence[str]) -> list[int]:
    """Give the beginnings and ends of stretches that stand there twice, one behind the other."""
    numbers = np.unique(np.array(words, dtype=np.str_), return_inverse=True)[1] if words else np.zeros(0, np.int64)
    ends: list[int] = []
    for length in range(_SHORTEST_REPEAT, min(_LONGEST_REPEAT, len(words) // 2) + 1):
        same = np.concatenate(([0], np.cumsum(numbers[length:] == numbers[:-length])))
        for first in np.flatnonzero(same[length:] - same[:-length] == length).tolist():
            ends += (first, first + length, first + 2 * length)
    return ends


def _cuts(text: str, spans: Sequence[tuple[int, int]], line_of: Ints, *, trusted: bool) -> tuple[Ints, Flags]:
    """Give the cost of a cut before each word and at the end, and whether a sentence or a line ends there."""
    costs = np.zeros(len(spans) + 1, dtype=np.int64)
    strong = np.ones(len(spans) + 1, dtype=np.bool_)
    after_stop, last = False, len(spans) - 1
    for number in range(1, len(spans)):
        (start, end), next_start = spans[number - 1], spans[number][0]
        sign, next_sign = text[start:end], text[next_start]
        after_stop = sign in _FINAL or (after_stop and sign in _CLOSING)
        closes = next_sign in _NEVER_OPENING or text[next_start : spans[min(number + 1, last)][1]].split() == ['"', '"']
        stop = after_stop and not closes and next_sign not in _FINAL
        at_break = trusted and bool(line_of[number] > line_of[number - 1])
        costs[number] = 0 if stop and at_break else _AFTER_STOP if stop else _AT_BREAK if at_break else _ANYWHERE
        if end == next_start and not (_UNSPACED.match(text, start) or _UNSPACED.match(text, next_start)):
            costs[number] += _INSIDEWORD
        strong[number] = stop or at_break
    return costs, strong
