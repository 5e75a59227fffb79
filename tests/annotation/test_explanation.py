"""Why an edit has its type: each example names its rule, and the explanation agrees with the annotation."""

import json

import pytest

from redink.annotation.annotator import Annotator, Settings
from redink.annotation.classify import OPERATION_ONLY
from redink.annotation.explanation import explain
from redink.cli.explain import draw
from redink.language.plain import PlainPipeline
from tests.annotation.examples import EXAMPLES


@pytest.fixture(scope="module")
def annotator(errant_pipeline):
    return Annotator(errant_pipeline)


def words(text):
    return tuple(text.split())


def test_every_example_names_a_rule(annotator):
    for kind, source, correction, rule in EXAMPLES:
        explanation = explain(words(source), words(correction), annotator)
        reasons = [edit.classification for edit in explanation.edits]
        assert [(reason.type, reason.rule) for reason in reasons] == [(kind, rule)], source
        assert all(reason.because and reason.saw for reason in reasons), source


def test_an_explanation_agrees_with_the_annotation(annotator):
    for _, source, correction, _ in EXAMPLES:
        edits = annotator.edits(words(source), words(correction))
        explanation = explain(words(source), words(correction), annotator)
        assert [(edit.start, edit.end, edit.type) for edit in edits] == [
            (edit.span.start, edit.span.end, edit.classification.type) for edit in explanation.edits
        ]


def test_the_steps_tile_both_sentences(annotator):
    explanation = explain(words("He go to home now ."), words("Now he goes home ."), annotator)
    steps = explanation.steps
    assert [steps[0].start, steps[0].target_start] == [0, 0]
    assert [steps[-1].end, steps[-1].target_end] == [6, 5]
    assert len(explanation.source) == 6
    assert len(explanation.target) == 5


def test_it_is_json_data(annotator):
    record = explain(words("He go home"), words("He goes home"), annotator).to_dict()
    assert json.loads(json.dumps(record)) == record
    (edit,) = record["edits"]
    assert (edit["from"], edit["to"], edit["type"]) == ("go", "goes", "R:VERB:SVA")
    assert edit["rule"]
    assert edit["because"]
    assert edit["saw"]
    assert record["source"][1]["text"] == "go"
    assert [step["operation"] for step in record["alignment"]] == ["M", "S", "M"]


def test_equal_and_empty_sentences(annotator):
    for pair in (((), ()), (("a",), ("a",))):
        assert explain(*pair, annotator).edits == ()
    (edit,) = explain((), ("a", "b"), annotator).edits
    assert edit.span == (0, 0, 0, 2)


def test_settings_are_used():
    source, correction = words("a b c"), words("b a d")
    split = explain(source, correction, Annotator(PlainPipeline(), Settings("levenshtein", "all-split")))
    assert {step.operation for step in split.steps} <= set("MSID")
    assert len(split.edits) == 3
    merged = explain(source, correction, Annotator(PlainPipeline(), Settings("linguistic", "all-merge")))
    assert len(merged.edits) == 1


def test_plain_says_that_it_knows_the_operation_only():
    (edit,) = explain(("a",), ("b",), Annotator(PlainPipeline())).edits
    assert (edit.classification.type, edit.classification.rule) == ("R:OTHER", OPERATION_ONLY)


def test_python_and_notebooks_show_what_the_command_prints():
    explanation = explain(words("He <b> go ."), words("He <b> goes ."), Annotator(PlainPipeline()))
    lines = str(explanation).splitlines()
    assert [words(line) for line in lines[1:4]] == [words("He <b> go ."), tuple("==≠="), words("He <b> goes .")]
    assert "2–3  go → goes" in str(explanation)
    assert draw(explanation).replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()[:5] == lines[:5]
    assert explanation._repr_html_().startswith("<pre>")
    assert "&lt;b&gt;" in explanation._repr_html_()
