"""Text in; its estimated width, shortened forms and places where labels do not overlap out.

Widths are those of a rather wide sans-serif font (DejaVu Sans), so text in most other fonts is narrower.
"""

from __future__ import annotations

import math
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
    """Give the estimated width of text in letters of a given size, in the same unit as the size."""
    return size * math.fsum(map(_character_width, text))


_REFERENCE = " (reference)"
"""What tells a reference from a system; where it does not fit, it is abbreviated before the name is cut."""


def shorten(text: str, room: float, size: float) -> str:
    """Give text that fits into the room; it is cut in its middle, because names often differ at their ends."""
    if text_width(text, size) <= room:
        return text
    if text.endswith(_REFERENCE):
        return shorten(f"{text.removesuffix(_REFERENCE)} (ref.)", room, size)
    letters = _clusters(text)
    for n_letters in range(len(letters) - 1, 1, -1):
        head, tail = (n_letters + 1) // 2, n_letters // 2
        shorter = "".join(letters[:head]).rstrip() + ELLIPSIS + "".join(letters[-tail:]).lstrip()
        if text_width(shorter, size) <= room:
            return shorter
    shortest = letters[0] + ELLIPSIS
    return shortest if text_width(shortest, size) <= room else ELLIPSIS


def isolate(name: str) -> str:
    """Give a name with marks around it if it runs from right to left, so that numbers beside it keep their place."""
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name):
        return f"\u2068{name}\u2069"
    return name


def _clusters(text: str) -> list[str]:
    """Give the letters of a text, each with its accents and joiners."""
    clusters: list[str] = []
    for character in text:
        if clusters and (_character_width(character) == 0 or clusters[-1].endswith("\u200d")):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def wrap(text: str, room: float, size: float) -> list[str]:
    """Give text broken at blanks into lines that fit; a word longer than a line is shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return lines


def spread(wanted: Sequence[float], gap: float, *, low: float, high: float) -> list[float]:
    """Give places on a line, each as near as possible to the wanted place, with a gap between neighbours.

    Overlapping places form a block around the mean of their wanted places; blocks that meet are joined.
    If low … high is too short for all, they are spaced evenly, closer than the gap.
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
            middle = math.fsum(wanted[member] for member in members) / len(members)
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
    """Give the labels to show of those centred at rising places: every k-th, with the smallest k without overlaps."""
    count = len(places)
    for every in range(1, count + 1):
        shown = list(range(0, count, every))
        gaps = (places[right] - places[left] - (widths[left] + widths[right]) / 2 for left, right in pairwise(shown))
        if all(gap >= space for gap in gaps):
            return shown
    return list(range(min(1, count)))


def distinct(texts: Sequence[str]) -> list[str]:
    """Give the texts with numbers added to equal ones (`a…z ¹`), so that shortened names remain distinct."""
    twins = {text for text, same in groupby(sorted(texts)) if len(list(same)) > 1}
    seen: dict[str, int] = {}
    result = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        result.append(f"{text} {_raised(seen[text])}" if text in twins else text)
    return result


def _raised(number: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))
