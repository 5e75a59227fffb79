"""M2: every field round-trips, every complaint names file and line, reading streams."""

import gzip
import tracemalloc
import warnings
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, Note, Place, RedinkError
from redink.reading import m2
from redink.reading.m2 import (
    M2Warning,
    find_problems,
    format_edit,
    format_m2,
    noop,
    parse_edit,
    parse_m2,
    read_m2,
    split_tokens,
)
from redink.records import Edit
from tests.strategies import annotated_sentences, m2_like_texts

HERE = Place("x.m2", 2)
SOURCE = "S He go home .\n"


def blocks(text, **options):
    return list(parse_m2(text.split("\n"), name="x.m2", **options))


def a_line(span="1 2", kind="R:VERB", correction="goes", annotator="0"):
    return f"A {span}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{annotator}\n"


def test_a_block_by_hand():
    text = SOURCE + a_line() + "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
    (sentence,) = blocks(text)
    assert sentence.tokens == ("He", "go", "home", ".")
    assert sentence.edits == (Edit(1, 2, ("goes",), "R:VERB", 0), noop(1))
    assert sentence.line == 1
    assert format_m2(sentence) == text


def test_every_field_is_kept():
    line = "A 0 2|||Um|||it is||they are|||OPTIONAL|||unclear: who?|||17"
    edit = parse_edit(line, 3, HERE)
    assert edit == Edit(0, 2, ("it", "is"), "Um", 17, (("they", "are"),), "OPTIONAL", "unclear: who?")
    assert format_edit(edit) == line


def test_a_deletion_has_an_empty_field_and_an_insertion_an_empty_span():
    deletion = parse_edit("A 0 1|||U:DET||||||REQUIRED|||-NONE-|||0", 3, HERE)
    assert (deletion.replacement, deletion.operation) == ((), "U")
    insertion = parse_edit("A 3 3|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0", 3, HERE)
    assert (insertion.replacement, insertion.operation) == ((".",), "M")


def test_blocks_without_a_lines_empty_sentences_and_missing_last_blank_line():
    sentences = blocks("S a\n\n\n\nS\nA 0 0|||M:NOUN|||b|||REQUIRED|||-NONE-|||3\n\nS \n\nS c")
    assert [sentence.tokens for sentence in sentences] == [("a",), (), (), ("c",)]
    assert [sentence.line for sentence in sentences] == [1, 5, 8, 10]
    assert [sentence.annotators() for sentence in sentences] == [(), (3,), (), ()]


