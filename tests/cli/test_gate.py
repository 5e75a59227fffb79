"""`redink gate`: exit codes 0, 1, 2 and 3, and what is said."""

import json

import pytest

from redink import example
from tests.cli.running import run

FILES = ("-s", example.path("source.txt"), "-r", example.path("reference-minimal.txt"), "-p", "plain")


def system(name):
    return example.path(f"systems/{name}.txt")


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("gate") / "results.json"
    finished = run("score", system("middling"), *FILES, "-m", "F0.5", "-m", "EM", "--save", path, "-q")
    assert finished.returncode == 0
    return path


def test_better_passes_with_0(saved):
    finished = run("gate", system("strong"), *FILES, "--against", saved)
    assert finished.returncode == 0
    assert finished.stdout.startswith(b"Gate: passed\n")
    assert "0.5 points (score × 100)".encode() in finished.stdout


def test_worse_fails_with_1(saved):
    finished = run("gate", system("speller"), *FILES, "--against", saved, "-m", "F0.5")
    assert finished.returncode == 1
    assert finished.stdout.startswith(b"Gate: failed\n")
    assert "speller does not pass against middling: F0.5 −" in finished.stderr.decode()
    assert "≤ 1/1001" in finished.stdout.decode()


def test_the_bound_can_be_moved(saved):
    assert run("gate", system("speller"), *FILES, "--against", saved, "--max-drop", "99").returncode == 0


def test_json_has_a_schema_and_the_verdict(saved, tmp_path):
    finished = run("gate", system("speller"), *FILES, "--against", saved, "-f", "json", "-o", tmp_path / "gate.json")
    assert finished.returncode == 1
    record = json.loads((tmp_path / "gate.json").read_text())
    assert (record["schema"], record["passed"], record["max_drop"]) == (1, False, 0.5)


def test_unlike_runs_are_refused_with_3(saved):
    finished = run("gate", system("strong"), *FILES, "--against", saved, "--rule", "corrected")
    assert finished.returncode == 3
    assert b"rule: faithful then, corrected now" in finished.stderr


def test_results_without_statistics_are_refused_with_3(tmp_path):
    run("score", system("middling"), *FILES, "-f", "json", "-o", tmp_path / "plain.json")
    finished = run("gate", system("strong"), *FILES, "--against", tmp_path / "plain.json")
    assert finished.returncode == 3
    assert b"--save results.json" in finished.stderr


def test_wrong_usage_is_2(saved):
    assert run("gate", system("strong"), *FILES, "--against", saved, "--max-drop", "-1").returncode == 2
    assert run("gate", system("strong"), *FILES).returncode == 2


@pytest.mark.parametrize("option", ["--max-drop", "--alpha"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_bound_that_is_no_number_is_refused(saved, option, value):
    """Nothing drops by more than nan: such a gate would never close."""
    finished = run("gate", system("speller"), *FILES, "--against", saved, option, value)
    assert finished.returncode == 2
    assert option.encode() in finished.stderr
