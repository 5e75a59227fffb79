"""`redink compare`: scores and paired tests, the same for the same seed."""

import json

import pytest

from redink import example
from tests.cli.running import run
from tests.questions.samples import write_files


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
    assert shown.startswith("F0.5: perfect is first, with no significant difference from eager\n")
    assert "\nPaired comparisons\n" in shown
    assert "|test:randomisation." in shown


@pytest.mark.usefixtures("folder")
def test_json_has_scores_and_comparisons():
    record = json.loads(
        compared(
            "eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "-m", "EM", "--test", "bootstrap", "-f", "json"
        )
    )
    assert [system["name"] for system in record["systems"]] == ["perfect", "eager"]
    (one,) = record["comparisons"]
    assert (one["measure"], one["base"], one["system"]) == ("EM", "eager", "perfect")
    assert one["difference"] == pytest.approx(1 / 3)
    assert record["signature"]["test"] == "bootstrap"


def test_a_clear_difference_and_none_with_the_example():
    outputs = [example.path(f"systems/{name}.txt") for name in ("rules", "strong", "rules")]
    arguments = (*outputs, "-n", "rules", "-n", "strong", "-n", "twin", "-s", example.path("source.txt"))
    references = [part for name in example.REFERENCES for part in ("-r", example.path(f"reference-{name}.txt"))]
    options = ("-m", "EM", "-m", "GLEU", "--seed", "0", "-f", "json", "-q")
    first, second = (compared(*arguments, *references, *options, "--base", "rules") for _ in range(2))
    assert first == second
    assert "it has the same sentences as" in json.loads(first)["warnings"][0]
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


SIX = ("eager.m2", "perfect.txt", "a.txt", "b.txt", "c.txt", "d.txt")


def six_systems(folder):
    for name in "abcd":
        (folder / f"{name}.txt").write_text((folder / "source.txt").read_text())
    return (*SIX, "-r", "gold.m2", "-p", "plain")


def test_as_many_draws_as_the_pairs_need_unless_a_number_is_given(folder):
    many = six_systems(folder)
    assert "|resamples:2000|" in compared(*many)
    assert "|resamples:1000|" in compared(*many, "--correction", "none")
    few = compared(*many, "--resamples", "150")
    assert "|resamples:150|" in few
    assert "no difference can be significant after correction: use 299 or more" in few
    based = compared(*many, "--resamples", "150", "--base", "eager")
    assert "no two of 6 systems can differ significantly after Holm's correction over 15 pairs" in based
    assert "no difference can be significant" in compared(*many, "--resamples", "50")


def test_letters_and_clusters_in_every_form(folder):
    many = six_systems(folder)
    record = json.loads(compared(*many, "-f", "json", "--correction", "bh", "--alpha", "0.1"))
    assert record["testing"] == {
        "test": "randomisation",
        "resamples": 1000,
        "alpha": 0.1,
        "correction": "bh",
        "base": None,
    }
    (ranking,) = record["rankings"]
    assert len(ranking["pairs"]) == 15
    assert [one["system"] for one in ranking["standings"]] == ["perfect", "eager", *"abcd"]
    assert all(one["letters"] == ["a"] and one["cluster"] == 1 for one in ranking["standings"][:2])
    latex = compared(*many, "-f", "latex", "--correction", "bh", "--test", "bootstrap")
    for part in ("paired bootstrap, 2,000 resamples, ", r"$\alpha$ = 0.05", "Hochberg correction over 15 pairs"):
        assert part in latex
    assert r"\textsuperscript{a}" in latex
    assert "no correction for multiple tests" in compared(*many, "--correction", "none", "-f", "md")


def test_the_smallest_possible_p_is_a_bound():
    outputs = [example.path(f"systems/{name}.txt") for name in ("rules", "strong", "stutter")]
    references = [part for name in example.REFERENCES for part in ("-r", example.path(f"reference-{name}.txt"))]
    arguments = (*outputs, "-s", example.path("source.txt"), *references, "-m", "GLEU")
    shown = compared(*arguments)
    assert "≤ 1/1001" in shown
    assert "≤ 0.0030" in shown
    ranks = shown.split("\nRanks\n")[1].splitlines()[2:5]
    assert [line.split()[1::2] for line in ranks] == [["strong", "1", "1"], ["rules", "2", "2"], ["stutter", "3", "3"]]
    assert [line.split()[-1] for line in ranks] == ["a", "b", "c"]


@pytest.mark.usefixtures("folder")
def test_the_same_digits_for_any_number_of_processes():
    arguments = ("eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "-m", "F0.5", "M2", "I", "--seed", "0")
    assert compared(*arguments, "-f", "json") == compared(*arguments, "-f", "json", "--jobs", "3")


@pytest.mark.usefixtures("folder")
def test_the_base_is_named_or_the_best_system_is_set_against_all(folder):
    many = six_systems(folder)
    free = json.loads(compared(*many, "-f", "json"))
    assert {one["base"] for one in free["comparisons"]} == {"perfect"}
    assert [one["adjusted_p"] for one in free["comparisons"]] == [
        pair["adjusted_p"] for pair in free["rankings"][0]["pairs"] if "perfect" in (pair["base"], pair["system"])
    ]
    based = json.loads(compared(*many, "-f", "json", "--base", "a"))
    assert {one["base"] for one in based["comparisons"]} == {"a"}
    assert based["comparisons"][0]["difference"] > 0  # eager is better than the unchanged text
    assert based["signature"]["base"] == "a"
    assert run("compare", *many, "--base", "nobody").returncode == 2


@pytest.mark.usefixtures("folder")
def test_bug_too_few_draws_were_called_no_difference():
    shown = compared("eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "--resamples", "2")
    assert shown.startswith("F0.5: perfect has the best score; 2 resamples are too few to test the differences\n")


@pytest.mark.usefixtures("folder")
def test_intervals_need_no_option():
    finished = run("compare", "eager.m2", "perfect.txt", "-r", "gold.m2", "--ci")
    assert finished.returncode == 2
    assert finished.stderr.decode().endswith("Error: compare always shows confidence intervals: leave out --ci.\n")
