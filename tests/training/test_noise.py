"""Learner-like noise: each kind by hand, and what must hold for all of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.lemmas import read_tables
from training.english import noise
from training.english.forms import Forms, add_s
from training.english.text import sentences

FORMS = Forms(read_tables(), {"school", "walk", "large"})
TEXT = "However , the older students do not believe that London 's bridges are safer than it ."
SENTENCE = TEXT.split()


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def outcomes(kind: noise.Kind, words: list[str], position: int) -> set[str]:
    """Give what a kind makes of a position over many draws, with what it takes."""
    changes = (kind(words, position, rng(seed), FORMS) for seed in range(200))
    return {f"{change[0]}: {' '.join(change[1])}" for change in changes if change is not None}


@pytest.mark.parametrize(
    ("kind", "text", "position", "possible"),
    [
        (noise.article, "The cat", 0, "1: "),
        (noise.article, "The cat", 0, "1: A"),
        (noise.preposition, "in school", 0, "1: on"),
        (noise.other_form, "He went home", 1, "1: goed"),
        (noise.other_form, "He went home", 1, "1: going"),
        (noise.other_form, "Children play", 0, "1: Childs"),
        (noise.confused, "their house", 0, "1: there"),
        (noise.confused, "its tail", 0, "1: it 's"),
        (noise.misspelt, "house", 0, "1: huose"),
        (noise.misheard, "believe", 0, "1: beleive"),
        (noise.wrong_derivation, "really", 0, "1: real"),
        (noise.casing, "London", 0, "1: london"),
        (noise.swapped, "very good", 0, "2: good very"),
        (noise.moved, "he is not here", 1, "3: not here is"),
        (noise.joined, "may be", 0, "2: maybe"),
        (noise.parted, "without", 0, "1: with out"),
        (noise.parted, "well-known", 0, "1: well known"),
        (noise.left_out, "house", 0, "1: "),
        (noise.repeated, "The", 0, "1: The the"),
        (noise.mark, "home , but", 1, "1: "),
        (noise.mark, "home but", 0, "1: home ,"),
        (noise.glued_mark, "home , but", 0, "3: home,but"),
        (noise.apostrophe, "do n't", 0, "2: dont"),
        (noise.apostrophe, "student 's", 0, "2: students '"),
        (noise.contracted, "It is", 0, "2: It 's"),
        (noise.double_comparison, "bigger", 0, "1: more bigger"),
        (noise.extra_article, "life", 0, "1: the life"),
        (noise.extra_preposition, "discuss", 0, "1: discuss about"),
        (noise.extra_auxiliary, "agree", 0, "1: is agree"),
        (noise.other_word, "house", 0, "1: large"),
    ],
)
def test_kinds_by_hand(kind: noise.Kind, text: str, position: int, possible: str) -> None:
    assert possible in outcomes(kind, text.split(), position)


@pytest.mark.parametrize("kind", [kind for kind, _ in noise.KINDS])
def test_no_kind_fails_or_takes_more_than_there_is(kind: noise.Kind) -> None:
    for words in (SENTENCE, ["😀"], ["a"], ["U.S.", "'s"], ["Don't", "(", "well-known"]):
        for position in range(len(words)):
            for seed in range(20):
                change = kind(words, position, rng(seed), FORMS)
                if change is not None:
                    assert 1 <= change[0] <= len(words) - position
                    assert all(isinstance(word, str) for word in change[1])


@given(st.lists(st.sampled_from(SENTENCE), min_size=1, max_size=30), st.integers(0, 1000))
def test_noise_is_deterministic_and_never_empty(words: list[str], seed: int) -> None:
    before = list(words)
    first, second = (noise.add_noise(words, rng(seed), FORMS, rate=0.3) for _ in range(2))
    assert first == second
    assert words == before
    assert first
    assert all(first)
    assert not any(any(character.isspace() for character in word) for word in first)


def test_rate_is_about_what_was_asked_for() -> None:
    changed = sum(noise.add_noise(SENTENCE, rng(seed), FORMS, rate=0.1) != SENTENCE for seed in range(300))
    assert 180 < changed < 295


def test_no_rate_only_changes_the_whole() -> None:
    assert SENTENCE in [noise.add_noise(SENTENCE, rng(seed), FORMS, rate=0.0) for seed in range(10)]


@pytest.mark.parametrize(("word", "expected"), [("box", "boxes"), ("city", "cities"), ("day", "days"), ("cat", "cats")])
def test_endings(word: str, expected: str) -> None:
    assert add_s(word) == expected


def test_sentences_of_a_paragraph() -> None:
    paragraph = "He can't go. “She stays,” he said. (It is well-known.) End"
    told = {" ".join(words) for seed in range(60) for words in sentences(paragraph, rng(seed))}
    assert {"He ca n't go .", '" She stays , " he said .', "“ She stays , ” he said ."} <= told
    assert {"( It is well-known . )", "( It is well - known . )"} <= told
    assert "End" not in told
