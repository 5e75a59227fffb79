"""The classifier on hand-made tokens: smallest cases, properties, and ERRANT's rules on random tokens."""

from __future__ import annotations

import copy
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation.classify import (
    Classification,
    classify,
    classify_by_operation,
    error_type,
    without_shared_end,
)
from redink.annotation.error_types import CODES
from redink.annotation.rules import ALL_RULES
from redink.annotation.rules.rule import PART_OF_SPEECH
from redink.annotation.spans import Span
from redink.language.pipeline import Analysis, Token
from tests.annotation.words import all_words

GIVES = {rule.name: rule.gives for rule in ALL_RULES}


def tokens(text: str) -> Analysis:
    """Read `word/TAG/POS/lemma/dep/head`; later parts may be left out."""
    made = []
    for i, item in enumerate(text.split()):
        word, tag, pos, lemma, dep, head, *_ = (*item.split("/"), *[""] * 5)
        made.append(Token(word, word.lower(), tag, pos, lemma or word, dep, int(head or i)))
    return tuple(made)


def whole(source: Analysis, target: Analysis) -> Span:
    return Span(0, len(source), 0, len(target))


@pytest.mark.parametrize(
    ("before", "after", "expected", "rule"),
    [
        ("", "the/DT", "M:DET", "one part of speech on one side"),
        ("the/DT", "", "U:DET", "one part of speech on one side"),
        ("", "'s/POS", "M:NOUN:POSS", "possessive ending alone"),
        ("", "'s/VBZ", "M:CONTR", "short form alone"),
        ("to/TO/PART", "", "U:VERB:FORM", "infinitive marker alone"),
        ("go/VB//go", "goes/VBZ//go", "R:VERB:SVA", "third person singular"),
        ("go/VB//go", "went/VBD//go", "R:VERB:TENSE", "past form"),
        ("cat/NN//cat", "cats/NNS//cat", "R:NOUN:NUM", "number of a noun"),
        ("Cat/NN", "cat/NN", "R:ORTH", "case or spacing"),
        ("is/VBZ it/PRP", "it/PRP is/VBZ", "R:WO", "word order"),
        ("Doctor/NN", "The/DT doctor/NN", "M:DET", "one part of speech on one side"),
        (",/, since/IN", "./. Since/IN", "R:PUNCT", "same part of speech"),
        ("as/IN well/RB", "Well/RB", "U:PREP", "one part of speech on one side"),
        ("the/DT Cat/NN", "the/DT cat/NN", "R:ORTH", "case or spacing"),
        ("", "", "UNK", "nothing changes"),
        ("as/IN", "as/IN", "UNK", "nothing changes"),
        # ERRANT's table has no such tags and stops with a KeyError.
        ("", "so/NEW-TAG", "M:OTHER", "nothing in common on one side"),
        ("", "so", "M:OTHER", "nothing in common on one side"),
        ("ab/?", "cdefgh/!", "R:OTHER", "nothing in common"),
        # White space is none of the 55 types.
        ("x/_SP", "", "U:OTHER", "nothing in common on one side"),
    ],
)
def test_smallest_cases(before: str, after: str, expected: str, rule: str) -> None:
    source, target = tokens(before), tokens(after)
    found = classify(source, target, whole(source, target))
    assert (found.type, found.rule) == (expected, rule)
    assert error_type(source, target, whole(source, target)) == expected


def test_tells_what_it_saw() -> None:
    source = tokens("she/PRP can/MD//can/aux/2 swims/VBZ//swim")
    target = tokens("she/PRP can/MD//can/aux/2 swim/VB")
    assert classify(source, target, Span(2, 3, 2, 3)) == Classification(
        "R:VERB:FORM",
        "verb after an auxiliary",
        "On both sides the verb has an auxiliary before it.",
        (("tags", "VBZ → VB"), ("auxiliaries", "can → can")),
    )


def test_tells_which_word_was_left_out() -> None:
    source, target = tokens("Doctor/NN"), tokens("The/DT doctor/NN")
    saw = classify(source, target, Span(0, 1, 0, 2)).saw
    assert saw == (("last word left out", "doctor"), ("parts of speech", "∅ → DET"))


