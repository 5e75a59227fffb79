"""Edit overlap: hand cases for each level, duplicates, invariances, and every number errant_compare printed."""

import re
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from redink.reading.corrections import annotators_of
from redink.reading.m2 import read_m2
from redink.records import NOOP, Edit
from redink.scoring.edit_overlap import (
    Overlap,
    compare,
    full_type_of,
    main_type_of,
    match_edits,
    operation_of,
    precision_recall_f,
    published_scores,
)
from tests.scoring import conll14
from tests.shared_files import SHARED, needs_shared

GOES = Edit(1, 2, ("goes",), "R:VERB:SVA")
WENT = Edit(1, 2, ("went",), "R:VERB:TENSE")
THE = Edit(3, 3, ("the",), "M:DET")
LEVELS = ("correction", "detection", "token", "type")


def counts(system, reference, **how):
    return match_edits(system, reference, Overlap(**how)).counts()


# ── hand cases


@pytest.mark.parametrize(
    ("level", "expected"),
    [("correction", (0, 1, 1)), ("detection", (1, 0, 0)), ("token", (1, 0, 0)), ("type", (0, 1, 1))],
)
@pytest.mark.parametrize("rule", ["corrected", "faithful"])
def test_the_same_span_with_another_word(level, rule, expected):
    assert counts([GOES], [WENT], level=level, rule=rule) == expected


@pytest.mark.parametrize(("level", "expected"), [("correction", (1, 0, 0)), ("type", (0, 1, 1))])
def test_the_same_word_under_another_type(level, expected):
    assert counts([Edit(1, 2, ("goes",), "R:VERB")], [GOES], level=level) == expected


def test_tokens_in_common():
    wide = Edit(1, 4, ("x",), "R:OTHER")
    assert counts([wide], [Edit(2, 6, ("y",), "R:NOUN")], level="token") == (2, 1, 2)
    assert counts([wide], [Edit(2, 6, ("y",), "R:NOUN")], level="detection") == (0, 1, 1)


def test_an_insertion_touches_the_token_to_its_right():
    assert counts([THE], [Edit(3, 4, ("a",), "R:DET")], level="token") == (1, 0, 0)
    assert counts([THE], [Edit(2, 3, ("a",), "R:DET")], level="token") == (0, 1, 1)


def test_types_come_from_the_reference_but_for_false_positives():
    found = match_edits([Edit(1, 2, ("goes",), "R:OTHER"), THE], [GOES, Edit(5, 6, (), "U:PREP")], Overlap())
    assert found == (["R:VERB:SVA"], ["M:DET"], ["U:PREP"])


@pytest.mark.parametrize("rule", ["corrected", "faithful"])
def test_a_noop_is_no_edit(rule):
    assert counts([Edit(-1, -1, (), NOOP)], [Edit(-1, -1, (), NOOP)], rule=rule) == (0, 0, 0)


def test_marked_errors_can_be_detected_only():
    marked, guess = Edit(1, 2, (), "UNK"), Edit(1, 2, ("goes",), "R:VERB")
    assert counts([guess], [marked]) == (0, 1, 0)
    assert counts([guess], [marked], level="detection") == (1, 0, 0)


def test_conlls_marked_errors_are_edits_to_the_published_program():
    marked = Edit(1, 2, (), "Um")
    assert counts([], [marked]) == (0, 0, 0)
    assert counts([], [marked], rule="faithful") == (0, 0, 1)


def test_a_duplicate_inflates_the_published_count_only():
    assert counts([GOES], [GOES, GOES], rule="faithful") == (2, 0, 0)
    assert counts([GOES], [GOES, GOES]) == (1, 0, 1)
    assert counts([GOES, GOES], [GOES], rule="faithful") == (1, 0, 0)
    assert counts([GOES, GOES], [GOES]) == (1, 1, 0)


def test_a_token_counts_once_in_corrected():
    twice = [Edit(3, 3, ("the",), "M:DET"), Edit(3, 4, ("cats",), "R:NOUN:NUM")]
    assert counts([THE], twice, level="token") == (1, 0, 0)
    assert counts([THE], twice, level="token", rule="faithful") == (2, 0, 0)


def test_single_and_multi_token_edits_and_types_left_out():
    wide = Edit(4, 6, ("x",), "R:OTHER")
    longer = Edit(7, 7, ("of", "the"), "M:OTHER")
    assert counts([], [GOES, THE, wide, longer], size="single") == (0, 0, 2)
    assert counts([], [GOES, THE, wide, longer], size="multi") == (0, 0, 2)
    assert counts([THE], [GOES, THE], exclude=frozenset({"M:DET"})) == (0, 0, 1)


def test_the_best_reference_of_a_sentence_and_its_ties():
    chosen = compare([(GOES,), (GOES,)], [[(WENT,), (GOES,)], [(GOES,), (GOES,)]])
    assert chosen.chosen == [1, 0]
    assert chosen.table().tolist() == [[1, 0, 0], [1, 0, 0]]


