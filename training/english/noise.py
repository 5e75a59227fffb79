"""A correct sentence in, the same as a learner might have written it out; each kind of error is a function.

A kind takes (sentence, position, generator, forms) and gives `(words taken, words put)`, or `None` where
it does not apply. The teacher labels the result, so an error need not be realistic in every case: the
point is that words appear in the company that learners give them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from training.english.confusions import (
    ARTICLES,
    CONFUSED,
    CONTRACTED,
    DERIVATIONS,
    MARKS,
    PERSONS,
    PREPOSITIONS,
    SHORT_FORMS,
    SOUNDS_ALIKE,
)
from training.english.forms import Forms

Words: TypeAlias = list[str]
Change: TypeAlias = tuple[int, Words] | None
Kind: TypeAlias = Callable[[Sequence[str], int, np.random.Generator, Forms], Change]

_LETTERS = "aeiouaeiourstlnmdcph"


def pick(options: Sequence[str], rng: np.random.Generator) -> str:
    """Draw one of some strings."""
    return options[int(rng.random() * len(options))]


def like(model: str, word: str) -> str:
    """Write a word with a capital if the model has one."""
    return word[:1].upper() + word[1:] if model[:1].isupper() and not word.isupper() else word


def article(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Leave out or confuse an article."""
    if words[i].lower() not in ARTICLES:
        return None
    return 1, [] if rng.random() < 0.6 else [like(words[i], pick(ARTICLES, rng))]


