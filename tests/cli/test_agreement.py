"""`redink agreement` as users run it, on the bundled judgements."""

import json

import pytest

from redink import example
from tests.cli.running import run

JUDGEMENTS = example.path("judgements.jsonl")
SYSTEMS = [example.path(f"systems/{name}.txt") for name in example.SYSTEMS]
CORPUS = ("--source", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    assert run("pairs", *SYSTEMS, *CORPUS, "--of", JUDGEMENTS, "-o", path).returncode == 0
    return path


def test_people_alone():
    finished = run("agreement", JUDGEMENTS)
    assert finished.returncode == 0, finished.stderr
    text = finished.stdout.decode()
    assert "hand-1–hand-2   60       39   65.00" in text
    assert "Table 2" not in text


def test_people_and_machine_with_a_page(pairs, tmp_path):
    page = tmp_path / "page.html"
    finished = run("agreement", JUDGEMENTS, "--pairs", pairs, "--page", page)
    assert finished.returncode == 0, finished.stderr
    text = finished.stdout.decode()
    for title in ("Table 2", "Table 3", "Table 4", "Table 5", "Figure 1", "Figure 2", "How people judged"):
        assert title in text
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 2
    assert "Agreement on difficulty" in html


@pytest.mark.parametrize("form", ["tsv", "json", "md", "latex"])
def test_forms(form, pairs):
    finished = run("agreement", JUDGEMENTS, "--pairs", pairs, "-f", form, "--strength", "level", "--types", "first")
    assert finished.returncode == 0, finished.stderr
    if form == "json":
        record = json.loads(finished.stdout)
        assert record["agreements"][0]["agreed"] == 39
        assert record["signature"]["types"] == "first"


def test_several_files_and_tasks_together(tmp_path):
    lines = JUDGEMENTS.read_text(encoding="utf-8").splitlines(keepends=True)
    files = [tmp_path / "anna.jsonl", tmp_path / "ben.jsonl", tmp_path / "rated.jsonl"]
    files[0].write_text("".join(line for line in lines if "hand-1" in line), encoding="utf-8")
    files[1].write_text("".join(line for line in lines if "hand-2" in line), encoding="utf-8")
    files[2].write_text(
        "".join(
            f'{{"item": "{item}", "annotator": "{who}", "answer": "{answer}"}}\n'
            for item, who, answer in (
                ("r1", "a", "good"),
                ("r1", "b", "bad"),
                ("v1", "a", "yes"),
                ("c1", "a", "He goes ."),
            )
        ),
        encoding="utf-8",
    )
    finished = run("agreement", *files)
    assert finished.returncode == 0, finished.stderr
    text = finished.stdout.decode()
    for title in ("Agreement (Table 3)", "Ratings by rater", "Votes by rater", "Corrections by sentence", "OVERALL"):
        assert title in text
    both = json.loads(run("agreement", *files, "-f", "json").stdout)
    assert [one["signature"]["measures"] for one in both] == ["agreement", "agreement rating", "agreement valid"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no judgements in this file"), ('{"pair": 1}', "x.jsonl:1"), ("a,b\n", "no column 'left'")],
)
def test_faults(text, said, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    finished = run("agreement", path)
    assert (finished.returncode, finished.stdout) == (3, b"")
    assert said in finished.stderr.decode()


def test_judgements_of_other_pairs(pairs, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"pair": "q", "annotator": "a", "answer": "<"}\n', encoding="utf-8")
    finished = run("agreement", path, "--pairs", pairs)
    assert finished.returncode == 3
    assert "not among the pairs" in finished.stderr.decode()
