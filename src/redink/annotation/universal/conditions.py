"""The name of a condition and its value in; the function that tells whether an edit meets it out.

These are all conditions that a rule in a TOML file can have (see docs/languages.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from redink.annotation.universal.edit import OPEN_CLASS, UniversalEdit, joined, letters, without_marks

Condition: TypeAlias = Callable[[UniversalEdit], bool]


def _same_words(edit: UniversalEdit) -> bool:
    return joined(edit.old) == joined(edit.new)


def _same_bag(edit: UniversalEdit) -> bool:
    return sorted(token.lower for token in edit.old) == sorted(token.lower for token in edit.new)


def _same_without_punctuation(edit: UniversalEdit) -> bool:
    old, new = ([token.lower for token in side if any(map(str.isalnum, token.text))] for side in (edit.old, edit.new))
    return bool(old) and old == new


def _same_verb(edit: UniversalEdit) -> bool:
    old, new = edit.full_verbs
    return bool(old) and old == new


def _same_without_n(edit: UniversalEdit) -> bool:
    return joined(edit.old).removesuffix("ν") == joined(edit.new).removesuffix("ν")


SAME: Mapping[str, Condition] = {
    "words": _same_words,
    "letters": lambda edit: letters(edit.old) == letters(edit.new),
    "folded letters": lambda edit: (
        letters(edit.old).casefold() == letters(edit.new).casefold() and letters(edit.old) != letters(edit.new)
    ),
    # Not the same letters with other capitals, or other blanks.
    "letters without marks": lambda edit: (
        without_marks(letters(edit.old)) == without_marks(letters(edit.new)) and letters(edit.old) != letters(edit.new)
    ),
    "bag of words": _same_bag,
    "words without punctuation": _same_without_punctuation,
    "length": lambda edit: len(joined(edit.old)) == len(joined(edit.new)),
    "lemma": lambda edit: edit.has_one_lemma,
    "stem": lambda edit: edit.has_one_stem,
    "lemma or stem": lambda edit: edit.has_one_lemma or edit.has_one_stem,
    "stem without final n": _same_without_n,
    "pos": lambda edit: edit.common_pos is not None,
    "verb": _same_verb,
}
"""What both sides can have in common."""


def _same(names: list[str]) -> Condition:
    checks = [SAME[name] for name in names]
    return lambda edit: all(check(edit) for check in checks)


def _tokens(shape: str) -> Condition:
    if shape == "1:1":
        return lambda edit: edit.is_one_for_one
    if shape == "n:m":
        return lambda edit: bool(edit.old and edit.new) and not edit.is_one_for_one
    raise KeyError(shape)


def _in_place(share: float) -> Condition:
    """Whether so large a share of the characters is the same, place by place, and not all of them."""

    def check(edit: UniversalEdit) -> bool:
        pairs = list(zip(joined(edit.old), joined(edit.new), strict=False))
        return share <= sum(a == b for a, b in pairs) / max(1, len(pairs)) < 1

    return check


def _words(side: str) -> Callable[[list[str]], Condition]:
    def make(words: list[str]) -> Condition:
        listed = frozenset(word.lower() for word in words)
        return lambda edit: all(token.lower in listed for token in getattr(edit, side))

    return make


def _side_pos(side: str) -> Callable[[list[str]], Condition]:
    def make(classes: list[str]) -> Condition:
        return lambda edit: [token.pos for token in getattr(edit, side)] == classes

    return make


CONDITIONS: Mapping[str, Callable[[Any], Condition]] = {
    "operation": lambda names: lambda edit: edit.operation in names,
    "tokens": _tokens,
    "same": _same,
    "pos": lambda classes: lambda edit: edit.pos.issubset(classes),
    "has": lambda classes: lambda edit: edit.pos.issuperset(classes),
    "crosses": lambda classes: lambda edit: not edit.pos.isdisjoint(classes),
    "old_pos": _side_pos("old"),
    "new_pos": _side_pos("new"),
    "old_words": _words("old"),
    "new_words": _words("new"),
    "old_known": lambda known: lambda edit: edit.old_is_known is known,
    "new_known": lambda known: lambda edit: edit.new_is_known is known,
    "no_list": lambda none: lambda edit: (edit.knows is None) is none,
    "similarity": lambda least: lambda edit: edit.similarity >= least,
    "in_place": _in_place,
    "longest": lambda least: lambda edit: min(len(joined(edit.old)), len(joined(edit.new))) >= least,
    "open_class": lambda is_open: lambda edit: (edit.pos <= OPEN_CLASS) is is_open,
}
"""Conditions by name; each makes a check of its value in the file."""
