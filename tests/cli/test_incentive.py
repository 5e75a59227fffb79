"""`redink incentive`: options, files of coverage, messages for what is wrong."""

import json

import pytest

from redink.example import path
from tests.cli.running import run


def shown(*arguments):
    finished = run(*arguments)
    assert finished.returncode == 0, finished.stderr.decode()
    return finished.stdout.decode()


def test_incentive(tmp_path):
    text = shown("incentive", ".9,.8", "-a", "0", "-a", "4", "-c", "1=.1", "-c", "2=.2", "--figures", tmp_path)
    assert "from M = 2" in text
    assert "never" in text
    assert (tmp_path / "incentive.svg").is_file()


def test_incentive_with_a_file(tmp_path):
    (tmp_path / "curve.tsv").write_text("M\tcoverage\n1\t.1\n7\t.2\n")
    found = json.loads(shown("incentive", ".9,.8", "-a", "0", "-c", tmp_path / "curve.tsv", "-f", "json"))
    assert found["rows"][0]["cells"]["smallest"]["value"] == 7


def test_incentive_with_what_coverage_saved(tmp_path):
    """Two references that agree in 58 of 149 sentences: coverage(1) = .389, and .9,.8 needs .125 of it."""
    own = ("-s", path("source.txt"), "-m", "none", "-M", "1", "--resamples", "20", "--save", tmp_path / "saved.json")
    shown("coverage", path("reference-minimal.txt"), path("reference-fluent.txt"), *own)
    text = shown("incentive", ".9,.8", "-a", "0", "-c", tmp_path / "saved.json")
    assert "from M = 1" in text
    assert "0.389 at M = 1" in text
    assert "exact match" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((".8",), "not a pair of probabilities"),
        ((".8,.9",), "p_correct"),
        ((".9,.8", "-c", "1=x"), "cannot be read"),
        ((".9,.8", "-c", "1=2"), "between 0 and 1"),
        ((".9,.8", "-a", "nan"), "α = nan"),
    ],
)
def test_impossible_incentives_are_refused(arguments, message):
    finished = run("incentive", *arguments)
    assert finished.returncode == 2
    assert message in finished.stderr.decode()
