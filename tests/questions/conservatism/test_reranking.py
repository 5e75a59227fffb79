from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink.questions.conservatism.mathematics.reranking import best_of_each, best_together
from redink.scoring.edit_overlap import precision_recall_f

counts = st.tuples(*[st.integers(0, 3)] * 3)
lists = st.lists(st.lists(counts, min_size=1, max_size=3), min_size=1, max_size=4)


def f_half(sums):
    return precision_recall_f(sums, beta=0.5, rule="corrected")[..., 2]


def test_ties_go_to_the_first_and_undefined_is_perfect():
    scores = np.array([0.5, 0.5, 0.4, np.nan, 1.0, 0.2])
    assert best_of_each(scores, [3, 2, 1]).tolist() == [0, 0, 0]
    assert best_of_each(np.array([0.5, np.nan]), [2]).tolist() == [1]


@given(lists)
def test_each_sentence_has_its_best(candidates):
    flat = np.array([row for own in candidates for row in own], dtype=float)
    chosen = best_of_each(f_half(flat), [len(own) for own in candidates])
    for own, pick in zip(candidates, chosen, strict=True):
        scores = np.nan_to_num(f_half(np.array(own, dtype=float)), nan=1.0)
        assert pick == min(place for place, score in enumerate(scores) if score >= scores.max() - 1e-12)


@given(lists)
def test_no_sentence_can_better_the_corpus(candidates):
    """Against all choices there are: never above the best, and no single exchange helps."""
    flat = np.array([row for own in candidates for row in own], dtype=float)
    sizes = [len(own) for own in candidates]
    first = best_of_each(f_half(flat), sizes)
    chosen = best_together(flat, sizes, f_half, first)

    def score(picks):
        sums = np.sum([own[pick] for own, pick in zip(candidates, picks, strict=True)], axis=0, dtype=float)
        return float(np.nan_to_num(f_half(sums[np.newaxis]), nan=1.0)[0])

    best = max(score(picks) for picks in product(*map(range, sizes)))
    assert score(first) - 1e-9 <= score(chosen) <= best + 1e-9
    for sentence, size in enumerate(sizes):
        for other in range(size):
            changed = [*chosen]
            changed[sentence] = other
            assert score(changed) <= score(chosen) + 1e-9


@pytest.mark.parametrize("level", ["sentence", "corpus"])
def test_bug_a_measure_of_faults_chose_the_candidates_with_the_most_faults(level):
    data = redink.read([], source=["He go home ."] * 2, references=[["He goes home ."] * 2])
    nbest = {0: [("He", "going", "home", "."), ("He", "goes", "home", ".")], 1: [("He", "goes", "home", ".")]}
    picked = redink.rerank(
        data, nbest, measure="CLEME2-independent-wrong", level=level, absent="missing", pipeline="plain"
    )
    assert [row.score for row in picked.rows][:2] == [0.5, 0.0]