def test_second_auxiliary_is_a_form_and_first_is_not() -> None:
    """`must has seen` against `must have seen`: both follow another auxiliary of the same verb."""
    source = tokens("must/MD//must/aux/2 has/VBZ//have/aux/2 seen/VBN//see")
    target = tokens("must/MD//must/aux/2 have/VB//have/aux/2 seen/VBN//see")
    assert classify(source, target, Span(1, 2, 1, 2)).rule == "verb after an auxiliary"
    assert classify(source[1:], target[1:], Span(0, 1, 0, 1)).rule == "third person singular"


@pytest.mark.parametrize(
    ("span", "expected"),
    [((0, 0, 0, 1), "M:OTHER"), ((0, 1, 0, 0), "U:OTHER"), ((0, 1, 0, 1), "R:OTHER"), ((0, 0, 0, 0), "UNK"),
     ((1, 2, 1, 2), "UNK")],
)  # fmt: skip
def test_without_tags_only_the_operation_is_told(span: tuple[int, ...], expected: str) -> None:
    found = classify_by_operation(tokens("a b"), tokens("c b"), Span(*span))
    assert (found.type, found.saw) == (expected, ())


def test_shared_end_goes_word_by_word_but_leaves_one_for_one_alone() -> None:
    source, target = tokens("in the End"), tokens("at THE end")
    assert without_shared_end(source, target, Span(0, 3, 0, 3)) == (0, 1, 0, 1)
    assert without_shared_end(source, target, Span(2, 3, 2, 3)) == (2, 3, 2, 3)
    assert without_shared_end(source, target, Span(1, 3, 2, 3)) == (1, 2, 2, 2)


