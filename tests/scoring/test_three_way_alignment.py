import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError
from redink.scoring import three_way_alignment
from redink.scoring.alignment_cube import align_by_source, align_pair
from redink.scoring.alignment_gates import Letters
from redink.scoring.three_way_alignment import count_pairs
from tests.scoring.slow_three_way import count, pairs, slow_columns, whole_cube


def count_columns(*sentences):
    letters = Letters()
    columns, _ = three_way_alignment.count_columns(*[letters.spell(sentence) for sentence in sentences])
    return columns


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


@given(st.tuples(sentences, sentences, sentences) | likely_triples())
@settings(max_examples=300)
def test_the_cube_filled_in_planes_gives_the_same_columns(triple):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(three_way_alignment, "MAX_VISITS", 0)
        three_way_alignment._count.cache_clear()
        three_way_alignment._count_spelt.cache_clear()
        assert count_columns(*triple) == slow_columns(*triple)


@given(st.tuples(sentences, sentences, sentences) | likely_triples())
def test_alignments_by_source_hold_every_token_in_its_order(triple):
    columns = align_by_source(*triple)
    for number, sentence in enumerate(triple):
        assert tuple(column[number] for column in columns if column[number] is not None) == sentence
    assert all(any(token is not None for token in column) for column in columns)
    source, *others = triple
    for number, other in enumerate(others, start=1):
        # Seen without the third sentence, each alignment with the source is a cheapest one.
        seen = [(c[0], c[number]) for c in columns if c[0] is not None or c[number] is not None]
        assert price(seen) == price(align_pair(source, other)) == price(pairs(source, other))


def price(columns):
    return sum(0 if a == b else 2 if a is None or b is None else 3 for a, b in columns)


@given(st.tuples(varied, varied) | st.tuples(sentences, sentences))
@settings(max_examples=300)
def test_pairs_survive_cutting_off_what_is_equal(pair):
    columns = pairs(*pair)
    same = sum(a == b for a, b in columns)
    assert count_pairs(*map("".join, pair)) == (same, len(columns) - same)


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


def test_three_long_unrelated_sentences_are_aligned_by_the_source():
    source, hypothesis, reference = (tuple(f"{letter}{n}" for n in range(2000)) for letter in "shr")
    found = count_columns((*source, "."), (*hypothesis, "."), (*reference, "."))
    assert found == (0, 1, 2000, 2000, 2000)


def test_three_unrelated_sentences_fill_a_cube():
    sentences = [tuple(f"{letter}{n}" for n in range(60)) for letter in "shr"]
    assert count_columns(*sentences) == (0, 0, 60, 60, 60)


def test_long_and_much_alike_is_exact():
    source = tuple(f"w{n}" for n in range(2000))
    hypothesis, reference = (*source[:500], "x", *source[501:]), (*source[:500], "y", *source[501:])
    assert count_columns(source, hypothesis, reference) == (0, 1999, 1, 1, 1)


def test_a_book_on_one_line_is_refused():
    with pytest.raises(InputError, match="cannot align a sentence of 5000 tokens with one of 5000"):
        count_columns(("a",) * 5000, ("b",) * 5000, ("c",))
