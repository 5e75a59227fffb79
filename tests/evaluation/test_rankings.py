"""Every pair tested: ranks, clusters, letters and corrections, by hand and as properties."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.evaluation.estimate import enough_resamples
from redink.evaluation.rankings import differences_from_base, rank_systems
from redink.evaluation.results import Procedure
from redink.evaluation.tables import ranking_table, score_table
from redink.evaluation.trust import Trust
from redink.reports.output import in_percent
from redink.scoring.measure import Conventions
from redink.stats.significance import PairedResult, fewest_resamples
from tests.questions.samples import DATA, EAGER, IDLE, PERFECT
from tests.questions.samples import compared as compare

HOLM = Procedure("randomisation", 999)


def paired_results(p_values, scores):
    """Make the results of all pairs from p-values above the diagonal."""
    pairs = [(i, j) for i in range(len(scores)) for j in range(i + 1, len(scores))]
    return {
        (i, j): PairedResult(scores[j] - scores[i], p, "approximate randomisation", 999, 0)
        for (i, j), p in zip(pairs, p_values, strict=True)
    }


def test_a_chain_is_one_cluster_with_three_sets_of_letters():
    # A and B, B and C are alike; A and C are not: 3 × 0.01 ≤ 0.05, 2 × 0.04 > 0.05.
    scores = [0.5, 0.4, 0.3]
    found = rank_systems("F0.5", "ABC", scores, paired_results([0.2, 0.01, 0.04], scores), HOLM)
    assert [one.letters for one in found.standings] == [("a",), ("a", "b"), ("b",)]
    assert [one.cluster for one in found.standings] == [1, 1, 1]
    assert [(one.rank, one.best_rank, one.worst_rank) for one in found.standings] == [(1, 1, 2), (2, 1, 3), (3, 2, 3)]
    assert [pair.adjusted_p for pair in found.pairs] == pytest.approx([0.2, 0.03, 0.08])


@pytest.mark.parametrize(
    ("correction", "adjusted"), [("holm", [0.06, 0.06]), ("bh", [0.04, 0.04]), ("none", [0.03, 0.04])]
)
def test_each_correction_goes_over_the_comparisons_with_the_base(correction, adjusted):
    scores = [0.1, 0.2, 0.3]
    found = differences_from_base("P", "ABC", "A", paired_results([0.03, 0.04, 0.9], scores), correction)
    assert [one.adjusted_p for one in found] == pytest.approx(adjusted)
    assert [(one.base, one.system) for one in found] == [("A", "B"), ("A", "C")]
    assert {one.least_p for one in found} == {1 / 1000}


def test_an_unknown_correction_is_refused():
    with pytest.raises(UsageError, match="there is no correction 'bonferroni'"):
        Trust(correction="bonferroni")


def test_undefined_scores_have_no_rank_and_are_not_counted_among_the_tests():
    results = compare(replace(DATA, systems=(PERFECT, EAGER, IDLE)), ["P"], conventions=Conventions("corrected"))
    (ranking,) = results.rankings
    idle = ranking.standings[2]
    assert (idle.score, idle.rank, idle.cluster, idle.letters) == (None, None, None, ())
    with_idle = [pair for pair in ranking.pairs if "idle" in (pair.base, pair.system)]
    assert {(pair.p, pair.adjusted_p) for pair in with_idle} == {(None, None)}
    one = ranking.pairs[0]
    assert one.adjusted_p == one.p  # the only test there is
    assert "–" in [str(row.cells[-1].value or "–") for row in ranking_table(results).rows]


@given(st.integers(2, 40), st.sampled_from([0.01, 0.05, 0.1]), st.sampled_from(["holm", "bh", "none"]))
def test_draws_chosen_are_enough_and_in_thousands(systems, alpha, correction):
    chosen = enough_resamples(systems, alpha=alpha, correction=correction)
    pairs = systems * (systems - 1) // 2 if correction != "none" else 1
    assert chosen >= max(1000, fewest_resamples(pairs, alpha))
    assert chosen % 1000 == 0


def test_draws_of_the_usual_numbers_of_systems():
    assert [enough_resamples(systems) for systems in (2, 5, 6, 12, 13)] == [1000, 1000, 2000, 7000, 8000]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6), st.data())
@settings(max_examples=100)
def test_letters_say_which_pairs_differ(scores, data):
    count = len(scores) * (len(scores) - 1) // 2
    tests = paired_results(data.draw(st.lists(st.floats(0.001, 1), min_size=count, max_size=count)), scores)
    names = [f"s{number}" for number in range(len(scores))]
    ranking = rank_systems("F1", names, scores, tests, replace(HOLM, correction="none"))
    for (i, j), pair in zip(tests, ranking.pairs, strict=True):
        share = set(ranking.standings[i].letters) & set(ranking.standings[j].letters)
        differs = pair.adjusted_p <= 0.05 and scores[i] != scores[j]
        assert bool(share) != differs
        if ranking.standings[i].cluster != ranking.standings[j].cluster:
            assert differs


def test_printing_results_gives_the_tables():
    results = compare(DATA, ["F0.5", "EM"], trust=Trust(seed=0))
    shown = str(results)
    assert [shown.count(f"{table.title}\n") for table in results.to_tables()] == [1] * len(results.to_tables())
    assert "approximate randomisation, 1,000 resamples, α = 0.05, Holm correction over 3 pairs" in shown


def test_percent_leaves_counts_and_p_alone():
    table = in_percent(score_table(compare(DATA, ["F0.5"])))
    assert [(column.key, column.percent) for column in table.columns] == [
        ("system", False), ("tp", False), ("fp", False), ("fn", False),
        ("precision", True), ("recall", True), ("F0.5", True),
    ]  # fmt: skip
    tested = in_percent(compare(DATA, ["F0.5"]).to_tables()[1], scaled=True)
    p = [column.key for column in tested.columns].index("p")
    assert all(isinstance(row.cells[p].value, float) and row.cells[p].value <= 1 for row in tested.rows)
    assert tested.rows[0].cells[3].value == f"{100 * compare(DATA, ['F0.5']).differences[0].difference:.2f}"


def test_the_seed_decides_and_zero_is_a_seed():
    first, again, other = (compare(DATA, ["F0.5"], trust=Trust(seed=seed)) for seed in (0, 0, 1))
    assert first.rankings == again.rankings
    assert np.array([pair.p for pair in first.rankings[0].pairs]).tolist() != [p.p for p in other.rankings[0].pairs]
