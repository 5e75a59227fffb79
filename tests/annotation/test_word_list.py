"""The word list: what is in it, against ERRANT's own copy and a plain set."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation import word_list
from redink.annotation.word_list import is_word
from tests.annotation.words import all_words
from tools.build_word_list import pack

PLAIN_SET = frozenset(all_words())
ERRANT = find_spec("errant")


@pytest.mark.parametrize("word", ["A", "cat", "colour", "realise", "realize", "étui", "zygotes", "don't"])
def test_has_words(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", ["", "Cat", "color", "recieve", "cat\n", "A\nA's", "\n", "zzz", "ÿ", "\ud800", "\0"])
def test_lacks_what_is_no_word(word: str) -> None:
    assert not is_word(word)


def test_finds_every_word_of_the_list() -> None:
    """Blocks have edges: no word may be lost at one."""
    assert len(PLAIN_SET) == 170_565
    assert all(map(is_word.__wrapped__, PLAIN_SET))


@settings(deadline=None)
@given(st.sampled_from(sorted(PLAIN_SET)), st.text(max_size=2), st.integers(0, 12))
def test_agrees_with_a_plain_set(word: str, extra: str, place: int) -> None:
    for changed in (word[:place] + extra + word[place:], word[place:] + extra, word.swapcase()):
        assert is_word(changed) == (changed in PLAIN_SET)


@pytest.mark.skipif(ERRANT is None, reason="errant is not installed")
def test_is_errants_list() -> None:
    assert ERRANT is not None
    assert ERRANT.origin is not None
    path = Path(ERRANT.origin).parent / "en" / "resources" / "en_GB-large.txt"
    theirs = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    assert sorted(theirs, key=str.encode) == all_words()
    assert pack(theirs) == word_list.DATA_FILE.read_bytes()


def test_nothing_is_read_before_the_first_question() -> None:
    program = (
        "import redink.annotation.classify, redink.annotation.word_list as w;"
        "assert w._words.cache_info().currsize == 0; w.is_word('cat');"
        "assert w._words.cache_info().currsize == 1;"
        "import sys; assert not {'nltk', 'spacy', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
