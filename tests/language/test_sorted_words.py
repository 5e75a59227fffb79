"""Sorted words in blocks, against a plain set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language import sorted_words
from redink.language.sorted_words import SortedWords

WORDS = st.text(st.characters(min_codepoint=ord("!"), exclude_categories=["Cs"]) | st.sampled_from("ab"), min_size=1)


@given(st.sets(WORDS), st.sets(st.text(max_size=3)), st.booleans(), st.integers(1, 8))
def test_agrees_with_a_plain_set(words: set[str], others: set[str], ended: bool, block: int) -> None:
    """Blocks have edges: no word may be lost at one, and no piece of a word is one."""
    packed = b" ".join(sorted(word.encode() for word in words)) + b" " * ended
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_words, "_BLOCK", block)
        found = SortedWords(packed, b" ")
    assert list(found) == sorted(words, key=str.encode)
    assert len(found) == len(words)
    assert found == words
    assert others & found == found & others == others & words
    assert others | found == others | words
    pieces = {word[start:end] for word in words for start in range(3) for end in range(4)}
    for word in words | others | pieces | {f"{word} " for word in words} | {" ".join(sorted(words)), "\ud800"}:
        assert (word in found) == (word in words)


def test_what_is_no_text_is_no_word() -> None:
    assert None not in SortedWords(b"None\n")


def test_no_word_at_all() -> None:
    assert list(SortedWords(b"")) == list(SortedWords(b"\n")) == []
    assert "" not in SortedWords(b"")
