"""`redink difficulty`: the demo by hand, every option once, and messages for what is wrong."""

import json

import pytest

from redink.reading.m2 import format_m2, noop
from redink.records import AnnotatedSentence
from tests.cli.running import run
from tests.difficulty.demo import GOLD, PUBLISHED, SOURCES, SYSTEM_EDITS


@pytest.fixture
def files(tmp_path):
    for name, own in {"gold": GOLD, **SYSTEM_EDITS}.items():
        blocks = [AnnotatedSentence(tokens, edits or (noop(0),)) for tokens, edits in zip(SOURCES, own, strict=True)]
        (tmp_path / f"{name}.m2").write_text("".join(map(format_m2, blocks)))
    (tmp_path / "published.txt").write_text(PUBLISHED)
    return tmp_path


def difficulty(files, *options, systems="ABC"):
    outputs = [files / f"{name}.m2" for name in systems]
    return run("difficulty", *outputs, "-r", files / "gold.m2", *options)


def test_the_demo(files):
    finished = difficulty(files)
    assert finished.returncode == 0
    shown = finished.stdout.decode()
    assert "1.33" in shown
    assert "0.8000*" in shown
    assert "Only 3 systems judge the difficulty" in finished.stderr.decode()


def test_json_has_unrounded_scores(files):
    found = json.loads(difficulty(files, "-f", "json", "-q").stdout)
    scores = {one["measure"]: one["value"] for one in found["systems"][1]["scores"]}
    assert scores["wR"] == pytest.approx(2 / 9)
    assert found["levels"] == [2, 0, 3, 1]  # n of the six errors: 1 1 3, 1 3 0


def test_everything_at_once(files):
    finished = difficulty(
        files,
        *("--by", "operation", "--levels", "--teams", "--compare", "--corpus", "--ci", "--resamples", "50"),
        *("--rank-against", "F0.5", "--chunks", "--heatmap", files / "heat.html", "--retype"),
        *("--save-weights", files / "w.json"),
    )
    assert finished.returncode == 0, finished.stderr.decode()
    shown = finished.stdout.decode()
    for title in ("Difficulty by operation", "Breakpoint", "Best teams", "Chunk by chunk", "Corpora", "Ranking by wA"):
        assert title in shown
    assert "orig   |" in shown
    assert (files / "heat.html").read_text().startswith("<!DOCTYPE html>")
    assert json.loads((files / "w.json").read_text())["systems"] == ["A", "B", "C"]


def test_weight_files_there_and_back(files):
    assert difficulty(files, "--save-weights", files / "w.txt").returncode == 0
    assert (files / "w.txt").read_text() == PUBLISHED
    alone = difficulty(files, "--weights", files / "published.txt", "--mode", "faithful", "-f", "json", systems="A")
    scores = {one["measure"]: one["value"] for one in json.loads(alone.stdout)["systems"][0]["scores"]}
    assert scores["wF0.5"] == pytest.approx(0.8)


def test_a_weight_file_of_another_corpus_is_refused(files):
    (files / "other.txt").write_text("3\n2 3 1 2 3 1 3 3 3 3 2\n3 3 3\n")
    finished = difficulty(files, "--weights", files / "other.txt")
    assert finished.returncode == 3
    assert "other.txt, sentence 2: the weights do not belong" in finished.stderr.decode()
    assert difficulty(files, "--weights", files / "other.txt", "--mismatches", "skip").returncode == 0


def test_ranks_across_corpora(files):
    assert difficulty(files, "-f", "json", "-o", files / "before.json").returncode == 0
    finished = difficulty(files, "--fp", "unit", "--leave-one-out", "--across", files / "before.json")
    assert "Ranks by wF0.5 across corpora" in finished.stdout.decode()


def test_several_references(files):
    finished = difficulty(files, "-r", files / "A.m2", "--several", "best")
    assert "chosen for B" in finished.stdout.decode()
    assert difficulty(files, "--reference-id", "3").returncode == 2


def test_wrong_weights_are_refused(files):
    finished = difficulty(files, "--weight", "linear:1,1,0")
    assert finished.returncode == 2
    assert "negative weights" in finished.stderr.decode()
    assert difficulty(files, "--weight", "cubic").returncode == 2


def test_help_has_examples():
    shown = run("difficulty", "--help").stdout.decode().splitlines()
    first = shown.index("  Examples:") + 1
    assert all(line.startswith("    redink difficulty ") for line in shown[first : first + 4])
