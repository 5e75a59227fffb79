"""The types for any language, worked out by hand, and laws that hold for all edits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation.spans import Span
from redink.annotation.universal.rule_files import own_rules
from redink.language.pipeline import Token
from tests.annotation.universal.sentences import LISTS, classifier, kind

DER = "der/der/DET/Case=Nom|Gender=Masc|Number=Sing"
DEM = "dem/der/DET/Case=Dat|Gender=Masc|Number=Sing"
DIE = "die/der/DET/Case=Nom|Gender=Fem|Number=Sing"
ZUG = "Zug/Zug/NOUN/Case=Dat|Gender=Masc|Number=Sing"


@pytest.mark.parametrize(
    ("old", "new", "language", "expected"),
    [
        ("hund/Hund/NOUN", "Hund/Hund/NOUN", "de", "R:ORTH:CASE"),
        ("Auto/Auto/NOUN bahn/Bahn/NOUN", "Autobahn/Autobahn/NOUN", "de", "R:ORTH:SPACE"),
        ("E-Mail/E-Mail/NOUN", "Email/Email/NOUN", "", "R:ORTH:SPACE"),
        ("an/an/ADP kommt/kommen/VERB", "ankommt/ankommen/VERB", "de", "R:ORTH:SEP"),
        ("er/er/PRON ist/sein/AUX", "ist/sein/AUX er/er/PRON", "de", "R:WO"),
        ("", ",/,/PUNCT", "de", "M:PUNCT"),
        ("./././PUNCT Und/und/CCONJ", ",/,/PUNCT und/und/CCONJ", "de", "R:PUNCT"),
        ("Hudn/Hudn/NOUN", "Hund/Hund/NOUN", "de", "R:SPELL"),
        ("Strasse/Strasse/NOUN", "Straße/Straße/NOUN", "de", "R:SPELL"),
        ("das/das/PRON", "dass/dass/SCONJ", "de", "R:SCONJ:DASS"),
        ("Hunde/Hund/NOUN", "Hund/Hund/NOUN", "de", "R:NOUN:FORM"),
        ("Hunde/Hund/NOUN/Number=Plur", "Hund/Hund/NOUN/Number=Sing", "de", "R:NOUN:FORM:NUM"),
        ("geht/gehen/VERB/Tense=Pres", "ging/gehen/VERB/Tense=Past", "de", "R:VERB:FORM:TENSE"),
        ("geht/gehen/VERB/Tense=Pres", "ging/gehen/VERB", "de", "R:VERB:FORM"),
        (DIE, DER, "de", "R:DET:FORM:GENDER"),
        ("Hund/Hund/NOUN", "Haus/Haus/NOUN", "de", "R:NOUN"),
        ("mit/mit/ADP", "", "de", "U:ADP"),
        ("ist/sein/AUX gegangen/gehen/VERB", "ging/gehen/VERB", "de", "R:VERB:FORM"),
        ("hat/haben/AUX", "ist/sein/AUX", "de", "R:AUX"),
        ("schnell/schnell/ADV", "schnelle/schnell/ADJ", "de", "R:MORPH"),
        ("Haus/Haus/NOUN", "mit/mit/ADP", "de", "R:OTHER"),
        ("haha/haha/INTJ", "", "de", "U:OTHER"),
        ("Mam/mít/VERB", "Mám/mít/VERB", "cs", "R:SPELL:ACCENT"),
        ("mě/já/PRON", "mně/já/PRON", "cs", "R:PRON:FORM:CASE"),
        ("dům/dům/NOUN/Case=Nom", "domě/dům/NOUN/Case=Loc", "cs", "R:NOUN:FORM:CASE"),
        ("ev/ev/NOUN/Case=Nom|Number=Sing", "evde/ev/NOUN/Case=Loc|Number=Sing", "tr", "R:NOUN:FORM:CASE"),
        ("geldim/gel/VERB/Person=1", "geldi/gel/VERB/Person=3", "tr", "R:VERB:FORM:PERSON"),
        ("平果/平果/NOUN", "苹果/苹果/NOUN", "zh", "R:SPELL:CHAR"),
        ("的/的/PART", "得/得/PART", "zh", "R:PART:DE"),
        ("τη/ο/DET", "την/ο/DET", "el", "R:ORTH:FINALN"),
        ("δρομος/δρόμος/NOUN", "δρόμος/δρόμος/NOUN", "el", "R:SPELL:ACCENT"),
    ],
)
def test_types_by_hand(old, new, language, expected):
    assert kind(old, new, language) == expected


def test_a_determiner_that_comes_to_agree_in_several_features():
    assert kind(DIE, DEM, "de", after=ZUG) == "R:DET:FORM:AGR"
    assert kind(DIE, DEM, "de") == "R:DET:FORM:CASE"  # without the noun, the first feature names it


def test_a_feature_that_one_side_lacks_gives_no_finer_name():
    """An analyser leaves out what it is not sure of."""
    assert kind("Hunde/Hund/NOUN/Case=Nom", "Hund/Hund/NOUN/Number=Sing", "de") == "R:NOUN:FORM"


def test_without_a_word_list_only_words_that_look_nearly_alike_are_misspelt():
    assert kind("libary/libary/NOUN", "library/library/ADJ") == "R:SPELL"
    assert kind("kat/kat/X", "dog/dog/NOUN") == "R:OTHER"


def test_an_unchanged_span_is_unk():
    token = Token("a", "a", "", "DET", "a", "", 0)
    assert classifier().error_type((token,), (token,), Span(0, 1, 0, 1)) == "UNK"


def test_the_reason_names_the_rule_and_the_facts():
    old, new = Token("Hudn", "hudn", "", "NOUN", "Hudn", "", 0), Token("Hund", "hund", "", "NOUN", "Hund", "", 0)
    reason = classifier("de").classify((old,), (new,), Span(0, 1, 0, 1))
    assert (reason.type, reason.rule) == ("R:SPELL", "misspelt")
    assert dict(reason.saw)["in word list"] == "no → yes"


@pytest.mark.parametrize("name", ["general", "cs", "de", "el", "ja", "ko", "zh"])
def test_every_rule_has_a_name_of_its_own_and_a_reason(name):
    rules = own_rules(name).rules
    assert rules
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.because.endswith(".") for rule in rules)


def test_an_unknown_language_has_the_general_rules_only():
    assert own_rules("xx").rules == () == own_rules("../de").rules


POS = st.sampled_from(["ADJ", "ADP", "ADV", "AUX", "DET", "NOUN", "PRON", "PROPN", "PUNCT", "SCONJ", "VERB", "X", ""])
FEATS = st.sampled_from(["", "Case=Nom", "Case=Acc|Number=Plur", "Number=Sing", "Tense=Past", "Person=3|Tense=Pres"])


def tokens_of(language):
    forms = st.one_of(st.sampled_from(LISTS[language].split()), st.text("abcčdeéığşßÄä-.,'", min_size=1, max_size=8))
    return st.builds(
        lambda form, feats, pos, lemma: Token(form, form.lower(), feats, pos, lemma or form.lower(), "", 0),
        forms, FEATS, POS, st.one_of(st.just(""), forms),
    )  # fmt: skip


@st.composite
def edits(draw):
    language = draw(st.sampled_from(sorted(LISTS)))  # fusional, fusional with rich cases, agglutinative
    old, new = (tuple(draw(st.lists(tokens_of(language), max_size=3))) for _ in range(2))
    return language, old, new


@given(edits())
@settings(max_examples=150, deadline=None)
def test_laws_of_every_type(edit):
    language, old, new = edit
    rules = classifier(language)
    span = Span(0, len(old), 0, len(new))
    reason = rules.classify(old, new, span)
    assert rules.error_type(old, new, span) == reason.type
    if [token.text for token in old] == [token.text for token in new]:
        assert reason.type == "UNK"
        return
    back = rules.classify(new, old, Span(0, len(new), 0, len(old)))
    if reason.type == "UNK":  # the same text in other tokens
        assert " ".join(token.text for token in old) == " ".join(token.text for token in new)
        return
    operation, _, name = reason.type.partition(":")
    assert operation in "MRU"
    assert name
    assert name.count(":") <= 2
    # Coarse types do not depend on the direction, apart from rules that ask which side is a word.
    symmetric = {"ORTH:CASE", "ORTH:SPACE", "WO", "PUNCT"}
    if name in symmetric and operation == "R":
        assert back.type == reason.type
    # Without features there is no finer name below :FORM.
    bare = [tuple(token._replace(tag="") for token in side) for side in (old, new)]
    assert rules.error_type(*bare, span).startswith(reason.type.split(":FORM")[0])
