"""Estimates of unseen corrections: masses, fits, and the released results."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.questions.coverage.mathematics.accuracy_curve import coverage_of_counts, coverage_of_histogram
from redink.questions.coverage.mathematics.counts import SentenceCounts
from redink.questions.coverage.mathematics.unseen import Histogram, frequent, unseen
from tests.questions.coverage.samples import count_lists, counts_of_fingerprint, released_counts, released_histograms
from tests.shared_files import needs_shared

_NUMBERS = (1, 2, 3, 5, 10, 20, 50)
_GAMMAS = (0.0, 0.001, 0.01, 0.1)


@given(count_lists, st.sampled_from(["vv", "zou"]))
@settings(max_examples=40, deadline=None)
def test_the_mass_is_one(counts: list[int], method) -> None:
    found = unseen(counts, method)
    assert found.mass == pytest.approx(1, abs=1e-7)
    assert (found.h > 0).all()
    assert (np.diff(found.x) >= 0).all()
    assert found.x[0] >= found.floor * (1 - 1e-9)


@given(count_lists, st.floats(0, 2), st.floats(0, 2))
@settings(max_examples=20, deadline=None)
def test_more_slack_never_needs_more_corrections(counts: list[int], less: float, slack: float) -> None:
    tight, loose = unseen(counts, alpha=less), unseen(counts, alpha=less + slack)
    assert loose.h.sum() <= tight.h.sum() * (1 + 1e-6)
    assert loose.objective == pytest.approx(tight.objective, abs=1e-6)


def test_frequent_corrections_are_taken_as_seen() -> None:
    # One correction was given 40 times of 50: nothing near it, so that VV believes 40/50.
    found = unseen([40, *[1] * 10])
    assert found.x[-1] == pytest.approx(0.8)
    assert found.h[-1] == 1


def test_one_correction_by_all() -> None:
    for method in ("vv", "zou"):
        found = unseen([30], method)
        assert coverage_of_histogram(found, [5])[0] == pytest.approx(1, abs=0.02)


def test_the_support_hangs_on_the_floor() -> None:
    counts = [10, *[1] * 40]
    supports = [unseen(counts, "zou", floor=1 / (50 * times)).h.sum() for times in (10, 100, 1000)]
    assert supports[1] > 5 * supports[0]
    assert supports[2] > 5 * supports[1]


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(InputError, match="no correction"):
        unseen([])
    with pytest.raises(UsageError, match="floor"):
        unseen([1], floor=0)
    for wrong in ({"grid": math.nan}, {"grid": math.inf}, {"alpha": math.nan}, {"alpha": math.inf}):
        with pytest.raises(UsageError, match="floor"):
            unseen([2, 1], **wrong)
    with pytest.raises(UsageError, match="the grid would have"):
        unseen([2, 1], grid=1 + 1e-7)
    with pytest.raises(UsageError, match="the grid would have inf"):
        unseen([2, 1], floor=1e-320)
    with pytest.raises(UsageError, match="no estimator"):
        unseen([1], "good-turing")  # type: ignore[arg-type]


def test_fingerprints_and_back() -> None:
    own = SentenceCounts((), (5, 2, 2, 1))
    assert own.fingerprint() == (1, 2, 0, 0, 1)
    assert counts_of_fingerprint(own.fingerprint()).counts == own.counts


def test_gamma_below_one_of_n_is_extrapolation() -> None:
    histogram = Histogram(np.array([0.01, 0.1]), np.array([50.0, 5.0]), 20, 0.01, 0.0, "made up")
    assert [tuple(row) for row in frequent(histogram, (0.0, 0.1))] == [
        (0.0, 55.0, pytest.approx(1.0), True),
        (0.1, 5.0, pytest.approx(0.5), False),
    ]


@needs_shared
def test_the_thesis_table() -> None:
    rows = [frequent(own, _GAMMAS) for own in released_histograms("exact")]
    number = [np.mean([own[place].corrections for own in rows]) for place in range(4)]
    mass = [np.mean([own[place].mass for own in rows]) for place in range(4)]
    assert number == pytest.approx([1351.24, 74.34, 8.72, 1.35], abs=0.005)  # the thesis's table
    assert mass == pytest.approx([1, 0.75, 0.58, 0.37], abs=0.005)


def _mean_coverage(histograms) -> np.ndarray:
    return np.mean([coverage_of_histogram(own, _NUMBERS) for own in histograms], axis=0)


@needs_shared
@pytest.mark.parametrize(("match", "tolerance"), [("exact", 0.005), ("index", 0.015)])
def test_zou_is_the_released_estimate(match, tolerance) -> None:
    ours = [unseen(own, "zou") for own in released_counts(match)]
    theirs = released_histograms(match)
    assert _mean_coverage(ours) == pytest.approx(_mean_coverage(theirs), abs=tolerance)
    support = np.mean([own.h.sum() for own in ours]), np.mean([own.h.sum() for own in theirs])
    assert support[0] == pytest.approx(support[1], rel=0.03)


@needs_shared
@pytest.mark.parametrize(("match", "at_twenty", "anywhere"), [("exact", 9, 10), ("index", 22, 27)])
def test_single_sentences_differ_more_than_their_mean(match, at_twenty, anywhere) -> None:
    """docs/coverage.md says how many of the 48 sentences differ by more than .01."""
    ours = np.array([coverage_of_histogram(unseen(own, "zou"), _NUMBERS) for own in released_counts(match)])
    theirs = np.array([coverage_of_histogram(own, _NUMBERS) for own in released_histograms(match)])
    far = np.abs(ours - theirs) > 0.01
    assert far.shape[0] == 48
    assert far[:, _NUMBERS.index(20)].sum() == pytest.approx(at_twenty, abs=2)  # which solution depends on the solver
    assert far.any(axis=1).sum() == pytest.approx(anywhere, abs=2)


@needs_shared
def test_the_slope_of_the_thesis() -> None:
    """ "The slope is about 0.004 around M = 20"; by counts it is a little more."""
    by_histograms = [coverage_of_histogram(own, (19, 20)) for own in released_histograms("exact")]
    by_counts = [coverage_of_counts(own.counts, (19, 20)) for own in released_counts("exact")]
    slopes = [float(np.diff(np.mean(curves, axis=0))[0]) for curves in (by_histograms, by_counts)]
    assert slopes == pytest.approx([0.0045, 0.0052], abs=0.0001)


@needs_shared
def test_vv_as_in_the_spec() -> None:
    found = [unseen(own) for own in released_counts("exact")]
    expected = (0.127, 0.206, 0.259, 0.326, 0.410, 0.482, 0.573)  # SPEC-conservatism §3
    assert _mean_coverage(found) == pytest.approx(expected, abs=0.001)
    assert np.mean([own.h.sum() for own in found]) == pytest.approx(182, abs=1)  # §4, α = 0.5
