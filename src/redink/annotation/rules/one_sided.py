"""Rules for an edit that only adds or only takes away: its tokens in, a type out.

The same rules serve both operations; the side that is empty has nothing to say.
"""

from __future__ import annotations

from redink.annotation.rules.rule import AUXILIARY, POS_OF_DEPENDENCY, RARE, Context, Group, Rule, always

SHORT_FORMS = frozenset({"'d", "'ll", "'m", "n't", "'re", "'s", "'ve"})
"""Verbs and `not` as they are written after an apostrophe."""

POS_TYPES = ("ADJ", "ADV", "CONJ", "DET", "NOUN", "PART", "PREP", "PRON", "PUNCT", "VERB")
"""Types that are named after a part of speech alone."""


def _is_infinitive_marker(edit: Context) -> bool:
    token = edit.was
    return token.lower == "to" and token.pos == "PART" and token.dep != "prep"


def only_auxiliaries(edit: Context) -> str | None:
    """Give VERB:TENSE if every token on either side is an auxiliary."""
    return "VERB:TENSE" if edit.all_deps <= AUXILIARY else None


def one_part_of_speech(edit: Context) -> str | None:
    """Give the part of speech that all tokens share, unless no type is named after it."""
    return edit.was_pos if len(edit.all_pos) == 1 and edit.was_pos not in RARE else None


def one_dependency(edit: Context) -> str | None:
    """Give the part of speech that goes with the dependency label all tokens share."""
    labels = edit.all_deps
    return POS_OF_DEPENDENCY.get(labels.pop()) if len(labels) == 1 else None


SINGLE_TOKEN = (
    Rule(
        "possessive ending alone", ("NOUN:POSS",),
        "The token is a possessive ending.",
        ("This is my sister car .", "This is my sister 's car ."), ("tags",),
        lambda edit: "NOUN:POSS" if edit.was.tag == "POS" else None,
    ),
    Rule(
        "short form alone", ("CONTR",),
        "The token is one of the short forms 'd, 'll, 'm, n't, 're, 's, 've.",
        ("I know you 've read it .", "I know you read it ."), ("words",),
        lambda edit: "CONTR" if edit.was.lower in SHORT_FORMS else None,
    ),
    Rule(
        "infinitive marker alone", ("VERB:FORM",),
        "The token is the to of an infinitive.",
        ("She wants see the sea .", "She wants to see the sea ."), ("words", "dependency labels"),
        lambda edit: "VERB:FORM" if _is_infinitive_marker(edit) else None,
    ),
)  # fmt: skip

ANY_NUMBER = (
    Rule(
        "only auxiliaries on one side", ("VERB:TENSE",),
        "Every token is an auxiliary of another verb.",
        ("He been waiting for an hour .", "He has been waiting for an hour ."), ("dependency labels",),
        only_auxiliaries,
    ),
    Rule(
        "one part of speech on one side", POS_TYPES,
        "All tokens are of one part of speech.",
        ("We saw cat in the garden .", "We saw a cat in the garden ."), ("parts of speech",),
        one_part_of_speech,
    ),
    Rule(
        "one dependency label on one side", tuple(sorted(set(POS_OF_DEPENDENCY.values()))),
        "The tokens share a dependency label that goes with one part of speech.",
        ("She was here * yesterday .", "She was here yesterday ."), ("parts of speech", "dependency labels"),
        one_dependency,
    ),
    Rule(
        "verb and particle on one side", ("VERB",),
        "The tokens are a verb and a particle or the to of an infinitive.",
        ("I bought a book .", "I bought a book to read ."), ("parts of speech",),
        lambda edit: "VERB" if edit.all_pos == {"PART", "VERB"} else None,
    ),
    Rule(
        "nothing in common on one side", ("OTHER",),
        "The tokens are of several kinds, or of a kind that has no type.",
        ("He left in the end .", "He left ."), ("parts of speech", "dependency labels"),
        lambda _: "OTHER",
    ),
)  # fmt: skip

ONE_SIDED = (
    Group("one token added or removed", lambda edit: len(edit.tokens) == 1, SINGLE_TOKEN),
    Group("tokens added or removed", always, ANY_NUMBER),
)
"""In the order they are tried; the last rule always applies."""
