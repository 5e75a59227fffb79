"""`redink compare`: scores and paired tests, the same for the same seed."""

import json

import pytest

from redink import example
from tests.cli.running import run
from tests.evaluate.samples import write_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


def compared(*arguments):
    finished = run("compare", *arguments)
    assert (finished.returncode, finished.stderr) == (0, b"")
    return finished.stdout.decode()


@pytest.mark.usefixtures("folder")
def test_two_tables_for_people():
    shown = compared("eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain")
    assert shown.startswith("Scores\n")
    assert "\nPaired comparisons\n" in shown
    assert "|test:randomisation." in shown


@pytest.mark.usefixtures("folder")
def test_json_has_scores_and_comparisons():
    record = json.loads(
        compared(
            "eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "-m", "EM", "--test", "bootstrap", "-f", "json"
        )
    )
    assert [system["name"] for system in record["systems"]] == ["eager", "perfect"]
    (one,) = record["comparisons"]
    assert (one["measure"], one["base"], one["system"]) == ("EM", "eager", "perfect")
    assert one["difference"] == pytest.approx(1 / 3)
    assert record["signature"]["test"] == "bootstrap"


def test_a_clear_difference_and_none_with_the_example():
    outputs = [example.path(f"systems/{name}.txt") for name in ("rules", "strong", "rules")]
    arguments = (*outputs, "-n", "rules", "-n", "strong", "-n", "twin", "-s", example.path("source.txt"))
    references = [part for name in example.REFERENCES for part in ("-r", example.path(f"reference-{name}.txt"))]
    options = ("-m", "EM", "-m", "GLEU", "--seed", "0", "-f", "json")
    first, second = (compared(*arguments, *references, *options) for _ in range(2))
    assert first == second
    found = {(one["measure"], one["system"]): one for one in json.loads(first)["comparisons"]}
    for measure in ("EM", "GLEU"):
        assert found[measure, "strong"]["adjusted_p"] < 0.01
        assert found[measure, "strong"]["difference"] > 0
        assert (found[measure, "twin"]["difference"], found[measure, "twin"]["p"]) == (0, 1)


@pytest.mark.usefixtures("folder")
def test_too_few_draws_are_spoken_of():
    assert "no difference can be significant" in compared(
        "eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "--resamples", "9"
    )


@pytest.mark.usefixtures("folder")
def test_presets_and_filters_work_here_too():
    shown = compared("eager.m2", "perfect.txt", "-r", "gold.m2", "--preset", "jfleg")
    assert "|preset:jfleg|measures:GLEU|rule:faithful|" in shown
    assert "|size:single|" in compared("eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "--size", "single")
    assert run("compare", "eager.m2", "perfect.txt", "-r", "gold.m2", "--preset", "jfleg", "-m", "EM").returncode == 2


@pytest.mark.usefixtures("folder")
def test_one_system_is_nothing_to_compare():
    assert run("compare", "eager.m2", "-r", "gold.m2").returncode == 2
