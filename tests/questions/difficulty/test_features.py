"""What can be seen of an error before any system tries, by hand."""

import numpy as np
import pytest

from redink.questions.difficulty.mathematics.features import error_features
from redink.records import Edit

SOURCES = (("He", "go", "to", "the", "scool", "every", "days", "."), ("He", "go", "home"))
EDITS = (
    Edit(1, 2, ("goes",), "R:VERB:SVA"),
    Edit(4, 5, ("school",), "R:SPELL"),
    Edit(6, 7, ("day",), "R:NOUN:NUM"),
    Edit(1, 2, ("goes",), "R:VERB:SVA"),
    Edit(3, 3, (".",), "M:PUNCT"),
)
FEATURES = error_features(EDITS, np.array([0, 0, 0, 1, 1]), SOURCES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ln words in the sentence", np.log([8, 8, 8, 3, 3])),
        ("ln words to replace", np.log([2, 2, 2, 2, 1])),
        ("ln words of the correction", np.log([2, 2, 2, 2, 2])),
        ("one word for one", [1, 1, 1, 1, 0]),
        ("ln letters changed", np.log([3, 2, 2, 3, 2])),
        ("shared beginning", [0.5, 1 / 3, 0.75, 0.5, 0]),
        ("lexical", [0, 0, 0, 0, 0]),
        ("only punctuation", [0, 0, 0, 0, 1]),
        ("ln distance to the next error", np.log([3, 2, 2, 2, 2])),
        ("next to another error", [0, 0, 0, 0, 0]),
        ("errors within 3 words", [1, 2, 1, 1, 1]),
        ("ln frequency of the original", np.log1p([2e5 / 11, 1e5 / 11, 1e5 / 11, 2e5 / 11, 0])),
        ("ln frequency of the correction", np.log1p([0, 0, 0, 0, 1e5 / 11])),
        ("ln same change elsewhere", np.log1p([200, 0, 0, 200, 0])),
        ("misspelt", [0, 1, 0, 0, 0]),
        ("missing", [0, 0, 0, 0, 1]),
        ("type VERB:SVA", [1, 0, 0, 1, 0]),
        ("type M:PUNCT", [0, 0, 0, 0, 1]),
    ],
)
def test_by_hand(name, expected):
    assert FEATURES[name] == pytest.approx(np.array(expected, dtype=float))


def test_a_lexical_choice_shares_few_letters():
    edits = (Edit(1, 2, ("tells",)), Edit(1, 2, ("walk",)))
    features = error_features(edits, np.array([0, 1]), SOURCES)
    assert features["lexical"].tolist() == [1, 1]
    assert "type " not in "".join(features)


def test_types_of_other_schemes_are_kept_apart_from_operations():
    features = error_features((Edit(0, 1, (), "ArtOrDet"), Edit(1, 2, ("a",), "ArtOrDet")), np.array([0, 0]), SOURCES)
    assert features["type ArtOrDet"].tolist() == [1, 1]
    assert features["type U:ArtOrDet"].tolist() == [1, 0]


def test_nothing_has_no_features():
    assert all(len(values) == 0 for values in error_features((), np.zeros(0, dtype=np.int64), SOURCES).values())
