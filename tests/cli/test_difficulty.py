"""`redink difficulty`: the demo by hand, every option once, and messages for what is wrong."""

import json

import pytest

from redink.reading.m2 import format_m2, noop
from redink.records import AnnotatedSentence
from tests.cli.running import run
from tests.questions.difficulty.demo import GOLD, PUBLISHED, SOURCES, SYSTEM_EDITS


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
        *("--rank-against", "F0.5", "--chunks", "--heatmap", files / "heat.html", "--keep-types"),
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
    shown = finished.stdout.decode()
    assert "Ranks by wF0.5 across corpora" in shown
    assert "Ranks by wA across corpora" in shown


def test_ranks_by_a_conventional_measure_across_corpora(files):
    for name in ("one", "two"):
        assert difficulty(files, "--rank-against", "F0.5", "-f", "json", "-o", files / f"{name}.json").returncode == 0
    across = ("--across", files / "one.json", "--across", files / "two.json")
    shown = difficulty(files, "--rank-against", "F0.5", *across).stdout.decode()
    assert "Ranks by F0.5 across corpora" in shown
    assert "Leaders in 3 corpora: A (3)." in shown
    # A run that was saved without the measure cannot be compared by it.
    assert difficulty(files, "-f", "json", "-o", files / "plain.json").returncode == 0
    finished = difficulty(files, "--rank-against", "F0.5", "--across", files / "plain.json")
    assert finished.returncode == 3
    assert "no F0.5 of A" in finished.stderr.decode()


def test_clashing_gold_edits(files):
    gold = files / "gold.m2"
    gold.write_text(gold.read_text().replace("A 2 3|||", "A 1 3|||R:OTHER|||x|||REQUIRED|||-NONE-|||0\nA 2 3|||", 1))
    assert difficulty(files).returncode == 3
    assert difficulty(files, "--mode", "faithful", "--overlaps", "error").returncode == 3
    assert "6 errors in" in difficulty(files, "--overlaps", "first").stdout.decode()
    for options in (("--overlaps", "both"), ("--mode", "faithful")):
        finished = difficulty(files, *options)
        assert "7 errors in" in finished.stdout.decode()
        assert "Gold edits overlap in 1 sentences" in finished.stderr.decode()


def test_a_sentence_without_a_line_of_its_annotator(files):
    gold = files / "gold.m2"
    first, second = gold.read_text().strip().split("\n\n")
    gold.write_text(f"{first}\n\n{second.splitlines()[0]}\nA 0 1|||X|||x|||REQUIRED|||-NONE-|||1\n")
    shown = difficulty(files).stdout.decode()
    assert "of 1 sentences" in shown
    assert "absent:missing" in shown
    assert "3 errors in 26 chunks of 2 sentences" in difficulty(files, "--absent", "noop").stdout.decode()
    agreed = difficulty(files, "--preset", "conll14")
    assert "4 errors in 26 chunks of 2 sentences" in agreed.stdout.decode()
    assert "absent:agree" in agreed.stdout.decode()
    assert b"no line" not in agreed.stderr


def test_a_weight_file_can_be_looked_at_without_outputs(files):
    finished = difficulty(files, "--with-source", "--weights", files / "published.txt", "--levels", systems="")
    assert "Errors by level of difficulty" in finished.stdout.decode()
    assert difficulty(files, systems="").returncode == 2


def test_several_references(files):
    finished = difficulty(files, "-r", files / "A.m2", "--several", "regions", "--need")
    assert "(2 references joined)" in finished.stdout.decode()
    assert "multiplied by the share of annotators who change it" in finished.stdout.decode()
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


def test_bug_other_references_were_left_out_without_a_word(files):
    note = "redink: note: difficulty uses only reference 0; --several regions uses all references\n"
    again = ("-r", files / "gold.m2")
    assert note in difficulty(files, *again).stderr.decode()
    for chosen in ((), (*again, "--several", "regions"), (*again, "--reference", "1")):
        assert "uses only" not in difficulty(files, *chosen).stderr.decode()
