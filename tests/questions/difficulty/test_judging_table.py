"""Chunks and judgements: the paper's example by hand, and the look-up against textbook twins."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.records import Edit, System
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEM_EDITS, SYSTEMS, dense, edits, judged
from tests.questions.difficulty.slow_judging import elastic, leans_one_way, pieces, published

WORDS = st.sampled_from(["a", "b", "c"])
SENTENCES = st.lists(WORDS, max_size=5).map(tuple)


@st.composite
def corrections(draw, tokens):
    """Draw non-overlapping edits that change something; two insertions never share a gap."""
    found, position, gap_is_free = [], 0, True
    while position <= len(tokens):
        kind = draw(st.sampled_from(["keep", "keep", "insert", "replace"]))
        if kind == "insert" and gap_is_free:
            found.append(Edit(position, position, draw(st.lists(WORDS, min_size=1, max_size=2).map(tuple))))
            gap_is_free = False
            continue
        end = min(position + draw(st.integers(1, 3)), len(tokens)) if kind == "replace" else position
        text = draw(st.lists(WORDS, max_size=2).map(tuple))
        if end > position and text != tokens[position:end]:
            found.append(Edit(position, end, text))
            position = end
        else:
            position += 1
        gap_is_free = True
    return tuple(found)


@st.composite
def corpora(draw, systems=2):
    """Draw sources, gold edits and systems' edits."""
    sources = tuple(draw(st.lists(SENTENCES, min_size=1, max_size=3)))
    gold = tuple(draw(corrections(tokens)) for tokens in sources)
    outputs = [tuple(draw(corrections(tokens)) for tokens in sources) for _ in range(systems)]
    return sources, gold, tuple(System(f"s{k}", sources, own) for k, own in enumerate(outputs))


@st.composite
def clashing_corpora(draw):
    """Draw gold edits that may overlap, go back or insert in one gap, and one system whose edits do not."""
    sources = tuple(draw(st.lists(SENTENCES, min_size=1, max_size=3)))
    gold = []
    for tokens in sources:
        ends = draw(st.lists(st.tuples(st.integers(0, len(tokens)), st.integers(0, len(tokens))), max_size=3))
        gold.append(tuple(Edit(min(pair), max(pair), (draw(WORDS), "z")) for pair in ends))
    system = System("s", sources, tuple(draw(corrections(tokens)) for tokens in sources))
    return sources, tuple(gold), system


def bits(text):
    return [letter == "1" for letter in text]


@pytest.mark.parametrize(
    ("system", "first", "second"),
    [
        ("A", "11111011111", "1111111110111"),
        ("B", "01011111110", "1110111110111"),
        ("C", "11001011111", "1110111110111"),
    ],
)
def test_b_of_the_papers_example(system, first, second):
    # SPEC-difficulty §1.3; the first sentence is example (3) of the paper, as in its Figure 2.
    assert dense(judged(), system)[0] == bits(first) + bits(second)


def test_touched_chunks_of_system_c():
    assert dense(judged(), "C")[1][:11] == bits("00010101000")


def test_n_of_the_papers_example():
    # "it follows that n2 = 1, n5 = 1, and n7 = 3" (§3.2).
    table = judged()
    solved = np.full(table.gold.n_chunks, 3)
    solved[table.chunk] = table.correct.sum(axis=1)
    assert [solved[2], solved[5], solved[7]] == [1, 1, 3]


def test_chunks_of_the_papers_example():
    found = gold_chunks(SOURCES, GOLD).sentence_chunks(0)
    assert [(chunk.start, chunk.end) for chunk in found] == [
        *[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]
    ]
    assert [index for index, chunk in enumerate(found) if chunk.edit] == [2, 5, 7]


@given(st.data())
def test_a_sentence_without_errors_has_2l_plus_1_chunks(data):
    tokens = data.draw(SENTENCES)
    assert gold_chunks([tokens], [()]).lengths.tolist() == [2 * len(tokens) + 1]


@given(corpora())
def test_chunks_are_the_textbooks(corpus):
    sources, gold, _ = corpus
    chunks = gold_chunks(sources, gold)
    for number, (tokens, own) in enumerate(zip(sources, gold, strict=True)):
        expected = pieces(tokens, own)
        found = chunks.sentence_chunks(number)
        assert [(one.start, one.end, one.edit is not None) for one in found] == [
            (one.start, one.end, one.is_edit) for one in expected
        ]
        assert chunks.lengths[number] == len(expected)


