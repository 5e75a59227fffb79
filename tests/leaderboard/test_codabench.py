"""The Codabench bundle, and its scoring program called as the platform calls it: good, bad and hostile submissions."""

import gzip
import io
import json
import shutil
import subprocess
import sys
import zipfile

import pytest

import redink
from redink.leaderboard.codabench import bundle, score_folder
from redink.leaderboard.task import read_task
from redink.scoring.names import lower_is_better, measure_names
from tests.leaderboard.tasks import lines, make_task

GOOD = "".join(lines("systems/strong.txt"))


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """Unpack a bundle as the platform does: /app/program, /app/input/ref; submissions go to /app/input/res."""
    root = tmp_path_factory.mktemp("platform")
    path = bundle(read_task(make_task(root / "task", teams=())), root / "bundle.zip")
    with zipfile.ZipFile(path) as packed:
        packed.extractall(root / "bundle")
    for archive, place in (("scoring_program", "app/program"), ("reference_data", "app/input/ref")):
        with zipfile.ZipFile(root / "bundle" / f"{archive}.zip") as packed:
            packed.extractall(root / place)
    return root / "app"


def submitted(app, tmp_path, files):
    """Lay out what the platform gives the program; the references are shared."""
    given = tmp_path / "input"
    given.mkdir()
    (given / "ref").symlink_to(app / "input/ref")
    (given / "res").mkdir()
    for name, content in files.items():
        (given / "res" / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return given, tmp_path / "output"


def test_the_bundle_is_complete(app):
    folder = app.parent / "bundle"
    competition = json.loads((folder / "competition.yaml").read_text())
    assert competition["version"] == 2
    for name in (competition["image"], competition["terms"], competition["pages"][0]["file"]):
        assert (folder / name).is_file()
    (task,) = competition["tasks"]
    assert all((folder / task[name]).is_file() for name in ("reference_data", "scoring_program"))
    for phase in competition["phases"]:
        assert phase["tasks"] == [task["index"]]
        assert phase["max_submissions_per_day"] == 5
        assert (folder / phase["starting_kit"]).is_file()
    assert [column["key"] for column in competition["leaderboards"][0]["columns"]] == ["F0_5", "GLEU"]
    assert (folder / "logo.png").read_bytes().startswith(b"\x89PNG")
    with zipfile.ZipFile(folder / "starting_kit.zip") as kit:
        assert sorted(kit.namelist()) == ["README.md", "source.txt", "task.toml"]
        assert "references" not in kit.read("task.toml").decode()


def test_the_program_scores_as_redink_does(app, tmp_path):
    given, output = submitted(app, tmp_path, {"output.txt": GOOD})
    command = (app / "program/metadata.yaml").read_text().removeprefix("command: ").split()
    assert command == ["python3", "score.py", "/app/input/", "/app/output/"]
    subprocess.run([sys.executable, command[1], f"{given}/", f"{output}/"], cwd=app / "program", check=True)
    scores = json.loads((output / "scores.json").read_text())
    data = redink.read(
        [given / "res/output.txt"],
        source=app / "input/ref/source.txt",
        references=sorted((app / "input/ref").glob("reference*")),
    )
    expected = redink.score(data, ["F0.5", "GLEU"], pipeline="plain")
    assert scores == {
        "F0_5": round(expected["output", "F0.5"].value, 4),
        "GLEU": round(expected["output", "GLEU"].value, 4),
    }
    page = (output / "detailed_results.html").read_text()
    assert "this submission" in page
    assert no_leak(page)


def no_leak(text):
    known = set(lines("source.txt")) | set(lines("systems/strong.txt"))
    secrets = [
        line.strip() for name in ("minimal", "fluent") for line in lines(f"reference-{name}.txt") if line not in known
    ]
    assert len(secrets) > 10
    return not any(secret in text for secret in secrets)


BOMB = io.BytesIO()
with zipfile.ZipFile(BOMB, "w", zipfile.ZIP_DEFLATED) as _packed:
    _packed.writestr("output.txt", b"0" * 10_000_000)

BAD = {
    "nothing": {},
    "another name": {"a.txt": GOOD, "b.txt": GOOD},
    "too short": {"output.txt": GOOD.split("\n", 1)[1]},
    "empty": {"output.txt": ""},
    "not UTF-8": {"output.txt": b"\xff\xfe" + GOOD.encode()},
    "gzip": {"output.txt": gzip.compress(b"0" * 10_000_000)},
    "zip": {"output.txt": BOMB.getvalue()},
    "one huge line": {"output.txt": "x " * 1_000_000 + "\n" + GOOD.split("\n", 1)[1]},
    "markup": {"output.txt": "<script>alert(1)</script>\n" * 3},
}


@pytest.mark.parametrize("case", BAD)
def test_bad_submissions_are_refused_with_a_reason(app, tmp_path, capfd, case):
    given, output = submitted(app, tmp_path, BAD[case])
    assert score_folder(given, output) == 1
    said = capfd.readouterr().err + (output / "detailed_results.html").read_text()
    assert "could not be scored" not in said
    assert not (output / "scores.json").exists()
    assert "<script>" not in said
    assert no_leak(said)
    assert str(app) not in said


def test_a_link_to_the_references_is_refused(app, tmp_path, capfd):
    given, output = submitted(app, tmp_path, {})
    (given / "res/output.txt").symlink_to(app / "input/ref/reference0.txt")
    assert score_folder(given, output) == 1
    assert "not a link" in capfd.readouterr().err


@pytest.mark.parametrize(
    "line", ["NaN", "<img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "\x00\x1b[31m", "−1e999"]
)
def test_odd_text_is_scored_and_shown_nowhere(app, tmp_path, line):
    texts = [*lines("systems/strong.txt")[:-1], line + "\n"]
    given, output = submitted(app, tmp_path, {"output.txt": "".join(texts)})
    assert score_folder(given, output) in (0, 1)
    page = (output / "detailed_results.html").read_text()
    assert "onerror" not in page
    assert no_leak(page)
    if (output / "scores.json").exists():
        assert all(0 <= value <= 1 for value in json.loads((output / "scores.json").read_text()).values())


def test_what_is_odd_about_references_is_not_said(app, tmp_path):
    """Warnings about references went to the log that teams can read."""
    given, output = submitted(app, tmp_path, {"output.txt": GOOD})
    (given / "ref").unlink()
    shutil.copytree(app / "input/ref", given / "ref")
    shutil.copy(given / "ref/reference0.txt", given / "ref/reference1.txt")
    program = [sys.executable, "score.py", f"{given}/", f"{output}/"]
    said = subprocess.run(program, cwd=app / "program", check=True, capture_output=True, text=True)
    assert said.stdout + said.stderr == ""


def test_a_measure_for_which_less_is_better_is_sorted_so(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    fault = next(name for name in measure_names() if lower_is_better(name))
    text = (folder / "task.toml").read_text(encoding="utf-8").replace("GLEU", fault)
    (folder / "task.toml").write_text(text, encoding="utf-8")
    with zipfile.ZipFile(bundle(read_task(folder), tmp_path / "bundle.zip")) as packed:
        competition = json.loads(packed.read("competition.yaml"))
    assert [column["sorting"] for column in competition["leaderboards"][0]["columns"]] == ["desc", "asc"]


def test_a_failure_while_scoring_quotes_nothing(app, tmp_path, capfd, monkeypatch):
    given, output = submitted(app, tmp_path, {"output.txt": GOOD})

    def fails(*_):
        raise ValueError(lines("reference-minimal.txt")[1])

    monkeypatch.setattr("redink.leaderboard.codabench.Counting.count", fails)
    assert score_folder(given, output) == 1
    said = capfd.readouterr().err + (output / "detailed_results.html").read_text()
    assert "ask the organisers" in said
    assert no_leak(said)
