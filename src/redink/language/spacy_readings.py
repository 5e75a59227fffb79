"""Tokens that spaCy has tagged and parsed in; their coarse POS and lemma out, each worked out once.

The attribute ruler and the lemmatiser of en_core_web_sm look only at a token's form, tag and label, but
for a handful of patterns over two tokens ("gon na", "there is"). Moreover the ruler's patterns name few
words: all others are alike to it. So the ruler runs once for each distinct (named word or not, tag,
label), the lemmatiser once for each distinct (form, tag, label), and both on a whole sentence only where
a pattern over two tokens matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

Key: TypeAlias = tuple[int, int, int]
"""Form, tag and label of a token as spaCy's string ids; the label is `dep` where no pattern names it."""
Reading: TypeAlias = tuple[str, str, str, str, str]
"""Text, lower case, tag, coarse POS, lemma."""
_Pattern: TypeAlias = list[dict[str, Any]]

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
        self._labels = frozenset(nlp.vocab.strings[name] for name in _asked(patterns, "DEP"))
        self._other = nlp.vocab.strings["dep"]
        self._named = frozenset(_asked(patterns, "LOWER"))
        self._expressions = _expressions(patterns)
        self._rulings: dict[tuple[str, int, int], _Ruling] = {}
        self._known: dict[Key, Reading] = {}

    def __len__(self) -> int:
        """Count the distinct tokens seen."""
        return len(self._known)

    def key(self, orth: int, tag: int, dep: int) -> Key:
        """Give what decides over a token's POS and lemma."""
        return orth, tag, dep if dep in self._labels else self._other

    def of(self, keys: Iterable[Key]) -> dict[Key, Reading]:
        """Give the readings of tokens, working out the new ones."""
        if new := set(keys) - self._known.keys():
            self._work_out(sorted(new))
        return self._known

    def needs_context(self, doc: Any, lowers_and_labels: Iterable[tuple[int, int]]) -> bool:
        """Tell whether a pattern over two tokens matches in a sentence."""
        triggers = self._triggers
        suspicious = any(lower in triggers or label in triggers for lower, label in lowers_and_labels)
        return suspicious and bool(self._context(doc))

    def complete(self, doc: Any) -> Any:
        """Run both components on a whole sentence."""
        return self._lemmatiser(self._ruler(doc))

    def _work_out(self, keys: list[Key]) -> None:
        from spacy.tokens import Doc

        strings = self._vocab.strings
        rulings = self._rule([(self._as_named(strings[orth]), tag, dep) for orth, tag, dep in keys])
        doc = Doc(
            self._vocab,
            words=[strings[orth] for orth, _, _ in keys],
            pos=[ruling.pos for ruling in rulings],
            morphs=[ruling.morph for ruling in rulings],
            lemmas=[ruling.lemma for ruling in rulings],
        )
        for key, token in zip(keys, self._lemmatiser(doc), strict=True):
            self._known[key] = (token.text, token.lower_, strings[key[1]], token.pos_, token.lemma_)

    def _as_named(self, word: str) -> str:
        """Give the word if a pattern may ask for it, or else the word that stands for all others."""
        lower = word.lower()
        if lower in self._named or word.isspace() or any(one.search(lower) for one in self._expressions):
            return word
        return STAND_IN

    def _rule(self, words: list[tuple[str, int, int]]) -> list[_Ruling]:
        """Run the ruler on distinct words, with one between that no pattern knows, so that none are neighbours."""
        from spacy.tokens import Doc

        new = sorted(set(words) - self._rulings.keys())
        if new:
            strings = self._vocab.strings
            doc = Doc(
                self._vocab,
                words=[word for named, _, _ in new for word in (named, STAND_IN)],
                tags=[name for _, tag, _ in new for name in (strings[tag], "SYM")],
                deps=[name for _, _, dep in new for name in (strings[dep], "dep")],
                heads=list(range(2 * len(new))),
            )
            for key, token in zip(new, list(self._ruler(doc))[::2], strict=True):
                self._rulings[key] = _Ruling(token.pos_, str(token.morph), token.lemma_)
        return [self._rulings[key] for key in words]


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
        found.add(strings[next(literals)])
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
