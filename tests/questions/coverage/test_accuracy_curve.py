"""Coverage by M: against enumeration, simulation and the released histograms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.coverage.mathematics.accuracy_curve import (
    annotator_variance,
    chao_jost,
    coverage_of_counts,
    coverage_of_histogram,
    coverage_without_replacement,
    spread_over,
)
from redink.questions.coverage.mathematics.counts import cleaned, count_corrections, normalised
from redink.questions.coverage.mathematics.matching import key_of
from redink.questions.coverage.mathematics.unseen import Histogram
from tests.questions.coverage.samples import THESIS, count_lists, crowd, released_counts, released_histograms
from tests.questions.coverage.slow_coverage import coverage_by_enumeration, one_annotator_by_enumeration
from tests.shared_files import needs_shared

_PRINTED = (1, 2, 3, 5, 10, 20)


def _histogram(p: list[float]) -> Histogram:
    x = np.array(sorted(p)) / sum(p)
    return Histogram(x, np.ones(len(x)), 10, float(x[0]), 0.0, "made up")


def test_two_of_three_people_agree() -> None:
    # Outputs a, a, b; against one other: a meets a or b (½), again ½, b meets a twice (0): ⅓.
    assert coverage_of_counts([2, 1], [1]) == pytest.approx([1 / 3])
    # Against both others: a, a are covered, b is not.
    assert coverage_of_counts([2, 1], [2]) == pytest.approx([2 / 3])


def test_no_more_references_than_other_people() -> None:
    assert np.isnan(coverage_of_counts([2, 1], [3])).all()
    assert np.isnan(coverage_of_counts([], [1])).all()


def test_no_reference_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one"):
        coverage_of_counts([2, 1], [0])


@given(count_lists, st.integers(1, 5))
def test_counts_formula_is_enumeration(counts: list[int], references: int) -> None:
    counts = counts[:3]
    if references < sum(counts):
        expected = coverage_by_enumeration(counts, references)
        assert coverage_of_counts(counts, [references])[0] == pytest.approx(expected, abs=1e-12)


@given(count_lists)
def test_coverage_never_falls(counts: list[int]) -> None:
    curve = chao_jost(counts if sum(counts) > 1 else [2], range(1, 40))
    assert (np.diff(curve) >= -1e-12).all()
    assert ((curve >= 0) & (curve <= 1)).all()


@given(count_lists)
def test_chao_jost_is_the_counts_formula_below_n_and_good_turing_at_its_end(counts: list[int]) -> None:
    n = sum(counts)
    below = range(1, n)
    assert chao_jost(counts, below) == pytest.approx(coverage_of_counts(counts, below))
    if n > 1:
        assert chao_jost(counts, [n - 1]) == pytest.approx([1 - counts.count(1) / n])


def test_one_correction_says_nothing_about_coverage() -> None:
    assert np.isnan(chao_jost([1], [1, 2, 20])).all()
    assert np.isnan(chao_jost([], [1])).all()


def test_chao_jost_by_hand() -> None:
    # n = 5, f₁ = 1, f₂ = 2: 1 − 1/5 · [4 / (4 + 4)]^(M − 4).
    assert chao_jost([2, 2, 1], [5, 6]) == pytest.approx([1 - 0.2 * 0.5, 1 - 0.2 * 0.25])
    # No correction was given twice: n = 4, f₁ = 4, bracket 3·3 / (3·3 + 2).
    assert chao_jost([1, 1, 1, 1], [4]) == pytest.approx([1 - 9 / 11])
    # None was given once: everything has been seen.
    assert chao_jost([3, 3], [6, 60]) == pytest.approx([1, 1])


@given(st.lists(st.floats(0.05, 1), min_size=1, max_size=6), st.integers(1, 8))
@settings(max_examples=25)
def test_histogram_formula_is_simulation(p: list[float], references: int) -> None:
    histogram = _histogram(p)
    rng = np.random.default_rng(0)
    draws = rng.choice(len(p), size=(20_000, references + 1), p=histogram.x)
    simulated = (draws[:, 1:] == draws[:, :1]).any(axis=1).mean()
    assert coverage_of_histogram(histogram, [references])[0] == pytest.approx(simulated, abs=0.02)


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=6))
def test_histogram_coverage_never_falls_and_ends_at_one(p: list[float]) -> None:
    curve = coverage_of_histogram(_histogram(p), [1, 2, 3, 10, 100, 10**6])
    assert (np.diff(curve) >= -1e-12).all()
    assert curve[-1] == pytest.approx(1)


@given(st.lists(st.floats(0.1, 1), min_size=1, max_size=4), st.integers(1, 5))
@settings(max_examples=12)
def test_one_annotator_is_enumeration(p: list[float], references: int) -> None:
    histogram = _histogram(p)
    found = coverage_without_replacement(histogram, [references], np.random.default_rng(0), runs=1500)
    expected = one_annotator_by_enumeration(histogram.x.tolist(), references)
    assert found[0] == pytest.approx(expected, abs=0.04)


def test_half_a_correction_is_there_half_the_time() -> None:
    histogram = Histogram(np.array([0.5]), np.array([2.5]), 10, 0.5, 0.0, "made up")
    found = coverage_without_replacement(histogram, [1], np.random.default_rng(0), runs=2000)
    assert found[0] == pytest.approx(0.5)


@given(count_lists)
def test_annotator_variance_is_the_jackknife(counts: list[int]) -> None:
    n = sum(counts)
    if n < 3:
        return
    left = []
    for kind, count in enumerate(counts):
        without = [*counts[:kind], count - 1, *counts[kind + 1 :]]
        left += [coverage_of_counts([own for own in without if own], [1])[0]] * count
    expected = (n - 1) / n * sum((value - np.mean(left)) ** 2 for value in left)
    assert annotator_variance(counts, [1])[0] == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.integers(1, 60))
def test_spreading_keeps_the_mix(values: list[float], sentences: int) -> None:
    spread = spread_over(values, sentences)
    assert len(spread) == sentences
    times = [int((spread == value).sum()) for value in sorted(set(values))]
    fair = [values.count(value) * sentences / len(values) for value in sorted(set(values))]
    assert max(abs(found - wanted) for found, wanted in zip(times, fair, strict=True)) <= 1


@needs_shared
@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("exact", (0.121, 0.198, 0.251, 0.319, 0.407, 0.483)),  # SPEC-conservatism §3
        ("index", (0.157, 0.256, 0.324, 0.411, 0.525, 0.625)),
    ],
)
def test_the_released_input_histograms(match, expected) -> None:
    found = np.mean([coverage_of_counts(own.counts, _PRINTED) for own in released_counts(match)], axis=0)
    assert found == pytest.approx(expected, abs=0.001)


@needs_shared
def test_the_thesis_values() -> None:
    exact, index = released_histograms("exact"), released_histograms("index")
    found = np.mean([coverage_of_histogram(own, [1, 10, 19, 20, 21]) for own in exact], axis=0)
    assert found[3] == pytest.approx(0.5, abs=0.015)  # "only about 0.5" at M = 20
    assert found[4] - found[3] == pytest.approx(0.004, abs=0.001)  # "the slope is about 0.004"
    assert np.mean([coverage_of_histogram(own, [10]) for own in index]) == pytest.approx(0.54, abs=0.01)
    rng = np.random.default_rng(0)
    one = np.mean([coverage_without_replacement(own, [1, 10, 20], rng, runs=60) for own in exact], axis=0)
    # The spec's .140, .463 and .540; the thesis says "above 0.47" at M = 10.
    assert one == pytest.approx([0.140, 0.463, 0.540], abs=0.008)


@needs_shared
def test_coverage_of_the_raw_corrections() -> None:
    # The counts of the released histograms come from corrections that were cleaned by hand (n up to 71), so that
    # ours differ a little: the spec expects about .105 to .125 at M = 1.
    everything = normalised(crowd(), THESIS)
    assert len(everything) == 52
    kept = cleaned(everything, left_alone=0.46)
    curves = {
        match: np.mean(
            [coverage_of_counts(own.counts, [1, 10]) for own in count_corrections(kept, key_of(match))], axis=0
        )
        for match in ("exact", "index", "index-printed")
    }
    assert 0.105 <= curves["exact"][0] <= 0.125
    assert (curves["exact"] < curves["index"]).all()
    assert (curves["index"] <= curves["index-printed"]).all()
