"""Agreement of judges: by hand, against a library, and the paper's printed margins."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.stats.agreement import (
    answer_counts,
    cohen_kappa,
    contingency,
    fleiss_kappa,
    free_marginal_kappa,
    kappa_of,
    two_proportion_z,
    wilson_interval,
)

# Margins of the paper's Table 4 in the order < = > ?, and the counts behind Table 3 (SPEC-difficulty §2.1).
H1, H2, M = (922, 256, 846, 1), (938, 167, 920, 0), (900, 225, 900, 0)
PAIRS = 2025


def test_kappa_by_hand():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: p_o = .7, p_e = .5·.6 + .5·.4 = .5.
    found = cohen_kappa([[20, 5], [10, 15]])
    assert (found.observed, found.expected) == (pytest.approx(0.7), pytest.approx(0.5))
    assert found.value == pytest.approx(0.4)
    assert found.interval.low < 0.4 < found.interval.high


@pytest.mark.parametrize(
    ("agreed", "one", "other", "expected", "kappa", "printed"),
    [(1324, H1, H2, 0.4111, 0.4121, 0.41), (1202, H1, M, 0.4021, 0.3203, 0.32), (1182, H2, M, 0.4170, 0.2860, 0.29)],
)
def test_kappa_from_the_papers_margins(agreed, one, other, expected, kappa, printed):
    # The paper prints .28 for the last: the machine's true < and > differ a little from 900 each.
    chance = np.dot(one, other) / (sum(one) * sum(other))
    assert chance == pytest.approx(expected, abs=5e-5)
    assert kappa_of(agreed / PAIRS, chance) == pytest.approx(kappa, abs=5e-5)
    assert round(kappa_of(agreed / PAIRS, chance), 2) == printed


def test_the_papers_z_test():
    test = two_proportion_z(1324, PAIRS, 900, PAIRS)
    assert test.z == pytest.approx(13.39, abs=5e-3)
    assert test.p < 1e-40


@pytest.mark.parametrize(
    ("agreed", "n", "printed"),
    [(1324, 2025, 65.38), (1202, 2025, 59.36), (1182, 2025, 58.37), (1195, 1800, 66.39), (1165, 1800, 64.72),
     (1157, 1800, 64.28), (900, 2025, 44.44)],
)  # fmt: skip
def test_the_papers_rates(agreed, n, printed):
    assert round(100 * agreed / n, 2) == printed
    interval = wilson_interval(agreed, n)
    assert interval.low < agreed / n < interval.high


TABLES = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=k, max_size=k)
)


@given(TABLES)
@example([[0, 0], [1, 0]])
def test_kappa_and_its_interval_are_the_librarys(table):
    library = pytest.importorskip("statsmodels.stats.inter_rater")
    counts = np.array(table)
    ours = cohen_kappa(counts)
    if ours.value is None:
        n = counts.sum()
        assert n == 0 or ((counts.sum(axis=1) / n) @ (counts.sum(axis=0) / n)) == pytest.approx(1)
        return
    with np.errstate(invalid="ignore"):  # the library's z is 0 / 0 where one judge never uses an answer
        theirs = library.cohens_kappa(counts)
    assert ours.value == pytest.approx(theirs.kappa, abs=1e-9)
    if ours.interval is None:
        # Nothing to say where the library's interval has no width (its variance may also be a hair below 0).
        assert not theirs.kappa_upp - theirs.kappa_low > 1e-5
    elif not math.isnan(theirs.kappa_low):
        assert ours.interval.low == pytest.approx(max(-1, theirs.kappa_low), abs=1e-7)
        assert ours.interval.high == pytest.approx(min(1, theirs.kappa_upp), abs=1e-7)


@given(
    st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=12).map(
        lambda rows: np.array([[a, b, 8 - a - b] for a, b, _ in rows])
    )
)
def test_multirater_kappas_are_the_librarys(counts):
    library = pytest.importorskip("statsmodels.stats.inter_rater")
    ours = free_marginal_kappa(counts).value
    assert ours == pytest.approx(library.fleiss_kappa(counts, method="randolph"), abs=1e-9)
    fleiss = fleiss_kappa(counts).value
    if fleiss is not None:
        assert fleiss == pytest.approx(library.fleiss_kappa(counts), abs=1e-9)


ANSWERS = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), max_size=30)


@given(ANSWERS)
def test_contingency_is_a_plain_count(both):
    first, second = ([pair[side] for pair in both] for side in (0, 1))
    table = contingency(first, second, 4)
    for i in range(4):
        for j in range(4):
            assert table[i, j] == both.count((i, j))


@given(ANSWERS)
def test_kappa_does_not_mind_who_comes_first(both):
    first, second = ([pair[side] for pair in both] for side in (0, 1))
    one, other = cohen_kappa(contingency(first, second, 4)), cohen_kappa(contingency(second, first, 4))
    assert one.value == pytest.approx(other.value) if one.value is not None else other.value is None


@pytest.mark.parametrize("table", [[[1, 0], [0, 1]], [[40, 0], [0, 60]], [[0, 1], [0, 0]]])
def test_no_interval_without_width(table):
    """Two items on which judges agree do not make κ = 1 certain."""
    found = cohen_kappa(table)
    assert found.value is not None
    assert found.interval is None


def test_unlike_numbers_of_judges_count_pair_by_pair():
    # Item 1: two of two agree (1); item 2: of three judges one couple of three agrees (1/3); item 3 has one judge.
    counts = answer_counts([[0, 0, 1], [0, 0, -1], [-1, 1, -1]], 2)
    assert counts.tolist() == [[2, 0], [2, 1], [0, 1]]
    assert free_marginal_kappa(counts).observed == pytest.approx((1 + 1 / 3) / 2)


def test_nothing_to_agree_on():
    assert cohen_kappa(np.zeros((4, 4))).value is None
    assert cohen_kappa([[5, 0], [0, 0]]) == (None, 1.0, 1.0, None)
    assert fleiss_kappa(np.zeros((3, 2))).value is None
    assert fleiss_kappa([(3, 0), (2, 1)]).value == pytest.approx((2 / 3 - 26 / 36) / (1 - 26 / 36))
    assert fleiss_kappa([(3, 0), (2, 0)]).value is None
    assert fleiss_kappa([(1, 0)]).value is None
    assert free_marginal_kappa([[1, 0]]).value is None
    assert wilson_interval(0, 0) is None
    assert two_proportion_z(0, 0, 0, 5).z is None
    assert two_proportion_z(5, 5, 5, 5).z is None
    with pytest.raises(InputError):
        two_proportion_z(6, 5, 0, 5)
    with pytest.raises(InputError):
        contingency([1], [1, 2], 4)


def test_proportions_and_wilson_against_the_library():
    library = pytest.importorskip("statsmodels.stats.proportion")
    z, p = library.proportions_ztest([40, 30], [100, 90])
    assert two_proportion_z(40, 100, 30, 90) == (pytest.approx(z), pytest.approx(p))
    low, high = library.proportion_confint(7, 20, method="wilson")
    assert (wilson_interval(7, 20).low, wilson_interval(7, 20).high) == (pytest.approx(low), pytest.approx(high))
