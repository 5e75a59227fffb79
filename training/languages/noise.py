"""A sentence of a treebank in, the same as a learner might write it out: labels stay with their words.

The kinds of errors are the same for all languages: slips of the key, lost accents, lost or wrong capitals, another form
of the same word, a short word left out or doubled. None is taken from a corpus of errors.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from training.languages.treebank import Sentence, Word

WORD_SHARE = 0.12
"""Share of words with an error in a noisy sentence."""
_SHORT = frozenset({"ADP", "AUX", "DET", "PART", "PRON", "PUNCT", "SCONJ", "CCONJ"})
_SHORTEST = 4
"""Words of fewer letters get no slips of the key: they would become other words."""


class Noise:
    """Knows the alphabet and the forms of words that a treebank has."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        """Collect both."""
        forms: defaultdict[tuple[str, str], dict[Word, None]] = defaultdict(dict)
        letters: set[str] = set()
        for sentence in sentences:
            for word in sentence.words:
                forms[word.lemma, word.pos][word._replace(form=word.form.lower())] = None
                letters.update(sign for sign in word.form.lower() if sign.isalpha())
        self._forms = {key: list(words) for key, words in forms.items() if len(words) > 1}
        self._letters = sorted(letters)

    def apply(self, words: tuple[Word, ...], rng: np.random.Generator) -> tuple[Word, ...]:
        """Give a sentence with errors; at least one word is left."""
        noisy: list[Word] = []
        for word, chance in zip(words, rng.random(len(words)).tolist(), strict=True):
            if chance >= WORD_SHARE:
                noisy.append(word)
            else:
                noisy += self._spoilt(word, rng)
        return tuple(noisy) or words

    def _spoilt(self, word: Word, rng: np.random.Generator) -> list[Word]:
        kind = rng.random()
        if word.pos in _SHORT and kind < 0.35:
            return [] if kind < 0.25 else [word, word]
        if kind < 0.55 and (word.lemma, word.pos) in self._forms:
            others = self._forms[word.lemma, word.pos]
            other = others[int(rng.integers(len(others)))]
            return [other._replace(form=other.form.capitalize() if word.form.istitle() else other.form)]
        if kind < 0.65:
            return [word._replace(form=word.form.lower() if word.form[:1].isupper() else word.form.capitalize())]
        if kind < 0.75 and not word.form.isascii():
            return [word._replace(form=without_marks(word.form))]
        return [word._replace(form=self._slip(word.form, rng))]

    def _slip(self, form: str, rng: np.random.Generator) -> str:
        if len(form) < _SHORTEST or not form.isalpha():
            return form
        place = int(rng.integers(1, len(form)))
        letter = self._letters[int(rng.integers(len(self._letters)))]
        before, after = form[:place], form[place:]
        kinds = (
            before + after[1:],
            before + letter + after,
            before + letter + after[1:],
            before[:-1] + after[:1] + before[-1:] + after[1:],
            before + after[:1] + after,
        )
        return kinds[int(rng.integers(len(kinds)))]


def without_marks(text: str) -> str:
    """Give letters without accents and other marks."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)) or text
