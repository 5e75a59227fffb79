"""USim: hand-computed cases, properties, and the slow twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.word_alignment import align_words
from redink.questions.faithfulness.mathematics.dist_sim import dist_sim
from redink.questions.faithfulness.mathematics.ud_units import units_of_tree
from redink.questions.faithfulness.mathematics.units import Units, make_units, units_of_passage
from redink.questions.faithfulness.mathematics.usim import Match, usim
from tests.questions.faithfulness.slow_usim import slow_usim
from tests.ucca_strategies import passages, trees

graphs = st.one_of(passages().map(units_of_passage), trees().map(units_of_tree))


def units(text, *found):
    return make_units(tuple(text.split()), [(positions, frozenset(labels)) for positions, labels in found])


GAVE = units("he gave John apples", ({0, 1, 2, 3}, "H"), ({0}, "A"), ({1}, "P"), ({2}, "A"), ({3}, "A"))


def test_one_word_less():
    """All four units of `he gave John` keep their labels; A of `apples` has no partner: R = 4/5, P = 1."""
    shorter = units("he gave John", ({0, 1, 2}, "H"), ({0}, "A"), ({1}, "P"), ({2}, "A"))
    found = usim(GAVE, shorter)
    assert found.forward == Match(1.0, 4 / 5)
    # H of the correction: w = 3/4 for the whole source, but 1 for each single word; none of these is an H.
    assert found.backward == Match(3 / 4, 3 / 5)
    assert found.value == pytest.approx((8 / 9 + 2 / 3) / 2)
    # Whatever the labels: forward P = 1, R = 4/5; backward P = 1, R = 3/5, because nothing is aligned to H.
    assert found.unlabelled == pytest.approx((8 / 9 + 3 / 4) / 2)


def test_one_label_changed():
    other = units("he gave John apples", ({0, 1, 2, 3}, "H"), ({0}, "A"), ({1}, "P"), ({2}, "A"), ({3}, "E"))
    assert usim(GAVE, other).value == pytest.approx(4 / 5)
    assert usim(GAVE, other).unlabelled == 1


def test_the_published_program_sees_units_of_several_words_alone():
    other = units("he gave John apples", ({0, 1, 2, 3}, "C"), ({0}, "D"), ({1}, "D"), ({2}, "D"), ({3}, "D"))
    assert usim(GAVE, other, compat="released").value == 1  # H and C are alike to it
    assert usim(GAVE, other).value == 0


@pytest.mark.parametrize(("compat", "both", "one"), [("printed", None, 0.0), ("released", 1.0, 0.0)])
def test_nothing_to_compare(compat, both, one):
    empty = units(". ,")
    assert usim(empty, empty, compat=compat).value == both
    assert usim(empty, GAVE, compat=compat).value == one
    assert usim(GAVE, empty, compat=compat).value == one


@given(graphs)
def test_a_graph_is_like_itself(graph):
    found = usim(graph, graph)
    assert found.value == (1 if len(graph) else None)
    assert found.unlabelled == found.value


@given(graphs, graphs, st.sampled_from(["printed", "released"]))
def test_symmetric_and_bounded(one, two, compat):
    found, turned = usim(one, two, compat=compat), usim(two, one, compat=compat)
    assert found.value == pytest.approx(turned.value)
    assert found.unlabelled == pytest.approx(turned.unlabelled)
    assert found.forward.precision == turned.backward.recall
    if found.value is not None:
        assert 0 <= found.value <= found.unlabelled + 1e-12 <= 1 + 1e-12


@given(graphs, graphs)
def test_fast_equals_slow(one, two):
    pairs = align_words(one.words, two.words).pairs
    sets = [
        [
            ({int(place) for place in row.nonzero()[0]}, labels)
            for row, labels in zip(side.yields, side.labels, strict=True)
        ]
        for side in (one, two)
    ]
    slow = slow_usim(*sets, pairs)
    assert usim(one, two).value == (None if slow is None else pytest.approx(float(slow), abs=1e-12))


def test_dist_sim():
    other = units("he gave apples", ({0, 1, 2}, "H"), ({0}, "A"), ({1}, "P"), ({2}, "E"))
    assert dist_sim([(GAVE, other), (GAVE, GAVE)]) == {"A": 1.0, "E": 0.5, "H": 0.0, "P": 0.0}
    assert dist_sim([]) == {}


def test_the_larger_share_wins_over_the_larger_intersection_however_large_the_units():
    """4/79 of a unit is more than 5/100 of another, though the shares are close and the units few."""
    shared = tuple(letter * 3 for letter in "abcdefghi")
    filler = tuple(f"{number:03}xxxxxxxxxxxx" for number in range(170))
    words = (*shared, *filler)
    yields = np.zeros((2, len(words)), dtype=np.bool_)
    yields[0, [*range(5), *range(9, 104)]] = True
    yields[1, [*range(5, 9), *range(104, 179)]] = True
    one = Units(shared, tuple(range(9)), np.ones((1, 9), dtype=np.bool_), (frozenset("A"),))
    two = Units(words, tuple(range(len(words))), yields, (frozenset("A"), frozenset("C")))
    assert yields.sum(axis=1).tolist() == [100, 79]
    assert usim(one, two).forward.recall == 0
