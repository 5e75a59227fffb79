"""Rules for two different words (one for one): their common stem, part of speech or place in the sentence."""

from __future__ import annotations

from redink.annotation.lancaster import stem
from redink.annotation.rules.one_sided import POS_TYPES
from redink.annotation.rules.rule import OPEN_CLASS, POS_OF_DEPENDENCY, RARE, Context, Group, Rule, always


def _one_stem(edit: Context) -> str | None:
    if edit.was_pos not in OPEN_CLASS or edit.now_pos not in OPEN_CLASS:
        return None
    return "MORPH" if stem(edit.was.text) == stem(edit.now.text) else None


def _same_part_of_speech(edit: Context) -> str | None:
    return edit.was_pos if edit.was_pos == edit.now_pos and edit.was_pos not in RARE else None


def _same_dependency(edit: Context) -> str | None:
    return POS_OF_DEPENDENCY.get(edit.was.dep) if edit.was.dep == edit.now.dep else None


def _particle_or_preposition(edit: Context) -> str | None:
    fits = edit.swaps_pos("PART", "PREP") or {edit.was.dep, edit.now.dep} == {"prt", "prep"}
    return "PART" if fits else None


def _subject_or_object(edit: Context) -> str | None:
    place = edit.now.dep in {"nsubj", "nsubjpass", "dobj", "pobj"}
    return "PRON" if place and edit.swaps_pos("DET", "PRON") else None


def _owner(edit: Context) -> str | None:
    return "DET" if edit.now.dep == "poss" and edit.swaps_pos("DET", "PRON") else None


def _not_only_letters(edit: Context) -> str | None:
    return None if edit.was.text.isalpha() and edit.now.text.isalpha() else "OTHER"


WORD_CLASSES = Group("one for one: two words", always, (
    Rule(
        "one stem", ("MORPH",),
        "Both are adjectives, adverbs, nouns or verbs with one Lancaster stem.",
        ("He sings very beautiful .", "He sings very beautifully ."), ("stems", "parts of speech"),
        _one_stem,
    ),
    Rule(
        "two auxiliaries", ("VERB:TENSE",),
        "Both are auxiliary verbs.",
        ("I can visit you last week .", "I could visit you last week ."), ("dependency labels",),
        lambda edit: "VERB:TENSE" if edit.both_auxiliaries else None,
    ),
    Rule(
        "same part of speech", POS_TYPES,
        "Both are of one part of speech.",
        ("We arrived to Rome .", "We arrived in Rome ."), ("parts of speech",),
        _same_part_of_speech,
    ),
    Rule(
        "same dependency label", tuple(sorted(set(POS_OF_DEPENDENCY.values()))),
        "Both have a dependency label that goes with one part of speech.",
        ("They eat freeze fish .", "They eat frozen fish ."), ("parts of speech", "dependency labels"),
        _same_dependency,
    ),
    Rule(
        "particle or preposition", ("PART",),
        "One is a particle, the other a preposition.",
        ("We went there for swim .", "We went there to swim ."), ("parts of speech", "dependency labels"),
        _particle_or_preposition,
    ),
    Rule(
        "pronoun as subject or object", ("PRON",),
        "A pronoun and a determiner; the correction is a subject or an object.",
        ("The man which lives here is old .", "The man who lives here is old ."),
        ("parts of speech", "dependency labels"),
        _subject_or_object,
    ),
    Rule(
        "determiner of an owner", ("DET",),
        "A pronoun and a determiner; the correction is a possessive.",
        ("He washes him hands .", "He washes his hands ."), ("parts of speech", "dependency labels"),
        _owner,
    ),
    Rule(
        "number or determiner", ("DET",),
        "One is a number, the other a determiner.",
        ("I have one idea .", "I have an idea ."), ("parts of speech",),
        lambda edit: "DET" if edit.swaps_pos("NUM", "DET") else None,
    ),
    Rule(
        "other or another", ("DET",),
        "Other and another differ by an article.",
        ("I want other cup of tea .", "I want another cup of tea ."), ("words",),
        lambda edit: "DET" if edit.swaps("other", "another") else None,
    ),
    Rule(
        "your to yours", ("PRON",),
        "Your becomes yours.",
        ("Your sincerely , Anna", "Yours sincerely , Anna"), ("words",),
        lambda edit: "PRON" if edit.was.lower == "your" and edit.now.lower == "yours" else None,
    ),
    Rule(
        "no or not", ("OTHER",),
        "No and not are confused: only the sentence shows what went wrong.",
        ("I have not money .", "I have no money ."), ("words",),
        lambda edit: "OTHER" if edit.swaps("no", "not") else None,
    ),
    Rule(
        "not only letters", ("OTHER",),
        "One of the tokens is not made of letters only, so similarity means little.",
        ("See you 2morrow .", "See you tomorrow ."), ("words", "parts of speech"),
        _not_only_letters,
    ),
))  # fmt: skip
"""In the order they are tried."""
