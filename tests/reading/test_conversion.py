"""M2 to text and to M2 of fewer annotators: gaps are counted, streams stay streams."""

from dataclasses import replace
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.reading.conversion import corrected_lines, select_annotators, source_lines
from redink.reading.corrections import apply_edits
from redink.reading.m2 import M2Warning, noop, read_m2
from redink.records import AnnotatedSentence, Edit
from tests.shared_files import DATA, needs_shared
from tests.strategies import annotated_sentences

HE = ("He", "go", ".")
GOES = Edit(1, 2, ("goes",), "R:VERB:SVA")
WENT = Edit(1, 2, ("went",), "R:VERB:TENSE", annotator=1)
SENTENCES = (
    AnnotatedSentence(HE, (GOES, noop(1)), 1),
    AnnotatedSentence(HE, (GOES,), 5),
    AnnotatedSentence(HE, (), 8),
    AnnotatedSentence((), (noop(0), noop(1)), 10),
)


def corrected(sentences, *annotators, absent="source"):
    return list(corrected_lines(sentences, annotators, name="x.m2", absent=absent))


def selected(sentences, *annotators, absent="source"):
    return list(select_annotators(sentences, annotators, name="x.m2", absent=absent))


def test_sources_one_a_line():
    assert list(source_lines(SENTENCES)) == ["He go .\n", "He go .\n", "He go .\n", "\n"]


def test_corrections_of_annotator_0_unless_asked_otherwise():
    lines = ["He goes .\n", "He goes .\n", "He go .\n", "\n"]
    assert corrected(SENTENCES) == corrected(SENTENCES, 0) == lines


def test_the_source_stands_where_an_annotator_is_absent_and_the_count_is_warned_about():
    with pytest.warns(M2Warning, match="x.m2: annotator 1 has no line for 1 of 4 sentences, although others edited"):
        assert corrected(SENTENCES, 1) == ["He go .\n", "He go .\n", "He go .\n", "\n"]


@pytest.mark.parametrize("lines", [corrected, selected])
def test_an_absent_annotator_is_an_error_unless_told_otherwise(lines):
    with pytest.raises(InputError, match="annotator 1 has no line for this sentence") as caught:
        lines(SENTENCES, 1, absent="error")
    assert str(caught.value.place) == "x.m2:5"
    assert "--absent source" in caught.value.remedy


def test_an_absent_annotator_may_agree_with_the_first_who_has_a_line():
    assert corrected(SENTENCES, 1, absent="agree") == ["He go .\n", "He goes .\n", "He go .\n", "\n"]
    kept = selected(SENTENCES, 1, absent="agree")
    assert [sentence.edits for sentence in kept] == [(noop(1),), (replace(GOES, annotator=1),), (), (noop(1),)]


def test_an_annotator_without_any_line_is_an_error():
    with pytest.raises(InputError, match="annotator 2 has no lines in this file"):
        corrected(SENTENCES, 2)


def test_bug_the_source_was_written_where_a_file_has_no_annotator_0():
    with pytest.raises(InputError, match="annotator 0 has no lines in this file") as caught:
        corrected([AnnotatedSentence(HE, (WENT,), 1), AnnotatedSentence(HE, (noop(3),), 4)])
    assert caught.value.remedy == "choose another with --annotator: 1, 3"


def test_bug_annotator_0_was_refused_in_a_file_that_needed_no_change():
    assert corrected([AnnotatedSentence(HE, (), 1)], 0) == ["He go .\n"]
    assert corrected([], 0) == []
    assert selected([AnnotatedSentence(HE, (), 1)], 0) == [AnnotatedSentence(HE, ())]


def test_text_holds_one_annotator():
    with pytest.raises(UsageError, match="only one annotator"):
        corrected(SENTENCES, 0, 1)


def test_all_annotators_are_kept_unless_some_are_named():
    assert selected(SENTENCES) == list(SENTENCES)
    assert selected(SENTENCES, 0, 1) == list(SENTENCES)


def test_some_annotators_are_kept_and_sentences_they_lack_are_counted():
    with pytest.warns(M2Warning, match="no line for 1 of 4 sentences, although others edited"):
        kept = selected(SENTENCES, 1)
    assert [sentence.edits for sentence in kept] == [(noop(1),), (), (), (noop(1),)]
    assert [sentence.line for sentence in kept] == [1, 5, 8, 10]


def test_nobody_left_is_an_error():
    with pytest.raises(InputError, match="annotator 5, 6 has no lines in this file"):
        selected(SENTENCES, 5, 6)


def test_conversion_streams():
    endless = (AnnotatedSentence(HE, (GOES,), line) for line in count(1))
    assert list(islice(source_lines(endless), 2)) == ["He go .\n"] * 2
    assert list(islice(corrected_lines(endless, (), name="x"), 2)) == ["He goes .\n"] * 2
    assert len(list(islice(select_annotators(endless, [0], name="x"), 2))) == 2


@given(st.lists(annotated_sentences(), min_size=1, max_size=4), st.integers(0, 3))
@pytest.mark.filterwarnings("ignore::redink.reading.m2.M2Warning")
def test_one_annotator_taken_out_as_m2_has_the_same_text_as_taken_out_as_text(sentences, annotator):
    if not any(annotator in sentence.annotators() for sentence in sentences):
        return
    alone = selected(sentences, annotator)
    expected = [" ".join(apply_edits(block.tokens, block.edits_of(annotator))) + "\n" for block in alone]
    assert corrected(sentences, annotator) == expected


@needs_shared
def test_taking_annotator_1_out_of_the_combined_file_of_conll_2014_warns_with_88():
    combined = DATA / "conll14-official/noalt/official-2014.combined.m2"
    with pytest.warns(M2Warning, match="annotator 1 has no line for 88 of 1312 sentences"):
        lines = corrected(read_m2(combined), 1)
    assert len(lines) == 1312
    with pytest.warns(M2Warning, match="no line for 88 of 1312 sentences, although others edited"):
        assert len(selected(read_m2(combined), 1)) == 1312
    # The combined file leaves out what annotator 1 repeats.
    alone = DATA / "conll14-official/noalt/official-2014.1.m2"
    assert corrected(read_m2(combined), 1, absent="agree") == corrected(read_m2(alone), 0)
    assert len(corrected(read_m2(combined), 0)) == 1312  # annotator 0 is everywhere: no warning
