"""Models of errors where users meet them: weights, abilities, prediction, weight files, leave-one-out, signatures."""

import doctest
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.mathematics.pool import pool_of
from redink.questions.difficulty.sections import models
from redink.questions.difficulty.shipped import shipped_model
from redink.reading.weights import read_weights
from redink.records import EvalSet
from tests.questions.difficulty.test_run import DEMO

SYSTEMS = ("fluent", "middling", "rules", "speller", "strong", "stutter")


@pytest.fixture(scope="module")
def data():
    return prepare(example.load(), types=True).data


@pytest.fixture(scope="module")
def irt(data):
    return redink.difficulty(data, model="irt", errors="all")


def test_the_paper_is_the_default(data):
    default = redink.difficulty(data)
    assert default.reference().model is None
    assert (default.reference().pool.solved == pool_of(default.reference().table).solved).all()
    assert "model" not in default.to_dict()
    with pytest.raises(KeyError):
        default["strong", "ability"]


def test_weights_have_the_range_and_the_mean_of_the_paper(data, irt):
    paper, expected = redink.difficulty(data).reference().error_weights, irt.reference().error_weights
    assert expected.min() > 0
    assert expected.max() < 1
    assert expected.mean() == pytest.approx(paper.mean(), abs=0.01)
    assert np.corrcoef(paper, expected)[0, 1] > 0.9
    unsolved = irt.reference().table.of_errors().sum(axis=1) == 0
    assert np.ptp(paper[unsolved]) == 0
    assert np.ptp(expected[unsolved]) > 0.05  # ties are broken by what is known of the errors


def test_false_positives_weigh_as_in_the_paper(irt):
    table = irt.reference().table
    counted = pool_of(table).solved
    assert (irt.reference().pool.solved[~table.is_error] == counted[~table.is_error]).all()


def test_abilities_are_scores_with_intervals(irt):
    assert irt["fluent", "ability"].value == pytest.approx(1.05, abs=0.1)
    values = irt.values("ability")
    solved = irt.reference().table.of_errors().sum(axis=0)
    assert np.argsort(values).tolist() == np.argsort(solved).tolist()
    interval = irt["strong", "ability"].interval
    assert interval.low < irt["strong", "ability"].value < interval.high
    assert interval.method == "information"


def test_ability_is_a_measure_with_the_same_value(data, irt):
    scores = redink.score(data, ["ability"], ci=True, resamples=50)
    for name in SYSTEMS:
        assert scores[name, "ability"].value == pytest.approx(irt[name, "ability"].value, abs=1e-9)
    by_sentences, by_information = (run["rules", "ability"].interval for run in (scores, irt))
    assert by_sentences.high - by_sentences.low == pytest.approx(by_information.high - by_information.low, rel=0.5)
    with pytest.raises(UsageError, match="leave edits out"):
        redink.score(data, ["ability"], exclude=["SPELL"])


def test_a_system_that_changes_nothing_has_no_ability(data):
    source = redink.records.System("source", data.sources, tuple(() for _ in data.sources))
    with_source = replace(data, systems=(*data.systems, source))
    results = redink.difficulty(with_source, model="irt")
    assert results["source", "ability"].value is None
    abilities = next(table for table in results.to_tables() if table.title == "Abilities")
    assert [cell.value for cell in abilities.rows[-1].cells[:3]] == ["source", 0, None]


def test_a_weight_file_brings_the_weights_back(data, irt, tmp_path):
    irt.save_weights(tmp_path / "irt.json")
    again = redink.difficulty(data, weights=tmp_path / "irt.json")
    for name in SYSTEMS:
        assert again[name, "wF0.5"].value == pytest.approx(irt[name, "wF0.5"].value, abs=1e-12)
    counts = read_weights(tmp_path / "irt.json")
    assert counts.solved.dtype.kind == "f"
    named = redink.score(data, [f"wF0.5@{tmp_path / 'irt.json'}"])
    assert named["strong", f"wF0.5@{tmp_path / 'irt.json'}"].value == pytest.approx(irt["strong", "wF0.5"].value)
    with pytest.raises(UsageError, match="published format"):
        irt.save_weights(tmp_path / "irt.txt")


