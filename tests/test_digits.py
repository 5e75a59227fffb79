"""The same digits on every Python: no sum of fractions by `sum`, no formula of the standard library that changed."""

import ast
import math
from statistics import NormalDist

import pytest

from redink.stats.normal import normal_cdf
from tests.test_house import MODULES


def caller(values):
    """Give `sum` of the values, as a module of ours would."""
    return eval("sum(values)", {"__name__": "redink.example", "values": values})


def test_the_guard_refuses_fractions_to_our_code():
    """tests/conftest.py replaces `sum`: every test of the suite looks for fractions on its way."""
    with pytest.raises(AssertionError, match="fsum"):
        caller([0.1, 0.2])
    assert caller([1, 2.0, True]) == 4.0
    assert caller(value for value in (1, 2)) == 3
    assert sum([0.1, 0.2]) == 0.1 + 0.2, "other code may sum as it likes"


def test_our_normal_distribution():
    for x in (-8.0, -1.96, -0.3, 0.0, 0.5, 2.0, 9.0):
        assert math.isclose(normal_cdf(x), NormalDist().cdf(x), rel_tol=1e-9, abs_tol=1e-15)
    assert normal_cdf(0.0) == 0.5
    # Python 3.11's digits; 3.14's NormalDist().cdf(-1.3) ends otherwise.
    assert normal_cdf(-1.3) == 0.5 * (1.0 + math.erf(-1.3 / math.sqrt(2)))


@pytest.mark.parametrize("name", MODULES)
def test_no_formula_that_changed_between_versions(name):
    """`NormalDist.cdf` changed in 3.14, `statistics.mean` and the like may; `median` and `inv_cdf` did not."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "statistics"
        for alias in node.names
    }
    assert not attributes & {"cdf", "sumprod"}
    assert imported <= {"NormalDist", "median"}
