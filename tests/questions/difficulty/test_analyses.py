"""Types, levels, teams, ranks and references: the smallest cases by hand."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from redink.errors import InputError
from redink.questions.difficulty.mathematics import complementarity
from redink.questions.difficulty.mathematics.by_type import difficulty_by_type, level_histogram
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.complementarity import best_teams, solved_by_none, solved_by_one
from redink.questions.difficulty.mathematics.corpus import corpus_facts
from redink.questions.difficulty.mathematics.pool import pool_of
from redink.questions.difficulty.mathematics.stability import rank_changes, rank_stability
from redink.questions.difficulty.mathematics.weights import linear
from redink.reading.corrections import apply_edits
from redink.records import Reference
from redink.scoring.edit_overlap import full_type_of, main_type_of, operation_of
from tests.questions.difficulty.demo import GOLD, SOURCES, judged

REFERENCE = Reference("gold", tuple(map(apply_edits, SOURCES, GOLD)))
SOLVED = arrays(np.bool_, st.tuples(st.integers(0, 8), st.integers(1, 5)))


@pytest.fixture
def demo_errors():
    table = judged()
    weights = pool_of(table).weights(linear())[0][table.is_error]
    return [edit.type for edit in table.gold.edits], weights


def test_the_demo_by_operation_and_type(demo_errors):
    # -cat 1 and -cat 2 of the published program (SPEC-difficulty §1.3); SD of the sample.
    found = {row.type: row for row in difficulty_by_type(*demo_errors, operation_of)}
    assert {kind: (round(row.mean, 2), round(row.sd, 2), row.frequency) for kind, row in found.items()} == {
        "U": (0.83, 0.24, 2),
        "M": (0.33, 0.47, 2),
        "R": (0.33, 0.47, 2),
    }
    found = difficulty_by_type(*demo_errors, main_type_of)
    assert [(row.type, round(row.mean, 2), row.frequency) for row in found] == [
        *[("NOUN", 1.0, 1), ("PREP", 0.67, 1), ("VERB", 0.67, 2), ("DET", 0.0, 1), ("PRON", 0.0, 1)]
    ]
    assert found[0].sd is None
    assert len(difficulty_by_type(*demo_errors, full_type_of)) == 6


def test_errors_without_a_type_are_a_group():
    assert difficulty_by_type(["", ""], np.array([1.0, 0.0]), main_type_of)[0][:2] == ("(no type)", 0.5)


def test_levels():
    assert level_histogram(np.array([3, 3, 1, 0]), 3).tolist() == [2, 0, 1, 1]
    assert level_histogram(np.zeros(0, dtype=np.int64), 2).tolist() == [0, 0, 0]


def test_facts_of_the_demo():
    # We [have been] discussing about→∅ its→it: 4 steps; have been→go, [the], tomorrow→∅: 4 steps; 12 tokens.
    gold = gold_chunks(SOURCES, GOLD)
    assert corpus_facts(gold, SOURCES, [REFERENCE]) == (2, 12, 24, 6, 8 / 12)
    # Every reference counts alike; where an annotator is absent, there is nothing to count.
    unchanged, absent = Reference("0", SOURCES), Reference("1", (None, SOURCES[1]))
    assert corpus_facts(gold, SOURCES, [REFERENCE, unchanged, absent]).token_error_rate == 8 / (12 + 12 + 7)
    assert corpus_facts(gold_chunks([()], [()]), [()], [Reference("", ((),))]).token_error_rate is None


def test_unique_and_unsolved_errors():
    correct = np.array([[1, 0], [1, 1], [0, 0], [0, 1], [1, 0]], dtype=bool)
    assert [own.tolist() for own in solved_by_one(correct)] == [[0, 4], [3]]
    assert solved_by_none(correct).tolist() == [2]
    teams = best_teams(["a", "b"], correct)
    assert [(team.members, team.solved, team.recall) for team in teams] == [(("a",), 3, 0.6), (("a", "b"), 4, 0.8)]


@given(SOLVED)
def test_no_team_is_better_than_the_best(correct):
    names = [str(column) for column in range(correct.shape[1])]
    for k, team in enumerate(best_teams(names, correct), start=1):
        reach = [correct[:, list(members)].any(axis=1).sum() for members in combinations(range(len(names)), k)]
        assert team.solved == max(reach)
        assert len(team.members) == k


@given(SOLVED)
def test_many_systems_are_added_one_by_one(correct):
    names = [str(column) for column in range(correct.shape[1])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(complementarity, "MOST_TEAMS", 0)
        greedy = best_teams(names, correct)
    exact = best_teams(names, correct)
    assert not any(team.exact for team in greedy)
    assert all(one.solved <= other.solved for one, other in zip(greedy, exact, strict=True))
    assert (greedy[0].solved, greedy[-1].solved) == (exact[0].solved, exact[-1].solved)


def test_rank_changes_have_arrows():
    rows = rank_changes(["a", "b", "c", "d"], [0.1, 0.3, 0.2, None], [0.3, 0.2, 0.1, 0.4])
    assert [(row.system, row.rank, row.old_rank, row.arrow) for row in rows] == [
        ("b", 1, 3, "↑ 2"),
        ("c", 2, 4, "↑ 2"),
        ("a", 3, 2, "↓ 1"),
        ("d", None, 1, ""),
    ]
    assert rank_changes(["a"], [1.0], [0.5])[0].arrow == "="


def test_tables_2_and_3_of_the_paper():
    # Places by M2 follow from the differences the paper prints.
    names = ["Kiyono", "JD18", "Ge", "JDG16", "Transformer", "SMT", "LSTM", "CNN"]
    by_m2 = [-1.0, -3, -2, -4, -5, -7, -6, -8]
    f = [26.09, 21.40, 19.14, 15.76, 15.05, 12.78, 10.70, 9.81]
    accuracy = [25.19, 22.98, 23.76, 24.10, 17.93, 21.94, 22.79, 20.13]
    assert [row.arrow for row in rank_changes(names, f, by_m2)] == ["=", "↑ 1", "↓ 1", "=", "=", "↑ 1", "↓ 1", "="]
    found = rank_changes(names, accuracy, by_m2)
    assert [row.system for row in found] == ["Kiyono", "JDG16", "Ge", "JD18", "LSTM", "SMT", "CNN", "Transformer"]
    assert [row.arrow for row in found] == ["=", "↑ 2", "↓ 1", "↓ 1", "↑ 1", "↑ 1", "↑ 1", "↓ 3"]


def test_stability_of_ranks():
    found = rank_stability({"x": {"a": 0.3, "b": 0.2, "c": 0.1}, "y": {"c": 0.1, "b": 0.5, "a": 0.4, "z": 1.0}})
    assert found.systems == ("a", "b", "c")
    assert found.ranks.tolist() == [[1, 2], [2, 1], [3, 3]]
    assert found.leaders == ("a", "b")
    assert found.tau == pytest.approx(1 / 3)


@pytest.mark.parametrize("scores", [{}, {"x": {"a": 1.0, "b": 0.5}}, {"x": {"a": 1.0}, "y": {"b": 1.0}}])
def test_stability_needs_corpora_with_common_systems(scores):
    with pytest.raises(InputError, match="in common"):
        rank_stability(scores)


def test_systems_without_a_score_do_not_count_for_the_agreement():
    found = rank_stability({"x": {"a": 0.3, "b": 0.2, "c": None}, "y": {"a": 0.4, "b": 0.1, "c": 0.9}})
    assert found.tau == pytest.approx(1)
    ties = rank_stability({"x": {"a": 0.3, "b": 0.3}, "y": {"a": 0.4, "b": 0.1}})
    assert ties.tau is None
