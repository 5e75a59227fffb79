"""Old annotation in, our edits or our types out: every hand case of `errant_m2`'s work."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from redink.annotation.annotator import CHUNK, Annotator
from redink.annotation.reannotation import Reannotation, minimise, reannotate, reannotate_all
from redink.annotation.spans import Span
from redink.language.plain import PlainPipeline
from redink.reading.corrections import NOTHING, apply_edits
from redink.reading.m2 import format_m2, noop, parse_m2
from redink.records import AnnotatedSentence, Edit
from tests.language.counting import CountingPipeline
from tests.strategies import annotated_sentences

AUTO, GOLD = Reannotation("auto"), Reannotation("gold")


def again(m2, how, pipeline=None):
    """Reannotate one block; give its lines without the last fields, which never change."""
    (sentence,) = parse_m2(m2.splitlines())
    text = format_m2(reannotate(sentence, Annotator(pipeline or PlainPipeline()), how))
    return text.replace("|||REQUIRED|||-NONE-|||", " @").splitlines()[1:-1]


def block(source, *edits):
    lines = (f"A {span}|||{kind}|||{new}|||REQUIRED|||-NONE-|||{who}" for span, kind, new, who in edits)
    return "\n".join([f"S {source}", *lines])


def test_auto_forgets_spans():
    m2 = block("He go to the home now", ("1 5", "Vform", "goes to home", 0))
    assert again(m2, AUTO) == ["A 1 2|||R:OTHER|||goes @0", "A 3 4|||U:OTHER||| @0"]


def test_gold_keeps_spans_and_names_types(errant_pipeline):
    m2 = block("He go to home now", ("1 2", "Vform", "goes", 0), ("2 3", "Prep", "", 0))
    assert again(m2, GOLD, errant_pipeline) == ["A 1 2|||R:VERB:SVA|||goes @0", "A 2 3|||U:PREP||| @0"]


def test_gold_trims_what_both_sides_share():
    m2 = block("He go to home now", ("1 4", "Vform", "goes to home", 0))
    assert again(m2, GOLD) == ["A 1 2|||R:OTHER|||goes @0"]
    assert again(m2, Reannotation("gold", minimise=False)) == ["A 1 4|||R:OTHER|||goes to home @0"]


def test_gold_with_the_old_types_still_trims():
    m2 = block("He go to home now", ("1 4", "Vform", "goes to home", 0))
    assert again(m2, Reannotation("gold", keep_types=True)) == ["A 1 2|||Vform|||goes @0"]


def test_later_edits_are_found_where_earlier_ones_pushed_them(errant_pipeline):
    m2 = block("He buyed car and sheeps", ("1 2", "X", "bought", 0), ("2 2", "X", "a", 0), ("4 5", "X", "sheep", 0))
    assert again(m2, GOLD, errant_pipeline) == [
        "A 1 2|||R:VERB:INFL|||bought @0",
        "A 2 2|||M:DET|||a @0",
        "A 4 5|||R:NOUN:INFL|||sheep @0",
    ]


@pytest.mark.parametrize("kind", ["UNK", "Um"])
@pytest.mark.parametrize("how", [AUTO, GOLD], ids=["auto", "gold"])
def test_unclear_passages_keep_span_and_pseudo_correction(kind, how):
    m2 = block("He go blue home now", ("1 2", "V", "goes", 0), ("2 3", kind, "blue ?", 0), ("4 4", "X", "right", 0))
    assert again(m2, how) == ["A 1 2|||R:OTHER|||goes @0", "A 2 3|||UNK|||blue ? @0", "A 4 4|||M:OTHER|||right @0"]


def test_unclear_passages_keep_their_name_with_the_old_types():
    m2 = block("He go blue home", ("2 3", "Um", "", 0))
    assert again(m2, Reannotation("gold", keep_types=True)) == ["A 2 3|||Um||| @0"]
    assert again(m2, GOLD) == ["A 2 3|||UNK||| @0"]


def test_unclear_passages_are_sorted_in_with_the_edits_found():
    m2 = block("a b c d", ("0 1", "X", "x", 0), ("1 2", "UNK", "", 0), ("3 4", "X", "y", 0))
    assert [line[:5] for line in again(m2, AUTO)] == ["A 0 1", "A 1 2", "A 3 4"]


def test_edits_that_cancel_out_leave_a_noop_not_nothing():
    m2 = block("a b c", ("1 2", "X", "b", 3))
    assert again(m2, AUTO) == ["A -1 -1|||noop|||-NONE- @3"]
    two = block("a b b", ("0 0", "X", "a", 0), ("0 1", "X", "", 0))
    assert again(two, AUTO) == ["A -1 -1|||noop|||-NONE- @0"]


def test_an_edit_that_changes_nothing_is_only_a_mark():
    m2 = block("a b c", ("1 2", "X", "b", 0))
    assert again(m2, Reannotation("gold", minimise=False)) == ["A 1 2|||UNK|||b @0"]


def test_noops_and_absent_annotators_stay():
    m2 = block("a b", ("-1 -1", "noop", "-NONE-", 0), ("0 1", "X", "c", 2))
    assert again(m2, AUTO) == ["A -1 -1|||noop|||-NONE- @0", "A 0 1|||R:OTHER|||c @2"]
    assert again("S a b", AUTO) == []


def test_annotators_come_in_the_order_of_numbers():
    m2 = block("a b", ("0 1", "X", "c", 10), ("0 1", "X", "d", 2))
    assert again(m2, AUTO) == ["A 0 1|||R:OTHER|||d @2", "A 0 1|||R:OTHER|||c @10"]


def test_edits_out_of_order_are_put_in_order():
    sentence = AnnotatedSentence(("a", "b", "c"), (Edit(2, 3, ("z",), "X"), Edit(0, 1, ("x", "y"), "X")))
    for how in (AUTO, GOLD):
        found = reannotate(sentence, Annotator(PlainPipeline()), how).edits
        assert [(edit.start, edit.replacement) for edit in found] == [(0, ("x", "y")), (2, ("z",))]


def test_gold_does_not_trim_an_edit_with_alternatives():
    """Found here: the first way was trimmed, the others then stood for a span they were not made for."""
    m2 = block("a b c", ("0 2", "X", "a d||e f", 0))
    assert again(m2, GOLD) == ["A 0 2|||R:OTHER|||a d||e f @0"]


def test_each_sentence_is_analysed_once_and_in_chunks():
    annotator = Annotator(CountingPipeline())
    sentences = [
        AnnotatedSentence((f"s{i}",), (Edit(0, 1, ("x",)), Edit(0, 1, ("y",), annotator=1))) for i in range(200)
    ]
    for how in (AUTO, GOLD):
        assert len(list(reannotate_all(sentences, annotator, how))) == 200
    assert set(annotator.pipeline.seen.values()) == {1}
    assert annotator.pipeline.calls == 2


def test_reading_is_lazy():
    read = []
    sentences = (read.append(i) or AnnotatedSentence(("a",), (noop(0),)) for i in range(1000))
    stream = reannotate_all(sentences, Annotator(PlainPipeline()), AUTO)
    next(stream)
    assert len(read) == CHUNK


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b", "a c", Span(1, 2, 1, 2)),
        ("b a", "c a", Span(0, 1, 0, 1)),
        ("a b a", "a c a", Span(1, 2, 1, 2)),
        ("a", "a a", Span(1, 1, 1, 2)),
        ("a a", "a", Span(1, 2, 1, 1)),
        ("a b", "a b", Span(2, 2, 2, 2)),
        ("a", "b", Span(0, 1, 0, 1)),
        ("", "b", Span(0, 0, 0, 1)),
        ("a", "A", Span(0, 1, 0, 1)),
    ],
)
def test_minimise(old, new, expected):
    old, new = tuple(old.split()), tuple(new.split())
    assert minimise(old, new, Span(0, len(old), 0, len(new))) == expected


@given(annotated_sentences(), st.sampled_from([AUTO, GOLD, Reannotation("gold", minimise=False)]))
def test_corrections_stay_what_they_were(sentence, how):
    found = reannotate(sentence, Annotator(PlainPipeline()), how)
    assert found.annotators() == sentence.annotators()
    for annotator in sentence.annotators():
        before, after = sentence.edits_of(annotator), found.edits_of(annotator)
        # Alone in a correction this word means "nothing": no M2 file can insert it.
        assume(NOTHING[0] not in apply_edits(sentence.tokens, before))
        assert apply_edits(sentence.tokens, after) == apply_edits(sentence.tokens, before)


def test_bug_a_deletion_that_is_written_as_none_shifted_the_edits_after_it():
    """Found here: the span of the deletion counted one token, and that of the last edit reached beyond the sentence."""
    m2 = block("He go to home now", ("2 3", "Prep", "-NONE-", 0), ("4 5", "Adv", "today", 0))
    assert again(m2, GOLD) == ["A 2 3|||U:OTHER||| @0", "A 4 5|||R:OTHER|||today @0"]
