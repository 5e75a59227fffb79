"""Difficulty shown and kept: the public function, tables, saved scores, types of gold edits, heat maps, weights."""

import json
from dataclasses import replace

import pytest

import redink
from redink import example
from redink.annotation.annotator import Annotator
from redink.errors import InputError
from redink.evaluation.data import annotated
from redink.evaluation.saved_scores import read_scores
from redink.language.registry import load_pipeline
from redink.questions.difficulty import tables
from redink.questions.difficulty.mathematics.measures import Settings
from redink.questions.difficulty.mathematics.weights import reciprocal
from redink.questions.difficulty.run import (
    References,
    compare_difficulty,
    measure_difficulty,
    retyped,
)
from redink.questions.difficulty.views import chunk_views, heat_map_page, heat_sentences
from redink.reading.files import read_lines
from redink.reading.weights import read_weights
from redink.records import Edit, EvalSet, Reference
from redink.reports.rendering import FORMATS, render
from tests.questions.difficulty.test_run import DEMO, TRUST
from tools.build_example_weights import STEMS, weight_files


@pytest.fixture(scope="module")
def data():
    return annotated(example.load(), Annotator(load_pipeline("redink-en")))


@pytest.fixture(scope="module")
def results(data):
    return measure_difficulty(data)


def test_the_public_function_annotates_and_reads_weights():
    texts = example.load()
    found = redink.measure_difficulty(texts, trust=TRUST)
    assert found.scores.signature.to_dict()["pipeline"].startswith("redink-en")
    assert found.chunk_tests == ()
    with pytest.raises(InputError, match="do not belong"):
        redink.measure_difficulty(texts, references=References(index=1), weights=example.path("weights.txt"))


def test_the_public_function_ranks_compares_and_saves(tmp_path):
    found = redink.measure_difficulty(DEMO, against="F0.5", paired=TRUST)
    assert [one.scores[-1].measure for one in found.scores.systems] == ["F0.5"] * 3
    assert [one.system for one in found.chunk_tests] == ["B", "C"]
    for name in ("weights.txt", "weights.json"):
        found.save_weights(tmp_path / name)
        again = redink.measure_difficulty(DEMO, weights=tmp_path / name)
        assert again.error_weights.tolist() == found.error_weights.tolist()
    found.save_weights(tmp_path / "weights.txt.gz")
    assert [*read_lines(tmp_path / "weights.txt.gz")] == [*read_lines(tmp_path / "weights.txt")]
    found.save_heat_map(tmp_path / "heat.html")
    assert (tmp_path / "heat.html").read_text(encoding="utf-8") == heat_map_page(found)


def test_every_table_in_every_format(data, results):
    found = compare_difficulty(results, data, TRUST)
    conventional = {name: float(index) for index, name in enumerate(found.tables)}
    best = measure_difficulty(data, references=References("best"))
    shown = [
        tables.weighted_table(found),
        tables.unweighted_table(found),
        *tables.rank_tables(found, "M2", conventional),
        tables.stability_table({"x": conventional, "y": dict.fromkeys(conventional, 1.0)}, "wF0.5"),
        tables.type_table(found, "type"),
        tables.level_table(found),
        tables.corpus_table({"example": found, "demo": measure_difficulty(DEMO)}),
        tables.system_table(found),
        tables.team_table(found),
        *(tables.error_table(found, which) for which in ("one", "none", "all")),
        tables.breakpoint_table(found),
        tables.chunk_test_table(found),
        tables.reference_table(best),
        tables.weighted_table(measure_difficulty(data, references=References("mean"))),
    ]
    for table in shown:
        for form in FORMATS:
            assert render(table, form)
    assert "wF0.5" in found.to_latex()
    assert "wF0.5" in found._repr_html_()


def test_errors_one_by_one():
    found = measure_difficulty(DEMO)
    listed = {which: tables.error_table(found, which).rows for which in ("one", "none", "all")}
    assert [[cell.value for cell in row.cells] for row in listed["none"]] == [
        [2, "5 6", "U:NOUN", "tomorrow", "", 1.0, ""]
    ]
    assert [row.cells[6].value for row in listed["one"]] == ["A", "B", "A"]
    assert len(listed["all"]) == 6


