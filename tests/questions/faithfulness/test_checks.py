"""The named checks of meaning at risk."""

import pytest
from hypothesis import given

from redink.questions.faithfulness.mathematics.checks import CHECKS, check_meaning
from redink.reading.conllu import Tree
from tests.questions.faithfulness.test_ud_units import tree
from tests.ucca_strategies import trees

HIT = tree("Mary 2 nsubj", "hit 0 ROOT", "John 2 dobj")


def found(source, correction):
    return [str(finding) for finding in check_meaning(source, correction)]


def test_a_dropped_argument():
    source = tree("He 2 nsubj", "gave 0 ROOT", "the 4 det", "apple 2 dobj", "to 2 prep", "John 5 pobj")
    assert found(source, tree("He 2 nsubj", "gave 0 ROOT", "the 4 det", "apple 2 dobj")) == [
        "dropped argument: to John → ∅",
        "name changed: John → ∅",
    ]
    moved = tree("He 2 nsubj", "gave 0 ROOT", "John 2 dative", "the 5 det", "apple 2 dobj")
    assert found(source, moved) == []


def test_swapped_roles():
    swapped = tree("John 2 nsubj", "hit 0 ROOT", "Mary 2 dobj")
    assert found(HIT, swapped) == [
        "swapped roles: Mary (subject) → Mary (object)",
        "swapped roles: John (object) → John (subject)",
    ]
    passive = tree("John 3 nsubjpass", "was 3 auxpass", "hit 0 ROOT", "by 3 agent", "Mary 4 pobj")
    assert found(HIT, passive) == []
    universal = tree("John 3 nsubj:pass", "was 3 aux:pass", "hit 0 root")
    assert found(tree("John 2 obj", "hit 0 root"), universal) == []


def test_a_mended_voice_is_no_swap():
    source = tree("It 3 nsubjpass", "was 3 auxpass", "happened 0 ROOT")
    assert found(source, tree("It 2 nsubj", "happened 0 ROOT")) == []


@pytest.mark.parametrize(
    ("source", "correction", "expected"),
    [
        ("I do not know", "I know", ["negation lost: not → ∅"]),
        ("I know", "I do n't know", ["negation added: ∅ → n't"]),
        ("I have not any", "I have no", []),
        ("It costs 2,000 now", "It costs 2000 now", []),
        ("I saw two men", "I saw 2 men", []),
        ("I saw two men", "I saw three men", ["number changed: two → three"]),
        ("in the 1970 's", "in the 1970s", []),
        ("I like Paris", "I like London", ["name changed: Paris → London"]),
        ("I like Facebok", "I like Facebook", []),
        ("Paris is big", "London is big", []),  # first words are capitalised anyhow
    ],
)
def test_words(source, correction, expected):
    """In trees without arguments: every word depends on the first as an adverb."""
    both = [
        Tree(tuple(text.split()), (0,) * len(text.split()), ("root", *["advmod"] * (len(text.split()) - 1)))
        for text in (source, correction)
    ]
    assert found(*both) == expected


def test_a_parser_that_knows_names_is_believed():
    words, heads, labels = ("He", "likes", "Big", "dogs"), (1, 1, 3, 1), ("nsubj", "root", "amod", "obj")
    source = Tree(words, heads, labels, pos=("PRON", "VERB", "ADJ", "NOUN"))
    correction = Tree(("He", "likes", "dogs"), (1, 1, 1), ("nsubj", "root", "obj"), pos=("PRON", "VERB", "NOUN"))
    assert found(source, correction) == []


@given(trees(), trees())
def test_findings_name_their_check_and_unchanged_sentences_have_none(one, two):
    assert check_meaning(one, one) == ()
    for finding in check_meaning(one, two):
        assert finding.check in CHECKS
        assert finding.source or finding.correction
        assert set(finding.source) - {"(subject)", "(object)"} <= set(one.tokens)
