"""The functions for lm-evaluation-harness, the GitHub Action and the pre-commit hook."""

import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import redink
from redink import example
from redink.adapters.harness import task_functions
from tests.cli.running import environment

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    {"source": "He go home .", "reference": ["He goes home .", "He went home ."]},
    {"source": "I like musics .", "reference": "I like music ."},
]


def test_a_corpus_is_scored_as_a_whole():
    process_results, score = task_functions("F0.5", pipeline="plain")
    answers = [" He went home .\n", "I likes musics ."]
    sentences = [process_results(doc, [answer])["f0.5"] for doc, answer in zip(DOCUMENTS, answers, strict=True)]
    rows = [{**doc, "output": answer.strip()} for doc, answer in zip(DOCUMENTS, answers, strict=True)]
    assert score(sentences) == redink.score(rows, "F0.5", pipeline="plain")["output", "F0.5"].value
    assert score(sentences) == pytest.approx(0.5), "one hit, one false alarm, one miss"


def test_a_score_without_a_value_is_nan():
    process_results, score = task_functions("P", pipeline="plain", rule="corrected")
    assert math.isnan(score([process_results({"source": "Fine .", "reference": "Fine ."}, ["Fine ."])["p"]]))


def test_bug_a_second_task_added_its_measures_to_the_first():
    # The harness then took the mean of whole sentences, and stopped at the end of the run.
    process_first, *_ = task_functions("F0.5")
    process_second, *_ = task_functions("GLEU", "P")
    assert list(process_first(DOCUMENTS[0], ["He goes home ."])) == ["f0.5"]
    assert list(process_second(DOCUMENTS[0], ["He goes home ."])) == ["gleu", "p"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Save a run of the bundled example."""
    folder = tmp_path_factory.mktemp("gate")
    for name in ("source.txt", "reference-minimal.txt", "systems/rules.txt", "systems/stutter.txt"):
        shutil.copy(example.path(name), folder / Path(name).name)
    data = redink.read(
        [folder / "rules.txt"], source=folder / "source.txt", references=[folder / "reference-minimal.txt"]
    )
    redink.score(data, "F0.5", pipeline="plain").save_statistics(folder / "gate.json")
    return folder


@pytest.mark.parametrize(("output", "code"), [("rules.txt", 0), ("stutter.txt", 1)])
def test_the_action_shows_the_table_and_fails_if_the_output_is_worse(saved, output, code, tmp_path):
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    step = action["runs"]["steps"][-1]
    given = {"output": output, "source": "source.txt", "reference": "reference-minimal.txt", "against": "gate.json"}
    given["arguments"] = "-p plain"
    inputs = {name: given.get(name, said.get("default")) for name, said in action["inputs"].items()}
    variables = {name: inputs[text.split("inputs.")[1].split(" ")[0]] for name, text in step["env"].items()}
    summary = tmp_path / "summary.md"
    changes = {**variables, "GITHUB_STEP_SUMMARY": str(summary), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    finished = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=saved, env=environment(**changes), check=False)
    assert finished.returncode == code
    assert "| F0.5 |" in summary.read_text(encoding="utf-8")


def test_the_action_hands_inputs_over_as_variables_only():
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["runs"]["steps"]
    assert not [step for step in steps if "${{" in step.get("run", "")], "an input would become part of the script"


def test_the_hook_is_one_that_pre_commit_takes():
    clientlib = pytest.importorskip("pre_commit.clientlib", reason="needs the extra [test]: pre-commit")
    (hook,) = clientlib.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert (hook["entry"], hook["language"], hook["pass_filenames"]) == ("redink gate", "python", False)
