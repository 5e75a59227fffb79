"""Weighted κ and Krippendorff's α: published numbers, limits, and the unweighted κ as a special case."""

import numpy as np
import pytest

from redink.stats.agreement import cohen_kappa
from redink.stats.ordered_agreement import krippendorff_alpha, weighted_kappa

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability", example C: four observers, 12 units, 0 is missing.
OBSERVED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
        [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
    ]
)


@pytest.mark.parametrize(("scale", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_the_published_example(scale, alpha):
    counts = np.stack([(answer == OBSERVED).sum(axis=0) for answer in range(1, 6)], axis=1)
    found = krippendorff_alpha(counts, scale, np.random.default_rng(0))
    assert found.value == pytest.approx(alpha, abs=5e-4)
    assert found.interval.low < found.value < found.interval.high


def test_alpha_without_doubt_or_without_two_answers():
    rng = np.random.default_rng(0)
    assert krippendorff_alpha([[1, 0], [0, 1]], "nominal", rng).value is None
    assert krippendorff_alpha([[2, 0], [2, 0]], "nominal", rng).value is None  # nothing varies
    perfect = krippendorff_alpha([[2, 0], [0, 2], [2, 0]], "ordinal", rng)
    assert (perfect.value, perfect.interval) == (1.0, None)
    many = rng.integers(0, 2, (2, 4000))
    counts = np.stack([(many == answer).sum(axis=0) for answer in range(2)], axis=1)
    assert krippendorff_alpha(counts, "nominal", rng).value == pytest.approx(0, abs=0.05)


def test_weighted_kappa_by_hand_and_with_two_answers():
    # po = (4 + 3 + 2 + 0.5·(1 + 1)) / 11; rows 5, 4, 2; columns 4, 4, 3
    table = [[4, 1, 0], [0, 3, 1], [0, 0, 2]]
    observed = 10 / 11
    expected = (5 * (4 + 2) + 4 * (2 + 4 + 1.5) + 2 * (2 + 3)) / 121
    assert weighted_kappa(table).value == pytest.approx((observed - expected) / (1 - expected))
    two = [[20, 5], [10, 15]]
    plain, weighted = cohen_kappa(two), weighted_kappa(two)
    assert weighted.value == pytest.approx(plain.value)
    assert weighted.interval.low == pytest.approx(plain.interval.low)
    assert weighted_kappa(np.zeros((3, 3))).value is None
    assert weighted_kappa([[3, 0], [0, 0]]).value is None


def test_weighted_kappa_against_statsmodels():
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    table = np.array([[11, 4, 1], [3, 9, 5], [0, 2, 14]])
    theirs = inter_rater.cohens_kappa(table, wt="linear")
    ours = weighted_kappa(table)
    assert ours.value == pytest.approx(theirs.kappa)
    assert (ours.interval.low, ours.interval.high) == pytest.approx((theirs.kappa_low, theirs.kappa_upp))
