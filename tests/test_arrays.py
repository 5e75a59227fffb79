"""Arrays: distinct values are numbered as NumPy numbers them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.arrays import distinct


@given(st.lists(st.integers(-3, 9), max_size=30))
def test_distinct_values_are_those_of_numpy(values):
    array = np.array(values, dtype=np.int64)
    _, first, numbers = np.unique(array, return_index=True, return_inverse=True)
    assert [one.tolist() for one in distinct(array)] == [first.tolist(), numbers.tolist()]
