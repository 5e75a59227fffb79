"""Which tokeniser a set of texts needs: decided once for all, and never for tokenised text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink import example
from redink.errors import InputError, UsageError
from redink.language.tokenising import choosing
from redink.language.tokenising.choosing import choose_tokeniser, find_tokeniser, language_of

RAW = ["He go home, but I don't know.", "I like musics."]
SPLIT = ["He go home , but I do n't know .", "I like musics ."]


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ([RAW, RAW], "en"),
        ([SPLIT, SPLIT], "none"),
        ([SPLIT, RAW], "none"),  # never differently for source and output
        ([RAW, ["I like it"]], "en"),
        ([["no marks at all"], ["none here"]], "none"),
        ([["我去学校。", "他好。"]], "char"),
        ([["我 去 学 校 。", "他 好 。"]], "none"),
        ([["Ich gehe nach Hause, und das ist nicht gut.", "Die Frau ist mit dem Mann auf dem Weg."]], "de"),
        ([["Je ne sais pas, mais il est dans la maison avec les enfants."]], "fr"),
        ([["Я не знаю, что он сказал, но это так."]], "ru"),
        ([[]], "none"),
    ],
)
def test_decision(files, name):
    assert choose_tokeniser(files) == name


@given(st.lists(st.lists(st.sampled_from(["the", "cat", ",", ".", "'s", "Mr.", "U.S.", "n't", "e.g."]), min_size=1)))
def test_text_that_was_joined_with_blanks_is_never_tokenised(sentences):
    texts = [" ".join([*tokens, "."]) for tokens in sentences]
    assert choose_tokeniser([texts]) == "none"


def test_the_example_is_tokenised():
    lines = example.path("source.txt").read_text(encoding="utf-8").splitlines()
    assert choose_tokeniser([lines]) == "none"


def test_english_is_the_language_where_nothing_tells_another():
    assert language_of("I don't know.") == "en"
    assert language_of("Wug blicket!") == "en"


def test_unknown_names_are_refused_with_those_there_are():
    with pytest.raises(UsageError, match=r"no tokeniser 'klingon' \(choose from auto, none, en"):
        find_tokeniser("klingon")


def test_a_word_segmenter_joins_by_its_name(monkeypatch):
    monkeypatch.setattr(choosing, "contribution", lambda _group, _name: pairs_of)
    find_tokeniser.cache_clear()
    assert find_tokeniser("pairs")("我去 学校。") == [("我去", 0), ("学校", 3), ("。", 5)]


def pairs_of(text):
    text = text.replace(" ", "")
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def test_a_segmenter_that_changes_the_text_is_refused(monkeypatch):
    monkeypatch.setattr(choosing, "contribution", lambda _group, _name: lambda text: [text.upper()])
    find_tokeniser.cache_clear()
    with pytest.raises(InputError, match="changes the text"):
        find_tokeniser("shouting")("hello")


@given(st.lists(st.sampled_from([*"abn1_é .,;:!?\"'”’)»。،\n", "n't", "'s", "’ve"])).map("".join))
@settings(max_examples=300)
def test_the_look_at_the_first_character_hides_no_mark(text):
    quick = choosing._GLUED
    slow = re.compile(quick.pattern.partition(")")[2], re.MULTILINE)
    assert quick.pattern.startswith("(?=[")
    assert [mark.span() for mark in quick.finditer(text)] == [mark.span() for mark in slow.finditer(text)]
