"""Tokens that spaCy has tagged and parsed in; their coarse POS and lemma out, each worked out once.

The attribute ruler and the lemmatiser of en_core_web_sm look only at a token's form, tag and label, but
for a handful of patterns over two tokens ("gon na", "there is"). Moreover the ruler's patterns name few
words: all others are alike to it. So the ruler runs once for each distinct (named word or not, tag,
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
    """What the ruler says of a word."""

    pos: str
    morph: str
    lemma: str
    """Empty where the lemmatiser decides."""


class Readings:
    """What is known of the tokens of one loaded pipeline."""

    def __init__(self, nlp: Any) -> None:
        """Take the two components out of the pipeline, and see what their patterns ask for."""
        from spacy.matcher import Matcher

        self._vocab = nlp.vocab
        self._ruler = nlp.get_pipe("attribute_ruler")
        self._lemmatiser = nlp.get_pipe("lemmatizer")
        nlp.select_pipes(disable=["attribute_ruler", "lemmatizer"])
        _index_as_sets(self._lemmatiser)
        patterns = [pattern for rule in self._ruler.patterns for pattern in rule["patterns"]]
        several = [pattern for pattern in patterns if len(pattern) > 1]
        self._context = Matcher(nlp.vocab)
        self._context.add("context", several)
        self._triggers = _triggers(several, nlp.vocab.strings)
        self._labels = frozenset(_signed(nlp.vocab.strings[name]) for name in _asked(patterns, "DEP"))
        self._other = _signed(nlp.vocab.strings["dep"])
        self._named = frozenset(_asked(patterns, "LOWER"))
        self._expressions = _expressions(patterns)
        self._class_of: dict[int, int] = {}
        self.label_of: dict[int, str] = {}
        self._rulings: dict[tuple[str, str, str], _Ruling] = {}
        self._known: dict[Key, Reading] = {}

    def __len__(self) -> int:
        """Count the distinct tokens seen."""
        return len(self._known)

    def of(self, tables: Sequence[Table]) -> tuple[Mapping[Key, Reading], list[list[Key]]]:
        """Give all readings known by then, the new ones worked out, and the keys of each sentence's tokens."""
        class_of = self._class_of
        for label in {label for table in tables for label in table[1]} - class_of.keys():
            class_of[label] = label if label in self._labels else self._other
            self.label_of[label] = self._vocab.strings[label & _UNSIGNED]
        keys = [
            list(zip(orths, tags, [class_of[label] for label in labels], strict=True))
            for _, labels, _, orths, tags in tables
        ]
        if new := set(chain.from_iterable(keys)) - self._known.keys():
            self._work_out(sorted(new))
        return self._known, keys

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
            self._known[key] = (token.text, token.lower_, tag, token.pos_, token.lemma_)

    def _as_named(self, word: str) -> str:
        """Give the word if a pattern may ask for it, or else the word that stands for all others."""
        lower = word.lower()
        if lower in self._named or word.isspace() or any(one.search(lower) for one in self._expressions):
            return word
        return STAND_IN

    def _rule(self, words: list[tuple[str, str, str]]) -> list[_Ruling]:
        """Run the ruler on distinct words, with one between that no pattern knows, so that none are neighbours."""
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
    """Make the lists in which the lemmatiser looks words up sets: the same answers, found at once."""
    index = lemmatiser.lookups.get_table("lemma_index")
    for pos, words in list(index.items()):
        index[pos] = frozenset(words)


def _triggers(patterns: Sequence[_Pattern], strings: Any) -> frozenset[int]:
    """Give for each pattern a word or label without which it cannot match."""
    found: set[int] = set()
    for pattern in patterns:
        literals = (
            value
            for token in pattern
            for name, value in token.items()
            if name in {"LOWER", "DEP"} and isinstance(value, str)
        )
        found.add(_signed(strings[next(literals)]))
    return frozenset(found)


def _asked(patterns: Sequence[_Pattern], attribute: str) -> list[str]:
    """List the values of an attribute that any pattern names: all others are alike to the ruler."""
    values = [token[attribute] for pattern in patterns for token in pattern if attribute in token]
    lists = ([value] if isinstance(value, str) else chain(*map(_as_list, value.values())) for value in values)
    return list(chain.from_iterable(lists))


def _as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _expressions(patterns: Sequence[_Pattern]) -> tuple[re.Pattern[str], ...]:
    """Compile the expressions by which patterns ask for words."""
    asked = [token["LOWER"] for pattern in patterns for token in pattern if "LOWER" in token]
    return tuple(re.compile(value["REGEX"]) for value in asked if isinstance(value, dict) and "REGEX" in value)
