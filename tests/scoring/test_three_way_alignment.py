from hypothesis import given, settings
from hypothesis import strategies as st

from redink.scoring.three_way_alignment import count_columns, count_pairs
from tests.scoring.slow_three_way import count, pairs, slow_columns, whole_cube

sentences = st.lists(st.sampled_from("abc"), max_size=6).map(tuple)
varied = st.lists(st.sampled_from("abcdefgh"), max_size=7).map(tuple)


@st.composite
def likely_triples(draw):
    """Draw three versions of one sentence with shared parts, as in real life."""
    source = draw(varied)
    versions = [source]
    for _ in range(2):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, len(source)))
        versions.append(source[:start] + draw(sentences)[:2] + source[end:])
    return tuple(versions)


@given(st.tuples(sentences, sentences, sentences) | likely_triples())
@settings(max_examples=300)
def test_same_columns_as_the_whole_cube(triple):
    assert count_columns(*triple) == slow_columns(*triple)


@given(st.tuples(varied, varied) | st.tuples(sentences, sentences))
@settings(max_examples=300)
def test_pairs_survive_cutting_off_what_is_equal(pair):
    columns = pairs(*pair)
    same = sum(a == b for a, b in columns)
    assert count_pairs(*pair) == (same, len(columns) - same)


@given(sentences, sentences)
def test_two_equal_sentences_need_no_cube(first, second):
    for triple in ((first, first, second), (first, second, first), (second, first, first)):
        assert slow_columns(*triple) == count(whole_cube(triple))


@given(sentences, sentences, sentences)
def test_every_token_is_in_one_column(source, hypothesis, reference):
    tp, tn, fp, fn, fpn = count_columns(source, hypothesis, reference)
    columns = tp + tn + fp + fn - fpn
    assert max(map(len, (source, hypothesis, reference))) <= columns
    assert columns <= len(source) + len(hypothesis) + len(reference)
    assert 0 <= fpn <= min(fp, fn)


def test_repetitions_are_bounded():
    source = ("the", "cat", "sat", "on", "the", "mat", ".")
    reference = ("the", "cat", "sat", "on", "a", "mat", ".")
    found = count_columns(source, ("the",) * 400, reference)
    assert found.tp + found.tn + found.fp + found.fn - found.fpn >= 400
    assert found.fp >= 398
    assert count_columns(source, (), source) == (0, 0, 7, 0, 0)
