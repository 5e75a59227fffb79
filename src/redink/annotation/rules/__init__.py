"""The ordered table of rules: for each shape of an edit, the groups of rules that are tried one by one.

The first rule that applies decides. Order matters and is ERRANT 3.0.2's: Bryant, Felice and Briscoe 2017 §3,
with the word-pair and similarity rules of ERRANT 2.3.
"""

from redink.annotation.rules.look_alikes import LOOK_ALIKES
from redink.annotation.rules.one_sided import ONE_SIDED
from redink.annotation.rules.rule import Group, Rule
from redink.annotation.rules.special_words import SPECIAL_WORDS
from redink.annotation.rules.two_sided import ANY_REPLACEMENT, WHOLE_SPANS
from redink.annotation.rules.unknown_words import UNKNOWN_WORDS
from redink.annotation.rules.word_classes import WORD_CLASSES
from redink.annotation.rules.word_forms import FORMS_OF_ONE_VERB, FORMS_OF_ONE_WORD

__all__ = ["ADDED_OR_TAKEN_AWAY", "ALL_RULES", "MANY_FOR_MANY", "ONE_FOR_ONE"]

ADDED_OR_TAKEN_AWAY: tuple[Group, ...] = ONE_SIDED
"""For edits with one empty side."""

ONE_FOR_ONE: tuple[Group, ...] = (
    ANY_REPLACEMENT,
    SPECIAL_WORDS,
    UNKNOWN_WORDS,
    FORMS_OF_ONE_VERB,
    FORMS_OF_ONE_WORD,
    WORD_CLASSES,
    *LOOK_ALIKES,
    WHOLE_SPANS,
)
"""For one token that replaces one token: from what is certain to what is only likely."""

MANY_FOR_MANY: tuple[Group, ...] = (ANY_REPLACEMENT, WHOLE_SPANS)
"""For all other replacements."""

ALL_RULES: tuple[Rule, ...] = tuple(rule for group in (*ADDED_OR_TAKEN_AWAY, *ONE_FOR_ONE) for rule in group.rules)
"""Every rule once, in the order they are tried."""
