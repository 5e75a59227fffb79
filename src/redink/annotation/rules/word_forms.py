"""Rules for two forms of one word (one for one; same lemma): number, degree, tense, agreement, verb form."""

from __future__ import annotations

from redink.annotation.rules.rule import AUXILIARY, OPEN_CLASS, Context, Group, Rule
from redink.language.pipeline import Analysis, Token

_PARTICIPLES = frozenset({"VBG", "VBN"})


def _are_forms_of_one_verb(edit: Context) -> bool:
    return edit.was_pos == edit.now_pos == "VERB" and edit.same_lemma


def _are_forms_of_one_word(edit: Context) -> bool:
    return edit.same_lemma and edit.was_pos in OPEN_CLASS and edit.now_pos in OPEN_CLASS


def _children(sentence: Analysis, head: int) -> list[Token]:
    return [token for i, token in enumerate(sentence) if token.head == head and i != head]


def _has_auxiliary(sentence: Analysis, position: int) -> bool:
    return any(child.dep in AUXILIARY for child in _children(sentence, position))


def _follows_another(sentence: Analysis, auxiliary: Token) -> bool:
    """Tell whether the first auxiliary of the same verb has another text than this one."""
    siblings = _children(sentence, auxiliary.head)
    return next((s.text for s in siblings if s.dep.startswith("aux")), auxiliary.text) != auxiliary.text


def _after_auxiliary(edit: Context) -> str | None:
    # What follows an auxiliary is not finite: it shows neither tense nor agreement.
    if edit.both_auxiliaries:
        fits = _follows_another(edit.source, edit.was) and _follows_another(edit.target, edit.now)
    else:
        fits = _has_auxiliary(edit.source, edit.start) and _has_auxiliary(edit.target, edit.target_start)
    return "VERB:FORM" if fits else None


def _gerund_or_participle(edit: Context) -> str | None:
    return "VERB:FORM" if edit.was.tag in _PARTICIPLES or edit.now.tag in _PARTICIPLES else None


def _past(edit: Context) -> str | None:
    return "VERB:TENSE" if edit.was.tag == "VBD" or edit.now.tag == "VBD" else None


def _third_person(edit: Context) -> str | None:
    return "VERB:SVA" if edit.was.tag == "VBZ" or edit.now.tag == "VBZ" else None


def _same_class(edit: Context, pos: str) -> bool:
    return edit.was_pos == edit.now_pos == pos


FORMS_OF_ONE_VERB = Group("one for one: two forms of one verb", _are_forms_of_one_verb, (
    Rule(
        "verb after an auxiliary", ("VERB:FORM",),
        "On both sides the verb has an auxiliary before it.",
        ("She can swims well .", "She can swim well ."), ("tags", "auxiliaries"),
        _after_auxiliary,
    ),
    Rule(
        "gerund or participle", ("VERB:FORM",),
        "One of the forms is an -ing form or a past participle.",
        ("We look forward to see you .", "We look forward to seeing you ."), ("tags",),
        _gerund_or_participle,
    ),
    Rule(
        "past form", ("VERB:TENSE",),
        "One of the forms is a past tense.",
        ("Yesterday we go to the zoo .", "Yesterday we went to the zoo ."), ("tags",),
        _past,
    ),
    Rule(
        "third person singular", ("VERB:SVA",),
        "One of the forms is the third person singular of the present.",
        ("My brother live in Rome .", "My brother lives in Rome ."), ("tags",),
        _third_person,
    ),
    Rule(
        "forms of one auxiliary", ("VERB:TENSE",),
        "Both are auxiliaries, and no earlier rule applies.",
        ("I suggest that he are invited .", "I suggest that he be invited ."), ("tags", "dependency labels"),
        lambda edit: "VERB:TENSE" if edit.both_auxiliaries else None,
    ),
))  # fmt: skip
"""In the order they are tried; edits that none of them names are left to `FORMS_OF_ONE_WORD`."""

FORMS_OF_ONE_WORD = Group("one for one: two forms of one word", _are_forms_of_one_word, (
    Rule(
        "degree of an adjective", ("ADJ:FORM",),
        "Both are forms of one adjective.",
        ("My house is big than yours .", "My house is bigger than yours ."), ("lemmas", "parts of speech"),
        lambda edit: "ADJ:FORM" if _same_class(edit, "ADJ") else None,
    ),
    Rule(
        "number of a noun", ("NOUN:NUM",),
        "Both are forms of one noun.",
        ("I read three book .", "I read three books ."), ("lemmas", "parts of speech"),
        lambda edit: "NOUN:NUM" if _same_class(edit, "NOUN") else None,
    ),
    Rule(
        "degree by dependency", ("ADJ:FORM",),
        "Both stand where adjectives stand (acomp, amod).",
        ("We need a know risk .", "We need a known risk ."), ("lemmas", "dependency labels"),
        lambda edit: "ADJ:FORM" if edit.all_deps <= {"acomp", "amod"} else None,
    ),
    Rule(
        "adjective to plural noun", ("NOUN:NUM",),
        "A word tagged as an adjective becomes a plural noun.",
        ("We watched two musical .", "We watched two musicals ."), ("lemmas", "tags"),
        lambda edit: "NOUN:NUM" if edit.was_pos == "ADJ" and edit.now.tag == "NNS" else None,
    ),
    Rule(
        "becomes a gerund or participle", ("VERB:FORM",),
        "The correction is an -ing form or a past participle.",
        ("I enjoy swim in lakes .", "I enjoy swimming in lakes ."), ("lemmas", "tags"),
        lambda edit: "VERB:FORM" if edit.now.tag in _PARTICIPLES else None,
    ),
    Rule(
        "becomes a past form", ("VERB:TENSE",),
        "The correction is a past tense.",
        ("Her work results in a prize last year .", "Her work resulted in a prize last year ."),
        ("lemmas", "tags"),
        lambda edit: "VERB:TENSE" if edit.now.tag == "VBD" else None,
    ),
    Rule(
        "becomes a third person singular", ("VERB:SVA",),
        "The correction is a third person singular of the present.",
        ("The milk taste sour .", "The milk tastes sour ."), ("lemmas", "tags"),
        lambda edit: "VERB:SVA" if edit.now.tag == "VBZ" else None,
    ),
    Rule(
        "one lemma", ("MORPH",),
        "Both are forms of one word, and no earlier rule applies.",
        ("He runs more fast .", "He runs more faster ."), ("lemmas", "tags"),
        lambda _: "MORPH",
    ),
))  # fmt: skip
"""In the order they are tried; the last rule always applies."""
