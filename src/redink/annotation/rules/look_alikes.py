"""Rules for two words of letters that nothing else connects (one for one): how alike do they look?

The thresholds are ERRANT's, tuned by its author by hand on learner text (FCE and W&I training sets).
"""

from __future__ import annotations

from redink.annotation.rules.one_sided import POS_TYPES
from redink.annotation.rules.rule import RARE, Context, Group, Rule, always

LEAST_SIMILARITY = {
    (1, 2): 0.5,
    (2, 2): 0.5,
    (2, 3): 0.5,
    (3, 2): 0.5,
    (3, 3): 0.5,
    (3, 4): 0.5,
    (4, 3): 0.75,
    (4, 4): 0.5,
    (4, 5): 0.8,
    (5, 4): 0.8,
    (5, 5): 0.6,
}
"""How similar short words of these lengths (source, correction) must be to count as one misspelt."""

_PRONOUN_PAIRS = {("the", "that"), ("all", "everything"), ("that", "what"), ("what", "that")}


def _named_after_correction(edit: Context) -> str | None:
    return edit.now_pos if edit.now_pos not in RARE else None


def _good_or_late(edit: Context) -> str | None:
    pair = edit.swaps("good", "well") or edit.swaps("after", "later")
    return _named_after_correction(edit) if pair else None


def _thought_or_therefore(edit: Context) -> str | None:
    therefore = edit.was.lower == "therefor" and edit.now.lower == "therefore"
    return "SPELL" if therefore or edit.swaps("though", "thought") else None


def _short_look_alike(edit: Context) -> str | None:
    least = LEAST_SIMILARITY.get((len(edit.was.text), len(edit.now.text)))
    return "SPELL" if least is not None and edit.similarity >= least else None


def _short_to_long(edit: Context) -> str | None:
    length = len(edit.was.text)
    fits = length == 5 or (length == 4 and edit.similarity > 0.5)
    return _named_after_correction(edit) if fits and len(edit.now.text) > 5 else None


def _are_long(edit: Context) -> bool:
    return len(edit.was.text) > 5 and len(edit.now.text) > 5


def _begins_alike(edit: Context) -> str | None:
    was, now = edit.was.text, edit.now.text
    fits = (was.startswith(now) or now.startswith(was)) and edit.similarity >= 0.66
    return "MORPH" if fits else None


PAIRS_AND_SHORT_WORDS = (
    Rule(
        "pronoun pair", ("PRON",),
        "The becomes that, all becomes everything, that becomes what, or what becomes that.",
        ("I know that you want .", "I know what you want ."), ("words",),
        lambda edit: "PRON" if (edit.was.lower, edit.now.lower) in _PRONOUN_PAIRS else None,
    ),
    Rule(
        "good and well, after and later", POS_TYPES,
        "Words of one meaning but two parts of speech; the correction's part of speech counts.",
        ("She sings good .", "She sings well ."), ("words", "parts of speech"),
        _good_or_late,
    ),
    Rule(
        "thought and therefore", ("SPELL",),
        "Though and thought are confused, or therefor becomes therefore.",
        ("I though you were ill .", "I thought you were ill ."), ("words",),
        _thought_or_therefore,
    ),
    Rule(
        "short look-alike", ("SPELL",),
        "Two words of at most five letters that are alike enough for their lengths.",
        ("It is bigger then mine .", "It is bigger than mine ."), ("lengths", "similarity"),
        _short_look_alike,
    ),
    Rule(
        "longer word for a short one", POS_TYPES,
        "A word of four (similarity above 0.5) or five letters is replaced by one of six or more.",
        ("I stayed home where it rained .", "I stayed home because it rained ."),
        ("lengths", "similarity", "parts of speech"),
        _short_to_long,
    ),
)  # fmt: skip

LONG_WORDS = (
    Rule(
        "one begins with the other", ("MORPH",),
        "One word of six or more letters begins with the other, and they are at least 0.66 similar.",
        ("There were thousand of people .", "There were thousands of people ."), ("words", "similarity"),
        _begins_alike,
    ),
    Rule(
        "long look-alike", ("SPELL",),
        "Both words have six or more letters and are more than 0.8 similar.",
        ("He walked thorough the park .", "He walked through the park ."), ("lengths", "similarity"),
        lambda edit: "SPELL" if edit.similarity > 0.8 else None,
    ),
    Rule(
        "long and unlike", POS_TYPES,
        "Both words have six or more letters and are less than 0.55 similar; the correction's part of speech counts.",
        ("He cooks perfectly food .", "He cooks wonderful food ."),
        ("lengths", "similarity", "parts of speech"),
        lambda edit: _named_after_correction(edit) if edit.similarity < 0.55 else None,
    ),
)  # fmt: skip

LOOK_ALIKES = (
    Group("one for one: pairs and short words", always, PAIRS_AND_SHORT_WORDS),
    Group("one for one: long words", _are_long, LONG_WORDS),
)
"""In the order they are tried. Words between 0.55 and 0.8 similar are a mixture, and left to later rules."""
