"""Rules for a source word that English does not have (one for one): misspelt, or formed the wrong way."""

from __future__ import annotations

from redink.annotation.rules.one_sided import POS_TYPES
from redink.annotation.rules.rule import RARE, Context, Group, Rule
from redink.annotation.word_list import is_word


def is_unknown_word(edit: Context) -> bool:
    """Tell whether the source token is made of letters only and is not in the word list."""
    token = edit.was
    return token.text.isalpha() and not is_word(token.text) and not is_word(token.lower)


def _impossible_form(edit: Context) -> str | None:
    fits = edit.same_lemma and edit.was_pos == edit.now_pos and edit.was_pos in {"NOUN", "VERB"}
    return f"{edit.was_pos}:INFL" if fits else None


def _short_misspelling(edit: Context) -> str | None:
    if len(edit.was.text) > 4 or len(edit.now.text) > 4:
        return None
    # Two of four letters right, or one of three: nothing in between occurs in words this short.
    return "SPELL" if edit.similarity == 0.5 or round(edit.similarity, 3) == 0.333 else None


UNKNOWN_WORDS = Group("one for one: the source word is not in the word list", is_unknown_word, (
    Rule(
        "impossible form", ("NOUN:INFL", "VERB:INFL"),
        "An unknown form of the noun or verb that replaces it.",
        ("They have two childs .", "They have two children ."),
        ("in word list", "lemmas", "parts of speech"),
        _impossible_form,
    ),
    Rule(
        "unknown form", ("MORPH",),
        "An unknown form of the same word, and no earlier rule applies.",
        ("These are differents books .", "These are different books ."),
        ("in word list", "lemmas", "parts of speech"),
        lambda edit: "MORPH" if edit.same_lemma else None,
    ),
    Rule(
        "misspelling", ("SPELL",),
        "An unknown word whose letters are more than 0.55 similar to those of the correction.",
        ("It was a beatiful day .", "It was a beautiful day ."), ("in word list", "similarity"),
        lambda edit: "SPELL" if edit.similarity > 0.55 else None,
    ),
    Rule(
        "short misspelling", ("SPELL",),
        "An unknown word; both have at most four letters and are 0.5 or 0.333 similar.",
        ("I wnat it .", "I want it ."), ("in word list", "similarity", "lengths"),
        _short_misspelling,
    ),
    Rule(
        "unknown word replaced", POS_TYPES,
        "An unknown word is replaced by a dissimilar word, whose part of speech counts.",
        ("I put it in the kasten .", "I put it in the box ."),
        ("in word list", "similarity", "parts of speech"),
        lambda edit: edit.now_pos if edit.now_pos not in RARE else None,
    ),
    Rule(
        "unknown word replaced by a rare kind", ("OTHER",),
        "An unknown word is replaced by a number, symbol or interjection.",
        ("She has zwei cats .", "She has 2 cats ."), ("in word list", "similarity", "parts of speech"),
        lambda _: "OTHER",
    ),
))  # fmt: skip
"""In the order they are tried; the last rule always applies."""
