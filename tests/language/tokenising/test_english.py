"""The English tokeniser: by hand, against spaCy's, and what must hold for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.tokenising.english import tokenise
from redink.language.tokenising.english_exceptions import exceptions
from tests.shared_files import SHARED, needs_shared


def words(text: str) -> list[str]:
    return [token for token, _ in tokenise(text)]


@pytest.fixture(scope="module")
def spacy_words():
    spacy = pytest.importorskip("spacy")
    tokenizer = spacy.blank("en").tokenizer
    return lambda text: [token.text for token in tokenizer(text) if not token.is_space]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't know.", "I do n't know ."),
        ("dont say Im wrong", "do nt say I m wrong"),
        ("It’s John's, isn’t it?", "It ’s John 's , is n’t it ?"),
        ("a well-known e-mail", "a well - known e - mail"),
        ("Dr. Smith lives in the U.S. now.", "Dr. Smith lives in the U.S. now ."),
        ("It costs $3,000.50 (about 20%)!", "It costs $ 3,000.50 ( about 20 % ) !"),
        ("see https://x.org/a?b=c, or a.b@mail.co.uk.", "see https://x.org/a?b=c , or a.b@mail.co.uk ."),
        ("He went home.Then he slept", "He went home . Then he slept"),
        ("at 10am or 5km away", "at 10 am or 5 km away"),
        ("good:) 👨\u200d👩\u200d👧", "good :) 👨\u200d👩\u200d👧"),
        ("", ""),
    ],
)
def test_by_hand(text: str, expected: str) -> None:
    assert " ".join(words(text)) == expected


@given(st.text())
def test_tokens_are_the_text_without_its_blanks(text: str) -> None:
    tokens = tokenise(text)
    assert all(text[start : start + len(token)] == token for token, start in tokens)
    assert "".join(token for token, _ in tokens) == "".join(text.split())


def test_every_exception_of_spacy_is_known(spacy_words) -> None:
    for word in exceptions():
        assert words(word) == spacy_words(word)


PIECES = ["don't", "I'm", "cant", "home", "Mr.", "U.S.", "e.g.", "it's", "John's", "well-known", "a.m.", "5", "km", "$"]
MARKS = [*".,;:!?()\"'/-%=+~#&*[]", "...", "--", "—", "’s", "n't", ":)", "<3"]


@given(st.lists(st.sampled_from([*PIECES, *MARKS, " "]), max_size=8).map("".join))
def test_any_mixture_is_split_as_spacy_splits_it(spacy_words, text: str) -> None:
    assert words(text) == spacy_words(text)


@needs_shared
def test_raw_learner_text_is_split_as_spacy_splits_it(spacy_words) -> None:
    # All paragraphs of the raw essays of CoNLL-2014, which no tokeniser has seen.
    text = (SHARED / "data/conll14-official/noalt/official-2014.0.sgml").read_text(encoding="utf-8")
    paragraphs = [line for line in text.splitlines() if line and not line.startswith("<")]
    assert len(paragraphs) > 200
    assert [words(line) for line in paragraphs] == [spacy_words(line) for line in paragraphs]
