import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import redink
from redink.errors import InputError
from redink.records import NOOP, Edit, EvalSet, Reference, System
from redink.scoring import arcs
from redink.scoring.lattice import build_lattice, forced_ends
from redink.scoring.max_match import (
    choose_annotators,
    precision_recall_f,
    score_from_sums,
    sentence_stats,
)
from tests.scoring import conll14
from tests.scoring.one_sentence import match_counts
from tests.scoring.slow_max_match import slow_counts
from tests.shared_files import DATA, needs_shared

words = st.sampled_from("abc")
sentences = st.lists(words, max_size=6).map(tuple)


@st.composite
def gold_edits(draw, source, hypothesis):
    """Draw edits in order, often with a piece of the hypothesis as correction, so that some match."""
    borders = sorted(draw(st.lists(st.integers(0, len(source)), max_size=6)))
    found = []
    for start, end in zip(borders[::2], borders[1::2], strict=False):
        ways = [draw(st.lists(words, max_size=2).map(tuple))]
        first = draw(st.integers(0, len(hypothesis)))
        ways.insert(draw(st.integers(0, 1)), hypothesis[first : first + draw(st.integers(0, 2))])
        if start == end:
            ways = [way for way in ways if way]
        if ways:
            found.append(Edit(start, end, ways[0], "", 0, tuple(ways[1:])))
    return tuple(found)


@st.composite
def cases(draw):
    source, hypothesis = draw(sentences), draw(sentences)
    return source, hypothesis, draw(gold_edits(source, hypothesis))


def tokens(text):
    return tuple(text.split())


def test_a_merged_edit_matches_gold():
    # Dahlmeier & Ng's own motive: "our baseline system" for one edit where plain diff sees two.
    source = tokens("Our baseline system feeds word into PB-SMT pipeline .")
    hypothesis = tokens("Our baseline system feeds a word into PB-SMT pipeline .")
    narrow = Edit(4, 4, ("a",))
    wide = Edit(4, 5, ("a", "word"))
    assert match_counts(source, hypothesis, [(narrow,), (wide,), ()]).tolist() == [
        [1, 1, 1],
        [1, 1, 1],
        [0, 1, 0],
    ]


def test_worked_example_of_the_docs():
    source = tokens("The cat sat at mat .")
    hypothesis = tokens("A cat sat on the mat .")
    first = (Edit(3, 4, ("on", "the")), Edit(5, 5, ("there",)))
    second = (Edit(3, 4, ("on",)), Edit(4, 4, ("the",)))
    counts = match_counts(source, hypothesis, [first, second])
    assert counts.tolist() == [[1, 2, 2], [2, 3, 2]]
    assert score_from_sums(counts).tolist() == pytest.approx([0.5, 2.5 / 3.5])
    assert choose_annotators([counts], rule="corrected") == [1]


def test_equal_tokens_inside_an_edit_are_limited():
    source, hypothesis = tokens("a b c d"), tokens("x b c y")
    gold = (Edit(0, 4, ("x", "b", "c", "y")),)
    assert match_counts(source, hypothesis, [gold]).tolist() == [[1, 1, 1]]
    assert match_counts(source, hypothesis, [gold], max_unchanged=1).tolist() == [[0, 2, 1]]


def test_noop_lines_are_no_gold_edits():
    assert match_counts(("a",), ("b",), [(Edit(-1, -1, (), NOOP),)]).tolist() == [[0, 1, 0]]


def test_alternatives_count_as_correct():
    assert match_counts(("a",), ("c",), [(Edit(0, 1, ("b",), alternatives=(("c",),)),)]).tolist() == [[1, 1, 1]]


def test_case_and_spaces_can_be_ignored():
    source, hypothesis = tokens("face book is Big"), tokens("Facebook is small")
    assert match_counts(source, hypothesis, [()]).tolist() == [[0, 1, 0]]
    source, hypothesis = tokens("face book is a very big one"), tokens("Facebook is a very big two")
    assert match_counts(source, hypothesis, [()]).tolist() == [[0, 2, 0]]
    assert match_counts(source, hypothesis, [()], ignore_whitespace_casing=True).tolist() == [[0, 1, 0]]


def test_faithful_rule_depends_on_what_came_before_and_corrected_does_not():
    start = np.array([[10.0, 10.0, 10.0]])
    rows = np.array([[0.0, 1.0, 0.0], [1.0, 4.0, 1.0]])
    assert choose_annotators([rows], rule="faithful") == [1]
    assert choose_annotators([start, rows], rule="faithful") == [0, 0]
    assert choose_annotators([start, rows], rule="corrected") == [0, 1]


