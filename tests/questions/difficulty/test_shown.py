"""Difficulty shown and kept: the public function, tables, saved scores, types of gold edits, heat maps, weights."""

import json
from dataclasses import replace

import pytest

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import load_annotator, prepare, retyped
from redink.language.registry import load_pipeline
from redink.questions.difficulty import tables
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.weights import reciprocal
from redink.questions.difficulty.tables import Details
from redink.questions.difficulty.views import chunk_views, heat_map_page, heat_sentences
from redink.reading.files import read_lines
from redink.reading.weights import read_weights
from redink.records import Edit, EvalSet, Reference
from redink.reports.rendering import FORMATS, render
from tests.questions.difficulty.demo import measure
from tests.questions.difficulty.test_run import DEMO, TRUST
from tools.build_example_weights import STEMS, weight_files


@pytest.fixture(scope="module")
def data():
    return prepare(example.load()).data


@pytest.fixture(scope="module")
def results(data):
    return measure(data)


def test_the_public_function_annotates_and_reads_weights():
    texts = example.load()
    found = redink.difficulty(texts, ci=True, resamples=200, seed=0)
    assert found.signature.to_dict()["pipeline"].startswith("redink-en")
    assert found.chunk_tests == ()
    with pytest.raises(InputError, match="do not belong"):
        redink.difficulty(texts, reference=1, weights=example.path("weights.txt"))


def test_the_public_function_ranks_compares_and_saves(tmp_path):
    found = redink.difficulty(DEMO, against="f0.5", compare=True, resamples=200, seed=0)
    assert found.against == "F0.5"
    assert [found[name, "F0.5"].measure for name in "ABC"] == ["F0.5"] * 3
    assert [one.system for one in found.chunk_tests] == ["B", "C"]
    for name in ("weights.txt", "weights.json"):
        found.save_weights(tmp_path / name)
        again = redink.difficulty(DEMO, weights=tmp_path / name)
        assert again.reference().error_weights.tolist() == found.reference().error_weights.tolist()
    found.save_weights(tmp_path / "weights.txt.gz")
    assert [*read_lines(tmp_path / "weights.txt.gz")] == [*read_lines(tmp_path / "weights.txt")]
    found.save_heat_map(tmp_path / "heat.html")
    assert (tmp_path / "heat.html").read_text(encoding="utf-8") == heat_map_page(found.reference(), found.signature)


def test_every_table_in_every_format(data):
    details = Details("type", levels=True, teams=True, errors="all", corpus=True, compare=True)
    found = measure(data, details=details, trust=TRUST, against="F0.5")
    conventional = {system.name: float(number) for number, system in enumerate(data.systems)}
    shown = [
        *found.to_tables(),
        tables.stability_table({"x": conventional, "y": dict.fromkeys(conventional, 1.0)}, "wF0.5"),
        tables.corpus_table({"example": found.reference(), "demo": measure(DEMO).reference()}),
        *(tables.error_table(found.reference(), which) for which in ("one", "none")),
        tables.weighted_table(measure(data, several="regions", settings=Settings(need=True))),
    ]
    assert [table.title for table in found.to_tables()] == [
        *("Difficulty-weighted scores", "The same without weights", "Corpora"),
        *("Ranking by wF0.5 against F0.5", "Ranking by wA against F0.5"),
        *("Difficulty by type", "Errors by level of difficulty", "Breakpoint", "What each system adds", "Best teams"),
        *("Errors", "Paired comparisons", "Chunk by chunk"),
    ]
    for table in shown:
        for form in FORMATS:
            assert render(table, form)
    assert "wF0.5" in found.to_latex()
    assert "wF0.5" in found._repr_html_()


def test_errors_one_by_one():
    found = measure(DEMO)
    listed = {which: tables.error_table(found.reference(), which).rows for which in ("one", "none", "all")}
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
    texts = example.load()
    again = redink.difficulty(texts, across=[path])
    assert list(again.across) == ["wF0.5", "wA"]
    assert again.across["wF0.5"]["run"] == again.across["wF0.5"]["this corpus"]
    assert again.across["wF0.5"]["run"] == {
        system.name: results[system.name, "wF0.5"].value for system in texts.systems
    }
    assert "Ranks by wA across corpora" in str(again)
    assert len(results.to_dicts()) == 6 * 8


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"systems": [{"name": "A", "scores": [{"measure": "P", "value": 1}]}]}', "no wF0.5 of A"),
        ('{"schema": 1, "systems": []}', "no wF0.5 of any system"),
        ("{}", "not JSON as `redink score -f json` writes it"),
        ("{", "not JSON"),
        ("", "empty"),
    ],
)
def test_earlier_runs_that_cannot_be_compared_are_refused(tmp_path, content, message):
    path = tmp_path / "run.json"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        redink.difficulty(DEMO, across=[path])


