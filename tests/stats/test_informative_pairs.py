"""Belief about pairs: against an exact posterior, undo, ties, "cannot judge", and what teaches most."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.stats.informative_pairs import Belief, chances

ANSWERS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from([1, 0, -1, None])).filter(lambda a: a[0] != a[1]),
    max_size=12,
)


def taught(answers, machine=(0.0, 0.0, 0.0, 0.0)):
    belief = Belief(np.array(machine))
    for number, answer in enumerate(answers):
        belief.learn(str(number), *answer)
    return belief


def test_one_answer_by_hand():
    # d ~ N(0, 2) and P(harder | d) = σ(d − 0.5); the posterior mean of d by a fine grid
    belief = taught([(0, 1, 1)], (0.0, 0.0))
    grid = np.linspace(-12, 12, 20001)
    weight = np.exp(-(grid**2) / 4) / (1 + np.exp(0.5 - grid))
    mean = (weight * grid).sum() / weight.sum()
    mu, variance = belief.difference(np.array([0]), np.array([1]))
    assert mu[0] == pytest.approx(mean, abs=1e-4)
    assert variance[0] == pytest.approx((weight * (grid - mean) ** 2).sum() / weight.sum(), abs=1e-3)


@given(ANSWERS, st.integers(0, 3), st.integers(0, 3), st.sampled_from([1, 0, -1, None]))
@settings(max_examples=40, deadline=None)
def test_what_is_taken_back_was_never_said(answers, first, second, outcome):
    if first == second:
        return
    plain, undone = taught(answers), taught(answers)
    undone.learn("new", first, second, outcome)
    undone.forget("new")
    assert undone.mean == pytest.approx(plain.mean, abs=1e-6)
    assert undone.covariance == pytest.approx(plain.covariance, abs=1e-6)
    ends = np.array([0, 1]), np.array([2, 3])
    assert undone.unsure(*ends) == pytest.approx(plain.unsure(*ends))


@given(ANSWERS)
@settings(max_examples=40, deadline=None)
def test_an_answer_never_adds_doubt_and_order_of_a_pair_does_not_matter(answers):
    belief = taught(answers)
    assert (np.diagonal(belief.covariance) <= np.diagonal(Belief(np.zeros(4)).covariance) + 1e-9).all()
    assert (np.linalg.eigvalsh(belief.covariance) > 0).all()
    turned = taught([(b, a, None if o is None else -o) for a, b, o in answers])
    assert turned.mean == pytest.approx(belief.mean, abs=1e-9)
    first, second = np.array([0, 1, 2]), np.array([1, 2, 3])
    assert belief.information(first, second) == pytest.approx(belief.information(second, first), abs=1e-9)
    assert (belief.information(first, second) >= 0).all()
    assert ((belief.certainty(first, second) >= 0.5) & (belief.certainty(first, second) <= 1)).all()


def test_the_unknown_pair_teaches_most_and_the_unclear_one_least():
    belief = taught([(0, 1, 1)] * 6)
    gain = belief.information(np.array([0, 2]), np.array([1, 3]))
    assert gain[1] > gain[0]
    unsure = taught([(0, 1, None)] * 6)
    gain = unsure.information(np.array([0, 2]), np.array([1, 3]))
    assert gain[1] > gain[0]
    assert unsure.unsure(np.array([0]), np.array([1]))[0] > 0.5


def test_the_machine_is_believed_only_as_far_as_people_follow_it():
    machine = (-1.0, 0.0, 1.0, 2.0)
    assert taught([], machine).mean.tolist() == list(machine)
    against = taught([(0, 2, 1), (0, 3, 1), (1, 2, 1)] * 4, machine)
    assert against.mean[0] > against.mean[3]  # and 0 against 3, 1 against 3: λ fell below 0


def test_many_ties_widen_the_tie():
    rng = np.random.default_rng(0)
    few, many = Belief(np.zeros(6)), Belief(np.zeros(6))
    for number in range(60):
        first, second = rng.permutation(6)[:2].tolist()
        few.learn(str(number), first, second, 1 if number % 2 else -1)
        many.learn(str(number), first, second, 0 if number % 2 else 1)
    assert few.tie < 0.2
    assert many.tie > 0.8
    assert chances(np.zeros(1), many.tie)[1, 0] == pytest.approx(0.5, abs=0.1)


def test_true_difficulties_are_found():
    rng = np.random.default_rng(1)
    truth = np.linspace(-2, 2, 12)
    belief = Belief(np.zeros(12))
    pairs = np.array(np.triu_indices(12, 1))
    for number in range(300):
        place = int(belief.information(*pairs).argmax()) if number % 5 else int(rng.integers(pairs.shape[1]))
        first, second = pairs[:, place].tolist()
        chance = chances(np.array([truth[first] - truth[second]]), 0.3)[:, 0]
        belief.learn(str(number), first, second, int(1 - rng.choice(3, p=chance / chance.sum())))
    assert np.corrcoef(belief.mean, truth)[0, 1] > 0.95