@pytest.mark.parametrize("rule", ["corrected", "faithful"])
def test_when_nothing_is_right_the_reference_with_fewer_misses_is_taken(rule):
    found = compare([(GOES,)], [[(WENT, THE), (WENT,), (WENT, THE)]], Overlap(rule=rule))
    assert (found.chosen, found.table().tolist()) == ([1], [[0, 1, 1]])


def test_leaving_alone_is_right_when_a_reference_does_so():
    assert compare([()], [[(GOES,), ()]]).table().tolist() == [[0, 0, 0]]


def test_running_totals_make_the_published_choice_depend_on_order():
    """One right edit of eleven, or two against nothing: worth it alone, too dear after ten right ones."""
    dear = tuple(Edit(place, place + 1, ("x",), "R:OTHER") for place in range(10, 20))
    system, references = [(GOES, THE), dear], [[(GOES, *dear), ()], [dear]]
    late = compare(system[::-1], references[::-1], Overlap(rule="faithful"))
    assert compare(system, references, Overlap(rule="faithful")).chosen == [0, 0]
    assert (late.chosen, late.table().tolist()) == ([0, 1], [[10, 0, 0], [0, 2, 0]])
    assert compare(system[::-1], references[::-1]).chosen == [0, 0]


def test_bug_f0_of_an_untouched_sentence_ended_in_a_traceback():
    assert compare([()], [[(GOES,)]], Overlap(beta=0.0, rule="faithful")).table().tolist() == [[0, 0, 1]]
    assert published_scores(0, 0, 1, 0.0) == (1.0, 0.0, 0.0)


def test_groups_of_types():
    kinds = ("R:VERB:SVA", "M:DET", "UNK", "ArtOrDet", "")
    assert [operation_of(kind) for kind in kinds] == ["R", "M", "UNK", "A", None]
    assert [main_type_of(kind) for kind in kinds] == ["VERB:SVA", "DET", "UNK", "ArtOrDet", None]
    assert [full_type_of(kind) for kind in kinds] == ["R:VERB:SVA", "M:DET", "UNK", "ArtOrDet", None]


def test_by_type_gives_a_table_a_group():
    found = compare([(GOES,), (THE,)], [[(GOES,)], [(WENT,)]]).by_type(operation_of)
    assert {name: table.tolist() for name, table in found.items()} == {
        "M": [[0, 0, 0], [0, 1, 0]],
        "R": [[1, 0, 0], [0, 0, 1]],
    }


def test_scores_by_hand():
    assert precision_recall_f(np.array([2, 2, 6])).tolist() == pytest.approx([1 / 2, 1 / 4, 2.5 / (2.5 + 2 + 1.5)])
    assert float(precision_recall_f(np.array([2, 2, 6]), beta=1)[2]) == pytest.approx(1 / 3)


def test_nothing_over_nothing_is_not_available_but_one_in_faithful():
    p, r, f = precision_recall_f(np.array([0, 0, 3]))
    assert (np.isnan(p), r, f) == (True, 0, 0)
    assert np.isnan(precision_recall_f(np.zeros(3))).all()
    assert precision_recall_f(np.array([0, 0, 3]), rule="faithful").tolist() == [1, 0, 0]
    assert precision_recall_f(np.zeros(3), rule="faithful").tolist() == [1, 1, 1]


# ── properties

# All of them, so that one draw makes an edit.
small_edits = st.sampled_from(
    [
        Edit(start, start + length, words, kind)
        for start in range(4)
        for length in range(3)
        for words in [(), ("a",), ("b",), ("a", "b")]
        for kind in ["R:NOUN", "M:DET", "U:PREP", "UNK", "Um"]
    ]
)
one_side = st.lists(small_edits, max_size=4).map(tuple)
rows = st.lists(st.tuples(one_side, st.lists(one_side, min_size=1, max_size=3)), min_size=1, max_size=4)


def units(edits, level):
    """Count what there is to match: edits, or distinct tokens."""
    if level == "token":
        return len({token for edit in edits for token in range(edit.start, max(edit.end, edit.start + 1))})
    unclear = 0 if level == "detection" else sum(edit.is_detected_only for edit in edits)
    return len(edits) - unclear


@given(one_side, one_side, st.sampled_from(LEVELS))
def test_every_edit_is_counted_once(system, reference, level):
    tp, fp, fn = counts(system, reference, level=level)
    assert (tp + fp, tp + fn) == (units(system, level), units(reference, level))


@given(one_side, one_side)
def test_single_and_multi_token_edits_add_up(system, reference):
    parts = [counts(system, reference, size=size) for size in ("single", "multi")]
    assert tuple(map(sum, zip(*parts, strict=True))) == counts(system, reference)


@given(rows, st.randoms(use_true_random=False), st.sampled_from(LEVELS))
def test_the_order_of_sentences_does_not_matter(data, random, level):
    shuffled = random.sample(data, len(data))
    first, second = (
        compare(*zip(*order, strict=True), Overlap(level)).table().sum(axis=0).tolist() for order in (data, shuffled)
    )
    assert first == second


