"""M2 as ChERRANT writes it: corrected sentences among the edits, `-NONE-` for nothing, sequences of one result."""

import doctest
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.evaluation.data import read
from redink.reading.corrections import read_references
from redink.reading.m2 import M2Warning, format_m2, parse_m2
from redink.scoring.edit_overlap import Overlap, compare

LINES = """S 大 家 要 要 富 裕 。
T0-A0 大 家 想 富 裕 。
A 2 3|||R|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 4|||S|||想|||REQUIRED|||-NONE-|||0
T0-A1 大 家 想 富 裕 。
A 2 4|||S|||想|||REQUIRED|||-NONE-|||0
T1-A0 大 家 要 富 裕 。
A 2 3|||R|||-NONE-|||REQUIRED|||-NONE-|||1

S 好 。
T0 没有错误
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S 家 大 。
T0 无法标注
A -1 -1|||NA|||-NONE-|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def m2_file(tmp_path):
    path = tmp_path / "gold.m2.char"
    path.write_text(LINES, encoding="utf-8")
    return path


def test_the_first_sequence_is_the_annotators_and_the_others_stand_apart():
    first, same, refused = parse_m2(LINES.split("\n"))
    assert [(edit.start, edit.end, edit.replacement) for edit in first.edits_of(0)] == [(2, 3, ()), (3, 4, ("想",))]
    assert [(edit.start, edit.end, edit.replacement) for edit in first.edits_of(1)] == [(2, 3, ())]
    assert [(edit.start, edit.end) for edit in first.alternatives] == [(2, 4)]
    assert (same.edits_of(0), same.alternatives) == ((), ())
    assert refused.edits_of(0) is None


def test_references_have_the_text_of_each_target_and_only_sequences_are_warned_of(m2_file):
    with pytest.warns(M2Warning) as caught:
        sources, references = read_references(m2_file)
    assert [str(one.message).partition(": ")[2][:36] for one in caught] == ["1 sentences have several sequences o"]
    assert sources[1] == ("好", "。")
    assert [reference.texts for reference in references] == [
        (tuple("大家想富裕。"), ("好", "。"), None),
        (tuple("大家要富裕。"), None, None),
    ]


def test_with_both_all_sequences_count_as_in_cherrants_scorer(m2_file):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, (reference, _) = read_references(m2_file, overlaps="both")
    assert reference.texts[0] == tuple("大家想富裕。")
    assert len(reference.edits[0]) == 3
    (match,) = compare([reference.edits[0][:2]], [[reference.edits[0]]], Overlap(rule="faithful")).matches
    assert match.counts() == (2, 0, 1)


def test_standard_m2_comes_out():
    (first, *_) = parse_m2(LINES.split("\n"))
    assert format_m2(first).splitlines()[1] == "A 2 3|||R||||||REQUIRED|||-NONE-|||0"
    assert list(parse_m2(format_m2(first).split("\n"))) == [first]


def test_none_is_a_word_in_m2_of_other_programs():
    (sentence,) = parse_m2(["S a b", "A 0 1|||R|||-NONE-|||REQUIRED|||-NONE-|||0"])
    assert sentence.edits[0].replacement == ("-NONE-",)
    assert sentence.alternatives is None


def test_a_clash_within_a_sequence_is_named_with_its_line():
    clash = LINES.replace("A 3 4|||S", "A 2 4|||S")
    with pytest.raises(InputError, match="overlaps") as caught:
        list(parse_m2(clash.split("\n"), name="x"))
    assert caught.value.place.line == 4


def test_a_target_before_any_sentence_is_no_m2():
    with pytest.raises(InputError, match="must start with"):
        list(parse_m2(["T0-A0 a b"]))


@pytest.mark.filterwarnings("ignore::redink.reading.m2.M2Warning")
def test_an_evaluation_leaves_out_what_nobody_could_correct(m2_file):
    with pytest.warns(UserWarning, match="1 of 3 sentences have no reference and are left out"):
        data = read({"mine": ["大 家 要 富 裕 。", "好 。", "家 。"]}, references=m2_file)
    assert data.sources == (tuple("大家要要富裕。"), ("好", "。"))
    assert data.systems[0].texts == (tuple("大家要富裕。"), ("好", "。"))
    assert [len(reference.edits) for reference in data.references] == [2, 2]


def test_the_example_of_the_page_gives_what_it_says():
    found = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "formats.md"), module_relative=False)
    assert (found.attempted, found.failed) == (4, 0)


TOKENS = st.lists(st.sampled_from("大家要富裕。"), min_size=1, max_size=5)


@given(TOKENS, st.lists(st.tuples(st.booleans(), st.integers(0, 5), TOKENS), min_size=1, max_size=4))
def test_any_edits_are_read_as_they_were_written(tmp_path_factory, source, versions):
    """Each annotator makes one edit, or none; its text is the source with this edit."""
    lines, texts = [f"S {' '.join(source)}"], []
    for number, (changes, place, new) in enumerate(versions):
        start = place % len(source)
        text = [*source[:start], *new, *source[start + 1 :]] if changes else source
        edit = f"A {start} {start + 1}|||S|||{' '.join(new)}" if changes else "A -1 -1|||noop|||-NONE-"
        lines += [f"T{number} {' '.join(text) if changes else '没有错误'}", f"{edit}|||REQUIRED|||-NONE-|||{number}"]
        texts.append(tuple(text))
    path = tmp_path_factory.mktemp("cherrant") / "gold.m2"
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    sources, references = read_references(path)
    assert sources == (tuple(source),)
    assert [reference.texts for reference in references] == [(text,) for text in texts]