def test_ties_go_to_more_correct_then_to_smaller_counts_then_to_the_first():
    assert choose_annotators([np.array([[0.0, 2, 4], [0.0, 2, 3], [0.0, 2, 3]])], rule="corrected") == [1]
    assert choose_annotators([np.array([[1.0, 1, 1], [2.0, 2, 2]])], rule="corrected") == [1]


def test_a_sentence_without_annotator_is_refused():
    with pytest.raises(InputError, match="sentence 2: M2 needs at least one annotator"):
        sentence_stats([("a",)] * 2, [("b",)] * 2, [((),), ()])


def test_zero_cases():
    sums = np.array([[0.0, 0, 0], [0, 0, 3], [0, 2, 0], [0, 2, 3]])
    assert precision_recall_f(sums, rule="faithful").tolist() == [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 0]]
    corrected = precision_recall_f(sums)
    assert np.isnan(corrected).tolist() == [[True, True, True], [True, False, False], [False, True, False], [False] * 3]
    assert corrected[1:, 2].tolist() == [0, 0, 0]


def test_a_book_on_one_line_is_refused():
    with pytest.raises(InputError, match="5000 tokens"):
        match_counts(("a",) * 5000, ("b",) * 5000, [()])


@given(cases(), st.integers(0, 3))
@example((("b", "a"), ("d", "a", "a", "a", "b", "d"), (Edit(1, 2, ("c", "b")), Edit(2, 2, ("d",)))), 2)
@settings(max_examples=250)
def test_same_counts_as_the_textbook(case, max_unchanged):
    source, hypothesis, gold = case
    fast = match_counts(source, hypothesis, [gold], max_unchanged=max_unchanged)
    assert tuple(fast[0]) == slow_counts(source, hypothesis, gold, max_unchanged)


@given(sentences, sentences, sentences, sentences)
@settings(max_examples=200)
def test_every_cheapest_alignment_passes_the_forced_ends(start, middle, other, end):
    source, hypothesis = (*start, *middle, *end), (*start, *other, *end)
    front, back = forced_ends(source, hypothesis)
    on_path = build_lattice(source, hypothesis).on_path
    for number in range(front + 1):
        assert np.flatnonzero(on_path[number]).tolist()[0] == number
        assert np.flatnonzero(on_path[:, number]).tolist()[0] == number
    assert not on_path[:front, front + 1 :].any()
    assert not on_path[front + 1 :, :front].any()
    gate = len(source) - back, len(hypothesis) - back
    assert on_path[gate]
    assert not on_path[gate[0] + 1 :, : gate[1]].any()
    assert not on_path[: gate[0], gate[1] + 1 :].any()


def test_ends_are_forced_up_to_the_last_token_that_comes_but_once():
    assert forced_ends(tokens("the cat sat on a mat ."), tokens("the cat sits on the mat .")) == (2, 2)
    assert forced_ends(tokens("a b"), tokens("a c a b")) == (0, 1)
    assert forced_ends((), tokens("a")) == (0, 0)


@given(cases(), st.integers(1, 8))
@settings(max_examples=40)
def test_regions_far_apart_do_not_meet(case, gap):
    source, hypothesis, gold = case
    between = tuple(f"w{number}" for number in range(gap))
    shift = len(source) + gap
    moved = tuple(Edit(e.start + shift, e.end + shift, e.replacement, "", 0, e.alternatives) for e in gold)
    assume(not any(e.start == e.end == len(source) for e in gold))
    twice = (source + between + source, hypothesis + between + hypothesis, gold + moved)
    assert tuple(match_counts(*twice[:2], [twice[2]])[0]) == slow_counts(*twice)


@given(cases())
@settings(max_examples=150)
def test_the_way_without_listed_arcs_keeps_to_the_same_bounds(case):
    # It may do better than the plain algorithm, which forgets arcs (see wide_lattice), never worse.
    source, hypothesis, gold = case
    real = tuple(e for e in gold if source[e.start : e.end] not in (e.replacement, *e.alternatives))
    plain = match_counts(source, hypothesis, [real])[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arcs, "MOST_ARCS", 0)
        wide = match_counts(source, hypothesis, [real])[0]
    if not real:
        assert wide[1] <= plain[1]
    assert wide[0] <= wide[1]
    assert (wide[1] > 0) == (plain[1] > 0) == (source != hypothesis)