def test_a_system_without_a_score_in_an_earlier_run_has_no_rank_there(tmp_path):
    path = tmp_path / "run.json"
    scores = [{"measure": measure, "value": 0.5} for measure in ("wF0.5", "wA")]
    undefined = [{"measure": "wF0.5", "value": None}, scores[1]]
    systems = [{"name": name, "scores": undefined if name == "C" else scores} for name in "ABC"]
    path.write_text(json.dumps({"schema": 1, "systems": systems}))
    found = redink.difficulty(DEMO, across=[path]).across
    assert found["wF0.5"]["run"] == {"A": 0.5, "B": 0.5, "C": None}


@pytest.mark.parametrize(
    "wrong",
    [
        *({"mode": "z"}, {"fp": "z"}, {"beta": -1}, {"beta": float("nan")}, {"several": "z"}, {"by": "z"}),
        *({"errors": "z"}, {"overlaps": "z"}, {"mismatches": "z"}, {"weight": "z"}, {"against": "z"}, {"rule": "z"}),
        *({"across": "run.json"}, {"test": "z"}, {"seed": -1}, {"reference": -1}),
    ],
)
def test_words_that_mean_nothing_are_refused(wrong):
    with pytest.raises(UsageError):
        redink.difficulty(DEMO, **wrong)


def test_gold_edits_get_our_types_and_keep_their_spans(data):
    untyped = replace(
        data,
        references=tuple(
            replace(own, edits=tuple(tuple(replace(edit, type="X") for edit in row) for row in own.edits))
            for own in data.references
        ),
    )
    found = retyped(untyped, load_annotator())
    for ours, before in zip(found.references, data.references, strict=True):
        assert [[replace(edit, annotator=0) for edit in row] for row in ours.edits] == [
            [replace(edit, annotator=0) for edit in row] for row in before.edits
        ]


def test_clashing_gold_edits_get_types_in_turns():
    source = ("He", "go", "to", "the", "home", ".")
    clashing = (Edit(1, 2, ("goes",)), Edit(1, 5, ("went", "home")), Edit(3, 4, ()), Edit(2, 4, ()))
    data = EvalSet((source,), (Reference("gold", (source,), (clashing,)),), ())
    found = retyped(data, load_annotator()).references[0].edits[0]
    assert [replace(edit, type="") for edit in found] == list(clashing)
    assert found[0].type == "R:VERB:SVA"
    assert found[2].type == "U:DET"


def test_views_show_errors_and_false_positives():
    found = measure(DEMO, settings=Settings(weight=reciprocal()))
    first, second = heat_sentences(found.reference())
    kinds = [chunk.kind for chunk in first.chunks]
    assert kinds == [
        *["false positive", "same", "error", "false positive", "same", "error", "same", "error"],
        *["same", "same", "false positive"],
    ]
    assert first.chunks[2].right == ("A",)
    assert first.chunks[2].wrong == ("B", "C")
    assert [chunk.correction for chunk in second.chunks if chunk.kind == "error"] == ["go", "the", ""]
    page = heat_map_page(found.reference(), found.signature)
    assert page.startswith("<!DOCTYPE html>")
    assert "redink-heat-map" in page
    assert "http" not in page.replace("http-equiv", "")
    assert len(list(chunk_views(found.reference()))) == 2


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
    with_file = redink.difficulty(texts, weights=example.path(f"weights.{kind}"))
    assert with_file.reference().error_weights.tolist() == redink.difficulty(texts).reference().error_weights.tolist()


def test_weights_of_another_pipeline_are_refused_naming_both_and_what_to_do(tmp_path):
    # The example's weights of ERRANT fit: its edits and those of redink-en have the same spans there.
    weights = tmp_path / "weights.json"
    redink.difficulty(example.load(), pipeline="plain").save_weights(weights)
    with pytest.raises(InputError, match=r"made with the pipeline plain@.*, these edits with redink-en@") as caught:
        redink.difficulty(example.load(), weights=weights)
    assert "--pipeline plain" in caught.value.remedy
    assert "--save-weights" in caught.value.remedy