@given(corpora())
def test_sparse_equals_dense(corpus):
    sources, gold, systems = corpus
    table = judge(gold_chunks(sources, gold), sources, systems)
    for column, system in enumerate(systems):
        expected = [
            pair
            for tokens, right, own in zip(sources, gold, system.edits, strict=True)
            for pair in published(tokens, right, own)
        ]
        correct, touched = dense(table, system.name)
        for row in np.flatnonzero(table.brushed[:, column]):
            touched[table.chunk[row]] = True
        assert list(zip(correct, touched, strict=True)) == expected


@given(corpora(systems=1))
def test_look_up_equals_elastic_matching_where_that_has_one_answer(corpus):
    sources, gold, systems = corpus
    table = judge(gold_chunks(sources, gold), sources, systems)
    correct, _ = dense(table, "s0")
    for number, (tokens, own) in enumerate(zip(sources, gold, strict=True)):
        found = systems[0].edits[number]
        start, end = table.gold.chunk_starts[number : number + 2]
        expected = elastic(tokens, own, found)
        if leans_one_way(tokens, own, found):
            assert correct[start:end] == expected
        # Elastic matching may give up a match for a shorter way, but invents none.
        assert all(ours or not theirs for ours, theirs in zip(correct[start:end], expected, strict=True))


@pytest.mark.parametrize("system", SYSTEM_EDITS)
@pytest.mark.parametrize("sentence", [0, 1])
def test_elastic_matching_of_the_papers_example(system, sentence):
    own = SYSTEM_EDITS[system][sentence]
    assert leans_one_way(SOURCES[sentence], GOLD[sentence], own)
    expected = [correct for correct, _ in published(SOURCES[sentence], GOLD[sentence], own)]
    assert elastic(SOURCES[sentence], GOLD[sentence], own) == expected


def test_elastic_matching_can_give_up_a_match():
    # Gold has an edit of many words on one side of a match, the system one on the other side.
    tokens = tuple("abcdefgh")
    gold, system = edits((0, 4, "x")), edits((4, 8, "y"))
    assert not leans_one_way(tokens, gold, system)
    assert elastic(tokens, gold, system) != [correct for correct, _ in published(tokens, gold, system)]


def test_two_false_positives_for_one_insertion_only_in_the_published_program():
    # SPEC-difficulty §1.4 item 2: He go home . / gold 1-2 goes / system 1-1 will.
    source = ("He", "go", "home", ".")
    table = judged([source], [edits((1, 2, "goes"))], [System("s", (source,), (edits((1, 1, "will")),))])
    assert table.touched.sum() == 1
    assert (table.touched | table.brushed).sum() == 2


def test_a_missing_word_inside_a_longer_edit_is_missed_and_untouched():
    # Not so in gec-metrics, which calls it right (SPEC-difficulty §1.8).
    table = judged([("a", "b")], [edits((1, 1, "x"))], [System("s", (("a", "b"),), (edits((0, 2, "c")),))])
    assert [flag[:3] for flag in dense(table, "s")] == [[True, False, False], [False, True, False]]


def test_an_insertion_at_the_end_is_not_right_before_the_next_sentence():
    # Found by Hypothesis: the last gap of one sentence and the first of the next are neighbours among the slots.
    sources = (("a",), ())
    table = judged(sources, [(), edits((0, 0, "x"))], [System("s", sources, (edits((1, 1, "y")), ()))])
    assert not table.brushed.any()


def test_two_gold_insertions_in_one_gap_are_two_chunks():
    source = ("a",)
    gold = edits((0, 0, "x"), (0, 0, "y"))
    table = judged([source], [gold], [System("s", (source,), (edits((0, 0, "y")),))])
    assert table.gold.lengths.tolist() == [4]  # x, y, a, gap
    assert dense(table, "s") == ([False, True, True, True], [True, True, False, False])