@given(st.lists(cases(), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_order_of_sentences_and_names_of_annotators_do_not_matter_when_corrected(several, random):
    def sums(order, flip):
        chosen = [several[number] for number in order]
        gold = [(g, ()) if not flip else ((), g) for _, _, g in chosen]
        return sentence_stats([s for s, _, _ in chosen], [h for _, h, _ in chosen], gold).sum(axis=0).tolist()

    order = list(range(len(several)))
    shuffled = random.sample(order, len(order))
    assert sums(order, False) == sums(shuffled, False) == sums(order, True)


@given(sentences.filter(bool), st.data())
@settings(max_examples=60)
def test_applying_the_gold_edits_is_perfect(source, data):
    distinct = tuple(f"{word}{number}" for number, word in enumerate(source))
    start = data.draw(st.integers(0, len(source) - 1))
    end = data.draw(st.integers(start, len(source)))
    edit = Edit(start, end, ("new",) if start == end else data.draw(st.sampled_from([(), ("new",), ("new", "er")])))
    hypothesis = distinct[:start] + edit.replacement + distinct[end:]
    stats = sentence_stats([distinct], [hypothesis], [((edit,),)])
    assert score_from_sums(stats.sum(axis=0)) == 1


@pytest.mark.parametrize("length", [400, 2000])
def test_hostile_output_has_the_right_counts(length):
    source = tokens("The cat sat on the mat and it was happy .")
    counts = match_counts(source, ("the",) * length, [(Edit(4, 4, ("the",)),), (Edit(0, 1, ()),), ()])
    assert counts[:, 2].tolist() == [1, 1, 0]
    # With no gold edit all is one edit; a gold insertion of "the" is used once, however often it is there.
    assert counts[2].tolist() == [0, 1, 0]
    assert counts[0, 0] == 1
    assert counts[0, 1] <= 3
    assert match_counts(source, (), [(Edit(0, 11, ()),)]).tolist() == [[1, 1, 1]]


def test_long_unrelated_sentences_are_bounded():
    source = tuple(f"a{number}" for number in range(700))
    hypothesis = tuple(f"b{number}" for number in range(700))
    gold = (Edit(5, 6, ("b7",)), Edit(9, 9, ("b9",)))
    assert match_counts(source, hypothesis, [gold, ()])[:, 0].tolist() == [2, 0]


@needs_shared
@pytest.mark.parametrize("team", conll14.TEAMS)
def test_published_scores_of_conll_2014(team):
    """Official F0.5 to four digits, and all sentence scores of Chollampatt & Ng (2018).

    Their sentence scores are those against the last annotator of the sentence, not the best one.
    """
    counts = [
        match_counts(source, hypothesis, gold)
        for source, hypothesis, gold in zip(conll14.sources(), conll14.output(team), conll14.gold(), strict=True)
    ]
    chosen = choose_annotators(counts, rule="faithful")
    sums = sum(rows[number] for rows, number in zip(counts, chosen, strict=True))
    assert round(float(score_from_sums(sums, rule="faithful")), 4) == conll14.system_scores("m2score")[team]
    published = conll14.sentence_scores("m2score")
    last = score_from_sums(np.array([rows[-1] for rows in counts]), rule="faithful")
    assert last.tolist() == pytest.approx([published[team, number] for number in range(len(last))], abs=1e-9)


@needs_shared
def test_a_neural_output_scores_as_its_authors_say():
    """Junczys-Dowmunt et al. (2018) ship what the scorer printed for their output."""
    folder = DATA / "conll14-systems" / "junczys-dowmunt2018"
    lines = (folder / "test2014.out").read_text(encoding="utf-8").split("\n")[: len(conll14.sources())]
    hypotheses = [tuple(line.split()) for line in lines]
    stats = sentence_stats(conll14.sources(), hypotheses, conll14.gold(), rule="faithful")
    printed = [float(line.split(":")[1]) for line in (folder / "test2014.eval").read_text().splitlines() if ":" in line]
    assert precision_recall_f(stats.sum(axis=0), rule="faithful").round(4).tolist() == printed


def test_bug_an_edit_listed_twice_gave_more_than_1_without_a_word():
    edit = Edit(1, 2, ("goes",), "R:VERB:SVA")
    data = EvalSet(
        (("He", "go"),), (Reference("r", (("He", "goes"),), ((edit, edit),)),), (System("o", (("He", "goes"),)),)
    )
    with pytest.warns(UserWarning, match="the same edit twice in sentence 1 .of 1.*precision can exceed 1"):
        assert redink.score(data, measures=["M2"], pipeline="plain")["o", "M2"].value > 1
    assert redink.score(data, measures=["M2"], rule="corrected", pipeline="plain")["o", "M2"].value <= 1
