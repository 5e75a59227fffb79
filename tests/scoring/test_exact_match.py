import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.scoring.exact_match import score_from_sums, sentence_stats

sentences = st.lists(st.sampled_from("ab"), max_size=3).map(tuple)


def test_worked_example_of_the_docs():
    outputs = [("He", "goes", "."), ("They", "go", "."), ("It", "rain", ".")]
    references = [[("He", "went", "."), ("He", "goes", ".")], [("They", "go", ".")], [("It", "rains", ".")]]
    stats = sentence_stats(outputs, references)
    assert stats.tolist() == [[1, 1], [1, 1], [0, 1]]
    assert score_from_sums(stats.sum(axis=0)) == 2 / 3


def test_sentences_without_reference_are_left_out():
    stats = sentence_stats([("a",), ("a",)], [[], [("a",)]])
    assert score_from_sums(stats.sum(axis=0)) == 1
    assert np.isnan(score_from_sums(stats[0]))


@given(st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_perfect_outputs_and_order(rows):
    outputs, references = zip(*rows, strict=True)
    score = float(score_from_sums(sentence_stats(outputs, references).sum(axis=0)))
    backwards = sentence_stats(outputs[::-1], [own[::-1] for own in references[::-1]])
    assert score_from_sums(backwards.sum(axis=0)) == score
    assert score_from_sums(sentence_stats([own[-1] for own in references], references).sum(axis=0)) == 1
    assert score == sum(o in own for o, own in rows) / len(rows)
