"""Normalisation, cleaning and counting."""

import pytest

from redink.errors import InputError, UsageError
from redink.questions.coverage.mathematics.counts import (
    Normalisation,
    cleaned,
    count_corrections,
    normalised,
)
from redink.questions.coverage.mathematics.matching import key_of
from tests.questions.coverage.samples import corrected


def test_normalisation() -> None:
    tokens = ("Well,", "the", "Dog's", "ﬁne", "!")
    assert Normalisation()(tokens) == ("Well,", "the", "Dog's", "fine", "!")
    assert Normalisation(unicode=False)(tokens) == tokens
    assert Normalisation(drop_punctuation=True)(tokens) == ("Well", "the", "Dog", "s", "fine")
    assert Normalisation(fold_case=True)(tokens)[0] == "well,"
    assert str(Normalisation(fold_case=True)) == "nfkc+case"
    assert str(Normalisation(unicode=False)) == "none"


def test_spacing_of_marks_is_no_difference_without_them() -> None:
    own = corrected("He go , home", ["He goes, home", "He goes , home", "he goes home"])
    assert count_corrections([own])[0].counts == (1, 1, 1)
    loose = normalised([own], Normalisation(fold_case=True, drop_punctuation=True))
    assert count_corrections(loose)[0].counts == (3,)


def test_what_many_left_alone_is_dropped() -> None:
    half = corrected("a b", ["a b", "a b", "a c", "a d"])
    none = corrected("a b", ["a c", "a d"])
    assert cleaned([half, none], left_alone=0.5) == [none]
    assert cleaned([half, none], left_alone=0.51) == [half, none]
    assert cleaned([half, none], fewest=3) == [half]
    with pytest.raises(InputError, match="no sentence is left: each needs 1 or more corrections, and the most is 4"):
        cleaned([half], left_alone=0.1)
    with pytest.raises(UsageError, match="share"):
        cleaned([half], left_alone=0)


def test_kinds_of_match() -> None:
    own = corrected("he go home", ["he goes home", "he went home", "he went back home", "he went home now"])
    assert count_corrections([own], key_of("exact"))[0].counts == (1, 1, 1, 1)
    # goes / went change the same word; back and now are inserted in other places.
    assert count_corrections([own], key_of("index"))[0].counts == (2, 1, 1)
    assert count_corrections([own], key_of("index-printed"))[0].counts == (4,)