def test_bug_more_blanks_than_one_were_empty_tokens():
    """Spans count words, as in the M2 scorer and ERRANT; a wide blank is a character of Chinese corpora."""
    assert split_tokens(" a  b\tc ") == ("a", "b", "c")
    assert split_tokens("a \u3000 b\xa0c") == ("a", "\u3000", "b\xa0c")
    (sentence,) = blocks("S  a  b \nA 1 2|||R:OTHER||| c  d |||REQUIRED|||-NONE-|||0\n\n")
    assert (sentence.tokens, sentence.edits[0].replacement) == (("a", "b"), ("c", "d"))
    assert format_m2(sentence) == "S a b\nA 1 2|||R:OTHER|||c d|||REQUIRED|||-NONE-|||0\n\n"


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", " \n"])
def test_a_file_without_blocks(text):
    assert blocks(text) == []


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        (SOURCE + SOURCE, 2, "second S line"),
        (a_line(), 1, "A line before any S line"),
        (SOURCE + "\n" + a_line(), 3, "A line before any S line"),
        ("He go home .\n", 1, "must start with 'S ' or 'A '"),
        (SOURCE + "B 1 2\n", 2, "must start with 'S ' or 'A '"),
        (SOURCE + "A\n", 2, "must start with 'S ' or 'A '"),
        (SOURCE + "A 1 2|||R:VERB|||goes\n", 2, "has 6 fields .* this one has 3"),
        (SOURCE + a_line().strip() + "|||more\n", 2, "has 6 fields .* this one has 7"),
        (SOURCE + a_line("1"), 2, "span must be two numbers, not '1'"),
        (SOURCE + a_line("1 2 3"), 2, "span must be two numbers"),
        (SOURCE + a_line("1  2"), 2, "span must be two numbers"),
        (SOURCE + a_line("1 two"), 2, "span must be a number, not 'two'"),
        (SOURCE + a_line("+1 2"), 2, r"must be a number, not '\+1'"),
        (SOURCE + a_line("1 02"), 2, "must be a number, not '02'"),
        (SOURCE + a_line("1 1_0"), 2, "must be a number, not '1_0'"),
        (SOURCE + a_line("١ 2"), 2, "must be a number"),
        (SOURCE + a_line("1 " + "9" * 5000), 2, "must be a number"),
        (SOURCE + a_line(annotator="x"), 2, "annotator must be a number, not 'x'"),
        (SOURCE + a_line(annotator=""), 2, "annotator must be a number"),
        (SOURCE + a_line("3 5"), 2, "span 3 5 does not fit a sentence of 4 tokens"),
        (SOURCE + a_line("2 1"), 2, "span 2 1 does not fit"),
        (SOURCE + a_line("-1 -1"), 2, "span -1 -1 does not fit"),
        (SOURCE + a_line("0 1", kind="noop"), 2, "a noop has the span -1 -1"),
        ("S x\n\n" + SOURCE + a_line() + a_line("2 9"), 5, "does not fit"),
    ],
)
def test_each_complaint_names_its_line(text, line, cause):
    with pytest.raises(InputError, match=cause) as caught:
        blocks(text)
    assert caught.value.place == Place("x.m2", line)


def test_complaints_name_the_file_that_was_read(tmp_path):
    path = tmp_path / "bad.m2.gz"
    path.write_bytes(gzip.compress((SOURCE + a_line("9 9")).encode()))
    with pytest.raises(InputError) as caught:
        list(read_m2(path))
    assert str(caught.value.place) == f"{path}:2"


OVERLAP = SOURCE + a_line("0 2") + a_line("3 3") + a_line("1 3", correction="x") + "\n"


def test_overlaps_are_an_error_unless_asked_otherwise():
    with pytest.raises(InputError, match="edit 1 3 overlaps annotator 0's edit 0 2") as caught:
        blocks(SOURCE + a_line("0 2") + a_line("1 3") + "\n")
    assert str(caught.value.place) == "x.m2:3"
    assert "--overlaps first" in caught.value.remedy


def test_overlaps_can_be_kept_with_a_warning():
    with pytest.warns(M2Warning) as caught:
        (sentence,) = blocks(OVERLAP, conflicts="warn")
    assert len(sentence.edits) == 3
    assert [str(warning.message)[:9] for warning in caught] == ["x.m2:4: a", "x.m2:4: a"]
    assert format_m2(sentence) == OVERLAP


def test_the_first_of_each_clash_can_be_kept():
    with pytest.warns(M2Warning) as caught:
        (sentence,) = blocks(OVERLAP, conflicts="first")
    assert len(caught) == 2  # it is unsorted, too
    assert [(edit.start, edit.end) for edit in sentence.edits] == [(0, 2), (3, 3)]


def test_edits_of_different_annotators_do_not_clash():
    (sentence,) = blocks(SOURCE + a_line("0 2") + a_line("1 3", annotator="1") + "\n")
    assert find_problems(sentence) == []


@pytest.mark.parametrize(
    ("spans", "clash"),
    [
        (["0 1", "1 2"], False),
        (["1 1", "1 1"], False),  # two insertions at one place
        (["1 1", "1 3"], False),
        (["1 3", "3 3"], False),
        (["1 3", "2 2"], True),
        (["1 3", "1 3"], True),
        (["0 4", "1 2"], True),
    ],
)
def test_what_counts_as_an_overlap(spans, clash):
    text = SOURCE + "".join(map(a_line, spans)) + "\n"
    if clash:
        with pytest.raises(InputError, match="overlaps"):
            blocks(text)
    else:
        assert len(blocks(text)[0].edits) == 2


