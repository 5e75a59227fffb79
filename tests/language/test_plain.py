"""The pipeline that knows no language: offsets are right, nothing is lost, any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.annotator import Annotator
from redink.language.pipeline import Token
from redink.language.plain import PlainPipeline
from redink.language.registry import load_pipeline

PLAIN = PlainPipeline()


def tokens(text):
    return [token for token, _ in PLAIN.tokenise(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\u3000\u00a0 ", []),
        ("He goes home.", ["He", "goes", "home", "."]),
        ('"Well-known," she said', ['"', "Well-known", ",", '"', "she", "said"]),
        ("don't o’clock 'tis dogs'", ["don't", "o’clock", "'", "tis", "dogs", "'"]),
        ("a--b ... x_1", ["a", "--", "b", "...", "x_1"]),
        ("Übermäßig große Füße", ["Übermäßig", "große", "Füße"]),
        ("příliš žluťoučký kůň", ["příliš", "žluťoučký", "kůň"]),
        ("我喜欢GPT-4。", ["我", "喜", "欢", "GPT-4", "。"]),
        ("ひらカタ漢字", ["ひ", "ら", "カ", "タ", "漢", "字"]),
        ("𠀀𠀁", ["𠀀", "𠀁"]),
    ],
)
def test_tokens_of_many_scripts(text, expected):
    assert tokens(text) == expected


def test_offsets_count_characters_of_the_text():
    assert PLAIN.tokenise(" He\u00a0goes, 我去") == [("He", 1), ("goes", 4), (",", 8), ("我", 10), ("去", 11)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cafe\u0301 nai\u0308ve.", ["cafe\u0301", "nai\u0308ve", "."]),
        ("हिन्दी भाषा।", ["हिन्दी", "भाषा", "।"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("か\u3099く", ["か\u3099", "く"]),
        ("❤\ufe0f ok", ["❤\ufe0f", "ok"]),
        ("\u0301a", ["\u0301a"]),
    ],
)
def test_marks_stay_with_their_letters(text, expected):
    """Found here: accents of decomposed letters and vowel signs became tokens of their own."""
    assert tokens(text) == expected


texts = st.text() | st.text(st.sampled_from("aB1é中ひท\u0301\u0e34\u200c '’-.,\t\u3000"))


@given(texts)
def test_offsets_are_right_and_no_character_is_lost(text):
    found = PLAIN.tokenise(text)
    done = 0
    for token, start in found:
        assert token
        assert text[start : start + len(token)] == token
        assert not text[done:start].strip(), "only white space lies between tokens"
        done = start + len(token)
    assert not text[done:].strip()


@given(texts)
def test_tokens_hold_no_blank_and_stay_as_they_are(text):
    for token in tokens(text):
        assert token.split() == [token]


@given(st.lists(st.lists(st.text(max_size=5), max_size=6), max_size=4))
def test_an_analysis_is_the_token_and_nothing_else(sentences):
    found = list(PLAIN.analyse(sentences))
    assert [[token.text for token in analysis] for analysis in found] == sentences
    for analysis in found:
        for place, token in enumerate(analysis):
            assert token == Token(token.text, token.text.lower(), "", "", token.text.lower(), "", place)


def test_it_says_who_it_is():
    assert (PLAIN.name, PLAIN.version, PLAIN.scheme) == ("plain", "1", "operation")


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_chinese_and_japanese_have_the_types_that_need_no_analyser(language):
    pipeline = load_pipeline(language)
    assert (pipeline.name, pipeline.language, pipeline.scheme) == (f"redink-{language}", language, "universal")
    assert [token for token, _ in pipeline.tokenise("東京 。")] == ["東", "京", "。"]
    annotator = Annotator(pipeline)
    types = [edit.type for edit in annotator.edits(("我", "平果", "好"), ("我", "苹果", "好", "。"))]
    assert types == ["R:SPELL:CHAR", "M:PUNCT"]
