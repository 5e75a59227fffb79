"""Draws: right counts, one stream for all, whole groups, the same digits whoever computes."""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.stats import resampling as room
from redink.stats.resampling import (
    Resamples,
    Swaps,
    Units,
    bootstrap,
    scores_of,
)
from tests.stats.slow_twins import f_half, ratio, resampled_tables

SOURCES = Path(__file__).resolve().parents[2] / "src"

group_ids = st.lists(st.sampled_from(["x", "y", "z", "w"]), min_size=1, max_size=12)
seeds = st.integers(0, 2**32)


def random_table(n, columns=3, seed=5):
    return np.random.default_rng(seed).poisson(1.0, size=(n, columns)).astype(float)


# --- units -----------------------------------------------------------------------------------


def test_units_are_numbered_by_first_appearance():
    units = Units.of(5, ["b", "a", "b", "c", "a"])
    assert units.n_units == 3
    assert units.unit_of.tolist() == [0, 1, 0, 2, 1]
    assert units.rows(np.array([[1.0], [2], [4], [8], [16]])).tolist() == [[5], [18], [8]]


def test_units_refuse_a_wrong_number_of_ids():
    with pytest.raises(InputError, match="2 group ids for 3 sentences"):
        Units.of(3, ["a", "b"])


# --- draws -----------------------------------------------------------------------------------


def test_counts_count_what_the_generator_draws():
    drawn = np.random.default_rng(0).integers(0, 3, size=(2, 3))
    expected = [np.bincount(row, minlength=3).tolist() for row in drawn]
    counts = Resamples.draw(3, 2, np.random.default_rng(0)).counts
    assert counts.dtype == np.uint8
    assert counts.tolist() == expected


@given(group_ids, seeds)
def test_sums_equal_those_of_copied_rows(groups, seed):
    table = random_table(len(groups))
    slow = resampled_tables(table, 20, np.random.default_rng(seed), groups)
    plan = Resamples.draw(len(groups), 20, np.random.default_rng(seed), groups)
    expected = [own.sum(axis=0).tolist() for own in slow]
    assert plan.sums(table).tolist() == expected
    assert plan.sums(np.ones((len(groups), 1)))[:, 0].tolist() == [len(own) for own in slow]


@given(group_ids, seeds)
def test_groups_are_drawn_whole(groups, seed):
    plan = Resamples.draw(len(groups), 10, np.random.default_rng(seed), groups)
    # One column per sentence: its sums tell how often the sentence was drawn.
    counts = plan.sums(np.eye(len(groups)))
    for group in set(groups):
        own = counts[:, [g == group for g in groups]]
        assert (own == own[:, :1]).all()


@given(st.integers(1, 30), seeds)
def test_singletons_are_no_groups(n, seed):
    names = [f"essay {n - i}" for i in range(n)]
    plain, grouped = (Resamples.draw(n, 10, np.random.default_rng(seed), ids) for ids in (None, names))
    assert np.array_equal(plain.counts, grouped.counts)
    table = np.random.default_rng(1).random((n, 2))
    assert np.array_equal(plain.sums(table), grouped.sums(table))
    for one, other in zip(bootstrap(table, ratio, plain), bootstrap(table, ratio, grouped), strict=True):
        assert np.array_equal(one, other, equal_nan=True)


@given(st.integers(1, 40), seeds)
def test_same_seed_same_draws(n, seed):
    one, two = (Resamples.draw(n, 5, np.random.default_rng(seed)).counts for _ in range(2))
    assert np.array_equal(one, two)
    assert (one.sum(axis=1) == n).all()


def test_seed_0_is_a_seed():
    draws = [Resamples.draw(50, 20, np.random.default_rng(seed)).counts for seed in (0, 0, 1)]
    assert np.array_equal(draws[0], draws[1])
    assert not np.array_equal(draws[0], draws[2])
    coins = [Swaps.draw(50, 20, np.random.default_rng(seed)).exchanged for seed in (0, 0, 1)]
    assert np.array_equal(coins[0], coins[1])
    assert not np.array_equal(coins[0], coins[2])


@pytest.mark.parametrize("cells", [1, 20, 33])
def test_blocks_draw_the_same(monkeypatch, cells):
    whole = Resamples.draw(11, 9, np.random.default_rng(0)).counts
    monkeypatch.setattr(room, "BLOCK_CELLS", cells)
    assert np.array_equal(Resamples.draw(11, 9, np.random.default_rng(0)).counts, whole)


def test_every_unit_is_drawn_once_on_average_and_coins_are_fair():
    rng = np.random.default_rng(3)
    counts = Resamples.draw(20, 20_000, rng).counts
    assert np.abs(counts.mean(axis=0) - 1).max() < 0.04  # 5 standard errors: sqrt(0.95 / 20,000) = 0.007
    assert abs((counts == 0).mean() - 0.95**20) < 0.01
    assert np.abs(Swaps.draw(20, 20_000, rng).exchanged.mean(axis=0) - 0.5).max() < 0.02


@pytest.mark.parametrize("plan", [Resamples, Swaps])
def test_no_resamples_are_refused(plan):
    with pytest.raises(UsageError, match="the number of resamples cannot be 0"):
        plan.draw(5, 0, np.random.default_rng(0))


@pytest.mark.parametrize("plan", [Resamples, Swaps])
def test_bug_a_billion_resamples_filled_the_memory(plan):
    with pytest.raises(UsageError, match="the number of resamples cannot be 1000000000"):
        plan.draw(5, 10**9, np.random.default_rng(0))
    with pytest.raises(UsageError, match="1,000,000 resamples of 5,000 units need 5 GB of memory") as caught:
        plan.draw(5000, 10**6, np.random.default_rng(0))
    assert "at most 200,000" in caught.value.remedy