def extra_article(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Put an article where none belongs."""
    return (1, [pick(ARTICLES, rng), words[i]]) if words[i].isalpha() and words[i].islower() else None


def preposition(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Leave out or confuse a preposition."""
    if words[i].lower() not in PREPOSITIONS:
        return None
    return 1, [] if rng.random() < 0.3 else [like(words[i], pick(PREPOSITIONS, rng))]


def extra_preposition(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Put a preposition after a word."""
    return (1, [words[i], pick(PREPOSITIONS, rng)]) if len(words[i]) > 3 and words[i].isalpha() else None


def other_form(words: Sequence[str], i: int, rng: np.random.Generator, forms: Forms) -> Change:
    """Take another form of the word: agreement, number, tense, verb form, comparison."""
    others = forms.others(words[i].lower()) if len(words[i]) > 2 else ()
    return (1, [like(words[i], pick(others, rng))]) if others else None


def confused(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Take a word that learners confuse with this one: homophones, pronouns, auxiliaries, quantities."""
    options = CONFUSED.get(words[i].lower())
    return (1, like(words[i], pick(options, rng)).split()) if options else None


def misspelt(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Drop, swap, double or change one letter inside the word."""
    word = words[i]
    if len(word) < 4 or not word.isalpha():
        return None
    at, what = 1 + int(rng.random() * (len(word) - 2)), rng.random()
    if what < 0.3:
        return 1, [word[:at] + word[at + 1 :]]
    if what < 0.5:
        return 1, [word[:at] + word[at + 1] + word[at] + word[at + 2 :]]
    if what < 0.7:
        return 1, [word[:at] + word[at] + word[at:]]
    return 1, [word[:at] + pick(_LETTERS, rng) + word[at + 1 :]]


def misheard(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Spell by sound: drop a silent e, single a double letter, mix up ie/ei, -ance/-ence or c/s."""
    word = words[i]
    fitting = [(old, new) for old, new in SOUNDS_ALIKE if old in word[1:]]
    if len(word) < 5 or not word.isalpha() or not fitting:
        return None
    old, new = fitting[int(rng.random() * len(fitting))]
    return 1, [word[0] + word[1:].replace(old, new, 1)]


def wrong_derivation(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Exchange, add or drop a derivational ending."""
    word = words[i]
    if len(word) < 5 or not word.isalpha():
        return None
    fitting = [(old, new) for old, new in DERIVATIONS if word.endswith(old) and len(word) - len(old) > 2]
    old, new = fitting[int(rng.random() * len(fitting))]
    return 1, [word[: len(word) - len(old)] + new]


def casing(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Exchange small and capital first letters, or write everything in capitals."""
    word = words[i]
    if not word[:1].isalpha():
        return None
    if rng.random() < 0.05:
        return 1, [word.upper()]
    return 1, [word.lower() if word[0].isupper() else word[0].upper() + word[1:]]


def swapped(words: Sequence[str], i: int, _rng: np.random.Generator, _forms: Forms) -> Change:
    """Exchange two neighbouring words."""
    if i + 1 >= len(words) or not (words[i].isalpha() and words[i + 1].isalpha()):
        return None
    return 2, [words[i + 1], words[i]]


def moved(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Move a word two or three places to the right."""
    reach = 3 + int(rng.random() * 2)
    part = list(words[i : i + reach])
    if len(part) < reach or not all(word.isalpha() for word in part):
        return None
    return reach, [*part[1:], part[0]]


def joined(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Write two words as one, sometimes with a hyphen."""
    if i + 1 >= len(words) or not (words[i].isalpha() and words[i + 1].isalpha()):
        return None
    return 2, [words[i] + ("-" if rng.random() < 0.3 else "") + words[i + 1]]


def parted(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Write one word as two."""
    word = words[i]
    if "-" in word[1:-1] and len(word) > 3:
        return 1, [part for part in word.split("-") if part]
    if len(word) < 5 or not word.isalpha():
        return None
    at = 2 + int(rng.random() * (len(word) - 3))
    return 1, [word[:at], word[at:]]


def left_out(words: Sequence[str], i: int, _rng: np.random.Generator, _forms: Forms) -> Change:
    """Leave a word out."""
    return (1, []) if words[i].isalpha() else None


def repeated(words: Sequence[str], i: int, _rng: np.random.Generator, _forms: Forms) -> Change:
    """Write a word twice."""
    return (1, [words[i], words[i].lower()]) if words[i].isalpha() else None


def mark(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Leave out, confuse, or add a punctuation mark."""
    if words[i] in MARKS:
        return 1, [] if rng.random() < 0.6 else [pick(MARKS, rng)]
    return (1, [words[i], ","]) if rng.random() < 0.2 else None


def glued_mark(words: Sequence[str], i: int, _rng: np.random.Generator, _forms: Forms) -> Change:
    """Write a mark without a space before it or after it (`home,but`)."""
    if i + 2 >= len(words) or words[i + 1] not in MARKS or not words[i].isalpha():
        return None
    return (3, ["".join(words[i : i + 3])]) if words[i + 2].isalpha() else (2, [words[i] + words[i + 1]])


def apostrophe(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Lose or misplace an apostrophe: `dont`, `do nt`, `students` for `student 's`."""
    if i + 1 >= len(words) or words[i + 1].lower() not in SHORT_FORMS or not words[i].isalpha():
        return None
    short = words[i + 1]
    options = [[words[i] + short.replace("'", "")], [words[i], short.replace("'", "")], [words[i] + short]]
    if short == "'s":
        options += [[words[i]], [words[i] + "s", "'"]]
    return 2, options[int(rng.random() * len(options))]


def contracted(words: Sequence[str], i: int, _rng: np.random.Generator, _forms: Forms) -> Change:
    """Contract what the text writes in full: `do not` → `do n't`, `it is` → `it 's`."""
    pair = " ".join(words[i : i + 2]).lower()
    if pair not in CONTRACTED:
        return None
    first, second = CONTRACTED[pair].split()
    return 2, [like(words[i], first), second]


def double_comparison(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Write `more bigger`, `most easiest`, `more good`."""
    word = words[i].lower()
    if word.endswith("er") and len(word) > 4:
        return 1, ["more", word]
    if word.endswith("est") and len(word) > 5:
        return 1, ["most", word]
    return (1, [pick(["more", "very", "so"], rng), word]) if word.endswith(("ful", "ous", "ive", "y")) else None


def extra_auxiliary(words: Sequence[str], i: int, rng: np.random.Generator, _forms: Forms) -> Change:
    """Put an auxiliary or `to` where none belongs."""
    if not words[i].islower() or not words[i].endswith(("e", "ed", "ing", "t", "n", "s")):
        return None
    return 1, [
        pick(["is", "are", "was", "be", "have", "has", "will", "can", "do", "to", "been", "would"], rng),
        words[i],
    ]


def other_word(words: Sequence[str], i: int, rng: np.random.Generator, forms: Forms) -> Change:
    """Take any word of the dictionary with the same ending, so that words are seen in more company."""
    word = words[i].lower()
    first, seen = rng.random(2)
    for word_class in ("noun", "verb", "adj") if first < 0.5 else ("adj", "verb", "noun"):
        if forms.dictionary_form(word, word_class) is not None and len(word) > 3:
            lemma = pick(forms.words_of(word_class, seen=seen < 0.7), rng)
            options = [form for form in forms.inflect(lemma, word_class) if form[-1] == word[-1]]
            return 1, [like(words[i], pick(options or [lemma], rng))]
    return None


KINDS: tuple[tuple[Kind, float], ...] = (
    (article, 9), (extra_article, 2), (preposition, 8), (extra_preposition, 2), (other_form, 20),
    (confused, 10), (misspelt, 8), (misheard, 4), (wrong_derivation, 4), (casing, 3), (swapped, 2),
    (moved, 1), (joined, 1.5), (parted, 1.5), (left_out, 3), (repeated, 0.7), (mark, 7), (glued_mark, 1),
    (apostrophe, 3), (contracted, 3), (double_comparison, 1.5), (extra_auxiliary, 2), (other_word, 16),
)  # fmt: skip
"""The kinds of error and how often each is tried."""

_CUMULATED = np.cumsum([weight for _, weight in KINDS]) / sum(weight for _, weight in KINDS)


def add_noise(sentence: Sequence[str], rng: np.random.Generator, forms: Forms, *, rate: float) -> Words:
    """Give the sentence, changed as a whole now and then, with about `rate` errors a word; never an empty one."""
    return add_errors(change_whole(list(sentence), rng), rng, forms, rate=rate)


def add_errors(words: Words, rng: np.random.Generator, forms: Forms, *, rate: float) -> Words:
    """Give the sentence with about `rate` errors a word; never an empty one."""
    hit = rng.random(len(words)) < rate
    noisy: Words = []
    i = 0
    while i < len(words):
        change = _draw_change(words, i, rng, forms) if hit[i] else None
        taken, put = change or (1, [words[i]])
        noisy += filter(None, put)
        i += taken
    return noisy or words


def _draw_change(words: Words, i: int, rng: np.random.Generator, forms: Forms) -> Change:
    """Try kinds in drawn order until one applies; function words give most kinds no hold."""
    for draw in rng.random(6):
        kind = KINDS[int(np.searchsorted(_CUMULATED, draw, side="right"))][0]
        if (change := kind(words, i, rng, forms)) is not None:
            return change
    return None


def change_whole(words: Words, rng: np.random.Generator) -> Words:
    """Now and then tell it in another person, cut a fragment out, drop the full stop or the capitals."""
    person, fragment, stop, capital = rng.random(4)
    if person < 0.3:
        shift = PERSONS[int(rng.random() * len(PERSONS))]
        words = [part for word in words for part in like(word, shift.get(word.lower(), word)).split()]
    if fragment < 0.06 and len(words) > 8:
        start = int(rng.random() * (len(words) - 6))
        words = words[start : start + 3 + int(rng.random() * 9)]
    if stop < 0.06 and words[-1] in MARKS and len(words) > 1:
        words = words[:-1]
    if capital < 0.06:
        words = [words[0].lower(), *words[1:]]
    elif capital < 0.08:
        words = [word.lower() for word in words]
    elif capital < 0.09:
        words = [word.capitalize() for word in words]
    return words