def test_results_are_saved_and_compared_across_corpora(results, tmp_path):
    path = tmp_path / "run.json"
    results.save(path)
    saved = json.loads(path.read_text())
    assert saved["schema"] == 1
    assert saved["pool"]["size"] == 6
    found = read_scores(path, "wF0.5")
    assert found == {one.name: one.scores[2].value for one in results.scores.systems}
    with pytest.raises(InputError, match="no M2"):
        read_scores(path, "M2")
    path.write_text("{}")
    with pytest.raises(InputError, match="not results"):
        read_scores(path, "M2")
    path.write_text('{"schema": 99, "systems": []}')
    with pytest.raises(InputError, match="schema 99"):
        read_scores(path, "M2")
    assert len(results.to_dicts()) == 6 * 8


def test_gold_edits_get_our_types_and_keep_their_spans(data):
    untyped = replace(
        data,
        references=tuple(
            replace(own, edits=tuple(tuple(replace(edit, type="X") for edit in row) for row in own.edits))
            for own in data.references
        ),
    )
    found = retyped(untyped, Annotator(load_pipeline("redink-en")))
    for ours, before in zip(found.references, data.references, strict=True):
        assert [[replace(edit, annotator=0) for edit in row] for row in ours.edits] == [
            [replace(edit, annotator=0) for edit in row] for row in before.edits
        ]


def test_clashing_gold_edits_get_types_in_turns():
    source = ("He", "go", "to", "the", "home", ".")
    clashing = (Edit(1, 2, ("goes",)), Edit(1, 5, ("went", "home")), Edit(3, 4, ()), Edit(2, 4, ()))
    data = EvalSet((source,), (Reference("gold", (source,), (clashing,)),), ())
    found = retyped(data, Annotator(load_pipeline("redink-en"))).references[0].edits[0]
    assert [replace(edit, type="") for edit in found] == list(clashing)
    assert found[0].type == "R:VERB:SVA"
    assert found[2].type == "U:DET"


def test_views_show_errors_and_false_positives():
    found = measure_difficulty(DEMO, settings=Settings(weight=reciprocal()))
    first, second = heat_sentences(found)
    kinds = [chunk.kind for chunk in first.chunks]
    assert kinds == [
        *["false positive", "same", "error", "false positive", "same", "error", "same", "error"],
        *["same", "same", "false positive"],
    ]
    assert first.chunks[2].right == ("A",)
    assert first.chunks[2].wrong == ("B", "C")
    assert [chunk.correction for chunk in second.chunks if chunk.kind == "error"] == ["go", "the", ""]
    page = heat_map_page(found)
    assert page.startswith("<!DOCTYPE html>")
    assert "redink-heat-map" in page
    assert "http" not in page.replace("http-equiv", "")
    assert len(list(chunk_views(found))) == 2


@pytest.mark.parametrize("name", ["redink-en", "errant"])
def test_the_examples_weight_files_are_up_to_date(name, request):
    # python -m tools.build_example_weights writes them anew.
    made = weight_files(request.getfixturevalue("errant_pipeline") if name == "errant" else load_pipeline(name))
    for file, content in made.items():
        if file.endswith(".txt"):
            assert example.path(file).read_text() == content
            continue
        ours, theirs = (json.loads(text) for text in (content, example.path(file).read_text()))
        for versioned in ("redink", "settings"):
            ours.pop(versioned), theirs.pop(versioned)
        assert ours == theirs


@pytest.mark.parametrize("stem", STEMS.values())
def test_the_examples_weight_files_agree_with_one_another(stem):
    one, other = (read_weights(example.path(f"{stem}.{kind}")) for kind in ("json", "txt"))
    assert one.solved.tolist() == other.solved.tolist()
    assert one.lengths.tolist() == other.lengths.tolist()
    assert one.systems == example.SYSTEMS


@pytest.mark.parametrize("kind", ["json", "txt"])
def test_the_examples_weights_fit_the_default_pipeline(kind):
    texts = example.load()
    with_file = redink.measure_difficulty(texts, weights=example.path(f"weights.{kind}"))
    assert with_file.error_weights.tolist() == redink.measure_difficulty(texts).error_weights.tolist()


def test_weights_of_another_pipeline_are_refused_naming_both_and_what_to_do():
    with pytest.raises(InputError, match=r"made with the pipeline errant@.*, these edits with redink-en@") as caught:
        redink.measure_difficulty(example.load(), weights=example.path("weights-errant.json"))
    assert "--pipeline errant" in caught.value.remedy
    assert "--save-weights" in caught.value.remedy
