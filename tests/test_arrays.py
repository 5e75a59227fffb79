"""Arrays: distinct values are numbered as NumPy numbers them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.arrays import counted, distinct


@given(st.lists(st.integers(-3, 9), max_size=30))
def test_distinct_values_are_those_of_numpy(values):
    array = np.array(values, dtype=np.int64)
    values, expected = np.unique(array, return_inverse=True)
    places, numbers = distinct(array)
    assert array[places].tolist() == values.tolist()
    assert numbers.tolist() == expected.tolist()


@given(st.lists(st.integers(-3, 9), max_size=30))
def test_values_are_counted_as_numpy_counts_them(values):
    array = np.array(values, dtype=np.int64)
    assert [one.tolist() for one in counted(array)] == [one.tolist() for one in np.unique(array, return_counts=True)]
