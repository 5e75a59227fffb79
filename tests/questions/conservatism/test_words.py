"""WordChange, word order and the five word classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from redink.annotation.word_alignment import WordAlignment, align_words
from redink.annotation.word_change import is_large_change, noun_lemma, word_change
from redink.questions.conservatism.mathematics.five_way import FiveWay, best_five_way, changes_of, five_way
from redink.questions.conservatism.mathematics.word_order import spearman

words = st.lists(st.sampled_from(["a", "an", "the", "go", "goes", "went", "home", "house"]), max_size=12).map(tuple)
rules = st.sampled_from(["thesis", "gap"])


def aligned(source, correction, **options):
    return align_words(source.split(), correction.split(), **options)


@pytest.mark.parametrize(
    ("source", "correction", "exact", "approx"),
    [
        ("he go home", "he go home", 0, 0),
        ("he go home", "he goes home", 1, 0),  # noun lemma of "goes" is "go"
        ("he go home", "he went home", 1, 1),  # d(go, went) = 4
        ("he go to home", "he goes home", 2, 1),
        ("i want go", "i want to go", 1, 1),
        ("the dogs bark", "the dog bark", 1, 0),
        ("always he goes", "he always goes", 0, 0),  # moved, not changed
        ("", "he goes", 2, 2),
    ],
)
def test_word_change_by_hand(source, correction, exact, approx):
    found = aligned(source, correction)
    assert (word_change(found), word_change(found, "approx")) == (exact, approx)


def test_short_lemmas_are_compared_more_strictly():
    assert is_large_change("form", "from")  # distance 2, four letters
    assert not is_large_change("goverment", "government")  # distance 1
    assert not is_large_change("recieve", "receive")  # distance 2, seven letters


def test_noun_lemmas():
    found = [noun_lemma(word) for word in ("children", "cities", "buses", "bus", "was", "xyzzies")]
    assert found == ["child", "city", "bus", "bus", "wa", "xyzzies"]


@given(words, rules)
def test_nothing_changes_in_the_same_sentence(sentence, rule):
    found = align_words(sentence, sentence, rule=rule)
    assert word_change(found) == word_change(found, "approx") == 0
    assert spearman(found) == 1


@given(words, words, rules, st.sampled_from(["exact", "approx"]))
def test_word_change_is_symmetric(source, correction, rule, counting):
    there = word_change(align_words(source, correction, rule=rule), counting)
    assert there == word_change(align_words(correction, source, rule=rule), counting)
    assert abs(len(source) - len(correction)) <= there <= len(source) + len(correction)


@given(words, words, rules)
def test_approx_counts_no_more_than_exact(source, correction, rule):
    found = align_words(source, correction, rule=rule)
    assert word_change(found, "approx") <= word_change(found)
    if sorted(source) != sorted(correction):
        assert word_change(found) > 0


def test_rho_by_hand():
    # Ranks 1 2 3 against 2 1 3: Σd² = 2, so ρ = 1 − 12/24.
    assert spearman(aligned("always he goes", "he always goes")) == 0.5
    assert spearman(align_words((), ())) == spearman(align_words(("a",), ("b",))) == 1
    assert spearman(WordAlignment(("a", "b"), ("b", "a"), ((0, 1), (1, 0)))) == -1


@given(st.permutations(range(7)), st.integers(2, 7))
def test_rho_equals_scipy(order, size):
    places = order[:size]
    found = WordAlignment(("x",) * size, ("x",) * 7, tuple(enumerate(places)))
    assert spearman(found) == pytest.approx(spearmanr(range(size), places).statistic)


@given(words, words, rules)
def test_rho_is_symmetric_and_bounded(source, correction, rule):
    found = align_words(source, correction, rule=rule)
    assert spearman(found) == pytest.approx(spearman(found.turned()))
    assert -1 <= spearman(found) <= 1


def classes(source, system, reference):
    return five_way(changes_of(aligned(source, system)), changes_of(aligned(source, reference)))


@pytest.mark.parametrize(
    ("system", "reference", "expected"),
    [
        ("he go home", "he go home", FiveWay(tn=3)),
        ("he goes home", "he goes home", FiveWay(tp=1, tn=2)),
        ("he goes home", "he go home", FiveWay(tn=2, fp=1)),
        ("he go home", "he goes home", FiveWay(tn=2, fn=1)),
        ("he goes home", "he gone home", FiveWay(tn=2, fpn=1)),
        ("he go back home", "he go home", FiveWay(tn=3, fp=1)),
        ("he go back home", "he go straight home", FiveWay(tn=3, fpn=1)),
        ("he go back home", "he go back home", FiveWay(tp=1, tn=3)),
        ("go home", "he go", FiveWay(tn=1, fp=1, fn=1)),
    ],
)
def test_five_classes_by_hand(system, reference, expected):
    assert classes("he go home", system, reference) == expected


def test_the_nearest_reference_counts():
    system = changes_of(aligned("he go home", "he goes home"))
    references = [changes_of(aligned("he go home", text)) for text in ("he go house", "he goes home", "he go home")]
    assert best_five_way(system, references) == FiveWay(tp=1, tn=2)


@given(words, words, words)
def test_classes_add_up_and_turn_round(source, system, reference):
    ours, theirs = (changes_of(align_words(source, text)) for text in (system, reference))
    there, back = five_way(ours, theirs), five_way(theirs, ours)
    assert (there.tp, there.tn, there.fpn) == (back.tp, back.tn, back.fpn)
    assert (there.fp, there.fn) == (back.fn, back.fp)
    assert there.tp + there.fp + there.fpn == len(ours.places)
    assert there.tp + there.fn + there.fpn == len(theirs.places)
    assert five_way(ours, ours) == FiveWay(tp=len(ours.places), tn=there.tn if ours == theirs else _kept(ours))


def _kept(own):
    return own.n_words - sum(place < own.n_words for place in own.places)
