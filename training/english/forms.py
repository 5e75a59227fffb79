"""A word in, other forms of the same word out, right and over-regular ones (`goes went goed`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property

from redink.language.english.lemmas import LemmaTables, WordClass

_VOWELS = "aeiou"


class Forms:
    """Inflection by the plain spelling rules of English and WordNet's irregular forms read backwards."""

    def __init__(self, tables: LemmaTables, vocabulary: Collection[str] = ()) -> None:
        """Keep the tables and the words of the text to be noised; other lists are made on first use."""
        self.tables = tables
        self.vocabulary = vocabulary
        self._cache: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _irregular(self) -> dict[WordClass, dict[str, list[str]]]:
        inverted: dict[WordClass, dict[str, list[str]]] = {}
        for word_class, forms in self.tables.irregular.items():
            by_lemma = inverted[word_class] = defaultdict(list)
            for form, lemma in forms.items():
                by_lemma[lemma].append(form)
        return inverted

    def others(self, word: str) -> tuple[str, ...]:
        """Give the other forms of a lower-case word, each once, in a fixed order; none if unknown."""
        if word not in self._cache:
            found: dict[str, None] = {}
            for word_class in ("verb", "noun", "adj"):
                lemma = self.dictionary_form(word, word_class)
                if lemma is not None:
                    found |= dict.fromkeys(self.inflect(lemma, word_class))
            found.pop(word, None)
            self._cache[word] = tuple(found)
        return self._cache[word]

    @cached_property
    def _short(self) -> dict[WordClass, tuple[str, ...]]:
        return {
            word_class: tuple(sorted(word for word in words if word.isalpha() and 3 < len(word) < 9))
            for word_class, words in self.tables.known.items()
        }

    @cached_property
    def _seen(self) -> dict[WordClass, tuple[str, ...]]:
        words = {word.lower() for word in self.vocabulary if len(word) > 2}
        return {
            word_class: tuple(sorted(words & known)) or self._short[word_class]
            for word_class, known in self.tables.known.items()
        }

    def words_of(self, word_class: WordClass, *, seen: bool) -> tuple[str, ...]:
        """Give dictionary forms: those seen in the text, or any short ones (long ones are learned words)."""
        return (self._seen if seen else self._short)[word_class]

    def dictionary_form(self, word: str, word_class: WordClass) -> str | None:
        """Give the known dictionary form of a word in one word class, if it has one."""
        known = self.tables.known[word_class]
        lemma = self.tables.lemma(word, word_class)
        return lemma if lemma in known else word if word in known else None

    def inflect(self, lemma: str, word_class: WordClass) -> list[str]:
        """Give all forms of a dictionary form: the plain one, the irregular ones, the regular ones."""
        irregular = self._irregular[word_class].get(lemma, [])
        if word_class == "verb":
            stem = _stem(lemma)
            return [lemma, *irregular, add_s(lemma), stem + "ing", _past(lemma)]
        if word_class == "noun":
            return [lemma, *irregular, add_s(lemma)]
        return [lemma, *irregular, _stem(lemma) + "er", _stem(lemma) + "est"] if len(lemma) <= 6 else [lemma]


def add_s(word: str) -> str:
    """Add the ending of plurals and third persons."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def _past(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    return _stem(verb) + "ed"


def _stem(word: str) -> str:
    """Drop a silent e, double a last consonant after one short vowel of a one-syllable word."""
    if word.endswith("e") and not word.endswith(("ee", "ye", "oe")):
        return word[:-1]
    syllables = sum(letter in _VOWELS for letter in word)
    closed = len(word) > 2 and word[-1] not in _VOWELS + "wxy" and word[-2] in _VOWELS
    return word + word[-1] if closed and syllables == 1 else word
