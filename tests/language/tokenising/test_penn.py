"""The Penn tokeniser: its conventions by hand, and what must hold for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.tokenising.penn import tokenise


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't know.", "I do n't know ."),
        ("It’s John's, isn’t it?", "It ’s John 's , is n’t it ?"),
        ("They'd've gone; I'll stay, we're done.", "They 'd 've gone ; I 'll stay , we 're done ."),
        ("The learners' books", "The learners ' books"),
        ("You cannot come", "You can not come"),
        ("a well-known e-mail", "a well-known e-mail"),
        ("Dr. Smith lives in the U.S. now.", "Dr. Smith lives in the U.S. now ."),
        ("J. R. Smith said no.", "J. R. Smith said no ."),
        ("See no. 5, e.g. at 10:30 a.m. sharp", "See no. 5 , e.g. at 10:30 a.m. sharp"),
        ("It costs $3,000.50 (about 20%)!", "It costs $ 3,000.50 ( about 20 % ) !"),
        (
            "Write to a.b@mail.co.uk, or see https://x.org/a?b=c.",
            "Write to a.b@mail.co.uk , or see https://x.org/a?b=c .",
        ),
        ("Wait... what?!", "Wait ... what ? !"),
        ("We left,then came home, and so on.", "We left,then came home , and so on ."),
        (
            "He was ill ,so he slept .Then he woke, 'happy' and well.",
            "He was ill ,so he slept .Then he woke , 'happy ' and well .",
        ),
        ("It is not 'real'.", "It is not 'real' ."),
        ("It is the learners'.", "It is the learners ' ."),
        ("a 30-year loan- or him/ her", "a 30-year loan- or him/ her"),
        ("It`s in the U.S.A or the U.S.", "It`s in the U.S.A or the U.S ."),
        ("pens, books, etc.", "pens , books , etc ."),
        ('"Yes," he said.', '" Yes , " he said .'),
        ("``So,'' she said--twice.", "`` So , '' she said -- twice ."),
        ("the 1990s and the '90s, the 2nd", "the 1990s and the '90s , the 2nd"),
        ("and/or AT&T o'clock", "and/or AT&T o'clock"),
        ("fine 👍🏽 :-) 🇩🇪 👨\u200d👩\u200d👧", "fine 👍🏽 :-) 🇩🇪 👨\u200d👩\u200d👧"),
        ("", ""),
        ("  two   spaces\t", "two spaces"),
    ],
)
def test_penn_conventions(text: str, expected: str) -> None:
    assert " ".join(token for token, _ in tokenise(text)) == expected


def test_offsets_by_hand() -> None:
    assert tokenise("I can't.") == [("I", 0), ("ca", 2), ("n't", 4), (".", 7)]


@given(st.text())
def test_tokens_are_the_text_without_its_spaces(text: str) -> None:
    tokens = tokenise(text)
    assert all(text[start : start + len(token)] == token for token, start in tokens)
    assert "".join(token for token, _ in tokens) == "".join(text.split())


TOKENS = [
    "the",
    "cat",
    "'s",
    "do",
    "n't",
    ",",
    ".",
    "!",
    "U.S.",
    "well-known",
    "5.5",
    "e.g.",
    "(",
    "Mr.",
    "$",
]


@given(st.lists(st.sampled_from(TOKENS)))
def test_tokenised_text_is_left_alone(tokens: list[str]) -> None:
    tokens = [*tokens, "end"]  # at the end of a text, the full stop of an abbreviation is a token
    assert [token for token, _ in tokenise(" ".join(tokens))] == tokens


def test_bug_thousands_of_clitics_were_a_recursion_error() -> None:
    tokens = tokenise("a" + "'ve" * 3000)
    assert [word for word, _ in tokens] == ["a", *["'ve"] * 3000]
    assert [start for _, start in tokens[:3]] == [0, 1, 4]