@pytest.mark.parametrize("groups", [None, []])
def test_no_sentences(groups):
    empty = np.zeros((0, 2))
    plan = Resamples.draw(0, 4, np.random.default_rng(0), groups)
    assert plan.sums(empty).tolist() == [[0, 0]] * 4
    assert Swaps.draw(0, 4, np.random.default_rng(0), groups).sums(empty).total.tolist() == [0, 0]
    assert np.isnan(bootstrap(empty, ratio, plan).estimate)


# --- sums and scores -------------------------------------------------------------------------


@given(group_ids)
def test_jackknife_leaves_one_unit_out(groups):
    table = random_table(len(groups))
    expected = [table[[g != group for g in groups]].sum(axis=0).tolist() for group in dict.fromkeys(groups)]
    resamples = Resamples.draw(len(groups), 2, np.random.default_rng(0), groups)
    for column in range(table.shape[1]):
        left_out = bootstrap(table, lambda sums, column=column: sums[:, column], resamples).left_out
        assert left_out.tolist() == [sums[column] for sums in expected]


@given(group_ids, seeds)
def test_swap_sums(groups, seed):
    table = random_table(len(groups))
    plan = Swaps.draw(len(groups), 6, np.random.default_rng(seed), groups)
    sums = plan.sums(table)
    assert sums.total.tolist() == table.sum(axis=0).tolist()
    per_sentence = plan.exchanged[:, plan.units.unit_of]
    assert sums.exchanged.tolist() == [table[row].sum(axis=0).tolist() for row in per_sentence]


@given(group_ids, seeds, st.integers(0, 4), st.sampled_from([1.0, 0.1, 2.0**20]))
def test_several_tables_at_once_are_summed_as_one_by_one(groups, seed, systems, unit):
    tables = [random_table(len(groups), seed=number) * unit for number in range(systems)]
    swaps = Swaps.draw(len(groups), 6, np.random.default_rng(seed), groups)
    for together, table in zip(room.swap_sums(tables, swaps), tables, strict=True):
        alone = swaps.sums(table)
        assert together.total.tolist() == alone.total.tolist()
        assert together.exchanged.tolist() == alone.exchanged.tolist()
    resamples = Resamples.draw(len(groups), 6, np.random.default_rng(seed), groups)
    for (together,), table in zip(room.bootstrap_tables(tables, [f_half], resamples), tables, strict=True):
        alone = bootstrap(table, f_half, resamples)
        assert np.array_equal(together.scores, alone.scores, equal_nan=True)
        assert np.array_equal(together.left_out, alone.left_out, equal_nan=True)


def test_bootstrap_scores_data_resamples_and_what_is_left():
    table = np.array([[1.0, 0, 1], [0, 0, 0], [2, 1, 0]])
    plan = Resamples.draw(3, 50, np.random.default_rng(0))
    found = bootstrap(table, f_half, plan)
    assert found.estimate == 3.75 / (3.75 + 1 + 0.25)
    assert found.left_out.tolist() == [2.5 / 3.5, 3.75 / 5, 1.25 / 1.5]
    only_empty = plan.counts[:, 1] == 3
    assert np.array_equal(np.isnan(found.scores), only_empty)


def test_differences_are_paired():
    plan = Resamples.draw(30, 10, np.random.default_rng(0))
    one, two = (bootstrap(random_table(30, seed=seed), f_half, plan) for seed in (1, 2))
    both = two.minus(one)
    assert both.estimate == two.estimate - one.estimate
    assert np.array_equal(both.scores, two.scores - one.scores)
    assert np.array_equal(both.left_out, two.left_out - one.left_out)


def test_undefined_scores_are_nan_without_a_warning():
    assert np.isnan(scores_of(np.array([[0.0, 0.0], [1.0, 0.0]]), ratio)).tolist() == [True, True]


def test_a_score_function_of_the_wrong_shape_is_named():
    with pytest.raises(InputError, match="one score for each row"):
        scores_of(np.ones((4, 2)), lambda sums: sums)


# --- who computes ----------------------------------------------------------------------------


def digits(table, plan):
    return [array.tobytes() for array in map(np.asarray, bootstrap(table, ratio, plan))]


def test_other_processes_find_the_same_digits():
    tables = [np.random.default_rng(seed).random((40, 2)) for seed in range(4)]
    plan = Resamples.draw(40, 30, np.random.default_rng(0), [i // 3 for i in range(40)])
    here = [digits(table, plan) for table in tables]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(partial(digits, plan=plan), tables)) == here


FRESH = """
import hashlib, sys
import numpy as np
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap
from redink.stats import ranking, significance
rng = np.random.default_rng(0)
plan = Resamples.draw(1312, 300, rng)
found = bootstrap(rng.random((1312, 3)), lambda sums: sums[:, 0] / sums[:, 1], plan)
assert interval(found) and interval(found, method="bca")
print(hashlib.sha256(found.scores.tobytes()).hexdigest(), "scipy" in sys.modules)
"""


def test_threads_of_the_product_move_no_digit_and_scipy_stays_out():
    rng = np.random.default_rng(0)
    plan = Resamples.draw(1312, 300, rng)
    here = bootstrap(rng.random((1312, 3)), ratio, plan).scores.tobytes()
    for threads in ("1", "2"):
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        settings = dict.fromkeys(names, threads) | {"PYTHONPATH": str(SOURCES)}
        told = subprocess.run(
            [sys.executable, "-c", FRESH], env=os.environ | settings, capture_output=True, text=True, check=True
        )
        assert told.stdout.split() == [hashlib.sha256(here).hexdigest(), "False"]