_WORDS = """
    the that what all everything other another your yours no not was were to a an one good well after later
    therefor therefore though thought ca can sha shall wo will could 's n't 'll more most much cat cats Cats
    informations information beatiful beautiful beauty beautifully go goes went going gone teh kasten box
    house domestic stress stressed exciting exiting learning studying 5 , . well-known in is he i at of off
    know now knew new form from gong hole whole high height found fund their there eles else
"""
_DEPS = "aux auxpass acomp amod advmod det prep prt punct poss nsubj dobj pobj ROOT aux-like"
WORDS, DEPS = _WORDS.split(), _DEPS.split()
TAGS = sorted([*PART_OF_SPEECH, *["VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "NN", "NNS"] * 3])


def sentences(words: st.SearchStrategy[str], tags: st.SearchStrategy[str]) -> st.SearchStrategy[Analysis]:
    pos, deps = st.sampled_from(["PART", "ADP", "VERB", ""]), st.sampled_from(DEPS)
    one = st.tuples(words, tags, pos, st.sampled_from(["go", "be", "cat"]), deps, st.integers(0, 5))

    def place(rows: list[tuple[str, str, str, str, str, int]]) -> Analysis:
        return tuple(
            Token(word, word.lower(), tag, pos, lemma, dep, head % len(rows))
            for word, tag, pos, lemma, dep, head in rows
        )

    return st.lists(one, min_size=1, max_size=6).map(place)


@st.composite
def edits(
    draw: st.DrawFn, words: st.SearchStrategy[str], tags: st.SearchStrategy[str]
) -> tuple[Analysis, Analysis, Span]:
    source, target = draw(sentences(words, tags)), draw(sentences(words, tags))
    start, target_start = draw(st.integers(0, len(source))), draw(st.integers(0, len(target)))
    # Mostly short: one for one is the shape with the most rules.
    end = min(len(source), start + draw(st.sampled_from([0, 1, 1, 1, 2, 3])))
    target_end = min(len(target), target_start + draw(st.sampled_from([0, 1, 1, 1, 2, 3])))
    return source, target, Span(start, end, target_start, target_end)


@settings(deadline=None)
@given(edits(st.text(max_size=4) | st.sampled_from(WORDS), st.sampled_from([*TAGS, "", "_SP", "??"])))
def test_anything_gets_one_of_the_55_codes(edit: tuple[Analysis, Analysis, Span]) -> None:
    before = copy.deepcopy(edit)
    found = classify(*edit)
    assert found.type in CODES
    assert error_type(*edit) == found.type
    assert found.rule == "nothing changes" or found.type[2:] in GIVES[found.rule]
    assert classify_by_operation(*edit).type in CODES
    assert edit == before


def _errants_tokens(sentence: Analysis) -> list[Any]:
    """Dress our tokens up as spaCy's, as far as ERRANT's rules look at them."""
    from spacy.symbols import IDS

    made = [
        SimpleNamespace(
            text=t.text, lower=t.lower, lower_=t.lower, tag_=t.tag, pos=IDS[t.pos], lemma=t.lemma, dep_=t.dep
        )
        for t in sentence
    ]
    for i, token in enumerate(made):
        token.head = made[sentence[i].head]
        token.children = [made[j] for j, other in enumerate(sentence) if other.head == i and j != i]
    return made


def _errants_type(source: Analysis, target: Analysis, span: Span) -> str:
    classifier = pytest.importorskip("errant.en.classifier")
    old = _errants_tokens(source)[span.start : span.end]
    new = _errants_tokens(target)[span.target_start : span.target_end]
    old_text, new_text = (" ".join(token.text for token in side) for side in (old, new))
    edit = SimpleNamespace(o_toks=old, c_toks=new, o_str=old_text, c_str=new_text, type="")
    return str(classifier.classify(edit).type)


# Loading ERRANT takes a second the first time.
@given(edits(st.sampled_from(WORDS), st.sampled_from(TAGS)))
@settings(deadline=None, max_examples=500)
def test_errant_gives_random_tokens_the_same_type(edit: tuple[Analysis, Analysis, Span]) -> None:
    assert error_type(*edit) == _errants_type(*edit)


def test_errant_gives_all_pairs_of_words_the_same_type() -> None:
    """Every pair, in two classes that no rule connects, so that letters must decide."""
    words = [
        *WORDS,
        *all_words()[::4000],
        "froms",
        "fro",
        "rom",
        "hose",
        "hous",
        "houses",
        "quite",
        "quiet",
    ]
    different = []
    for (one, other), tags in product(product(words, words), [("IN", "RB"), ("NN", "MD")]):
        source, target = tokens(f"{one}/{tags[0]}"), tokens(f"{other}/{tags[1]}")
        if error_type(source, target, Span(0, 1, 0, 1)) != _errants_type(source, target, Span(0, 1, 0, 1)):
            different.append((one, other, tags))
    assert not different


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("stress/IN", "stressful/RB", "R:MORPH"),  # 6/9 = 0.667 ≥ 0.66
        ("stress/IN", "stressless/RB", "R:OTHER"),  # 6/10
        ("conversion/IN", "conventing/RB", "R:OTHER"),  # 6/10: neither like nor unlike
        ("conversion/IN", "convention/RB", "R:OTHER"),  # 8/10 is not above 0.8
        ("conversion/IN", "converzion/RB", "R:SPELL"),  # 9/10
        ("conversion/IN", "conveqqqqq/RB", "R:ADV"),  # 5/10 < 0.55
        ("qqqqqwwww/IN", "qqqqqxxxx/RB", "R:SPELL"),  # unknown word: 5/9 = 0.556 > 0.55
        ("qqqwww/IN", "qqqxxx/RB", "R:ADV"),  # unknown word: 3/6, but six letters
        ("qqww/IN", "qqxx/RB", "R:SPELL"),  # unknown word: 2/4
        ("qww/IN", "qxx/RB", "R:SPELL"),  # unknown word: 1/3
        ("qwww/IN", "qxxx/RB", "R:ADV"),  # unknown word: 1/4
        ("more/RBR old/JJ", "older/JJR//old", "R:ADJ:FORM"),
        ("more/RBR and/CC old/JJ", "older/JJR//old", "R:OTHER"),  # more than two tokens
    ],
)
def test_thresholds_hold_at_their_edges(before: str, after: str, expected: str) -> None:
    source, target = tokens(before), tokens(after)
    span = whole(source, target)
    assert error_type(source, target, span) == expected
    assert _errants_type(source, target, span) == expected


def test_auxiliary_must_follow_another_on_both_sides() -> None:
    source = tokens("must/MD//must/aux/2 has/VBZ//have/aux/2 seen/VBN//see")
    target = tokens("have/VBP//have/aux/1 seen/VBN//see")
    for edit in ((source, target, Span(1, 2, 0, 1)), (target, source, Span(0, 1, 1, 2))):
        assert error_type(*edit) == _errants_type(*edit) == "R:VERB:SVA"
