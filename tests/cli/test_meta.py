"""`redink meta` as users run it."""

import json

import click
import pytest

from tests.cli.running import run

CSV = """srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank
0,j,A,B,1,2
0,j,A,INPUT,1,3
0,j,B,INPUT,2,3
1,j,A,B,2,1
1,j,B,INPUT,1,2
1,j,A,INPUT,1,1
2,j,A,B,1,2
"""
SCORES = "system\tM\tN\nA\t0.3\t1\nB\t0.2\t2\nsource\t0.1\t3\n"


@pytest.fixture
def human(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text(SCORES, encoding="utf-8")
    return path


def test_systems_as_a_table(human, scores):
    finished = run("meta", scores, "--human", human, "--alias", "INPUT=source", "-f", "tsv")
    assert finished.returncode == 0, finished.stderr
    lines = finished.stdout.decode().splitlines()
    assert lines[:2] == ["system\texpected-wins", "A\t0.8333333333333333"]
    assert "M\texpected-wins\t3\t" in finished.stdout.decode()


def test_sentences_rankings_and_json(human, tmp_path):
    sentences = tmp_path / "S.tsv"
    sentences.write_text(
        "".join(f"{name}\t{n}\t{ord(name[0])}\n" for name in ("A", "B") for n in range(3)), encoding="utf-8"
    )
    rankings = ("--ranking", "bradley-terry", "--ranking", "trueskill", "--orders", "2")
    finished = run("meta", sentences, "--human", human, *rankings, "-f", "json", "--without", "INPUT", "--seed", "0")
    assert finished.returncode == 0, finished.stderr
    record = json.loads(finished.stdout)
    assert [one["method"] for one in record["rankings"]] == ["bradley-terry", "trueskill"]
    (found,) = record["sentences"]
    # The measure always prefers B; people preferred A twice of three times.
    assert (found["measure"], found["concordant"], found["discordant"]) == ("S", 1, 2)
    assert found["tau"] == pytest.approx(-1 / 3)


def test_scores_of_people_and_the_bootstrap(scores, tmp_path):
    experts = tmp_path / "experts.tsv"
    experts.write_text("A\t3\nB\t2\nsource\t1\n", encoding="utf-8")
    finished = run("meta", scores, "--human-scores", experts, "--interval", "bootstrap", "-f", "md")
    assert finished.returncode == 0, finished.stderr
    assert "| N | experts | 3 | −1.000" in finished.stdout.decode()


def test_json_of_redink_score_is_read(human, tmp_path):
    made = {
        "systems": [{"name": name, "scores": [{"measure": "M2", "value": v}]} for name, v in (("A", 1), ("B", 0.5))]
    }
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    finished = run("meta", path, "--human", human, "-f", "json")
    assert json.loads(finished.stdout)["systems"][0]["left_out"] == ["INPUT"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, b"no human judgements"),
        (["--human", "missing.xml"], 3, b"no such file"),
        (["--human", "{human}", "--alias", "INPUT"], 2, b"HUMAN=OURS"),
        (["{scores}", "{scores}", "--human", "{human}"], 2, b"two files"),
        (["--human", "{human}", "--level", "1"], 2, b"level"),
    ],
)
def test_what_is_wrong_is_said(human, scores, arguments, code, message):
    finished = run("meta", *(argument.format(human=human, scores=scores) for argument in arguments))
    assert finished.returncode == code
    assert message in finished.stderr
    assert b"Traceback" not in finished.stderr


def test_a_dtd_is_bad_input(tmp_path):
    path = tmp_path / "judgments.xml"
    path.write_text('<!DOCTYPE r [<!ENTITY a "b">]><r/>', encoding="utf-8")
    finished = run("meta", "--human", path)
    assert finished.returncode == 3
    assert b"judgments.xml:1" in finished.stderr


def test_help_explains_every_option_and_has_examples():
    from tests.cli.running import click_command

    params = click_command("meta").params
    unexplained = [one.name for one in params if isinstance(one, click.Option) and not one.help]
    assert unexplained == []
    lines = run("meta", "--help").stdout.decode().splitlines()
    start = lines.index("  Examples:")
    assert lines[start + 2].split() == ["redink", "meta", "scores.json", "--human", "judgments.xml"]
