"""Units from dependency trees, in ClearNLP's labels and in UD's."""

import pytest
from hypothesis import given

from redink.questions.faithfulness.mathematics.ud_units import LABELS, units_of_tree
from redink.reading.conllu import Tree
from tests.ucca_strategies import trees


def tree(*rows):
    """Make a tree of `word head relation` with heads from 1, 0 for the root."""
    cells = [row.split() for row in rows]
    heads = tuple(int(head) - 1 if int(head) else place for place, (_, head, _) in enumerate(cells))
    return Tree(tuple(word for word, _, _ in cells), heads, tuple(label for _, _, label in cells))


def shown(units):
    return {
        (" ".join(word for word, flag in zip(units.words, row, strict=True) if flag), *labels)
        for row, labels in zip(units.yields, units.labels, strict=True)
    }


CLEAR = tree("He 3 nsubj", "has 3 aux", "gone 0 ROOT", "to 3 prep", "the 6 det", "house 4 pobj", ". 3 punct")
UD = tree("He 3 nsubj", "has 3 aux", "gone 0 root", "to 6 case", "the 6 det", "house 3 obl", ". 3 punct")
SHARED = {
    ("he has gone to the house", "H"), ("he", "A"), ("has", "F"), ("gone", "P"), ("to the house", "A"), ("to", "R"),
    ("the", "E"),
}  # fmt: skip


def test_both_label_sets_give_nearly_the_same_units():
    assert shown(units_of_tree(UD)) == SHARED | {("house", "C")}
    # ClearNLP: the preposition heads its phrase, so that `the house` is a unit, too.
    assert shown(units_of_tree(CLEAR)) == SHARED | {("the house", "C"), ("house", "C")}


def test_a_preposition_elaborates_a_noun():
    units = units_of_tree(tree("see 0 ROOT", "men 1 dobj", "of 2 prep", "Rome 3 pobj"))
    assert ("of rome", "E") in shown(units)


@pytest.mark.parametrize(
    ("label", "category"),
    [("nsubj:pass", "A"), ("ROOT", "H"), ("compound", "E"), ("compound:prt", "C"), ("neg", "D"), ("nonsense", "C"),
     ("xcomp", "A"), ("cc", "L"), ("mark", "F"), ("vocative", "G"), ("relcl", "E"), ("conj", "H")],
)  # fmt: skip
def test_labels(label, category):
    units = units_of_tree(tree("go 0 root", f"x 1 {label}"))
    assert ("x", category) in shown(units)


def test_a_conjunct_of_a_clause_heads_a_clause():
    units = units_of_tree(tree("go 0 root", "and 3 cc", "see 1 conj", "it 3 obj"))
    assert {("see", "P"), ("and see it", "H")} <= shown(units)
    nouns = units_of_tree(tree("see 0 root", "cats 1 obj", "and 4 cc", "dogs 2 conj"))
    assert {("dogs", "C"), ("cats and dogs", "A"), ("cats", "C")} <= shown(nouns)


def test_every_label_of_the_table_is_a_category():
    assert set(LABELS.values()) <= set("AHDERLFCG")


@given(trees())
def test_every_word_is_covered_and_every_unit_has_one_label(one):
    units = units_of_tree(one)
    spoken = [place for place in units.positions if one.labels[place] != "punct"]
    covered = {units.positions[column] for row in units.yields for column in row.nonzero()[0]}
    assert covered == set(spoken)
    assert all(len(labels) == 1 for labels in units.labels)
    assert len(units.heads) == len(units)
