import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.tokenize import NLTKWordTokenizer

from redink.records import NOOP, Edit
from redink.scoring import i_measure
from redink.scoring.i_measure_references import Change, apply_changes, cluster_edits, mix, mixed_references
from tests.scoring import conll14
from tests.scoring.slow_three_way import pairs, slow_columns
from tests.shared_files import needs_shared

words = st.sampled_from("abc")
sentences = st.lists(words, min_size=1, max_size=5).map(tuple)


@st.composite
def annotations(draw, source):
    found = []
    for _ in range(draw(st.integers(1, 3))):
        borders = sorted(draw(st.lists(st.integers(0, len(source)), max_size=4)))
        spans = zip(borders[::2], borders[1::2], strict=False)
        found.append(tuple(Edit(a, b, draw(st.lists(words, max_size=2).map(tuple))) for a, b in spans))
    return tuple(found)


@st.composite
def cases(draw):
    source = draw(sentences)
    return source, draw(sentences), draw(annotations(source))


def tokens(text):
    return tuple(text.split())


def slow_wacc(row):
    tp, tn, fp, fn, both = row[:5]
    return (2 * tp + tn) / (2 * (tp + fp) + tn + fn - 1.5 * both)


def test_worked_example_of_the_docs():
    source, hypothesis = tokens("She see a elephants ."), tokens("She saw a elephant .")
    one = (Edit(1, 2, ("sees",)), Edit(2, 4, ("elephants",)))
    two = (Edit(1, 2, ("saw",)), Edit(2, 4, ("an", "elephant")))
    clusters = cluster_edits(source, [one, two])
    assert clusters.combinations == 4
    assert set(mixed_references(clusters)) == {
        tokens("She sees elephants ."),
        tokens("She sees an elephant ."),
        tokens("She saw elephants ."),
        tokens("She saw an elephant ."),
    }
    row = i_measure.sentence_stats([hypothesis], [clusters])[0]
    assert row.tolist() == [2, 2, 0, 1, 0, 2, 3]
    assert i_measure.weighted_accuracy(row) == pytest.approx(6 / 7)
    assert i_measure.baseline_accuracy(row) == pytest.approx(2 / 5)
    assert i_measure.score_from_sums(row) == pytest.approx((6 / 7 - 2 / 5) / (1 - 2 / 5))


def test_worse_than_nothing_is_negative_and_nothing_is_zero():
    clusters = [cluster_edits(("a", "b", "c", "d"), [(Edit(0, 1, ("x",)),)])] * 3
    stats = i_measure.sentence_stats([("a", "b", "c", "d"), ("a", "b", "c", "y"), ("x", "b", "c", "d")], clusters)
    assert i_measure.score_from_sums(stats).tolist() == pytest.approx([0, (2 / 5) / (3 / 4) - 1, 1])
    assert stats[1].tolist() == [0, 2, 1, 1, 0, 3, 1]


def test_a_wrong_correction_counts_as_both_errors():
    clusters = cluster_edits(("a", "b"), [(Edit(0, 1, ("x",)),)])
    row = i_measure.sentence_stats([("y", "b")], [clusters])[0]
    assert row.tolist() == [0, 1, 1, 1, 1, 1, 1]
    assert i_measure.weighted_accuracy(row) == 1 / 2.5


def test_leaving_a_right_sentence_alone_is_perfect():
    row = i_measure.sentence_stats([("a",)], [cluster_edits(("a",), [()])])[0]
    assert i_measure.score_from_sums(row) == 1


def test_no_token_at_all_has_no_score():
    row = i_measure.sentence_stats([()], [cluster_edits((), [()])])[0]
    assert np.isnan(i_measure.score_from_sums(row))


def test_insertion_at_the_edge_of_a_span_is_a_cluster_of_its_own():
    edits = (Edit(1, 3, ("x",)), Edit(1, 1, ("y",)))
    assert [len(choices) for choices in cluster_edits(("a", "b", "c"), [edits]).alternatives] == [1, 1]
    inside = cluster_edits(("a", "b", "c"), [(Edit(0, 3, ("x",)),), (Edit(1, 1, ("y",)),)])
    assert [len(choices) for choices in inside.alternatives] == [2]


def test_a_cluster_is_optional_when_an_annotator_has_nothing_there():
    clusters = cluster_edits(("a", "b"), [(Edit(0, 1, ("x",)),), (Edit(-1, -1, (), NOOP),)])
    assert clusters.alternatives == ((frozenset({Change(0, 1, ("x",))}), frozenset()),)
    assert clusters.single_texts == (("x", "b"), ("a", "b"))


def test_edits_of_one_span_are_joined_and_whole_sentences_are_not_deleted():
    source = ("a", "b")
    twice = cluster_edits(source, [(Edit(1, 1, ("x",)), Edit(1, 1, ("y",)))])
    assert twice.single_texts == (("a", "x", "y", "b"),)
    assert apply_changes(source, [Change(0, 2, ())]) == source


def test_two_changes_of_one_span_do_not_mix():
    assert mix(("a",), [frozenset({Change(0, 1, ("x",))}), frozenset({Change(0, 1, ("y",))})]) is None


