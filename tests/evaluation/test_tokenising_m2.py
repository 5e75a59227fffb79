"""Raw outputs beside an M2 file: cut as the file has its tokens, but no correction of a blank is undone."""

import pytest

import redink

GOLD = """S Afterall , he may be here , ca n't he ?
A 0 1|||R:ORTH|||After all|||REQUIRED|||-NONE-|||0

S It is well-known (sic) .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(GOLD)
    return path


def test_bug_words_that_were_split_or_joined_were_put_back(gold):
    """`After all` became `Afterall` again, and `maybe` became `may be`: a true correction was lost."""
    output = ["After all, he maybe here, can't he?", "It is well-known (sic)."]
    data = redink.read({"o": output}, references=[gold], tokenise="en")
    assert data.systems[0].texts == (
        ("After", "all", ",", "he", "maybe", "here", ",", "ca", "n't", "he", "?"),
        ("It", "is", "well-known", "(sic)", "."),
    )
    assert redink.score(data, ["M2"])["o", "M2"].value > 0


def test_unchanged_text_is_unchanged(gold):
    output = ["Afterall, he may be here, can't he?", "It is well-known (sic)."]
    data = redink.read({"o": output}, references=[gold], tokenise="en")
    assert data.systems[0].texts == data.sources