@given(rows, st.randoms(use_true_random=False), st.sampled_from(LEVELS))
def test_the_order_of_references_does_not_matter(data, random, level):
    mixed = [(system, random.sample(references, len(references))) for system, references in data]
    first, second = (compare(*zip(*order, strict=True), Overlap(level)).table().tolist() for order in (data, mixed))
    assert first == second


@given(rows, st.sampled_from(LEVELS), st.sampled_from(["corrected", "faithful"]))
def test_identical_systems_tie(data, level, rule):
    system, references = zip(*data, strict=True)
    how = Overlap(level, rule=rule)
    assert compare(system, references, how) == compare(tuple(map(tuple, system)), references, how)


@given(st.lists(one_side, min_size=1, max_size=3), rows, st.sampled_from(LEVELS), st.data())
def test_a_perfect_output_scores_one(perfect, others, level, data):
    assume(any(units(edits, level) for edits in perfect))
    pool = [references for _, references in others]
    references = [[*data.draw(st.sampled_from(pool)), edits] for edits in perfect]
    sums = compare(perfect, references, Overlap(level)).table().sum(axis=0)
    assert precision_recall_f(sums).tolist() == [1, 1, 1]


@given(one_side, one_side, st.sampled_from(["correction", "detection", "token"]))
def test_only_the_level_type_looks_at_types(system, reference, level):
    renamed = [Edit(edit.start, edit.end, edit.replacement, "R:OTHER") for edit in reference if edit.type[1:2] == ":"]
    kept = [edit for edit in reference if edit.type[1:2] == ":"]
    assert counts(system, kept, level=level) == counts(system, renamed, level=level)


@given(one_side, one_side, st.sampled_from(LEVELS))
def test_without_duplicates_both_rules_count_alike(system, reference, level):
    once, known = (
        list({(edit.start, edit.end): edit for edit in edits if edit.type != "Um"}.values())
        for edits in (system, reference)
    )
    assume(level != "token")
    assert counts(once, known, level=level) == counts(once, known, level=level, rule="faithful")


@given(st.tuples(*[st.integers(0, 500)] * 3), st.sampled_from([0.5, 1.0, 2.0]))
@settings(max_examples=300)
def test_arrays_and_the_printed_numbers_agree(sums, beta):
    ours = precision_recall_f(np.array(sums), beta=beta, rule="faithful")
    assert published_scores(*sums, beta) == pytest.approx(ours.tolist(), abs=0.5001e-4)


# ── golden: errant_compare 3.0.2

GOLDEN = SHARED / "golden" / "errant-3.0.2"
TEAMS = tuple(team for team in conll14.TEAMS if team != "INPUT")
GROUPS = {"1": operation_of, "2": main_type_of, "3": full_type_of}
LEVEL_OF = {"-ds": "detection", "-dt": "token", "-cse": "type"}


@cache
def golden_references(kind):
    """Give the edits of every annotator who has a line: the program knows no others."""
    sentences = list(read_m2(GOLDEN / f"official-2014.combined.{kind}.m2"))
    everyone = annotators_of(sentences)
    return [[own for who in everyone if (own := sentence.edits_of(who)) is not None] for sentence in sentences]


def as_printed(sums):
    return [str(int(number)) for number in sums] + [str(number) for number in published_scores(*sums, 0.5)]


def overlap_of(options):
    level = next((LEVEL_OF[option] for option in options if option in LEVEL_OF), "correction")
    size = "multi" if "-multi" in options else "single" if "-single" in options else "all"
    return Overlap(level, rule="faithful", size=size)


@cache
def golden_edits(team):
    return [sentence.edits_of(0) for sentence in read_m2(GOLDEN / f"{team}.m2")]


@needs_shared
@pytest.mark.parametrize("kind", ["auto", "gold"])
@pytest.mark.parametrize("team", TEAMS)
def test_every_number_errant_compare_printed(team, kind):
    """Origin: errant 3.0.2 on its own M2 files, nine runs a team and reference file; tolerance none."""
    system = golden_edits(team)
    compared = cache(
        lambda overlap: compare(system, golden_references(kind), overlap)
    )  # four runs differ in -cat alone
    printed = (GOLDEN / "compare" / f"{team}.{kind}.txt").read_text(encoding="utf-8").split("## ")[1:]
    checked = 0
    for block in printed:
        head, *lines = block.splitlines()
        options = head.split(".m2")[-1].split()
        found = compared(overlap_of(options))
        totals = next(line.split("\t") for line in lines if re.match(r"\d+\t", line))
        assert as_printed(found.table().sum(axis=0)) == totals, head
        checked += 1
        if "-cat" in options:
            cells = [line.split() for line in lines]
            expected = {row[0]: row[1:] for row in cells if len(row) == 7 and row[1].isdigit()}
            group = GROUPS[options[options.index("-cat") + 1]]
            ours = {name: as_printed(table.sum(axis=0)) for name, table in found.by_type(group).items()}
            assert ours == expected, head
            checked += 1
    assert checked == 14
