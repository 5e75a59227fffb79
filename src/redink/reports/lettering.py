"""Text in, its estimated width, shortened forms and places where labels do not cover each other out.

Widths are those of a rather wide sans-serif face (DejaVu Sans), so that with others there is room to spare.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby, pairwise

ELLIPSIS = "…"

_WIDTHS = {
    **dict.fromkeys("iljI|!'’.,:;·", 0.32),
    **dict.fromkeys('ftr()[]{}/\\"“”` -', 0.41),
    **dict.fromkeys("mwMW@%", 0.95),
    **dict.fromkeys("+<>=~#−±×", 0.84),
}


def _character_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character.isupper():
        return 0.73
    return 0.63


def text_width(text: str, size: float) -> float:
    """Estimate how wide text is when set in letters of a size, in the same unit as the size."""
    return size * sum(map(_character_width, text))


def shorten(text: str, room: float, size: float) -> str:
    """Cut text to fit into so much room, taking from its middle: names often differ at their ends."""
    if text_width(text, size) <= room:
        return text
    letters = _clusters(text)
    for kept in range(len(letters) - 1, 1, -1):
        head, tail = (kept + 1) // 2, kept // 2
        shorter = "".join(letters[:head]).rstrip() + ELLIPSIS + "".join(letters[-tail:]).lstrip()
        if text_width(shorter, size) <= room:
            return shorter
    shortest = letters[0] + ELLIPSIS
    return shortest if text_width(shortest, size) <= room else ELLIPSIS


def isolate(name: str) -> str:
    """Guard a name that runs from right to left, so that numbers beside it stay where they were put."""
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name):
        return f"\u2068{name}\u2069"
    return name


def _clusters(text: str) -> list[str]:
    """Keep accents and joiners with the letter they belong to."""
    clusters: list[str] = []
    for character in text:
        if clusters and (_character_width(character) == 0 or clusters[-1].endswith("\u200d")):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def wrap(text: str, room: float, size: float) -> list[str]:
    """Break text at blanks into lines that fit; a word longer than a line is shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return lines


def spread(wanted: Sequence[float], gap: float, *, low: float, high: float) -> list[float]:
    """Move places on a line apart until neighbours keep a gap, each staying as near its wish as the rest allows.

    Overlapping places form a block around the mean of their wishes; blocks that meet melt together.
    Where low … high is too short for all, they are spaced evenly, closer than the gap.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    blocks: list[tuple[list[int], float]] = []
    for index in order:
        members, start = [index], _within(wanted[index], low, high)
        while blocks and blocks[-1][1] + gap * len(blocks[-1][0]) > start:
            members = blocks.pop()[0] + members
            middle = sum(wanted[member] for member in members) / len(members)
            length = gap * (len(members) - 1)
            start = _within(middle - length / 2, low, high - length)
        blocks.append((members, start))
    places = [0.0] * len(wanted)
    for members, start in blocks:
        for number, member in enumerate(members):
            places[member] = start + number * gap
    return places


def _within(place: float, low: float, high: float) -> float:
    return max(low, min(place, high))


def thin_out(places: Sequence[float], widths: Sequence[float], *, space: float = 6) -> list[int]:
    """Choose which of the labels centred at rising places to show: every k-th, k as small as overlaps allow."""
    count = len(places)
    for every in range(1, count + 1):
        kept = list(range(0, count, every))
        gaps = (places[right] - places[left] - (widths[left] + widths[right]) / 2 for left, right in pairwise(kept))
        if all(gap >= space for gap in gaps):
            return kept
    return list(range(min(1, count)))


def distinct(texts: Sequence[str]) -> list[str]:
    """Number texts that came out equal (`a…z ¹`), so that shortened names stay apart."""
    twins = {text for text, same in groupby(sorted(texts)) if len(list(same)) > 1}
    seen: dict[str, int] = {}
    result = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        result.append(f"{text} {_raised(seen[text])}" if text in twins else text)
    return result


def _raised(number: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))
