"""`redink diagnose` as users run it."""

import json

import pytest

from redink import example
from tests.cli.running import run

FILES = ("-s", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))
OUTPUT = example.path("systems/strong.txt")


def test_a_number_of_score_is_found():
    finished = run("diagnose", OUTPUT, *FILES, "--claimed", "66.29", "-m", "EM", "-f", "json")
    assert finished.returncode == 0, finished.stderr
    record = json.loads(finished.stdout)
    scored = json.loads(run("score", OUTPUT, *FILES, "-m", "EM", "-f", "json").stdout)
    assert record["settings"][0]["value"] == scored["systems"][0]["scores"][0]["value"]


@pytest.mark.parametrize("claimed", ["abc", "-3", "", "120"])
def test_nonsense_is_wrong_usage(claimed):
    finished = run("diagnose", OUTPUT, *FILES, f"--claimed={claimed}")
    assert finished.returncode == 2
    assert b"65.2" in finished.stderr
    assert finished.stdout == b""


def test_a_claim_must_be_given():
    assert run("diagnose", OUTPUT, *FILES).returncode == 2


def test_an_output_that_is_too_short_is_refused_or_cut(tmp_path):
    lines = OUTPUT.read_text(encoding="utf-8").splitlines(keepends=True)
    short = tmp_path / "short.txt"
    short.write_text("".join(lines[:100]), encoding="utf-8")
    arguments = ("diagnose", short, *FILES, "--claimed", "50", "-m", "EM", "-f", "json")
    assert run(*arguments).returncode == 3
    finished = run(*arguments, "--cut")
    assert finished.returncode == 0
    assert b"the output has 100 lines and the source 175; all are cut to 100" in finished.stderr
    assert json.loads(finished.stdout)["signature"]["sentences"] == 100