def test_an_edit_after_a_nested_one_is_compared_with_the_longest_reach():
    with pytest.raises(InputError, match="edit 2 3 overlaps annotator 0's edit 0 4"):
        blocks(SOURCE + a_line("0 4") + a_line("1 2", kind="Um") + a_line("2 3") + "\n")


def test_marks_without_a_correction_overlap_nothing():
    text = SOURCE + a_line("0 4", kind="Um") + a_line("1 2") + "\n"
    assert len(blocks(text)[0].edits) == 2


def test_a_noop_beside_other_edits_is_a_contradiction():
    text = SOURCE + a_line("-1 -1", "noop", "-NONE-") + a_line() + "\n"
    with pytest.raises(InputError, match="noop together with other edits") as caught:
        blocks(text)
    assert caught.value.place.line == 2
    with pytest.warns(M2Warning, match="noop together"):
        (sentence,) = blocks(text, conflicts="first")
    assert [edit.type for edit in sentence.edits] == ["R:VERB"]


@pytest.mark.parametrize("conflicts", ["error", "warn", "first"])
def test_unsorted_edits_are_reported_and_kept_in_their_order(conflicts):
    text = SOURCE + a_line("2 3") + a_line("0 1") + "\n"
    with pytest.warns(M2Warning, match="x.m2:3: annotator 0's edit 0 1 comes after annotator 0's edit 2 3"):
        (sentence,) = blocks(text, conflicts=conflicts)
    assert format_m2(sentence) == text


def lines_forever(consumed):
    while True:
        for line in ("S He go home .", "A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0", ""):
            consumed.append(line)
            yield line


def test_reading_takes_no_more_lines_than_the_block_needs():
    consumed = []
    sentences = parse_m2(lines_forever(consumed))
    assert consumed == []
    for number in range(1, 4):
        next(sentences)
        assert len(consumed) == 3 * number


def test_memory_is_bounded_by_the_block(tmp_path):
    path = tmp_path / "long.m2.gz"
    with gzip.open(path, "wt", compresslevel=1) as out:
        out.writelines((SOURCE + a_line() + "\n") for _ in range(20_000))  # 1.5 MB as text, 20 MB as records
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_m2(path))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 20_000
    assert peak < 600_000


@given(st.lists(annotated_sentences(), max_size=4))
@settings(max_examples=300)
def test_random_annotations_round_trip(sentences):
    text = "".join(map(format_m2, sentences))
    again = blocks(text)
    assert again == sentences
    assert "".join(map(format_m2, again)) == text


@given(st.lists(annotated_sentences(), max_size=3))
def test_random_annotations_round_trip_through_a_file(tmp_path_factory, sentences):
    path = tmp_path_factory.getbasetemp() / "random.m2"
    path.write_bytes("".join(map(format_m2, sentences)).encode())
    assert list(read_m2(path)) == sentences


@given(annotated_sentences())
def test_valid_annotations_have_no_problems(sentence):
    assert find_problems(sentence) == []


def read_or_refuse(path, conflicts):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)
        warnings.simplefilter("ignore", Note)  # bytes that begin like UTF-16
        try:
            return list(read_m2(path, conflicts=conflicts))
        except RedinkError as error:
            if error.place is None:
                pytest.fail(f"an error must say where: {error}")
            return None


conflict_rules = st.sampled_from(["error", "warn", "first"])


@given(st.binary(max_size=80), conflict_rules)
@settings(max_examples=2000)
def test_random_bytes_raise_nothing_but_our_errors(tmp_path_factory, data, conflicts):
    path = tmp_path_factory.getbasetemp() / "bytes.m2"
    path.write_bytes(data)
    read_or_refuse(path, conflicts)


@given(m2_like_texts, conflict_rules)
@settings(max_examples=2500)
def test_texts_that_look_like_m2_raise_nothing_but_our_errors_and_round_trip(tmp_path_factory, text, conflicts):
    path = tmp_path_factory.getbasetemp() / "text.m2"
    path.write_bytes(text.encode())
    sentences = read_or_refuse(path, conflicts)
    if sentences is None:
        return
    path.write_bytes("".join(map(format_m2, sentences)).encode())
    assert read_or_refuse(path, conflicts) == sentences


