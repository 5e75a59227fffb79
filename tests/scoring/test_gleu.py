import math
import random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError
from redink.scoring import gleu, gleu_counts
from tests.scoring import conll14
from tests.scoring.slow_gleu import slow_score, slow_stats
from tests.shared_files import needs_shared

sentences = st.lists(st.sampled_from("abc"), max_size=7).map(tuple)
triples = st.tuples(sentences, sentences, st.lists(sentences, min_size=1, max_size=3).map(tuple))


def sentence_stats(rows):
    """Give the statistics of (source, hypothesis, references) rows, averaged over references."""
    return gleu.expected_stats(gleu.reference_stats(*zip(*rows, strict=True)))


def tokens(text):
    return tuple(text.split())


def test_worked_example_of_the_docs():
    source, hypothesis = tokens("he go to the the school"), tokens("he goes to the the school")
    reference = tokens("he goes to the school")
    by_type = gleu.pair_stats(source, hypothesis, [reference])
    by_multiset = gleu.pair_stats(source, hypothesis, [reference], difference="multiset")
    assert by_type.tolist() == [[6, 5, 5, 6, 3, 5, 0, 4, 0, 3]]
    assert by_multiset.tolist() == [[6, 5, 4, 6, 3, 5, 0, 4, 0, 3]]
    assert gleu.score_from_sums(by_type).tolist() == [0]
    smoothed = (5 / 6 * 3 / 5 * 1 / 4 * 1 / 3) ** 0.25
    assert gleu.sentence_scores(by_type[None]).tolist() == pytest.approx([smoothed])


def test_short_output_pays_and_long_output_does_not():
    stats = np.array([4.0, 5, 4, 4, 3, 3, 2, 2, 1, 1])
    assert gleu.score_from_sums(stats) == pytest.approx(math.exp(1 - 5 / 4))
    stats[1] = 3
    assert gleu.score_from_sums(stats) == 1


def test_empty_output_scores_zero_and_smoothed_pays_for_its_length_only():
    stats = gleu.reference_stats([("a", "b")], [()], [[("a", "b", "c")]])
    assert gleu.score_from_sums(stats[0]).tolist() == [0]
    assert gleu.sentence_scores(stats).tolist() == pytest.approx([math.exp(1 - 3 / 1)])


def test_sentences_may_have_unlike_numbers_of_references():
    table = gleu.reference_stats([("a",)] * 2, [("a",)] * 2, [[("a",)], [("a",), ("b", "c")]])
    assert gleu.count_references(table) == [1, 2]
    assert gleu.expected_stats(table)[:, 1].tolist() == [1, 1.5]
    assert gleu.sentence_scores(table)[0] == 1


def test_a_sentence_without_reference_is_refused():
    with pytest.raises(InputError, match="sentence 2: GLEU needs a reference"):
        gleu.reference_stats([("a",)] * 2, [("a",)] * 2, [[("a",)], []])


def test_published_draws_are_those_of_python_2():
    # randint(0, n − 1) of Python 2 is ⌊n · random()⌋; random() is the same in Python 3.
    draws = gleu.published_draws([2, 4, 1], rounds=3)
    generator = random.Random(202)
    assert draws[2].tolist() == [int(generator.random() * count) for count in (2, 4, 1)]
    assert draws.shape == (3, 3)
    assert draws[:, 2].tolist() == [0, 0, 0]


def test_global_random_state_is_left_alone():
    random.seed(5)
    before = random.getstate()
    gleu.published_draws([2] * 10)
    assert random.getstate() == before


@given(triples, st.sampled_from(["type", "multiset"]))
def test_same_as_the_formulas(triple, difference):
    source, hypothesis, references = triple
    fast = gleu.pair_stats(source, hypothesis, references, difference=difference)
    slow = [slow_stats(source, hypothesis, reference, difference) for reference in references]
    assert fast.tolist() == slow
    for smooth in (False, True):
        scores = gleu.score_from_sums(fast, smooth=smooth).tolist()
        assert scores == pytest.approx([slow_score(row, smooth) for row in slow])


