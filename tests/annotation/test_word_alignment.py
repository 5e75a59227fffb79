import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from redink.annotation.word_alignment import align_words, words_of
from redink.errors import UsageError
from tests.annotation.slow_word_alignment import best_gap_value, best_thesis_value, gap_value, thesis_value

# Few and similar words, so that ties, duplicates and crossings abound.
some_words = st.sampled_from(["a", "an", "the", "then", "go", "goes", "went"])
short = st.lists(some_words, max_size=5).map(tuple)
long = st.lists(some_words, max_size=30).map(tuple)
rules = st.sampled_from(["thesis", "gap"])


def paired(source, correction, **options):
    found = align_words(source.split(), correction.split(), **options)
    return [(found.source[i], found.correction[j]) for i, j in found.pairs]


def test_words_are_alphanumeric_and_folded():
    assert words_of(("He", "does", "n't", ",", "U.S.", "-", "go")) == (
        ("he", "does", "nt", "us", "go"),
        (0, 1, 2, 4, 6),
    )
    assert words_of((".", "...")) == ((), ())


def test_words_may_keep_marks_and_case():
    assert words_of(("He", ",", "U.S."), marks=True).texts == ("he", ",", "u.s.")
    assert words_of(("He", ",", "U.S."), case=True) == (("He", "US"), (0, 2))


def test_marks_inside_words_of_other_scripts_stay():
    assert words_of(("हिन्दी", "।")).texts == ("हिन्दी",)


def test_thesis_pairs_a_deletion_with_an_unrelated_insertion():
    # d(am, have) = 3 < d(in, have) = 4: one of the two deleted words becomes "have".
    assert paired("I am in the view", "I have the view") == [
        *[("I", "I"), ("am", "have"), ("the", "the"), ("view", "view")],
    ]


def test_gap_leaves_unrelated_words_alone():
    source, correction = ("I", "see", "the", "film"), ("I", "want", "the", "film")
    found = align_words(source, correction, rule="gap")
    assert (found.source_alone, found.turned().source_alone, found.changed_pairs) == ([1], [1], [])
    assert align_words(source, correction).changed_pairs == [(1, 1)]


def test_a_moved_word_is_followed():
    source, correction = ("he", "always", "is", "late"), ("he", "is", "always", "late")
    assert align_words(source, correction).pairs == ((0, 0), (1, 2), (2, 1), (3, 3))


def test_the_last_word_need_not_be_the_last_word():
    # Pairing the ends would cost 1 + 1/3, pairing the first "go" with "go" only d(x, a) = 1.
    assert align_words(("x", "go", "go"), ("a", "go")).pairs == ((0, 0), (1, 1))


def test_nothing_against_something():
    found = align_words((), ("a", "b"))
    assert (found.pairs, found.source_alone, found.turned().source_alone) == ((), [], [0, 1])
    assert align_words((), (), rule="gap").pairs == ()


def test_an_unknown_rule_is_refused():
    with pytest.raises(UsageError, match="no word alignment 'best'"):
        align_words(("a",), ("b",), rule="best")  # type: ignore[arg-type]


@given(short, short)
@example(("x", "go", "go"), ("a", "go"))
@example(("go", "go", "a"), ("go",))
def test_thesis_equals_trying_all_matchings(source, correction):
    found = align_words(source, correction)
    assert thesis_value(source, correction, found.pairs) == best_thesis_value(source, correction)


@given(short, short, st.sampled_from([0.0, 0.25, 0.4, 0.6]))
def test_gap_equals_trying_all_matchings(source, correction, gap):
    found = align_words(source, correction, rule="gap", gap=gap)
    cost = gap_value(source, correction, found.pairs, Fraction(gap))
    assert float(cost) == pytest.approx(float(best_gap_value(source, correction, Fraction(gap))), abs=1e-6)


@given(long, rules)
def test_a_sentence_is_aligned_with_itself(words, rule):
    assert align_words(words, words, rule=rule).pairs == tuple((i, i) for i in range(len(words)))


@given(long, long, rules)
def test_both_directions_give_the_same_pairs(source, correction, rule):
    there = align_words(source, correction, rule=rule)
    assert align_words(correction, source, rule=rule) == there.turned()
    assert there.turned().turned() == there


@given(long, long, rules)
def test_every_word_is_in_one_place(source, correction, rule):
    found = align_words(source, correction, rule=rule)
    rows, columns = [i for i, _ in found.pairs], [j for _, j in found.pairs]
    assert sorted(rows + found.source_alone) == list(range(len(source)))
    assert sorted(columns + found.turned().source_alone) == list(range(len(correction)))
    if rule == "thesis":
        assert len(found.pairs) == min(len(source), len(correction))


@given(long, long)
def test_trimming_equal_ends_loses_nothing(source, correction):
    """The whole matrix without any short cut gives a matching of the same value."""
    from redink.annotation.word_alignment import _cheapest

    one, other = sorted((source, correction), key=lambda words: (len(words), words))
    whole = _cheapest(one, other, len(other))
    assert thesis_value(one, other, align_words(one, other).pairs) == thesis_value(one, other, whole)


def test_very_long_sentences_still_work():
    source = tuple(f"word{number % 300}" for number in range(900))
    found = align_words(source, ("new", *source[::-1]))
    assert len(found.pairs) == 900


def test_importing_the_module_loads_no_scipy():
    code = "import redink.annotation.word_alignment, sys; print('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