@given(m2_like_texts)
@settings(max_examples=500)
def test_after_keeping_the_first_of_each_clash_none_is_left(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)
        warnings.simplefilter("ignore", Note)  # bytes that begin like UTF-16
        try:
            sentences = blocks(text, conflicts="first")
        except RedinkError:
            return
    for sentence in sentences:
        assert [problem for problem in find_problems(sentence) if problem.kind == "overlap"] == []


@pytest.mark.parametrize(
    ("correction", "ways"),
    [
        ("x||", [("x",), ()]),
        ("||x", [(), ("x",)]),
        ("x||||y", [("x",), (), ("y",)]),
        ("|", [("|",)]),
        ("x | y||z", [("x", "|", "y"), ("z",)]),
    ],
)
def test_bug_an_empty_alternative_was_taken_for_a_border_of_fields(correction, ways):
    line = a_line(correction=correction).strip()
    edit = parse_edit(line, 4, HERE)
    assert [edit.replacement, *edit.alternatives] == ways
    assert (edit.type, edit.required, edit.annotator) == ("R:VERB", "REQUIRED", 0)
    assert format_edit(edit) == line


@pytest.mark.parametrize(
    "line",
    [
        "A 1 2|||T|||x|||extra|||REQUIRED|||-NONE-|||0",
        "A 1 2|||T|||x||||||REQUIRED|||-NONE-|||0",
        "A 1 2|||T|||x|||REQUIRED|||-NONE-||||||0",
        "A 1 2|||T|||x|||REQUIRED|||0",
        "A 1 2|||T",
        "A 1 2",
    ],
)
def test_too_many_and_too_few_fields_are_still_refused(line):
    with pytest.raises(InputError, match="an A line has 6 fields"):
        parse_edit(line, 4, HERE)


def test_bug_two_noops_were_both_dropped_and_the_annotator_became_absent():
    text = SOURCE + 2 * a_line("-1 -1", "noop", "-NONE-") + a_line(annotator="1") + "\n"
    with pytest.warns(M2Warning, match="x.m2:3: annotator 0 has a noop together with other edits"):
        (sentence,) = blocks(text, conflicts="first")
    assert sentence.edits_of(0) == ()


@pytest.mark.parametrize(
    "edit",
    [
        Edit(1, 2, ("a|||b",), "R:X"),
        Edit(1, 2, ("a", "||", "b"), "R:X"),
        Edit(1, 2, ("||",), "R:X"),
        Edit(1, 2, ("x",), "R|||X"),
        Edit(1, 2, ("x",), "R:X", comment="see ||| there"),
        Edit(1, 2, ("x",), "R:X", alternatives=(("|",),)),
    ],
)
def test_bug_bars_in_a_token_were_written_so_that_they_read_back_wrong(edit):
    with pytest.raises(InputError, match="contains bars that M2 would read as separators"):
        format_edit(edit)


@pytest.mark.parametrize("token", ["|", "a|b", "a|b|c"])
def test_single_bars_in_a_token_do_no_harm(token):
    edit = Edit(1, 2, (token,), "R:X")
    assert parse_edit(format_edit(edit), 4, HERE) == edit


@given(m2_like_texts)
@settings(max_examples=500)
def test_lines_and_blocks_of_the_usual_form_are_read_as_all_others(text):
    with warnings.catch_warnings(), patch.object(m2, "_usual_edit", return_value=None):
        warnings.simplefilter("ignore", M2Warning)
        warnings.simplefilter("ignore", Note)  # bytes that begin like UTF-16
        with patch.object(m2, "_are_orderly", return_value=False):
            slow = _outcome(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)
        warnings.simplefilter("ignore", Note)  # bytes that begin like UTF-16
        assert _outcome(text) == slow


def _outcome(text):
    try:
        sentences = blocks(text, conflicts="warn")
        return sentences, list(map(find_problems, sentences))
    except RedinkError as error:
        return str(error)
