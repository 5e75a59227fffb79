"""Running text: every edit knows its characters in the text it came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.annotator import CHUNK, Annotator
from redink.annotation.running_text import annotate_texts
from redink.language.plain import PlainPipeline
from redink.language.tokenising.choosing import find_tokeniser
from redink.language.tokenising.generic import tokenise
from redink.reading.m2 import noop
from tests.language.counting import CountingPipeline


def edits(source, *corrections):
    (sentence,) = annotate_texts([(source, *corrections)], Annotator(PlainPipeline()), tokenise)
    return sentence.edits


def spans(source, correction):
    return [(edit.characters, " ".join(edit.replacement)) for edit in edits(source, correction)]


@pytest.mark.parametrize(
    ("source", "correction", "expected"),
    [
        ("He go home.", "He goes home.", [((3, 5), "goes")]),
        ("  He go, home.", "He goes, home.", [((5, 7), "goes")]),
        ("He home.", "He goes home.", [((2, 2), "goes")]),
        ("go home.", "He go home.", [((0, 0), "He")]),
        ("  go home.", "He go home.", [((2, 2), "He")]),
        ("He go home", "He go home.", [((10, 10), ".")]),
        ("He go to  the home", "He home", [((3, 13), "")]),
        ("", "Hello", [((0, 0), "Hello")]),
        ("   ", "Hello", [((3, 3), "Hello")]),
        ("我去去学校。", "我去学校。", [((1, 2), "")]),
        ("❤️❤️ go", "❤️❤️ goes", [((5, 7), "goes")]),
    ],
)
def test_character_spans(source, correction, expected):
    assert spans(source, correction) == expected


def test_white_space_is_never_an_edit():
    assert edits("He  goes\thome .", "He goes home.") == (noop(0),)
    assert noop(0).characters is None


def test_several_corrections():
    found = edits("He go.", "He goes.", "He go.", "He went.")
    assert [(edit.annotator, edit.characters) for edit in found] == [(0, (3, 5)), (1, None), (2, (3, 5))]


def test_lines_are_analysed_in_chunks():
    """Found here: each line was analysed alone, without batches."""
    annotator = Annotator(CountingPipeline())
    lines = [(f"He go {i}.", f"He goes {i}.") for i in range(2 * CHUNK)]
    assert len(list(annotate_texts(lines, annotator, tokenise))) == len(lines)
    assert annotator.pipeline.calls == 2


def test_lines_are_read_lazily():
    read = []
    lines = (read.append(i) or ("a", "b") for i in range(1000))
    next(annotate_texts(lines, Annotator(PlainPipeline()), tokenise))
    assert len(read) == CHUNK


texts = st.text(st.sampled_from("abcé中 ,.'-\t"), max_size=20)


@given(texts, texts)
def test_spans_hold_the_tokens_they_replace(source, correction):
    (sentence,) = annotate_texts([(source, correction)], Annotator(PlainPipeline()), tokenise)
    before = 0
    for edit in sentence.edits:
        if edit.is_noop:
            continue
        start, end = edit.characters
        assert before <= start <= end <= len(source)
        before = end
        inside = tuple(token for token, _ in PlainPipeline().tokenise(source[start:end]))
        assert inside == sentence.tokens[edit.start : edit.end]


def test_errant_keeps_offsets_of_split_words(errant_pipeline):
    (sentence,) = annotate_texts(
        [("I cant swim, can't I?", "I can't swim, can I?")], Annotator(errant_pipeline), find_tokeniser("en")
    )
    text = "I cant swim, can't I?"
    assert " ".join(sentence.tokens) == "I ca nt swim , ca n't I ?"
    assert [text[slice(*edit.characters)] for edit in sentence.edits] == ["nt", "can't"]
