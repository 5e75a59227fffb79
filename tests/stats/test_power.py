"""How many sentences a test needs: by hand, and by trying it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.stats.agreement import answer_counts, cohen_kappa, fleiss_kappa
from redink.stats.power import (
    difference_deviations,
    exchange_deviations,
    exchange_ratio,
    influences,
    kappa_half_width,
    kappa_items,
    needed_units,
    power_of,
    reach,
    typical_deviation,
)
from redink.stats.resampling import Swaps, swap_sums
from redink.stats.significance import approximate_randomisation


def test_by_hand():
    # z(0.975) + z(0.8) = 1.96 + 0.8416 = 2.8016; (2.8016 · 0.02 / 0.01)² · 100 = 3139.6
    assert needed_units(0.01, spread=0.02, units=100, alpha=0.05) == 3140


def test_few_units_can_show_nothing_by_exchange():
    assert needed_units(0.5, spread=0, units=3, alpha=0.05) == 6  # 2^(1-6) = 1/32 is below 0.05, and 1/16 is not


@given(st.floats(0.001, 1), st.floats(0, 1), st.integers(1, 1000), st.integers(1, 9))
def test_smaller_differences_and_more_tests_need_more(difference, spread, units, tests):
    needed = needed_units(difference, spread=spread, units=units, alpha=0.05, tests=tests)
    assert needed_units(difference / 2, spread=spread, units=units, alpha=0.05, tests=tests) >= needed
    assert needed_units(difference, spread=spread, units=units, alpha=0.05, tests=tests + 1) >= needed


def test_so_many_sentences_show_the_difference_four_times_in_five():
    rng = np.random.default_rng(3)
    needed = needed_units(0.2, spread=1 / np.sqrt(50), units=50, alpha=0.05)  # differences of sentences vary by 1
    samples = rng.normal(0.2, 1, size=(4000, needed))
    shown = np.abs(samples.mean(axis=1)) * np.sqrt(needed) > 1.96
    assert abs(shown.mean() - 0.8) < 0.03


def test_influences_of_a_mean_are_the_deviations_from_it():
    rows = np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
    moved = influences(rows, lambda sums: sums[..., 0] / sums[..., 1])
    assert moved == pytest.approx(rows[:, 0] - 0.6)


def test_deviations_of_all_pairs_are_those_of_the_differences():
    rng = np.random.default_rng(1)
    moved, weights = rng.normal(size=(4, 30)), rng.integers(0, 3, 30).astype(float)
    deviations = difference_deviations(moved, weights)
    repeated = np.repeat(moved, weights.astype(int), axis=1)  # the slow twin
    for i in range(4):
        for j in range(4):
            assert deviations[i, j] == pytest.approx((repeated[i] - repeated[j]).std(), abs=1e-9)


@pytest.mark.parametrize("formula", [lambda s: s[..., 0] / s[..., 1], lambda s: s[..., 0] / (s[..., 0] + s[..., 1])])
def test_predicted_power_is_the_share_of_significant_tests(formula):
    rng = np.random.default_rng(5)
    everything = [rng.binomial(3, share, size=(4000, 1)) for share in (0.4, 0.5)]
    tables = [np.hstack([hits, np.full_like(hits, 3)]).astype(float) for hits in everything]
    difference = float(np.subtract(*(formula(table.sum(axis=0)) for table in tables)))
    deviation = typical_deviation(tables, formula)
    size, rejected = 80, 0
    for _ in range(400):
        chosen = rng.integers(0, 4000, size)
        first, second = swap_sums([table[chosen] for table in tables], Swaps.draw(size, 199, rng))
        rejected += approximate_randomisation(first, second, formula).p <= 0.05
    assert power_of(difference, deviation / size**0.5, alpha=0.05) == pytest.approx(rejected / 400, abs=0.08)


def test_exchanged_outputs_vary_as_predicted():
    """The slow twin: exchange the outputs of systems with few and with many edits, and look at the differences."""
    rng = np.random.default_rng(6)
    hits = [rng.binomial(1, share, 600) for share in (0.03, 0.3, 0.5)]
    tables = [np.stack([hit * rng.integers(0, 2, 600), hit], axis=1).astype(float) for hit in hits]

    def formula(sums):
        return sums[..., 0] / sums[..., 1]

    predicted = exchange_deviations(tables, formula) / 600**0.5
    sums = swap_sums(tables, Swaps.draw(600, 4000, rng))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        moved = sums[j].exchanged - sums[i].exchanged
        differences = formula(sums[j].total - moved) - formula(sums[i].total + moved)
        assert predicted[i, j] == pytest.approx((differences**2).mean() ** 0.5, rel=0.05)
        assert predicted[i, j] == pytest.approx(predicted[j, i])
    drawn = difference_deviations(np.stack([influences(table, formula) for table in tables])) / 600**0.5
    assert predicted[0, 2] < drawn[0, 2] / 2  # a system with 20 edits: its precision varies, that of mixed systems less
    assert exchange_ratio(tables[:1], formula) == 1


def test_without_its_mean_an_exchanged_difference_of_means_varies_as_that_of_drawn_sentences():
    rng = np.random.default_rng(8)
    tables = [np.stack([rng.binomial(1, share, 300), np.ones(300)], axis=1).astype(float) for share in (0.2, 0.6)]

    def formula(sums):
        return sums[..., 0] / sums[..., 1]

    difference = float(formula(tables[1].sum(axis=0)) - formula(tables[0].sum(axis=0)))
    whole = exchange_deviations(tables, formula)[0, 1]
    centred = exchange_deviations(tables, formula, centred=True)[0, 1]
    assert whole**2 - centred**2 == pytest.approx(difference**2)
    assert exchange_ratio(tables, formula) == pytest.approx(1)


def test_power_by_hand():
    assert power_of(0, 0.01, alpha=0.05) == pytest.approx(0.05)
    assert power_of(reach(alpha=0.05) * 0.01, 0.01, alpha=0.05) == pytest.approx(0.8, abs=1e-5)
    assert power_of(reach(alpha=0.05, tests=66, power=0.9) * 0.01, 0.01, alpha=0.05, tests=66) == pytest.approx(0.9)
    assert power_of(0.0196, 0.01, alpha=0.05, ratio=0.5) == pytest.approx(0.8381, abs=1e-4)  # Φ(0.98) + Φ(−2.94)
    assert power_of(reach(alpha=0.05, ratio=2) * 0.01, 0.01, alpha=0.05, ratio=2) == pytest.approx(0.8, abs=1e-5)


@pytest.mark.parametrize(("judges", "answers", "kappa"), [(2, 2, 0.4), (2, 3, 0.6), (4, 3, 0.5)])
def test_kappa_after_so_many_items_is_known_so_well(judges, answers, kappa):
    rng = np.random.default_rng(7)
    items = kappa_items(0.05, kappa, judges=judges, answers=answers)
    values = []
    for _ in range(300):
        clear, truth = rng.random(items) < kappa, rng.integers(0, answers, items)
        said = np.where(clear, truth, rng.integers(0, answers, (judges, items)))
        values.append(fleiss_kappa(answer_counts(said, answers)).value)
    assert np.mean(values) == pytest.approx(kappa, abs=0.01)
    assert np.mean(np.abs(np.array(values) - kappa) <= 0.05) == pytest.approx(0.95, abs=0.04)
    assert kappa_half_width(items, kappa, judges=judges, answers=answers) == pytest.approx(0.05, abs=0.001)


def test_two_judges_have_the_variance_of_fleiss_cohen_and_everitt():
    known = cohen_kappa(np.full((3, 3), 100.0) + 400 * np.eye(3))
    half = (known.interval.high - known.interval.low) / 2
    assert kappa_half_width(2100, known.value, answers=3) == pytest.approx(half, rel=1e-6)