def test_leave_one_out_uses_the_answers_of_the_others(data, irt):
    left_out = redink.difficulty(data, model="irt", leave_one_out=True)
    paper = redink.difficulty(data, leave_one_out=True)
    for name in SYSTEMS:
        assert left_out[name, "wF0.5"].value != irt[name, "wF0.5"].value
        assert left_out[name, "wR"].value == pytest.approx(paper[name, "wR"].value, abs=0.05)


def test_two_parameters_can_be_asked_for(data):
    results = redink.difficulty(data, model="irt-2pl")
    assert results.reference().model.response.tau > 0
    assert "|model:irt-2pl|" in str(results.signature)


def test_tables_and_json_show_the_model(irt):
    titles = [table.title for table in irt.to_tables()]
    assert titles[-3:] == ["Abilities", "What makes an error hard", "Errors that do not fit the model"]
    model = json.loads(json.dumps(irt.to_dict()))["model"]
    assert len(model["errors"]) == len(irt.reference().table.gold.edits)
    assert all(error["low"] < error["b"] < error["high"] for error in model["errors"])
    assert {"feature", "effect", "error", "centre"} == set(model["effects"][0])


def test_difficulty_is_predicted_without_any_system(data, tmp_path):
    alone = redink.difficulty(EvalSet(data.sources, data.references), predict=True, errors="all")
    scored = redink.difficulty(data, predict=True)
    assert (alone.reference().error_weights == scored.reference().error_weights).all()
    assert scored.reference().pool.size == len(shipped_model().abilities)
    solved = scored.reference().table.of_errors().mean(axis=1)
    assert np.corrcoef(scored.reference().error_weights, solved)[0, 1] < -0.3
    assert scored["strong", "ability"].value > scored["rules", "ability"].value
    assert scored["strong", "ability"].interval.low < scored["strong", "ability"].value
    alone.save_weights(tmp_path / "predicted.json")
    again = redink.difficulty(data, weights=tmp_path / "predicted.json")
    assert again["strong", "wR"].value == pytest.approx(scored["strong", "wR"].value)


def test_the_shipped_model_has_no_text():
    names = [effect.feature for effect in shipped_model().effects]
    assert len(names) == len(set(names))
    assert all(name.startswith("type ") or name.split()[0].isalpha() for name in names)


@pytest.mark.parametrize("more", [{"predict": True}, {"weights": "conll14"}])
def test_two_sources_of_difficulty_are_refused(data, more):
    with pytest.raises(UsageError, match="two sources"):
        redink.difficulty(data, model="irt", **more)


def test_an_unknown_model_is_refused(data):
    with pytest.raises(UsageError, match="model"):
        redink.difficulty(data, model="rasch")


def test_a_handful_of_errors_is_fitted_by_the_priors():
    results = redink.difficulty(DEMO, model="irt")
    assert np.isfinite(results.reference().model.difficulty).all()
    assert results["A", "ability"].value > results["C", "ability"].value


def test_no_error_is_nothing_to_fit():
    clean = replace(DEMO, references=(replace(DEMO.references[0], edits=((), ())),))
    with pytest.raises(InputError, match="no answer"):
        redink.difficulty(clean, model="irt")


def test_the_page_says_what_python_says():
    page = Path(__file__).parents[3] / "docs" / "difficulty-models.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_chart_of_effects_has_words_for_every_feature(irt):
    names = {effect.feature for effect in irt.reference().model.effects}
    shown = [row.cells[0].value for row in models._effects(irt.reference().model).table.rows]
    assert "letters changed" in shown
    assert not any(name.startswith("ln ") or name == "lexical" for name in shown)
    assert not {name for name in names if name.startswith("ln ")} - models._LABELS.keys()
    assert models._finding(irt.reference().model).endswith(" are harder for systems than others.")
