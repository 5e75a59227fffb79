"""Weighted counts and scores: the demo of SPEC-difficulty §1.3 digit for digit, and what must hold for any corpus."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.formulas import Settings, formulas, free_false_positives, sentence_stats
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.mathematics.pool import pool_of
from redink.questions.difficulty.mathematics.weights import constant, linear, log, parse_weight, reciprocal
from redink.records import System
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEMS, edits, judged
from tests.questions.difficulty.test_judging_table import corpora


def row(table, system, settings, pool=None):
    """Give TP, FP, FN, TN, then P, R, F, A of one system, to four decimals as the program prints them."""
    column = table.systems.index(system)
    sums = sentence_stats(table, column, pool or pool_of(table), settings).sum(axis=0)
    scores = [float(one.score_from_sums(sums[np.newaxis])[0]) for one in formulas(settings)]
    return [round(float(value), 4) for value in (*sums[:4], *scores)]


# TP, FP, FN, TN, P, R, F0.5, A from SPEC-difficulty §1.3, obtained by running the published program.
WEIGHTED = {
    "A": [1.3333, 0.0, 1.6667, 1.0, 1.0, 0.4444, 0.8, 0.5833],
    "B": [0.6667, 2.0, 2.3333, 0.3333, 0.25, 0.2222, 0.2439, 0.25],
    "C": [0.0, 2.6667, 3.0, 0.6667, 0.0, 0.0, 0.0, 0.1667],
}
UNWEIGHTED = {
    "A": [4, 0, 2, 18, 1.0, 0.6667, 0.9091, 0.9167],
    "B": [3, 4, 3, 16, 0.4286, 0.5, 0.4412, 0.7917],
    "C": [2, 4, 4, 17, 0.3333, 0.3333, 0.3333, 0.7917],
}
F1 = {"A": (0.6154, 0.8), "B": (0.2353, 0.4615), "C": (0.0, 0.3333)}


@pytest.mark.parametrize("mode", ["paper", "faithful"])
@pytest.mark.parametrize("system", WEIGHTED)
def test_the_demo(system, mode):
    table = judged()
    assert row(table, system, Settings(mode)) == WEIGHTED[system]
    assert row(table, system, Settings(mode).unweighted()) == UNWEIGHTED[system]
    weighted, plain = Settings(mode, beta=1), Settings(mode, beta=1).unweighted()
    assert (row(table, system, weighted)[6], row(table, system, plain)[6]) == F1[system]


@pytest.mark.parametrize(
    ("system", "counts", "f", "accuracy"),
    [
        ("A", [5, 0, 3.25, 18.75], 0.8850, 0.8796),
        ("B", [3.5, 5.5, 4.75, 16.25], 0.3955, 0.7315),
        ("C", [2, 6, 6.25, 17.5], 0.2484, 0.7222),
    ],
)
def test_the_demo_with_other_parameters(system, counts, f, accuracy):
    found = row(judged(), system, Settings(weight=linear(2, 1, 1)))
    assert [*found[:4], found[6], found[7]] == [*counts, f, accuracy]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            Settings(leave_one_out=True),
            {"A": [1, 0.5714, 0.8696, 0.7], "B": [0.5, 0.3333, 0.4545, 0.4286], "C": [0, 0, 0, 0.2857]},
        ),
        (
            Settings(weight=reciprocal()),
            {
                "A": [1, 0.5, 0.8333, 0.8065],
                "B": [0.375, 0.3333, 0.3659, 0.6559],
                "C": [0.1765, 0.1667, 0.1744, 0.6344],
            },
        ),
    ],
)
def test_the_demo_with_other_weights(settings, expected):
    table = judged()
    assert {system: row(table, system, settings)[4:] for system in expected} == expected


def test_double_false_positives_are_the_programs_alone():
    # He go home . / gold 1-2 goes / system 1-1 will (SPEC-difficulty §1.4 item 2).
    source = ("He", "go", "home", ".")
    table = judged([source], [edits((1, 2, "goes"))], [System("s", (source,), (edits((1, 1, "will")),))])
    assert row(table, "s", Settings("paper", constant()))[:4] == [0, 1, 1, 7]
    assert row(table, "s", Settings("faithful", constant()))[:4] == [0, 2, 1, 7]


def test_nothing_divided_by_nothing():
    table = judged(systems=[System("perfect", SOURCES, GOLD)])
    # One system, all right: every weight is 0, and the paper has P = R = A = 1 "no matter how the weight is set".
    assert row(table, "perfect", Settings())[4:] == [1, 1, 1, 1]
    assert row(table, "perfect", Settings("faithful"))[4:] == [0, 0, 0, 0]


def test_unit_weight_of_false_positives():
    found = row(judged(), "B", Settings(false_positives="unit"))
    assert found[:4] == [0.6667, 4.0, 2.3333, 0.3333]


def test_a_false_positive_nobody_else_makes_is_free_for_an_outsider():
    table = judged()
    pool = pool_of(table, ["A", "B"])
    # C's wrong chunks on correct text: the token "discussing"; B and A left it alone.
    assert free_false_positives(table, 2, pool, Settings()) == (1, 1)
    assert free_false_positives(table, 2, pool_of(table), Settings()) == (0, 1)


@given(
    corpora(systems=3), st.sampled_from([linear(), linear(1.5, 0, 0), reciprocal(0), reciprocal(), log(), constant()])
)
def test_perfect_output_is_perfect(corpus, weight):
    # Also where all weights are 0, and where there is no error.
    sources, gold, systems = corpus
    perfect = System("perfect", sources, gold)
    table = judge(gold_chunks(sources, gold), sources, (*systems, perfect))
    assert row(table, "perfect", Settings(weight=weight))[4:] == [1, 1, 1, 1]


def test_an_output_that_is_not_perfect_has_no_score_without_weights():
    # The system solves what all solve (w = 0) and leaves the other error alone: P is 0/0, R is 0.
    source = ("a", "b", "c")
    gold = edits((0, 1, "x"), (2, 3, "z"))
    outputs = [System("all", (source,), (gold,)), System("half", (source,), (gold[:1],))]
    found = row(judged([source], [gold], outputs), "half", Settings())
    assert np.isnan(found[4])
    assert found[5] == 0
    # A sentence without chunks, which the annotator did not see, is not perfect either.
    table = judge(gold_chunks([source, source], [gold, None]), [source, source], [System("s", (source,) * 2, ((), ()))])
    scores = formulas(Settings())[3].score_from_sums(sentence_stats(table, 0, pool_of(table), Settings()))
    assert np.isnan(scores[1])


@given(corpora(systems=2))
def test_another_system_never_lowers_n(corpus):
    sources, gold, systems = corpus
    # Random systems hardly ever solve the same error: three perfect ones make sure that some n are large.
    perfect = [System(f"perfect {k}", sources, gold) for k in range(3)]
    table = judge(gold_chunks(sources, gold), sources, (*perfect, *systems))
    for size in range(1, 5):
        fewer, more = (pool_of(table, table.systems[:count]) for count in (size, size + 1))
        assert (more.solved >= fewer.solved).all()
        assert (more.solved - fewer.solved == table.correct[:, size]).all()


@given(corpora(systems=3), st.sampled_from(["paper", "faithful"]), st.booleans())
def test_counts_add_up(corpus, mode, leave_one_out):
    sources, gold, systems = corpus
    table = judge(gold_chunks(sources, gold), sources, systems)
    pool = pool_of(table)
    for column in range(3):
        sums = sentence_stats(table, column, pool, Settings(mode, leave_one_out=leave_one_out))
        tp, fp, fn, tn, everything, chunks, unweighted_wrong = sums.T
        wrong = everything - tp - tn
        assert chunks.tolist() == table.gold.lengths.tolist()
        assert unweighted_wrong.sum() == (~table.correct[:, column]).sum()
        # What is wrong is FP, FN or both.
        assert (np.maximum(fp, fn) <= wrong + 1e-9).all()
        assert (wrong <= fp + fn + 1e-9).all()
        plain = sentence_stats(table, column, pool, Settings(mode).unweighted())
        assert plain[:, 4].tolist() == table.gold.lengths.tolist()


@given(corpora(systems=2))
def test_rows_that_say_nothing_change_nothing(corpus):
    sources, gold, systems = corpus
    table = judge(gold_chunks(sources, gold), sources, systems)
    full = table.with_rows(np.arange(table.gold.n_chunks))
    for weight in (linear(), reciprocal()):
        for column in range(2):
            expected = sentence_stats(table, column, pool_of(table), Settings(weight=weight))
            found = sentence_stats(full, column, pool_of(full), Settings(weight=weight))
            np.testing.assert_allclose(found, expected, atol=1e-12)


@given(st.permutations(range(3)))
def test_the_order_of_systems_does_not_matter(order):
    table = judged(systems=[SYSTEMS[k] for k in order])
    assert {name: row(table, name, Settings()) for name in WEIGHTED} == WEIGHTED


@pytest.mark.parametrize("name", ["linear:1,0,0", "linear:2,1,1", "reciprocal:0.5", "log:1", "constant"])
def test_names_of_weights_round_trip(name):
    assert parse_weight(name).name == name
