"""Annotated sentences as M2, JSON and TSV."""

import json

import pytest
from hypothesis import given

from redink.annotation.rendering import TSV_HEADER, as_json, as_tsv, renderer
from redink.reading.m2 import format_m2, noop
from redink.records import AnnotatedSentence, Edit
from tests.strategies import annotated_sentences

SENTENCE = AnnotatedSentence(
    ("He", "go", "to", "home"),
    (Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(2, 3, (), "U:PREP"), noop(1), Edit(4, 4, (".",), "M:PUNCT", 2)),
)


def test_json_is_one_object_a_line():
    text = as_json(SENTENCE)
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert json.loads(text) == {
        "tokens": ["He", "go", "to", "home"],
        "corrections": [
            {
                "annotator": 0,
                "edits": [
                    {"start": 1, "end": 2, "source": "go", "correction": "goes", "type": "R:VERB:SVA"},
                    {"start": 2, "end": 3, "source": "to", "correction": "", "type": "U:PREP"},
                ],
            },
            {"annotator": 1, "edits": []},
            {
                "annotator": 2,
                "edits": [{"start": 4, "end": 4, "source": "", "correction": ".", "type": "M:PUNCT"}],
            },
        ],
    }


def test_json_has_characters_where_they_are_known():
    sentence = AnnotatedSentence(("a",), (Edit(0, 1, ("b",), "R:OTHER", characters=(3, 4)),))
    (edit,) = json.loads(as_json(sentence))["corrections"][0]["edits"]
    assert edit["characters"] == [3, 4]


def test_json_keeps_letters_readable_and_absent_annotators_out():
    assert "naïve 中文" in as_json(AnnotatedSentence(("naïve 中文",), ()))
    assert json.loads(as_json(AnnotatedSentence((), ()))) == {"tokens": [], "corrections": []}


def test_tsv_is_one_row_an_edit():
    rows = [row.split("\t") for row in as_tsv(SENTENCE).splitlines()]
    assert rows == [
        ["0", "1", "2", "go", "goes", "R:VERB:SVA", "He go to home"],
        ["0", "2", "3", "to", "", "U:PREP", "He go to home"],
        ["2", "4", "4", "", ".", "M:PUNCT", "He go to home"],
    ]
    assert len(TSV_HEADER.rstrip("\n").split("\t")) == 1 + 7  # the sentence's number comes before


def test_tsv_of_a_sentence_left_alone_is_nothing():
    assert as_tsv(AnnotatedSentence(("a",), (noop(0),))) == ""


def test_a_tab_in_a_token_does_not_break_the_table():
    sentence = AnnotatedSentence(("a\tb",), (Edit(0, 1, ("c\td\n",), "R:OTHER"),))
    assert as_tsv(sentence) == "0\t0\t1\ta b\tc d \tR:OTHER\ta b\n"


@pytest.mark.parametrize(("form", "function"), [("m2", format_m2), ("json", as_json), ("tsv", as_tsv)])
def test_forms_by_name(form, function):
    assert renderer(form) is function


@given(annotated_sentences())
def test_any_sentence_in_json_and_tsv(sentence):
    record = json.loads(as_json(sentence))
    assert tuple(record["tokens"]) == sentence.tokens
    true_edits = [edit for edit in sentence.edits if not edit.is_noop]
    assert sum(len(one["edits"]) for one in record["corrections"]) == len(true_edits)
    rows = as_tsv(sentence).split("\n")[:-1]
    assert [len(row.split("\t")) for row in rows] == [7] * len(true_edits)