def test_corrections_can_be_tokenised():
    edit = Edit(0, 1, ("x,y",))
    assert cluster_edits(
        ("a",), [(edit,)], tokenise=lambda text: tuple("".join(text).replace(",", " , ").split())
    ).single_texts == (("x", ",", "y"),)


@given(cases())
@settings(max_examples=150)
def test_best_mixed_reference_against_trying_all(case):
    source, hypothesis, gold = case
    clusters = cluster_edits(source, gold)
    texts = {mix(source, choice) for choice in product(*clusters.alternatives)} - {None} or {source}
    best = max(slow_wacc(slow_columns(source, hypothesis, text)) for text in texts)
    row = i_measure.sentence_stats([hypothesis], [clusters], max_combinations=10**6)[0]
    assert float(i_measure.weighted_accuracy(row)) == pytest.approx(best)
    base = [len([1 for a, b in pairs(source, text) if a == b]) for text in texts]
    assert row[5] in base


@given(cases())
@settings(max_examples=150)
def test_the_search_finds_nothing_impossible_and_never_less_than_without_mixing(case):
    source, hypothesis, gold = case
    clusters = [cluster_edits(source, gold)]
    waccs = [
        float(i_measure.weighted_accuracy(i_measure.sentence_stats([hypothesis], clusters, **how)[0]))
        for how in ({"mixing": False}, {"max_combinations": 0})
    ]
    texts = {*mixed_references(clusters[0]), *clusters[0].single_texts}
    best = max(slow_wacc(slow_columns(source, hypothesis, text)) for text in texts)
    assert waccs[0] <= waccs[1] <= best + 1e-12


@given(cases())
def test_reaching_a_reference_is_perfect_and_annotators_have_no_rank(case):
    source, _, gold = case
    for mixing in (True, False):
        clusters = cluster_edits(source, gold)
        stats = i_measure.sentence_stats(clusters.single_texts, [clusters] * len(clusters.single_texts), mixing=mixing)
        if not mixing or set(clusters.single_texts) <= set(mixed_references(clusters)):
            assert i_measure.weighted_accuracy(stats).tolist() == [1] * len(stats)
    other = cluster_edits(source, gold[::-1])
    assert set(other.single_texts) == set(cluster_edits(source, gold).single_texts)


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 6), min_size=1, max_size=6))
def test_many_sums_at_once_score_as_one_by_one(rows):
    table = np.array(
        [(tp, tn, fp + both, fn + both, both, base, tp + fn) for tp, tn, fp, fn, both, base in rows], dtype=float
    )
    for row, score in zip(table, i_measure.score_from_sums(table), strict=True):
        alone = float(i_measure.score_from_sums(row))
        assert alone == score or (math.isnan(alone) and math.isnan(score))


def test_a_sentence_with_many_combinations_is_searched():
    edits = tuple(Edit(at, at + 1, ("x",)) for at in range(7))
    clusters = [cluster_edits(tuple("abcdefg"), [edits, ()]), cluster_edits(("a",), [()])]
    assert clusters[0].combinations == 128
    assert clusters[0].combinations > i_measure.MAX_COMBINATIONS
    stats = i_measure.sentence_stats([tuple("axcxexg")] * 2, clusters)
    assert stats[0].tolist() == [3, 4, 0, 0, 0, 4, 3]


def _clusters(gold):
    words = NLTKWordTokenizer()

    def tokenise(text):
        return tuple(words.tokenize(" ".join(text)))

    return [
        cluster_edits(source, edits, tokenise=tokenise) for (source, edits) in zip(conll14.sources(), gold, strict=True)
    ]


@needs_shared
def test_published_scores_of_conll_2014():
    """System scores and all 17,056 sentence scores of Chollampatt & Ng (2018), to their two decimals.

    They were made without mixing, and with NLTK's tokeniser run over the corrections.
    """
    clusters = _clusters([edits for _, edits in conll14.blocks()])
    systems, sentences = conll14.system_scores("imeasure"), conll14.sentence_scores("imeasure")
    for team in conll14.TEAMS:
        stats = i_measure.sentence_stats(conll14.output(team), clusters, mixing=False)
        total = 100 * float(i_measure.score_from_sums(stats.sum(axis=0)))
        assert total == pytest.approx(systems[team], abs=0.0051), team
        own = (100 * i_measure.score_from_sums(stats)).tolist()
        assert own == pytest.approx([sentences[team, number] for number in range(len(own))], abs=0.0051), team


@needs_shared
def test_mixing_on_conll_2014_is_never_worse_than_without():
    clusters = _clusters([edits for _, edits in conll14.blocks()])
    assert sum(sentence.combinations > 1024 for sentence in clusters) == 8
    few = slice(0, 60)
    hypotheses = conll14.output("CAMB")[few]
    mixed, own, all_tried = (
        i_measure.weighted_accuracy(i_measure.sentence_stats(hypotheses, clusters[few], **how))
        for how in ({}, {"mixing": False}, {"max_combinations": 1024})
    )
    assert (mixed >= own).all()
    assert mixed.tolist() == all_tried.tolist()
