"""Tokens that spaCy has tagged and parsed in; their coarse POS and lemma out, each worked out once.

The attribute ruler and the lemmatiser of en_core_web_sm look only at a token's form, tag and label, but
for a handful of patterns over two tokens ("gon na", "there is"). Moreover, the ruler's patterns name few
words and treat all others alike. So the ruler runs once for each distinct (named word or not, tag,
label), the lemmatiser once for each distinct (form, tag, label), and both on a whole sentence only where
a pattern over two tokens matches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

Key: TypeAlias = tuple[int, int, int]
"""Form, tag and label of a token as spaCy's string ids; the label is `dep` where no pattern names it."""
Table: TypeAlias = Sequence[Sequence[int]]
"""Of one sentence: lower case, label, head, form and tag of each token, five rows of signed numbers."""
Reading: TypeAlias = tuple[str, str, str, str, str]
"""Text, lower case, tag, coarse POS, lemma."""
_Pattern: TypeAlias = list[dict[str, Any]]

_UNSIGNED = 2**64 - 1
"""spaCy's ids are unsigned; arrays read as signed ones hold the same bits."""
STAND_IN = "\u2400"
"""A word that no pattern names."""


class _Ruling(NamedTuple):
    """The ruler's decision about a word."""

    pos: str
    morph: str
    lemma: str
    """Empty where the lemmatiser decides."""


class Readings:
    """The readings of all tokens that one loaded pipeline has met."""

    def __init__(self, nlp: Any) -> None:
        """Take the two components out of the pipeline, and find out what their patterns ask for."""
        from spacy.matcher import Matcher

        self._vocab = nlp.vocab
        self._ruler = nlp.get_pipe("attribute_ruler")
        self._lemmatiser = nlp.get_pipe("lemmatizer")
        nlp.select_pipes(disable=["attribute_ruler", "lemmatizer"])
        _index_as_sets(self._lemmatiser)
        patterns = [pattern for rule in self._ruler.patterns for pattern in rule["patterns"]]
        multi_token = [pattern for pattern in patterns if len(pattern) > 1]
        self._context = Matcher(nlp.vocab)
        self._context.add("context", multi_token)
        self._triggers = _triggers(multi_token, nlp.vocab.strings)
        self._labels = frozenset(_signed(nlp.vocab.strings[name]) for name in _asked(patterns, "DEP"))
        self._other_label = _signed(nlp.vocab.strings["dep"])
        self._named = frozenset(_asked(patterns, "LOWER"))
        self._expressions = _expressions(patterns)
        self._class_of: dict[int, int] = {}
        self.label_of: dict[int, str] = {}
        self._rulings: dict[tuple[str, str, str], _Ruling] = {}
        self._readings: dict[Key, Reading] = {}

    def __len__(self) -> int:
        """Count the distinct tokens seen."""
        return len(self._readings)

    def of(self, tables: Sequence[Table]) -> tuple[Mapping[Key, Reading], list[list[Key]]]:
        """Give all readings so far, including those of these tokens, and the keys of each sentence's tokens."""
        class_of = self._class_of
        for label in {label for table in tables for label in table[1]} - class_of.keys():
            class_of[label] = label if label in self._labels else self._other_label
            self.label_of[label] = self._vocab.strings[label & _UNSIGNED]
        keys = [
            list(zip(orths, tags, [class_of[label] for label in labels], strict=True))
            for _, labels, _, orths, tags in tables
        ]
        if new := set(chain.from_iterable(keys)) - self._readings.keys():
            self._work_out(sorted(new))
        return self._readings, keys

    def needs_context(self, doc: Any, lowers: Sequence[int], labels: Sequence[int]) -> bool:
        """Tell whether a pattern over two tokens matches in a sentence."""
        triggers = self._triggers
        unsuspicious = triggers.isdisjoint(lowers) and triggers.isdisjoint(labels)
        return not unsuspicious and bool(self._context(doc))

    def complete(self, doc: Any) -> Any:
        """Run both components on a whole sentence."""
        return self._lemmatiser(self._ruler(doc))

    def _work_out(self, keys: list[Key]) -> None:
        from spacy.tokens import Doc

        words, tags, labels = (
            [self._vocab.strings[number & _UNSIGNED] for number in column] for column in zip(*keys, strict=True)
        )
        rulings = self._rule(list(zip(map(self._as_named, words), tags, labels, strict=True)))
        doc = Doc(
            self._vocab,
            words=words,
            pos=[ruling.pos for ruling in rulings],
            morphs=[ruling.morph for ruling in rulings],
            lemmas=[ruling.lemma for ruling in rulings],
        )
        for key, tag, token in zip(keys, tags, self._lemmatiser(doc), strict=True):
            self._readings[key] = (token.text, token.lower_, tag, token.pos_, token.lemma_)

    def _as_named(self, word: str) -> str:
        """Give the word if a pattern may ask for it, or else the word that stands for all others."""
        lower = word.lower()
        if lower in self._named or word.isspace() or any(expression.search(lower) for expression in self._expressions):
            return word
        return STAND_IN

    def _rule(self, words: list[tuple[str, str, str]]) -> list[_Ruling]:
        """Run the ruler on distinct words; a word that no pattern names stands between any two of them."""
        from spacy.tokens import Doc

        new = sorted(set(words) - self._rulings.keys())
        if new:
            doc = Doc(
                self._vocab,
                words=[word for named, _, _ in new for word in (named, STAND_IN)],
                tags=[name for _, tag, _ in new for name in (tag, "SYM")],
                deps=[name for _, _, dep in new for name in (dep, "dep")],
                heads=list(range(2 * len(new))),
            )
            for key, token in zip(new, list(self._ruler(doc))[::2], strict=True):
                self._rulings[key] = _Ruling(token.pos_, str(token.morph), token.lemma_)
        return [self._rulings[key] for key in words]


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


def _index_as_sets(lemmatiser: Any) -> None:
    """Turn the word lists of the lemmatiser into sets, which give the same answers at once."""
    index = lemmatiser.lookups.get_table("lemma_index")
    for pos, words in list(index.items()):
        index[pos] = frozenset(words)


def _triggers(patterns: Sequence[_Pattern], strings: Any) -> frozenset[int]:
    """Give one word or label per pattern without which the pattern cannot match."""
    triggers: set[int] = set()
    for pattern in patterns:
        literals = (
            value
            for token in pattern
            for name, value in token.items()
            if name in {"LOWER", "DEP"} and isinstance(value, str)
        )
        triggers.add(_signed(strings[next(literals)]))
    return frozenset(triggers)


def _asked(patterns: Sequence[_Pattern], attribute: str) -> list[str]:
    """List the values of an attribute that any pattern names; the ruler treats all others alike."""
    values = [token[attribute] for pattern in patterns for token in pattern if attribute in token]
    lists = ([value] if isinstance(value, str) else chain(*map(_as_list, value.values())) for value in values)
    return list(chain.from_iterable(lists))


def _as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _expressions(patterns: Sequence[_Pattern]) -> tuple[re.Pattern[str], ...]:
    """Compile the expressions by which patterns ask for words."""
    asked = [token["LOWER"] for pattern in patterns for token in pattern if "LOWER" in token]
    return tuple(re.compile(value["REGEX"]) for value in asked if isinstance(value, dict) and "REGEX" in value)
