"""The Lancaster stemmer: Paice's and NLTK's published examples, then ERRANT's and NLTK's own as oracles."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation.lancaster import RULES, stem
from tests.annotation.words import all_words


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("maximum", "maxim"),  # su*, mu*: only while the word is whole
        ("presumably", "presum"),
        ("provision", "provid"),  # -sion → -j, then -ij → -id
        ("multiply", "multiply"),  # protected
        ("owed", "ow"),  # two letters stay after a first vowel
        ("ear", "ear"),
        ("string", "string"),  # no vowel would stay
        ("cement", "cem"),
        ("SAYING", "say"),
        ("", ""),
        ("123", "123"),
        ("'tis", "'tis"),
        ("a'a", "a'"),  # the last letter of the first run is looked up, the whole end is cut
    ],
)
def test_stems_by_hand(word: str, expected: str) -> None:
    assert stem(word) == expected


@cache
def _oracles() -> tuple[Any, ...]:
    lancaster = pytest.importorskip("nltk.stem.lancaster")
    copy = pytest.importorskip("errant.en.lancaster")
    return lancaster.LancasterStemmer(), copy.LancasterStemmer()


def test_rules_are_the_published_ones() -> None:
    assert all(tuple(RULES.split()) == oracle.default_rule_tuple for oracle in _oracles())


@settings(deadline=None)
@given(st.text(max_size=12) | st.text("abcdefghijlmnoprstuvyz'-", max_size=14))
def test_stems_anything_as_the_oracles_do(word: str) -> None:
    assert {stem(word)} == {oracle.stem(word) for oracle in _oracles()}


_ENDINGS = [rule.rstrip("*.>0123456789")[::-1] for rule in RULES.split() if rule[-2].isdigit()]


@settings(deadline=None)
@given(st.text("aeioubcdst", min_size=1, max_size=4), st.lists(st.sampled_from(_ENDINGS), max_size=4))
def test_stems_piled_up_endings_as_the_oracles_do(start: str, endings: list[str]) -> None:
    word = start + "".join(endings)
    assert {stem(word)} == {oracle.stem(word) for oracle in _oracles()}


def test_stems_the_word_list_as_errant_does() -> None:
    words = all_words()[::7]
    errant = _oracles()[1]
    assert [stem(word) for word in words] == [errant.stem(word) for word in words]
