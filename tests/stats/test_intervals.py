"""Intervals: by hand, against scipy's own, undefined and degenerate cases, and how often they cover."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.records import Interval
from redink.stats.intervals import interval
from redink.stats.resampling import Bootstrapped, Resamples, bootstrap
from tests.stats.slow_twins import f_half, ratio

METHODS = ("percentile", "bca")
both_methods = pytest.mark.parametrize("method", METHODS)


def made(scores, estimate, left_out=(0.4, 0.6)):
    return Bootstrapped(estimate, np.array(scores, dtype=float), np.array(left_out, dtype=float))


def bootstrapped(table, score=ratio, resamples=500, seed=0, groups=None):
    table = np.asarray(table, dtype=float)
    return bootstrap(table, score, Resamples.draw(len(table), resamples, np.random.default_rng(seed), groups))


def test_percentile_by_hand():
    found = interval(made(range(101), 50), level=0.9)
    assert (found.low, found.high) == pytest.approx((5, 95))
    assert (found.level, found.method) == (0.9, "percentile")


def test_bca_without_bias_and_skew_is_percentile():
    found = interval(made(range(101), 50, left_out=[49, 51]), level=0.9, method="bca")
    assert found.method == "bca"
    assert (found.low, found.high) == pytest.approx((5, 95))


def test_bca_by_hand():
    """75 of 100 lie below, so z₀ = .6745; dᵢ = 1, 1, −2, so a = −6 / (6 · 6^1.5) = −.06804."""
    found = interval(made(range(100), 74.5, left_out=[1, 1, 4]), level=0.9, method="bca")
    normal, z0, a = scipy.stats.norm, scipy.stats.norm.ppf(0.75), -1 / 6**1.5
    reach = z0 + normal.ppf([0.05, 0.95])
    assert (found.low, found.high) == pytest.approx(tuple(99 * normal.cdf(z0 + reach / (1 - a * reach))))


@both_methods
@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("seed", range(5))
def test_equals_scipy_on_the_same_resamples(method, level, seed):
    """scipy takes our resampled scores and makes its own jackknife and quantiles."""
    table = np.random.default_rng(seed).gamma(1.0, size=(25, 2)) + np.array([0, 0.5])
    found = bootstrapped(table, resamples=400)
    oracle = scipy.stats.bootstrap(
        (np.arange(25),),
        lambda rows, axis=-1: table[rows, 0].sum(axis=axis) / table[rows, 1].sum(axis=axis),
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=found.scores),
        confidence_level=level,
        method={"percentile": "percentile", "bca": "BCa"}[method],
    ).confidence_interval
    own = interval(found, level=level, method=method)
    assert (own.low, own.high) == pytest.approx((oracle.low, oracle.high), rel=1e-10)


@both_methods
def test_agrees_with_scipy_on_its_own_resamples(method):
    table = np.random.default_rng(9).gamma(1.0, size=(30, 2)) + np.array([0, 0.5])
    oracle = scipy.stats.bootstrap(
        (table[:, 0], table[:, 1]),
        lambda x, y, axis=-1: x.sum(axis=axis) / y.sum(axis=axis),
        paired=True,
        n_resamples=20_000,
        vectorized=True,
        method={"percentile": "percentile", "bca": "BCa"}[method],
        rng=np.random.default_rng(2),
    ).confidence_interval
    own = interval(bootstrapped(table, resamples=20_000), method=method)
    width = oracle.high - oracle.low
    assert abs(own.low - oracle.low) < 0.03 * width
    assert abs(own.high - oracle.high) < 0.03 * width


# --- undefined and degenerate ----------------------------------------------------------------


@both_methods
def test_an_undefined_score_has_no_interval(method):
    assert interval(made([1, 2, 3], np.nan), method=method) is None


@both_methods
def test_one_unit_says_nothing_about_spread(method):
    assert interval(bootstrapped([[1, 2]]), method=method) is None
    assert interval(bootstrapped([[1, 2], [3, 4]], groups=["a", "a"]), method=method) is None
    assert interval(bootstrapped(np.zeros((0, 2))), method=method) is None


@both_methods
def test_all_equal_gives_a_point(method):
    assert interval(bootstrapped([[1, 3]] * 7), method=method) == Interval(1 / 3, 1 / 3, 0.95, method)


@both_methods
@pytest.mark.parametrize(("undefined", "given_"), [(0, True), (50, True), (51, False), (1000, False)])
def test_undefined_resamples_up_to_one_minus_level_are_left_out(method, undefined, given_):
    scores = np.linspace(0, 1, 1000)
    kept = scores[undefined:]
    found = interval(made(np.r_[np.full(undefined, np.nan), kept], 0.5), method=method)
    assert (found is not None) == given_
    if found and method == "percentile":
        assert (found.low, found.high) == pytest.approx(tuple(np.quantile(kept, [0.025, 0.975])))


@both_methods
@pytest.mark.parametrize(("carriers", "given_"), [(1, False), (2, False), (5, True), (8, True)])
def test_a_type_in_too_few_sentences_has_no_interval(method, carriers, given_):
    table = np.zeros((200, 2))
    table[:carriers] = [[i % 2, 1] for i in range(carriers)]
    assert (interval(bootstrapped(table, resamples=2000), method=method) is not None) == given_


def test_bca_needs_every_left_out_score():
    broken = made(range(100), 50, left_out=[1, np.nan, 2])
    assert interval(broken, method="bca") is None
    assert interval(broken) is not None


@pytest.mark.parametrize(("estimate", "end"), [(-1, 0), (200, 99)])
def test_bca_with_all_resamples_on_one_side(estimate, end):
    found = interval(made(range(100), estimate), method="bca")
    assert 0 <= found.low <= found.high <= 99
    assert min(abs(found.low - end), abs(found.high - end)) < 2


def test_bca_past_the_pole_ends_at_the_outermost_resample():
    """One outlier of 51 gives |a| = .16; far out, 1 − a (z₀ + z) is negative and the formula jumps to the other end."""
    low = interval(made(range(101), 0.1, left_out=[0] * 50 + [9]), level=1 - 1e-9, method="bca")
    high = interval(made(range(101), 99.9, left_out=[9] * 50 + [0]), level=1 - 1e-9, method="bca")
    assert (low.low, high.high) == (0, 100)


@pytest.mark.parametrize("level", [0, 1, -0.1, 95])
def test_levels_are_shares(level):
    with pytest.raises(UsageError, match="between 0 and 1"):
        interval(made([1, 2], 1), level=level)


def test_unknown_methods_are_refused():
    with pytest.raises(UsageError, match="percentile or bca"):
        interval(made([1, 2], 1), method="normal")


# --- properties ------------------------------------------------------------------------------

tables = st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=2, max_size=30).map(np.array)


@given(tables, st.integers(0, 99))
def test_wider_levels_hold_narrower_ones_and_stay_among_the_resamples(table, seed):
    found = bootstrapped(table, f_half, resamples=100, seed=seed)
    for method in METHODS:
        wide, narrow = (interval(found, level=level, method=method) for level in (0.9, 0.5))
        if wide and narrow:
            assert wide.low <= narrow.low <= narrow.high <= wide.high
            assert np.nanmin(found.scores) <= wide.low
            assert wide.high <= np.nanmax(found.scores)


@given(tables, st.integers(0, 99))
def test_another_unit_of_measurement_gives_the_same_interval(table, seed):
    plan = Resamples.draw(len(table), 101, np.random.default_rng(seed))
    for method in METHODS:
        plain, moved = (
            interval(bootstrap(table, lambda sums, scale=scale: scale * f_half(sums), plan), level=0.9, method=method)
            for scale in (1, 128)
        )
        assert (moved is None) == (plain is None)
        if plain and moved:
            assert (moved.low, moved.high) == pytest.approx((128 * plain.low, 128 * plain.high))


def test_percentile_holds_the_estimate_of_ordinary_data():
    for seed in range(30):
        table = np.random.default_rng(seed).poisson([0.5, 0.7, 1.2], size=(100, 3))
        found = bootstrapped(table, f_half, seed=seed)
        for method in METHODS:
            own = interval(found, method=method)
            assert own.low < found.estimate < own.high


def test_whole_essays_widen_the_interval_when_essays_differ():
    rng = np.random.default_rng(0)
    essay = np.repeat(np.arange(20), 15)
    right = rng.random(300) < np.repeat(rng.random(20), 15)
    table = np.c_[right, np.ones(300)]
    by_sentence, by_essay = (interval(bootstrapped(table, groups=groups)) for groups in (None, essay))
    assert by_essay.high - by_essay.low > 2 * (by_sentence.high - by_sentence.low)


@both_methods
def test_intervals_cover_about_as_often_as_they_say(method):
    """300 samples of a ratio of means whose true value is 2: 90 % ± 4 standard errors (.017), small-sample loss."""
    covered = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        base = rng.gamma(4.0, size=60)
        table = np.c_[2 * base + rng.normal(0, 2, size=60), base]
        found = interval(bootstrapped(table, resamples=400, seed=seed), level=0.9, method=method)
        covered += found.low <= 2 <= found.high
    assert 0.82 < covered / 300 < 0.97