def test_any_alternative_is_right_but_to_the_published_program():
    gold = (Edit(0, 1, ("x",), alternatives=(("y",),)),)
    system = System("s", (("a",),), (edits((0, 1, "y")),))
    for literal, right in ((False, True), (True, False)):
        chunks = gold_chunks([("a",)], [gold], literal_alternatives=literal)
        assert dense(judge(chunks, [("a",)], [system]), "s")[0][1] is right


def test_marked_but_uncorrected_errors_are_no_errors():
    gold = (Edit(0, 1, ("a",), type="Um"), Edit(1, 1, ("x",), type="UNK"))
    assert gold_chunks([("a",)], [gold]).edits == ()


def test_a_sentence_nobody_was_asked_about_has_no_chunks():
    table = judged(SOURCES, (GOLD[0], None), SYSTEMS)
    assert table.gold.lengths.tolist() == [11, 0]
    assert table.sentence.max() == 0
    assert table.gold.sentence_chunks(1) == []


def test_unsorted_gold_edits_are_sorted():
    backwards = tuple(tuple(reversed(own)) for own in GOLD)
    assert judged(gold=backwards).gold.chunk.tolist() == judged().gold.chunk.tolist()


def test_overlapping_gold_edits_are_refused():
    with pytest.raises(InputError, match="overlaps") as caught:
        gold_chunks([("a",), ("b", "c")], [(), edits((0, 2, "x"), (1, 2, "y"))])
    assert caught.value.place.sentence == 2


def test_clashing_gold_edits_both_become_chunks_with_tokens_twice():
    # SPEC-difficulty §1.5: "He go [to] goes to home ." Edits 2-3 and, back again, 1-2.
    source = ("He", "go", "to", "home", ".")
    gold = edits((2, 3, ""), (1, 2, "goes"))
    chunks = gold_chunks([source], [gold], clashes="both")
    assert [(one.start, one.end) for one in chunks.sentence_chunks(0) if one.end > one.start] == [
        *[(0, 1), (1, 2), (2, 3), (1, 2), (2, 3), (3, 4), (4, 5)]
    ]
    assert chunks.lengths.tolist() == [15]
    assert chunks.clashing().tolist() == [0]
    system = System("s", (source,), (edits((1, 2, "goes")),))
    correct, touched = dense(judge(chunks, [source], [system]), "s")
    # The first copy of "go" is correct text that was changed, the second is the error, solved; 2-3 is missed once.
    assert [place for place, flag in enumerate(touched) if flag] == [3, 7]
    assert [place for place, flag in enumerate(correct) if not flag] == [3, 5]


@given(clashing_corpora())
def test_sparse_equals_dense_with_clashing_edits(corpus):
    sources, gold, system = corpus
    chunks = gold_chunks(sources, gold, clashes="both")
    table = judge(chunks, sources, [system])
    expected = [pair for n, tokens in enumerate(sources) for pair in published(tokens, gold[n], system.edits[n])]
    assert chunks.lengths.tolist() == [len(pieces(tokens, own)) for tokens, own in zip(sources, gold, strict=True)]
    correct, touched = dense(table, "s")
    for row in np.flatnonzero(table.brushed[:, 0]):
        touched[table.chunk[row]] = True
    assert list(zip(correct, touched, strict=True)) == expected


@given(clashing_corpora())
def test_only_clashing_sentences_are_told(corpus):
    sources, gold, _ = corpus
    chunks = gold_chunks(sources, gold, clashes="both")
    clashing = {
        number
        for number, own in enumerate(gold)
        for before, after in pairwise(own)
        if after.start < before.end or (after.start, after.end) < (before.start, before.end)
    }
    assert set(chunks.clashing().tolist()) == clashing


def test_systems_need_edits():
    with pytest.raises(UsageError, match="no edits"):
        judged(systems=[System("s", SOURCES)])


@given(corpora())
def test_an_error_is_not_lost_among_rows_added_later(corpus):
    sources, gold, systems = corpus
    table = judge(gold_chunks(sources, gold), sources, systems)
    full = table.with_rows(np.arange(table.gold.n_chunks))
    assert full.chunk.tolist() == list(range(table.gold.n_chunks))
    assert full.rest().tolist() == [0] * len(sources)
    assert full.of_errors().tolist() == table.of_errors().tolist()
    for system in systems:
        assert dense(full, system.name) == dense(table, system.name)
