"""`--columns` on every command that reads texts: JSON lines give what the same texts give as files."""

import json

import pytest

from fuzz.commands import run_command
from redink import example

NAMES = {"text": "source", "gold": "reference-minimal", "other": "reference-fluent", "mine": "systems/strong"}
COLUMNS = ["--columns", "source=text,reference=gold,output=mine"]
FILES = ["-s", "text.txt", "-r", "reference 0.txt"]
"""References in columns are called so."""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {name: example.path(f"{origin}.txt").read_text().splitlines()[:6] for name, origin in NAMES.items()}
    for name, lines in texts.items():
        called = {"gold": "reference 0", "other": "reference 1"}.get(name, name)
        (tmp_path / f"{called}.txt").write_text("\n".join(lines) + "\n")
    rows = [dict(zip(texts, row, strict=True)) for row in zip(*texts.values(), strict=True)]
    (tmp_path / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    rows = [{"text": row["text"], "gold": [row["gold"], row["other"]]} for row in rows]
    (tmp_path / "people.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def printed(*arguments):
    outcome = run_command(list(arguments))
    assert outcome.code == 0, outcome.stderr
    return outcome.stdout


@pytest.mark.parametrize(
    ("command", "options", "files"),
    [
        ("score", ["-p", "plain", "-m", "F0.5", "EM"], FILES),
        ("difficulty", ["-p", "plain"], FILES),
        ("conservatism", ["-p", "plain"], FILES),
        ("diagnose", ["--claimed", "50", "-m", "EM"], FILES),
        ("pairs", ["-p", "plain", "--unlike", "2", "--like", "2"], FILES),
        ("faithfulness", ["--checker", "none", "--no-fluency"], FILES[:2]),
    ],
)
def test_columns_give_what_files_give(command, options, files):
    if command == "faithfulness":
        pytest.importorskip("spacy")
    assert printed(command, "mine.jsonl", *COLUMNS, *options) == printed(command, "mine.txt", *files, *options)


def test_corrections_of_people_are_a_column_of_lists():
    options = ["--resamples", "10", "-m", "EM"]
    texts = printed("coverage", "reference 0.txt", "reference 1.txt", "-s", "text.txt", *options)
    assert printed("coverage", "people.jsonl", "--columns", "source=text,reference=gold", *options) == texts


def test_sentences_to_correct_are_a_column():
    options = ["--task", "correct", "--longest", "50"]
    rows = [
        [json.loads(line) for line in printed("pairs", name, *options, *more).splitlines()[1:]]
        for name, more in (("text.txt", []), ("mine.jsonl", ["--columns", "source=text"]))
    ]
    assert rows[0] == rows[1] != []


@pytest.mark.parametrize("command", ["difficulty", "conservatism", "report"])
def test_a_missing_reference_is_named(command):
    outcome = run_command([command, "mine.txt", "-s", "text.txt", "-p", "plain"])
    assert outcome.code == 2
    assert "there is no reference\n  give one with -r" in outcome.stderr


def test_two_columns_are_two_outputs_to_compare():
    options = ["-p", "plain", "-m", "EM", "--resamples", "20"]
    columns = "source=text,reference=gold,output=mine,output=other"
    assert printed("compare", "mine.jsonl", "--columns", columns, *options) == printed(
        "compare", "mine.txt", "reference 1.txt", "-n", "mine", "-n", "other", *FILES, *options
    )
    outcome = run_command(["compare", "mine.txt", *FILES, *options])
    assert outcome.code == 2
    assert "redink: error: " in outcome.stderr
