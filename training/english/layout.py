"""A sentence in, the same as it stands on a page that is no essay out.

Such text has headings, list items, fragments, small letters only, no marks, tokens that look like code, tokens glued
together and tokens split. `noise.py` has the errors of learners; these changes come before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from training.english.confusions import MARKS, SHORT_FORMS
from training.english.noise import Words, pick

Layout: TypeAlias = Callable[[Sequence[str], np.random.Generator], Words]

_BULLETS = ("-", "*", "•", "–", ">", "+", "·", "1.", "2.", "1)", "( a )", "a )", "( 1 )", "3 .", "I.", "# 5", "Q :")
_LABELS = ("Note :", "Tip :", "Warning :", "Example :", "Re :", "P.S.", "UPDATE :", "Step 1 :", "FAQ :", "Part 2 -")
_TAILS = ("...", "!!", "!!!", "…", ":", ":)", "?!", "- read more", "| Home", "( 2 )", "[ 1 ]", ";)", "x2")
_SIGNS = frozenset((*MARKS, *"`()[]…–—“”‘’", "``", "''"))
_HYPHENED = re.compile(r"([-/.])")


def heading(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Keep a few words without a mark at the end, in one of the ways of capitals."""
    start = int(rng.random() * max(1, len(words) - 6)) if rng.random() < 0.4 else 0
    kept = list(words[start : start + 2 + int(rng.random() * 8)])
    while len(kept) > 1 and kept[-1] in _SIGNS:
        kept.pop()
    way = rng.random()
    if way < 0.45:
        return [word if len(word) < 4 and i else word[:1].upper() + word[1:] for i, word in enumerate(kept)]
    return [word.upper() for word in kept] if way < 0.65 else kept


def fragment(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Cut a piece out of the sentence."""
    start = int(rng.random() * max(1, len(words) - 3))
    return list(words[start : start + 2 + int(rng.random() * 10)])


def item(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Put the mark of a list or a label before the words, often without a full stop after them."""
    kept = list(words[:-1]) if len(words) > 2 and words[-1] in _SIGNS and rng.random() < 0.5 else list(words)
    return pick(_BULLETS if rng.random() < 0.7 else _LABELS, rng).split() + kept


def tail(words: Sequence[str], rng: np.random.Generator) -> Words:
    """End in something else than a full stop."""
    kept = list(words[:-1]) if len(words) > 1 and words[-1] in _SIGNS else list(words)
    return kept + pick(_TAILS, rng).split()


def small_letters(words: Sequence[str], _rng: np.random.Generator) -> Words:
    """Write everything small."""
    return [word.lower() for word in words]


def capitals(words: Sequence[str], _rng: np.random.Generator) -> Words:
    """Write everything in capitals."""
    return [word.upper() for word in words]


def unmarked(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Leave out all marks, sometimes the apostrophes too."""
    kept = [word for word in words if word not in _SIGNS] or list(words)
    return [word.replace("'", "") or word for word in kept] if rng.random() < 0.4 else kept


def code_like(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Put names of files, options, functions, addresses, numbers and the like for one word in six."""
    hit = rng.random(len(words)) < 0.15
    return [
        _as_code(word, rng) if hit[i] and word.isalpha() and len(word) > 2 else word for i, word in enumerate(words)
    ]


def _as_code(word: str, rng: np.random.Generator) -> str:
    small, number = word.lower(), str(int(10 ** (4 * rng.random())))
    return pick(
        (
            *(f"{small}()", f"{small}_id", f"--{small}", f"{small}.txt", f"{small}.com", f"/usr/{small}"),
            *(f"www.{small}.org", f"#{small}", f"@{small}", f"${number}", f"{number}%", f"{small}{number[:2]}"),
            *(f"my{word.capitalize()}", f"{word.upper()}_{number}", f"{number}.{number[0]}", f"{number}px", number),
            *(f"{small}.{small}", f"<{small}>", f"`{small}`", f"{word.upper()[:3]}", f"{word}™", f"{word}-{number}"),
        ),
        rng,
    )


def glued(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Write marks and short forms on the word before them: all, as text cut at blanks has them, or some."""
    share = 1.0 if rng.random() < 0.5 else 0.4
    whole = [words[0]]
    for word in words[1:]:
        if (word in _SIGNS or word.lower() in SHORT_FORMS) and rng.random() < share:
            whole[-1] += word
        else:
            whole.append(word)
    return whole


def split(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Part words at hyphens, slashes and stops, and short forms at the apostrophe."""
    parts: Words = []
    for word in words:
        if word.lower() in SHORT_FORMS and rng.random() < 0.5:
            before, mark, after = word.partition("'")
            parts += filter(None, (before, mark, after))
        else:
            parts += filter(None, _HYPHENED.split(word))
    return parts


LAYOUTS: tuple[tuple[Layout, float], ...] = (
    (heading, 0.06), (fragment, 0.05), (item, 0.05), (tail, 0.04), (small_letters, 0.03), (capitals, 0.01),
    (unmarked, 0.04), (code_like, 0.04), (glued, 0.03), (split, 0.03),
)  # fmt: skip
"""The changes and the share of sentences that undergo each; most sentences undergo none."""

_CUMULATED = np.cumsum([share for _, share in LAYOUTS])


def lay_out(words: Sequence[str], rng: np.random.Generator) -> Words:
    """Give the sentence as it is, or after one of the changes; never an empty one."""
    number = int(np.searchsorted(_CUMULATED, rng.random(), side="right"))
    return LAYOUTS[number][0](words, rng) if number < len(LAYOUTS) else list(words)
