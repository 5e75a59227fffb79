"""Rankings from sentence scores: by hand, against gec-metrics, properties, and TrueSkill against its slow mean."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from redink.scoring.green import chosen_counts, reference_counts, score_from_sums
from redink.stats.aggregation import aggregate, compared, rating_in_order, tally_of
from redink.stats.rankings_from_pairs import Pairs, Tally, mean_rating, rating_without_order
from redink.stats.resampling import Resamples
from tests.scoring import conll14
from tests.shared_files import SHARED, needs_shared

tables = arrays.arrays(
    np.float64, st.tuples(st.integers(2, 4), st.integers(2, 6)), elements=st.sampled_from([0, 0.5, 1])
)


def draws(scores, resamples=20):
    return Resamples.draw(scores.shape[1], resamples, np.random.default_rng(1))


def values(scores, method, **how):
    scores = np.asarray(scores, dtype=float)
    return aggregate(scores, method, draws(scores), **how).values


def test_by_hand():
    scores = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
    assert values(scores, "mean").tolist() == [0.5, 0.5, 0]
    # The first two win once each; both always win against the third.
    assert values(scores, "expected-wins").tolist() == [0.75, 0.75, 0]
    # Sentences 2 and 4 are ties of the first two, and there are two ties with the third.
    assert values(scores, "expected-wins", ties="half").tolist() == [0.625, 0.625, 0.25]
    first, second, third = values(scores, "trueskill")
    assert first == pytest.approx(second)
    assert third == pytest.approx(-2 * first)
    assert first > 0


def test_a_pair_that_is_never_decided_is_skipped_and_told():
    found = aggregate(np.zeros((2, 3)), "expected-wins", draws(np.zeros((2, 3))))
    assert np.isnan(found.values).all()
    assert found.undecided == 1
    assert values(np.zeros((2, 3)), "trueskill") == pytest.approx([0, 0])


def test_a_sentence_without_a_score_is_in_no_comparison():
    scores = np.array([[1, np.nan], [0, 1.0]])
    assert compared(scores).sum(axis=(0, 1)).tolist() == [1, 0, 0]
    assert values(scores, "mean").tolist() == [1, 0.5]
    assert values(scores, "expected-wins").tolist() == [1, 0]


@settings(max_examples=25)
@given(tables, st.randoms())
def test_nothing_but_one_pass_depends_on_the_order(scores, rng):
    sentences, systems = (rng.sample(range(size), size) for size in scores.shape[::-1])
    for method in ("trueskill", "expected-wins", "mean"):
        for ties in ("original", "half"):
            expected = values(scores, method, ties=ties)[systems]
            assert values(scores[systems][:, sentences], method, ties=ties) == pytest.approx(
                expected, abs=1e-8, nan_ok=True
            )


@settings(max_examples=25)
@given(tables)
def test_only_the_order_of_scores_matters_and_better_is_better(scores):
    for method in ("trueskill", "expected-wins"):
        before = values(scores, method)
        assert values(np.exp(3 * scores), method) == pytest.approx(before, nan_ok=True)
        assert values(-scores, method) == pytest.approx(
            -before if method == "trueskill" else 1 - before, abs=1e-7, nan_ok=True
        )


def test_trueskill_without_order_is_the_mean_over_orders():
    rng = np.random.default_rng(3)
    scores = np.round(rng.normal(np.array([[0.0], [0.2], [0.5], [0.1]]), 1, (4, 150)), 0)
    outcomes = compared(scores)
    first, second = np.triu_indices(4, 1)
    signs = (outcomes[..., 0] - outcomes[..., 1]).astype(np.intp)
    pairs = Pairs(np.tile(first, 150), np.tile(second, 150), signs.ravel(), 4)
    mean = mean_rating(pairs, rng, orders=60).mu
    without = rating_without_order(tally_of(outcomes.sum(axis=0), 4))
    assert without == pytest.approx(mean - mean.mean(), abs=0.004)
    backwards = rating_in_order(outcomes[::-1], 4)
    assert np.abs(rating_in_order(outcomes, 4) - backwards).max() > 0.01  # the fault that is averaged out


def test_ratings_of_one_who_always_wins_are_finite_and_solve_the_equation():
    wins = np.zeros((2, 2))
    wins[0, 1] = 10_000
    mu = rating_without_order(Tally(wins, np.zeros((2, 2))))
    assert mu[0] == -mu[1]
    assert 0.3 < mu[0] < 3


def test_intervals_cover_the_spread_of_sentences():
    rng = np.random.default_rng(5)
    scores = rng.random((3, 200))
    found = aggregate(scores, "expected-wins", draws(scores, 200))
    for value, interval in zip(found.values, found.intervals, strict=True):
        assert interval.low < value < interval.high


@needs_shared
def test_gec_metrics_on_conll14():
    # gec-metrics 0.1.2 with trueskill 0.4.5, from GREEN of 1,312 sentences and 13 systems.
    golden = json.loads((SHARED / "golden" / "modern" / "aggregation.json").read_text())["metric_aggregation"]
    sources, references = conll14.sources(), conll14.references()
    names = golden["systems_in_order"]
    scores = []
    for name in names:
        output = sources if name == "INPUT" else conll14.output(name)
        rows = chosen_counts(reference_counts(sources, output, references), reading="gecmetrics")
        scores.append(score_from_sums(rows, reading="gecmetrics"))
    outcomes = compared(np.array(scores))
    assert outcomes[..., 2].sum() == golden["ties"]
    for sentences, key in (
        (slice(None), "trueskill_mu"),
        (slice(200), "trueskill_mu_first_200_sentences"),
        (slice(None, None, -1), "trueskill_mu_sentences_in_reverse_order"),
    ):
        expected = [golden[key][name] for name in names]
        assert rating_in_order(outcomes[sentences], len(names)) == pytest.approx(expected, abs=1e-7)
    wins = values(scores, "expected-wins")
    assert wins == pytest.approx([golden["expected_wins"][name] for name in names], abs=1e-12)
