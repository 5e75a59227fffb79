"""Ranks, clusters and letters: by hand, against counting twins, and what letters promise."""

import string

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.stats.ranking import letter_sets, rank_clusters, rank_ranges, ranks, significantly_better
from tests.stats.slow_twins import clusters_by_sets, ranks_by_counting


@st.composite
def relations(draw, largest=9):
    """Draw distinct scores and a symmetric relation "differs"."""
    size = draw(st.integers(1, largest))
    scores = draw(st.permutations([float(i) for i in range(size)]))
    differs = np.zeros((size, size), dtype=bool)
    above = np.triu_indices(size, k=1)
    differs[above] = draw(st.lists(st.booleans(), min_size=len(above[0]), max_size=len(above[0])))
    return np.array(scores), differs | differs.T


def share_a_letter(letters):
    named = [set(own.split(",")) if any("," in each for each in letters) else set(own) for own in letters]
    return np.array([[bool(one & other) for other in named] for one in named])


# --- ranks -----------------------------------------------------------------------------------


def test_ranks_by_hand():
    assert ranks([0.1, 0.9, 0.5, 0.5]).tolist() == [4, 1, 2, 2]


@given(st.lists(st.integers(0, 4).map(float), max_size=10))
def test_ranks_equal_counting(scores):
    assert ranks(scores).tolist() == ranks_by_counting(scores)


def test_undefined_scores_have_no_rank():
    found = ranks([np.nan, 1, 2])
    assert np.isnan(found[0])
    assert found[1:].tolist() == [2, 1]


# --- clusters --------------------------------------------------------------------------------


def test_better_needs_a_higher_score_and_a_small_p():
    p = np.array([[1, 0.05, np.nan], [0.05, 1, 0.06], [np.nan, 0.06, 1]])
    assert significantly_better([3, 2, 1], p).tolist() == [[False, True, False], [False] * 3, [False] * 3]
    assert not significantly_better([np.nan, 2, 2], np.zeros((3, 3))).any()


def test_clusters_by_hand():
    """B and C cannot be told apart, A beats both, all beat D."""
    better = np.array([[0, 1, 1, 1], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=bool)
    assert rank_clusters([4, 3, 2, 1], better) == (1, 2, 2, 3)
    assert rank_ranges([4, 3, 2, 1], better) == ((1, 1), (2, 3), (2, 3), (4, 4))


def test_a_chain_is_one_cluster():
    """A > C only: B belongs to both, so that no cut has all above beating all below."""
    better = np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool)
    assert rank_clusters([3, 2, 1], better) == (1, 1, 1)
    assert rank_ranges([3, 2, 1], better) == ((1, 2), (1, 3), (2, 3))


def test_undefined_scores_are_in_no_cluster():
    better = np.zeros((3, 3), dtype=bool)
    better[2, 0] = True
    assert rank_clusters([1, np.nan, 2], better) == (2, None, 1)
    assert rank_ranges([1, np.nan, 2], better) == ((2, 2), None, (1, 1))


@given(relations())
def test_clusters_equal_trying_every_cut(case):
    scores, differs = case
    better = significantly_better(scores, np.where(differs, 0.01, 0.5))
    found = rank_clusters(scores, better)
    assert list(found) == clusters_by_sets(scores, better)
    for cluster, (best, worst) in zip(found, rank_ranges(scores, better), strict=True):
        assert 1 + sum(other < cluster for other in found) <= best <= worst <= len(scores)


# --- letters ---------------------------------------------------------------------------------


def flags(text):
    return np.array([[mark == "x" for mark in row] for row in text.split()])


def significance_letters(scores, differs):
    """Give the letters as text: "a", "ab"; if there are more than 26 letters, with commas: "z,aa"."""
    sets = letter_sets(scores, differs)
    mark = "," if any(len(name) > 1 for letters in sets for name in letters) else ""
    return tuple(mark.join(letters) for letters in sets)


@pytest.mark.parametrize(
    ("differs", "expected"),
    [
        (".", ("a",)),
        ("... ... ...", ("a", "a", "a")),
        (".xx x.x xx.", ("a", "b", "c")),
        ("..x ... x..", ("a", "ab", "b")),
        (".x. x.. ...", ("a", "b", "ab")),
        ("..xx ...x x... xx..", ("a", "ab", "bc", "c")),
        ("..xxx ...xx x...x xx... xxx..", ("a", "ab", "bc", "cd", "d")),
    ],
)
def test_letters_by_hand(differs, expected):
    table = flags(differs)
    assert significance_letters(range(len(table), 0, -1), table) == expected


@given(relations())
def test_two_systems_share_a_letter_exactly_when_they_do_not_differ(case):
    scores, differs = case
    letters = significance_letters(scores, differs)
    assert np.array_equal(share_a_letter(letters), ~differs)
    assert letters[int(scores.argmax())].startswith("a")


@given(relations())
@example((np.arange(6.0, 0, -1), flags(".x.... x...x. ....x. .....x .xx..x ...xx.")))
def test_no_letter_is_needless(case):
    scores, differs = case
    letters = significance_letters(scores, differs)
    for letter in set("".join(letters)):
        without = [own.replace(letter, "") for own in letters]
        assert not np.array_equal(share_a_letter(without), ~differs)


@given(relations(), st.randoms(use_true_random=False))
def test_order_of_systems_does_not_matter(case, random):
    scores, differs = case
    order = list(range(len(scores)))
    random.shuffle(order)
    shuffled = significance_letters(scores[order], differs[np.ix_(order, order)])
    letters = significance_letters(scores, differs)
    assert shuffled == tuple(letters[i] for i in order)


def test_more_than_26_systems():
    letters = significance_letters(range(30, 0, -1), ~np.eye(30, dtype=bool))
    assert letters == (*string.ascii_lowercase, "aa", "ab", "ac", "ad")
    chain = np.abs(np.subtract.outer(np.arange(60), np.arange(60))) > 1
    letters = significance_letters(range(60, 0, -1), chain)
    assert letters[:3] == ("a", "a,b", "b,c")
    assert letters[26:28] == ("z,aa", "aa,ab")
    assert np.array_equal(share_a_letter(letters), ~chain)


def test_a_relation_with_thousands_of_largest_sets_stays_small():
    """Three of each kind differ among themselves only: 3¹² largest sets, of which a few cover all pairs."""
    kind = np.arange(36) // 3
    differs = (kind[:, np.newaxis] == kind) & ~np.eye(36, dtype=bool)
    letters = significance_letters(range(36, 0, -1), differs)
    assert np.array_equal(share_a_letter(letters), ~differs)
    assert "," not in "".join(letters)  # at most 26 of them


def test_undefined_scores_get_no_letter():
    assert significance_letters([np.nan, 2, 1], ~np.eye(3, dtype=bool)) == ("", "a", "b")
    assert significance_letters([], np.zeros((0, 0), dtype=bool)) == ()


def test_relations_must_be_symmetric_and_square():
    with pytest.raises(InputError, match="symmetric"):
        significance_letters([2, 1], np.array([[False, True], [False, False]]))
    with pytest.raises(InputError, match="one row and one column for each system"):
        rank_clusters([1, 2, 3], np.zeros((2, 2), dtype=bool))
