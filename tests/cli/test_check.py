"""`redink check`: a verdict on the installation, with the versions that matter."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from redink.annotation import known_pairs
from redink.annotation.annotator import Annotator
from redink.annotation.known_pairs import KNOWN_PAIRS, UNIVERSAL_PAIRS, expected_type
from redink.errors import GateFailed, MissingExtraError
from redink.language.registry import load_pipeline
from redink.signature import Signature
from tests.cli.running import click_command, run


def test_plain_is_sound():
    finished = run("check", "-p", "plain")
    assert (finished.returncode, finished.stderr) == (0, b"")
    first, *lines = finished.stdout.decode().splitlines()
    assert Signature.parse(first)
    assert "pipeline plain 1" in lines
    assert sum(line.startswith("  ok ") for line in lines) == len(KNOWN_PAIRS) == 10
    assert lines[-1] == "all is well"


def test_errant_is_sound(run_with_errant, errant_pipeline):
    lines = run_with_errant("check").splitlines()
    assert f"pipeline errant {errant_pipeline.version}" in lines
    assert sum(line.startswith("  ok ") for line in lines) == 10


def test_a_pair_that_comes_out_differently_has_code_1(monkeypatch):
    monkeypatch.setattr(known_pairs, "KNOWN_PAIRS", (("a b", "a c", "R:OTHER"), ("a b", "a", "M:OTHER")))
    result = CliRunner().invoke(click_command("check"), ["-p", "plain"])
    assert isinstance(result.exception, GateFailed)
    assert result.exception.cause == "1 of the known pairs gave unexpected edits"
    assert result.exception.exit_code == 1
    assert "  NOT M:OTHER        a b  →  a  (U:OTHER)" in result.output.splitlines()
    assert "all is well" not in result.output


def test_a_pipeline_that_is_not_there_has_code_4():
    result = CliRunner().invoke(click_command("check"), ["-p", "no_such_model"])
    assert isinstance(result.exception, MissingExtraError)
    assert "pipeline no_such_model: " in result.output
    assert run("check", "-p", "no_such_model").returncode == 4


def test_known_pairs_have_one_edit_each_and_plain_types():
    assert {expected_type(kind, "operation") for *_, kind in KNOWN_PAIRS} == {"M:OTHER", "R:OTHER", "U:OTHER"}
    assert all(expected_type(kind, "english") == kind for *_, kind in KNOWN_PAIRS)
    assert len({kind for *_, kind in KNOWN_PAIRS}) == 10


@pytest.mark.parametrize("language", UNIVERSAL_PAIRS)
def test_bug_czech_capitals_were_accents(language):
    """Every pair of every language comes out as it should."""
    pytest.importorskip("redink_languages")
    annotator = Annotator(load_pipeline(language))
    for source, correction, kind in UNIVERSAL_PAIRS[language]:
        (edit,) = annotator.edits(tuple(source.split()), tuple(correction.split()))
        assert f"{edit.type}:".startswith(f"{kind}:")


def test_bug_scipy_was_not_among_the_versions():
    """Every package that redink always needs is named."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[^\w.-]", line)[0] for line in project["dependencies"]}
    shown = {line.split()[0] for line in run("check", "-p", "plain").stdout.decode().splitlines()}
    assert needed
    assert needed <= shown
