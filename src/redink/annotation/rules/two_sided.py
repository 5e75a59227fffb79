"""Rules that look at both sides of a replacement as a whole, however many tokens they have: a type out."""

from __future__ import annotations

from redink.annotation.rules.one_sided import POS_TYPES, one_dependency, one_part_of_speech, only_auxiliaries
from redink.annotation.rules.rule import POS_OF_DEPENDENCY, Context, Group, Rule, always


def _case_or_spacing(edit: Context) -> str | None:
    old = "".join([token.lower for token in edit.old])
    return "ORTH" if old == "".join([token.lower for token in edit.new]) else None


def _word_order(edit: Context) -> str | None:
    if len(edit.old) != len(edit.new):
        return None
    old, new = [token.lower for token in edit.old], [token.lower for token in edit.new]
    return "WO" if sorted(old) == sorted(new) else None


def _tense_of_one_verb(edit: Context) -> str | None:
    return "VERB:TENSE" if edit.all_pos == {"VERB"} and edit.same_last_lemma else None


def _form_of_one_verb(edit: Context) -> str | None:
    return "VERB:FORM" if edit.all_pos == {"PART", "VERB"} and edit.same_last_lemma else None


def _possessive_noun(edit: Context) -> str | None:
    ends = ("NOUN", "PART") in (edit.old_pos, edit.new_pos)
    return "NOUN:POSS" if ends and edit.same_lemma else None


def _more_or_most(edit: Context) -> str | None:
    if len(edit.old) > 2 or len(edit.new) > 2 or not edit.same_last_lemma:
        return None
    degree = edit.was.lower in {"more", "most"} or edit.now.lower in {"more", "most"}
    return "ADJ:FORM" if degree else None


SAME_LETTERS_OR_WORDS = (
    Rule(
        "case or spacing", ("ORTH",),
        "Both sides are the same apart from capitals and spaces.",
        ("We meet on monday .", "We meet on Monday ."), ("words",),
        _case_or_spacing,
    ),
    Rule(
        "word order", ("WO",),
        "Both sides have the same words in another order.",
        ("I know where is she .", "I know where she is ."), ("words",),
        _word_order,
    ),
)  # fmt: skip

SEVERAL_TOKENS = (
    Rule(
        "only auxiliaries", ("VERB:TENSE",),
        "Every token of both sides is an auxiliary of another verb.",
        ("The bridge is built last year .", "The bridge has been built last year ."),
        ("dependency labels",),
        only_auxiliaries,
    ),
    Rule(
        "tense of one verb", ("VERB:TENSE",),
        "All tokens are verbs, and both sides end in forms of the same one.",
        ("She lives here since May .", "She has lived here since May ."), ("parts of speech", "lemmas"),
        _tense_of_one_verb,
    ),
    Rule(
        "one part of speech", POS_TYPES,
        "All tokens of both sides are of one part of speech.",
        ("He works in a car shop .", "He works in a garage ."), ("parts of speech",),
        one_part_of_speech,
    ),
    Rule(
        "one dependency label", tuple(sorted(set(POS_OF_DEPENDENCY.values()))),
        "All tokens share a dependency label that goes with one part of speech.",
        ("It cost more compared to mine .", "It cost more than mine ."),
        ("parts of speech", "dependency labels"),
        one_dependency,
    ),
    Rule(
        "form of one verb", ("VERB:FORM",),
        "The tokens are verbs and particles, and both sides end in forms of the same verb.",
        ("We enjoy to swim .", "We enjoy swimming ."), ("parts of speech", "lemmas"),
        _form_of_one_verb,
    ),
    Rule(
        "verb and particle", ("VERB",),
        "The tokens are verbs and particles, and the sides end in different words.",
        ("Please look up the answer .", "Please find the answer ."), ("parts of speech", "lemmas"),
        lambda edit: "VERB" if edit.all_pos == {"PART", "VERB"} else None,
    ),
    Rule(
        "possessive noun", ("NOUN:POSS",),
        "One side is a noun with its possessive ending, the other begins with a form of that noun.",
        ("I borrowed my friends bike .", "I borrowed my friend 's bike ."), ("parts of speech", "lemmas"),
        _possessive_noun,
    ),
    Rule(
        "more or most", ("ADJ:FORM",),
        "One side begins with more or most, and both end in forms of the same word.",
        ("It is the most old house .", "It is the oldest house ."), ("words", "lemmas"),
        _more_or_most,
    ),
    Rule(
        "nothing in common", ("OTHER",),
        "No earlier rule applies.",
        ("He sings at his best .", "He sings well ."),
        ("words", "parts of speech", "dependency labels", "lemmas"),
        lambda _: "OTHER",
    ),
)  # fmt: skip

ANY_REPLACEMENT = Group("any replacement", always, SAME_LETTERS_OR_WORDS)
"""Tried before all others."""

WHOLE_SPANS = Group("several tokens, or one that no rule has named yet", always, SEVERAL_TOKENS)
"""Tried after all others; its last rule always applies."""
