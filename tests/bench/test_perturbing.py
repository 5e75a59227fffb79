"""Damaged sentences: what goes, what stays."""

import numpy as np

from bench.perturbing import delete_words, drop_argument, swap_roles
from tests.questions.faithfulness.test_ud_units import tree

GAVE = tree("The 2 det", "man 3 nsubj", "bit 0 ROOT", "the 5 det", "dog 3 dobj", "today 3 advmod", ". 3 punct")
SHORT = tree("He 2 nsubj", "bit 0 ROOT", "it 2 dobj")


def rng():
    return np.random.default_rng(0)


def test_a_sixth_of_the_words_goes_and_no_punctuation():
    left = delete_words(GAVE, rng())
    assert len(left) == len(GAVE.tokens) - 1
    assert left[-1] == "."
    assert delete_words(SHORT, rng()) is None


def test_an_argument_goes_whole():
    assert drop_argument(GAVE, rng()) in {("bit", "the", "dog", "today", "."), ("The", "man", "bit", "today", ".")}
    assert drop_argument(SHORT, rng()) is None
    assert drop_argument(tree("a 0 ROOT", *["b 1 advmod"] * 5), rng()) is None


def test_subject_and_object_change_places():
    assert swap_roles(GAVE, rng()) == ("the", "dog", "bit", "The", "man", "today", ".")
    assert swap_roles(tree("He 2 nsubj", "sleeps 0 ROOT"), rng()) is None
