"""`redink pairs` as users run it: all four tasks, files in and out, faults."""

import json

import pytest

from redink import example
from redink.reading.judging_tasks import read_tasks
from redink.scoring.edit_overlap import coarse_type_of
from tests.cli.running import run

SYSTEMS = [example.path(f"systems/{name}.txt") for name in ("rules", "strong")]
CORPUS = ("--source", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))


def test_pairs_to_a_file_with_a_summary(tmp_path):
    out = tmp_path / "pairs.jsonl"
    options = ("--unlike", 4, "--like", 2, "--repeats", 1, "--swapped", 1, "--exclude-type", "PUNCT")
    documents = ("--documents", example.path("essays.tsv"), "essay")
    finished = run("pairs", *SYSTEMS, *CORPUS, *options, *documents, "--longest", 20, "--most-uses", 3, "-o", out)
    assert finished.returncode == 0, finished.stderr
    assert "Errors by level of difficulty" in finished.stdout.decode()
    tasks = read_tasks(out)
    assert len(tasks.items) == 3 * 4 + 3 * 2 + 2
    assert tasks.systems == ("rules", "strong")
    assert all(len(one.text.split()) <= 20 for item in tasks.items for one in (item.left, item.right))


def test_bug_a_warning_named_an_option_that_the_command_lacks(tmp_path):
    lines = [f"{line} </s>" for line in SYSTEMS[1].read_text().splitlines()]
    (tmp_path / "odd.txt").write_text("\n".join(lines))
    finished = run("pairs", tmp_path / "odd.txt", *CORPUS, "--unlike", 1, "--like", 1, "-o", tmp_path / "p.jsonl")
    assert b"lines end with '</s>', which the source does not have; take it away\n" in finished.stderr


def test_pairs_to_standard_output_are_the_same_by_seed():
    first, again, other = (
        run("pairs", *SYSTEMS, *CORPUS, "--unlike", 2, "--like", 0, "--seed", seed).stdout for seed in (0, 0, 1)
    )
    assert first == again != other
    assert json.loads(first.splitlines()[0])["kind"] == "redink judging tasks"


def test_what_cannot_be_filled_is_told(tmp_path):
    finished = run("pairs", *SYSTEMS, *CORPUS, "--unlike", 1, "--like", 9999, "-o", tmp_path / "p.jsonl")
    assert finished.returncode == 0
    assert "pairs instead of 9999" in finished.stderr.decode()


def test_pairs_of_judgements(tmp_path):
    out = tmp_path / "pairs.jsonl"
    finished = run("pairs", *SYSTEMS, *CORPUS, "--of", example.path("judgements.jsonl"), "-o", out)
    assert finished.returncode == 0, finished.stderr
    assert [item.pair for item in read_tasks(out).items] == [f"p{number:03}" for number in range(1, 61)]


def test_levels_of_a_weight_file(tmp_path):
    weights, outs = tmp_path / "weights.json", [tmp_path / "outputs.jsonl", tmp_path / "weights.jsonl"]
    assert run("difficulty", *SYSTEMS, *CORPUS, "--save-weights", weights).returncode == 0
    drawn = ("--unlike", 4, "--like", 2)
    assert run("pairs", *SYSTEMS, *CORPUS, *drawn, "-o", outs[0]).returncode == 0
    finished = run("pairs", *CORPUS, "--weights", weights, *drawn, "-o", outs[1])
    assert finished.returncode == 0, finished.stderr
    levels = [[(one.left.level, one.right.level) for one in read_tasks(out).items] for out in outs]
    assert levels[0] == levels[1]


def test_the_other_tasks(tmp_path):
    m2 = tmp_path / "references.m2"
    run("annotate", example.path("source.txt"), example.path("reference-minimal.txt"), "-o", m2, "-q")
    lines = {
        "rating": (m2, "--count", 7),
        "correct": (example.path("source.txt"), "--count", 5, "--votes", 4),
        "valid": (example.path("corrections.tsv"), "--source", example.path("source.txt")),
    }
    sizes = {}
    for task, arguments in lines.items():
        out = tmp_path / f"{task}.jsonl"
        finished = run("pairs", "--task", task, *arguments, "-o", out)
        assert finished.returncode == 0, finished.stderr
        tasks = read_tasks(out)
        sizes[task] = (len(tasks.items), tasks.votes)
    assert sizes == {"rating": (7, None), "correct": (5, 4), "valid": (84, 3)}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (SYSTEMS, 2, "the reference is missing"),
        (CORPUS, 2, "there is nothing to judge the difficulty by"),
        ((*SYSTEMS, *CORPUS, "--weights", "weights.json"), 2, "--weights weights.json both give the levels"),
        (("--task", "rating"), 2, "there are no files"),
        (("--task", "correct", "a", "b"), 2, "2 files"),
        (("--task", "valid", example.path("corrections.tsv")), 2, "source sentences are not known"),
        (("--task", "correct", "nowhere.txt"), 3, "no such file"),
        ((*SYSTEMS, *CORPUS, "--reference-id", 7), 2, "there is no reference 7"),
        ((*SYSTEMS, *CORPUS, "--unlike", 0, "--like", 0), 2, "no pair could be drawn"),
    ],
)
def test_faults(arguments, code, said):
    finished = run("pairs", *arguments)
    assert (finished.returncode, finished.stdout) == (code, b"")
    assert said in finished.stderr.decode()


def test_types_of_another_language_can_be_rated(tmp_path):
    pytest.importorskip("redink_languages")
    corpus, typed, items = tmp_path / "gold.m2", tmp_path / "german.m2", tmp_path / "german.jsonl"
    corpus.write_text(
        "S Wir fahren mit der Zug .\nA 3 4|||KASUS|||dem|||REQUIRED|||-NONE-|||0\n\n"
        "S Ich habe ein Hudn .\nA 3 4|||ORTHO|||Hund|||REQUIRED|||-NONE-|||0\n\n",
        encoding="utf-8",
    )
    assert run("reannotate", corpus, "--gold", "--language", "de", "-o", typed).returncode == 0
    assert run("pairs", "--task", "rating", typed, "--count", "200", "-o", items).returncode == 0
    rated = [item.error for item in read_tasks(items).items]
    assert [(error.start, error.end) for error in rated] == [(3, 4), (3, 4)]
    assert [coarse_type_of(error.type) for error in rated] == ["DET:FORM", "SPELL"]
