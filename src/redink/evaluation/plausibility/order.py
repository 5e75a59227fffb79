"""A source and a file in; whether the lines of the file belong to other lines of the source out.

A correction keeps most words of its source. On every output and reference that was tried (12 teams and 20 newer systems
of CoNLL-2014, JFLEG, Falko-MERLIN), at most 2 % of the lines keep less than half of them. In an output that is moved by
one line, 97 % do.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from redink.evaluation.plausibility.finding import File, Finding, Texts, share
from redink.records import Tokens

_KEPT = 0.5
"""A correction keeps at least this share of the words of its source."""
_SHORTEST = 4
"""Lines with fewer different words tell nothing."""
_FEW = 0.05
"""So many lines may be rewritten from scratch."""
_EXPLAINED = 0.8
"""The share of the odd lines that another order must explain."""
_SAMPLE = 200
"""So many odd lines are looked for elsewhere."""
_FARTHEST = 50
"""The largest number of lines by which a file is looked for to be moved."""
_RUN = 3
"""So many neighbours that all belong to source lines at the same distance are no chance. Real data have at most 2."""


def order_finding(source: Sequence[Tokens], words: Sequence[frozenset[str]], file: File) -> Finding | None:
    """Find out whether the lines of a file are in another order than those of the source."""
    odd = [
        number
        for number, (line, tokens, kept) in enumerate(zip(source, file.texts, words, strict=True))
        if tokens and tokens != line and not _fits_at_an_end(kept, line, tokens) and not _fits(kept, tokens)
    ]
    judged = sum(len(line) >= _SHORTEST for line in words)
    if len(odd) <= max(2, _FEW * judged):
        return _moved_run(file, words, {number: file.texts[number] or () for number in odd})
    folded = [frozenset(map(_folded, line)) for line in words]
    outputs = {number: tuple(map(_folded, file.texts[number] or ())) for number in odd}
    odd = [number for number in odd if not _fits(folded[number], outputs[number])]
    odd_outputs = {number: outputs[number] for number in odd}
    if len(odd) <= max(2, _FEW * judged):
        return _moved_run(file, folded, odd_outputs)
    sample = odd[:: max(1, len(odd) // _SAMPLE)]
    moves = Counter(_moves(folded, outputs, sample))
    if sum(moves.values()) >= _EXPLAINED * len(sample):
        return _moved(file, moves.most_common(1)[0][0], odd, len(source))
    elsewhere = sum(_stands_elsewhere(folded, outputs[number]) for number in sample)
    if elsewhere >= _EXPLAINED * len(sample):
        return Finding(
            file.name,
            f"{share(len(odd), len(source))} belong to other lines of the source: the file is in another order",
            "put the lines into the order of the source",
            odd[0] + 1,
            certain=True,
        )
    return _moved_run(file, folded, odd_outputs) or Finding(
        file.name,
        f"{share(len(odd), len(source))} share less than half of their words with the source",
        "check that the file belongs to this source",
        odd[0] + 1,
        scoring_remedy="check that the file belongs to this source; such lines count as rewritten",
    )


def word_sets(texts: Texts) -> list[frozenset[str]]:
    """Give the different words of every line."""
    return [frozenset(tokens or ()) for tokens in texts]


def _fits(words: frozenset[str], tokens: Sequence[str]) -> bool:
    return len(words) < _SHORTEST or len(words.intersection(tokens)) >= _KEPT * len(words)


def _fits_at_an_end(words: frozenset[str], line: Tokens, tokens: Tokens) -> bool:
    """Tell quickly that a text fits, as most do; `False` means "perhaps not".

    If it begins or ends as the source line does, but for half as many tokens as there are words, it has half of them.
    """
    shared = len(line) - len(words) // 2
    return tokens[:shared] == line[:shared] or tokens[-shared:] == line[-shared:]


def _folded(token: str) -> str:
    """Give a token without what other findings tell about: case, normal form, punctuation that sticks to words."""
    plain = unicodedata.normalize("NFKC", token.casefold())
    return "".join(letter for letter in plain if letter.isalnum()) or plain


def _moves(
    words: Sequence[frozenset[str]], outputs: Mapping[int, tuple[str, ...]], sample: Sequence[int]
) -> Iterator[int]:
    """Give for each line of the sample the nearest distance at which a source line fits it."""
    for number in sample:
        for distance in range(1, _FARTHEST + 1):
            fitting = [
                move
                for move in (distance, -distance)
                if 0 <= number + move < len(words) and _is_source_of(words[number + move], outputs[number])
            ]
            if fitting:
                yield fitting[0]
                break


def _stands_elsewhere(words: Sequence[frozenset[str]], tokens: tuple[str, ...]) -> bool:
    return any(_is_source_of(line, tokens) for line in words)


def _is_source_of(words: frozenset[str], tokens: tuple[str, ...]) -> bool:
    """Tell whether a line may be the source of an output: each has half of the words of the other.

    A short line of common words has half of its words in many long outputs, which says nothing.
    """
    return len(words) >= _SHORTEST and _fits(words, tokens) and _fits(frozenset(tokens), tuple(words))


def _moved_run(file: File, words: Sequence[frozenset[str]], odd: Mapping[int, tuple[str, ...]]) -> Finding | None:
    """Find neighbouring lines that all belong to source lines at the same distance; too short lines do not count."""
    if len(odd) < _RUN:
        return None
    judged = [number for number, line in enumerate(words) if len(line) >= _SHORTEST]
    for is_odd, group in groupby(judged, key=odd.__contains__):
        neighbours = list(group)
        if not is_odd or len(neighbours) < _RUN:
            continue
        for move, run in groupby(neighbours, key=lambda number: next(_moves(words, odd, [number]), 0)):
            lines = list(run)
            if move and len(lines) >= _RUN:
                return Finding(
                    file.name,
                    f"lines {lines[0] + 1} to {lines[-1] + 1} belong to source lines that stand {_distance(move)}",
                    "a line was lost or added there: align the file with the source",
                    lines[0] + 1,
                )
    return None


def _distance(move: int) -> str:
    return f"{abs(move)} line{'s' * (abs(move) != 1)} {'later' if move > 0 else 'earlier'}"


def _moved(file: File, move: int, odd: Sequence[int], lines: int) -> Finding:
    begin = "all lines belong" if odd[0] <= 1 else f"from line {odd[0] + 1} on, lines belong"
    return Finding(
        file.name,
        f"{begin} to source lines that stand {_distance(move)} ({share(len(odd), lines)} do not fit their own)",
        "a line was lost or added: align the file with the source",
        odd[0] + 1,
        certain=True,
    )
