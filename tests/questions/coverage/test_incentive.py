"""When correcting pays: the condition by hand, the verb, its table and its chart."""

import json
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.coverage.incentive import incentive
from redink.questions.coverage.mathematics.incentive import CROWD_COVERAGE, coverage_needed, disincentive
from redink.reports.rendering import render

shares = st.floats(0, 1)


def reward(p_correct, p_coverage, alpha=0.0):
    """The expected reward of correcting, as the thesis writes it."""
    return p_correct * p_coverage - (1 - p_correct * p_coverage) * alpha


def is_disincentive(p_detect, p_correct, p_coverage, alpha=0.0):
    return reward(p_correct, p_coverage, alpha) < 1 - p_detect - 1e-12


@pytest.mark.parametrize(
    ("p_detect", "p_correct", "alpha", "needed"),
    [
        (0.9, 0.8, 0, 0.125),
        (0.9, 0.8, 0.25, 0.35),
        (0.9, 0.8, 1, 0.6875),
        (0.9, 0.8, 4, 1.025),
        (0.8, 0.6, 0, 1 / 3),
        (0.8, 0.6, 0.25, 0.6),
        (0.8, 0.6, 1, 1.0),
        (0.7, 0.4, 0, 0.75),
    ],
)
def test_examples_of_the_specification(p_detect, p_correct, alpha, needed):
    assert coverage_needed(p_detect, p_correct, alpha) == pytest.approx(needed)


def test_smallest_number_of_references():
    found = [disincentive(0.9, 0.8, CROWD_COVERAGE, alpha) for alpha in (0, 0.25, 1, 4)]
    assert [own.smallest for own in found] == [2, 10, None, None]
    assert [own.verdict for own in found] == ["from M = 2", "from M = 10", "not up to M = 20", "never"]
    assert disincentive(0.5, 0, CROWD_COVERAGE).verdict == "never"
    assert disincentive(0.9, 0.8, {}).verdict == "depends on the coverage"


def test_exactly_enough_is_enough():
    assert disincentive(0.8, 0.6, {1: 1 / 3}).smallest == 1
    assert not is_disincentive(0.8, 0.6, 1 / 3)
    assert is_disincentive(0.8, 0.6, 0.33)


@given(shares, shares, shares, st.floats(0, 10))
def test_condition_and_coverage_needed_agree(one, other, coverage, alpha):
    p_correct, p_detect = sorted((one, other))
    needed = coverage_needed(p_detect, p_correct, alpha)
    gain = reward(p_correct, coverage, alpha) - (1 - p_detect)
    if needed is not None and abs(gain) > 1e-9:
        assert is_disincentive(p_detect, p_correct, coverage, alpha) == (coverage < needed)
    if needed is None:
        assert p_correct == 0


@given(shares, shares, st.floats(0, 10), st.dictionaries(st.integers(1, 30), shares, max_size=5))
def test_what_pays_has_enough_coverage(one, other, alpha, curve):
    p_correct, p_detect = sorted((one, other))
    found = disincentive(p_detect, p_correct, curve, alpha)
    if found.smallest is not None:
        assert not is_disincentive(p_detect, p_correct, curve[found.smallest], alpha)


@pytest.mark.parametrize(
    "wrong", [(0.5, 0.6, 0), (1.2, 0.6, 0), (0.5, -0.1, 0), (0.9, 0.8, -1), (0.9, 0.8, nan), (0.9, 0.8, inf)]
)
def test_impossible_chances_are_refused(wrong):
    with pytest.raises(UsageError):
        coverage_needed(*wrong)


@pytest.mark.parametrize("curve", [{0: 0.5}, {1: 1.5}])
def test_impossible_curves_are_refused(curve):
    with pytest.raises(UsageError, match="coverage"):
        disincentive(0.9, 0.8, curve)


def test_the_verb_as_table_chart_and_rows():
    results = incentive([(0.9, 0.8), ".5,.1"], alphas=(0, 1), coverage={1: 0.1, 10: 0.4})
    (table,) = results.to_tables()
    assert [row.cells[-1].value for row in table.rows] == ["from M = 10", "not up to M = 10", "never", "never"]
    assert [row["pays"] for row in results.to_dicts()] == ["from M = 10", "not up to M = 10", "never", "never"]
    assert results.to_json() == render(table, "json")
    assert results.to_dict() == json.loads(results.to_json())
    assert results.chart().svg.startswith("<svg")


def test_coverage_may_be_numbers_texts_or_a_file(tmp_path):
    (tmp_path / "curve.tsv").write_text("M\tcoverage\n1\t.1\n7\t.2\n")
    given = ({1: 0.1, 7: 0.2}, ["1=.1", "7=.2"], tmp_path / "curve.tsv", [str(tmp_path / "curve.tsv")])
    assert [incentive([".9,.8"], coverage=coverage).coverage for coverage in given] == [{1: 0.1, 7: 0.2}] * 4
    assert incentive([".9,.8"]).coverage == CROWD_COVERAGE


@pytest.mark.parametrize("wrong", ["high", ".9", ".9,.8,.7"])
def test_chances_that_cannot_be_read_are_refused(wrong):
    with pytest.raises(UsageError, match="not a pair of probabilities"):
        incentive([wrong])


def test_bug_a_coverage_that_cannot_be_read_is_refused():
    with pytest.raises(UsageError, match="cannot be read"):
        incentive([".9,.8"], coverage=["1=x"])
