"""When a text is evidently not English; and that anything unclear is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.evidence import ENOUGH, is_evidently_not_english, untokenised_word

SHARED = Path(__file__).resolve().parents[3].parent / "shared"

GERMAN = "Gestern sind wir mit dem Zug nach Hause gefahren , weil das Wetter nicht mehr so schön war ."
RUSSIAN = "Вчера мы поехали домой на поезде , потому что погода уже не была такой хорошей ."
ENGLISH = "Yesterday we goed home by train , because the weather were not so good any more ."


@pytest.mark.parametrize("sentence", [GERMAN, RUSSIAN])
def test_other_languages(sentence: str) -> None:
    assert is_evidently_not_english(sentence.split() * 10)


@pytest.mark.parametrize("sentence", [GERMAN, RUSSIAN])
def test_short_text_is_nothing_evidently(sentence: str) -> None:
    assert not is_evidently_not_english(sentence.split())


def test_learners_english_is_english() -> None:
    assert not is_evidently_not_english(ENGLISH.split() * 10)


def test_mixed_text_is_left_alone() -> None:
    assert not is_evidently_not_english((RUSSIAN + " " + ENGLISH + " " + ENGLISH).split() * 5)
    assert not is_evidently_not_english((GERMAN + " " + ENGLISH).split() * 5)


def test_a_list_of_english_words_is_english() -> None:
    words = ["house", "tree", "horses", "running", "bigger", "apple", "computer", "quickly", "stones", "thought"]
    assert not is_evidently_not_english(words * 20)


@given(st.lists(st.text(), max_size=ENOUGH - 1))
def test_little_is_never_enough(words: list[str]) -> None:
    assert not is_evidently_not_english(words)


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["L"]))))
def test_numbers_and_marks_say_nothing(words: list[str]) -> None:
    assert not is_evidently_not_english(words * 50)


@pytest.mark.golden
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not there")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("jfleg/dev/dev.src", False),
        ("conll14-official/source.tok.txt", False),
        ("ml-falko-merlin/grundkiewicz2019-magec/magec.fm-dev.out", True),
        ("ml-mucgec/example_pred_dev.txt", True),
    ],
)
def test_corpora(path: str, expected: bool) -> None:
    assert is_evidently_not_english((SHARED / "data" / path).read_text(encoding="utf-8").split()) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He go home.", "home."),
        ("He go home , friend. Then he sleep .", None),
        ("He go home , etc. and so on", None),
        ("He saw animals, plants and trees.", "animals,"),
        ("Prof. Smith go home", None),
        ("no marks at all", None),
        ("", None),
    ],
)
def test_words_with_marks_are_noticed_where_they_are_the_rule(text, found):
    assert untokenised_word(text.split()) == found
