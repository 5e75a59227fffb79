"""Weighted sums: exact for whole numbers, near-exact otherwise, and alike in any order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from redink.errors import InputError
from redink.stats import exact_sums as room
from redink.stats.exact_sums import as_table, exact_sums
from tests.stats.slow_twins import weighted_sum

whole = st.integers(-(10**6), 10**6).map(float)
real = st.floats(-1e6, 1e6, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-200)


@st.composite
def cases(draw, elements):
    n, k, r = draw(st.integers(1, 12)), draw(st.integers(1, 4)), draw(st.integers(1, 5))
    table = draw(hnp.arrays(np.float64, (n, k), elements=elements))
    return draw(hnp.arrays(np.uint8, (r, n))), table


def test_by_hand():
    sums = exact_sums(np.array([[2, 0, 1], [0, 0, 0]], dtype=np.uint8), np.array([[1.0, 0.5], [7, 7], [3, 0.25]]))
    assert sums.tolist() == [[5.0, 1.25], [0.0, 0.0]]


@given(cases(whole))
def test_whole_numbers_are_exact(case):
    weights, table = case
    expected = [[float(weighted_sum(row, column)) for column in table.T] for row in weights]
    assert exact_sums(weights, table).tolist() == expected


@given(cases(real))
def test_real_numbers_are_as_good_as_floats_get(case):
    weights, table = case
    sums = exact_sums(weights, table)
    for r, row in enumerate(weights):
        for c, column in enumerate(table.T):
            size = float(weighted_sum(row, np.abs(column)))
            reach = int(weights.sum(axis=1).max()) * float(np.abs(column).max())
            # One rounding of the result, and what two cuts leave over of the largest possible sum.
            allowed = 2**-52 * size + 2**-90 * reach
            assert abs(float(sums[r, c]) - float(weighted_sum(row, column))) <= allowed


@given(cases(real), st.randoms(use_true_random=False))
def test_order_and_company_move_no_bit(case, random):
    weights, table = case
    sums = exact_sums(weights, table)
    order = list(range(len(table)))
    random.shuffle(order)
    assert np.array_equal(exact_sums(weights[:, order], table[order]), sums)
    alone = np.hstack([exact_sums(weights, table[:, [c]]) for c in range(table.shape[1])])
    assert np.array_equal(alone, sums)


def test_a_plain_product_would_depend_on_the_order():
    """Show that the property above is not true of itself."""
    rng = np.random.default_rng(0)
    weights, table = rng.integers(0, 4, size=(200, 500)).astype(np.uint8), rng.random((500, 3))
    order = rng.permutation(500)
    plain = weights.astype(float) @ table
    assert not np.array_equal(weights[:, order].astype(float) @ table[order], plain)
    assert np.array_equal(exact_sums(weights[:, order], table[order]), exact_sums(weights, table))


@pytest.mark.parametrize("cells", [1, 7, 100])
def test_blocks_move_no_bit(monkeypatch, cells):
    rng = np.random.default_rng(1)
    weights, table = rng.integers(0, 4, size=(50, 30)).astype(np.uint8), rng.random((30, 3))
    whole_sums = exact_sums(weights, table)
    monkeypatch.setattr(room, "BLOCK_CELLS", cells)
    assert np.array_equal(exact_sums(weights, table), whole_sums)


def test_nothing_to_add():
    assert exact_sums(np.zeros((3, 0), dtype=np.uint8), np.zeros((0, 2))).tolist() == [[0, 0]] * 3
    assert exact_sums(np.zeros((0, 2), dtype=np.uint8), np.ones((2, 2))).shape == (0, 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_tables_must_be_finite(bad):
    with pytest.raises(InputError, match="sentence 2"):
        as_table([[1, 2], [3, bad]], 2)


@pytest.mark.parametrize("shape", [(3,), (2, 2), (3, 1, 1)])
def test_tables_must_have_one_row_a_sentence(shape):
    with pytest.raises(InputError, match="one row for each sentence"):
        as_table(np.zeros(shape), 3)