@given(st.lists(triples, max_size=5), st.sampled_from(["type", "multiset"]), st.booleans())
def test_many_sentences_are_counted_at_once_as_one_by_one(several, difference, fit_into_keys):
    sources, hypotheses, references = zip(*several, strict=True) if several else ((), (), ())
    most_words = gleu_counts.MOST_WORDS if fit_into_keys else 1
    with patch.object(gleu_counts, "MOST_WORDS", most_words), patch.object(gleu, "MOST_TEXTS", 5):
        table = gleu.reference_stats(sources, hypotheses, references, difference=difference)
    for row, (source, hypothesis, texts) in zip(table, several, strict=True):
        slow = [slow_stats(source, hypothesis, reference, difference) for reference in texts]
        assert row[: len(texts)].tolist() == slow
        assert np.isnan(row[len(texts) :]).all()


def test_a_sentence_with_very_many_words_is_counted():
    words = tuple(map(str, range(gleu_counts.MOST_WORDS + 1)))
    table = gleu.reference_stats([words, ("a",)], [words, ("b",)], [[words], [("a", "b")]])
    assert table[0, 0, 2:4].tolist() == [len(words)] * 2
    assert table[1, 0].tolist() == [1, 2, 1, 1, 0, 0, 0, 0, 0, 0]


@given(st.lists(triples, min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_order_of_sentences_and_of_references_does_not_matter(several, rng):
    shuffled = [(s, h, tuple(rng.sample(r, len(r)))) for s, h, r in rng.sample(several, len(several))]
    first, second = (sentence_stats(rows).sum(axis=0) for rows in (several, shuffled))
    assert first.tolist() == pytest.approx(second.tolist())


@given(sentences.filter(lambda tokens: len(tokens) >= 4), sentences)
def test_a_perfect_output_scores_one(reference, source):
    table = gleu.reference_stats([source], [reference], [[reference, reference]])
    assert gleu.sentence_scores(table).tolist() == pytest.approx([1])
    assert gleu.score_from_sums(gleu.expected_stats(table).sum(axis=0)) == pytest.approx(1)


@given(st.lists(triples, min_size=1, max_size=3))
@settings(max_examples=30)
def test_many_sums_at_once_score_as_one_by_one(several):
    stats = sentence_stats(several)
    weights = np.arange(6 * len(stats)).reshape(6, len(stats)) % 3
    many = gleu.score_from_sums(weights @ stats)
    assert many.tolist() == [float(gleu.score_from_sums(row @ stats)) for row in weights]


@given(triples)
def test_with_one_reference_there_is_nothing_to_draw(triple):
    source, hypothesis, references = triple
    table = gleu.reference_stats([source], [hypothesis], [references[:1]])
    sampled = gleu.sampled_score(table, gleu.published_draws([1], rounds=5))
    assert sampled.mean == pytest.approx(float(gleu.score_from_sums(table[0, 0])))
    assert sampled.deviation == pytest.approx(0)


@needs_shared
def test_published_scores_of_conll_2014():
    """System scores and all 17,056 sentence scores of Chollampatt & Ng (2018), to their four digits."""
    draws = gleu.published_draws([2] * len(conll14.sources()))
    systems, sentences = conll14.system_scores("gleu"), conll14.sentence_scores("gleu")
    for team in conll14.TEAMS:
        table = gleu.reference_stats(conll14.sources(), conll14.output(team), conll14.references())
        assert round(gleu.sampled_score(table, draws).mean, 4) == systems[team], team
        expected = float(gleu.score_from_sums(gleu.expected_stats(table).sum(axis=0)))
        assert expected == pytest.approx(systems[team], abs=0.0005), team
        own = gleu.sentence_scores(table).tolist()
        assert own == pytest.approx([sentences[team, number] for number in range(len(own))], abs=5.1e-5), team
