"""Rules for words with a grammar of their own (one for one): short forms, possessives, was and were."""

from __future__ import annotations

from redink.annotation.rules.one_sided import SHORT_FORMS
from redink.annotation.rules.rule import Context, Group, Rule, always

SHORT_STEMS = {"ca": "can", "sha": "shall", "wo": "will"}
"""What some auxiliaries shrink to before n't, and their long form."""


def _short_form(edit: Context) -> str | None:
    short = edit.was.lower in SHORT_FORMS or edit.now.lower in SHORT_FORMS
    return "CONTR" if short and edit.was_pos == edit.now_pos else None


def _short_auxiliary(edit: Context) -> str | None:
    was, now = edit.was.lower, edit.now.lower
    return "CONTR" if SHORT_STEMS.get(was) == now or SHORT_STEMS.get(now) == was else None


def _other_auxiliary(edit: Context) -> str | None:
    short = edit.was.lower in SHORT_STEMS or edit.now.lower in SHORT_STEMS
    return "VERB:TENSE" if short else None


SPECIAL_WORDS = Group("one for one: special words", always, (
    Rule(
        "possessive ending", ("NOUN:POSS",),
        "One of the tokens is a possessive ending.",
        ("It is my parents 's house .", "It is my parents ' house ."), ("tags",),
        lambda edit: "NOUN:POSS" if edit.was.tag == "POS" or edit.now.tag == "POS" else None,
    ),
    Rule(
        "short form", ("CONTR",),
        "One of the tokens is a short form, and both are of one part of speech.",
        ("I do n't know him .", "I do not know him ."), ("words", "parts of speech"),
        _short_form,
    ),
    Rule(
        "short auxiliary", ("CONTR",),
        "The form of an auxiliary before n't (ca, sha, wo) is confused with its long form.",
        ("We wo not go there .", "We will not go there ."), ("words",),
        _short_auxiliary,
    ),
    Rule(
        "short auxiliary for another", ("VERB:TENSE",),
        "The form of an auxiliary before n't (ca, sha, wo) is confused with another word.",
        ("She ca n't swim as a child .", "She could n't swim as a child ."), ("words",),
        _other_auxiliary,
    ),
    Rule(
        "was or were", ("VERB:SVA",),
        "Was and were differ only in number and person.",
        ("The streets was empty .", "The streets were empty ."), ("words",),
        lambda edit: "VERB:SVA" if edit.swaps("was", "were") else None,
    ),
))  # fmt: skip
"""In the order they are tried: 's may be a possessive ending or a short form."""
