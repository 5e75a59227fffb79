"""Inputs that once ended with "this should not happen" (exit code 70): each is now bad input, with place and remedy.

A mutation of valid inputs found them (fuzz/commands.py). Here each has a name, and a test that failed before.
"""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fuzz.commands import EXITS, run_command
from redink import example
from tests.cli.running import command, environment

ROOT = Path(__file__).parents[2]
DATA = ["-s", "source.txt", "-r", "minimal.txt", "-p", "plain"]
DEEP = b"[" * 100_000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    names = {"source": "source", "minimal": "reference-minimal", "strong": "systems/strong", "rules": "systems/rules"}
    for name, origin in names.items():
        lines = example.path(f"{origin}.txt").read_bytes().splitlines(keepends=True)
        (tmp_path / f"{name}.txt").write_bytes(b"".join(lines[:4]))
    return tmp_path


def made(*arguments):
    outcome = run_command(list(map(str, arguments)))
    assert outcome.code == 0, outcome.stderr
    return outcome


def refused(*arguments, cause, place, code=3):
    outcome = run_command(list(map(str, arguments)))
    assert outcome.code == code, outcome.stderr
    message, _, remedy = outcome.stderr.partition("redink: error: ")[2].partition("\n")
    assert re.search(cause, message)
    assert message.startswith(place)
    assert remedy.strip()


def items(folder):
    made("pairs", "strong.txt", "rules.txt", *DATA, "--unlike", 2, "--like", 2, "-o", "pairs.jsonl")
    return folder / "pairs.jsonl"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["gate", "strong.txt", *DATA, "--against", "deep.json"], "deep.json"),
        (["meta", "deep.json", "--human-scores", "people.tsv"], "deep.json"),
        (["agreement", "deep.json"], "deep.json"),
        (["agreement", "judged.jsonl", "--pairs", "deep.json"], "deep.json"),
        (["judge", "deep.json", "--export", "out.csv"], "deep.json"),
        (["coverage", "deep.json"], "deep.json"),
        (["incentive", ".9,.8", "-c", "deep.json"], "deep.json"),
        (["score", "strong.txt", *DATA, "-m", "EM", "--coverage", "deep.json"], "deep.json"),
        (["difficulty", "strong.txt", *DATA, "--weights", "deep.json"], "deep.json"),
        (["difficulty", "strong.txt", *DATA, "--across", "deep.json"], "deep.json"),
        (["pairs", "strong.txt", *DATA, "--of", "deep.json"], "deep.json"),
        (["ucca", "show", "deep.mrp"], "deep.mrp"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_bug_json_nested_deeply(folder, arguments, name):
    (folder / name).write_bytes(b'{"unknown": ' + DEEP)
    (folder / "people.tsv").write_text("strong\t1\nrules\t2\n")
    (folder / "judged.jsonl").write_text('{"pair": "p0001", "annotator": "a", "answer": ">"}\n')
    refused(*arguments, cause="nested too deeply", place=name)


def test_bug_a_sentence_that_looks_like_deep_json(folder):
    """Not a refusal: a text file may hold anything, and this line is no JSON that we can read."""
    (folder / "strong.txt").write_bytes((DEEP + b"]\n") * 4)
    made("score", "strong.txt", *DATA, "-m", "GLEU", "-o", "out.txt")


def test_bug_a_stray_byte_in_saved_results(folder):
    made("score", "strong.txt", *DATA, "-m", "F0.5", "--save", "saved.json", "-o", "out.txt")
    text = (folder / "saved.json").read_bytes()
    (folder / "saved.json").write_bytes(text.replace(b"strong", b"str\xffng", 1))
    refused("gate", "strong.txt", *DATA, "--against", "saved.json", cause="0xff is not UTF-8", place="saved.json:1")


@pytest.mark.parametrize(("wrong", "cause"), [("99999999999999999999", "64 bits"), ("9" * 5000, "out of range")])
def test_bug_numbers_beyond_64_bits_in_a_file_of_pairs(folder, wrong, cause):
    path = items(folder)
    text = path.read_text()
    path.write_text(re.sub(r'"seed":\d+', f'"seed":{wrong}', text, count=1))
    refused("judge", path.name, "--export", "out.csv", cause=cause, place="pairs.jsonl:1")
    path.write_text(re.sub(r'"sentence":\d+', f'"sentence":{wrong}', text, count=1))
    refused("judge", path.name, "--export", "out.csv", cause=cause, place="pairs.jsonl:2")


@pytest.mark.parametrize(
    ("flags", "cause"), [("7,-3", "a flag is 1 .solved. or 0"), ("1,1", "but 0 systems do not solve it")]
)
def test_bug_flags_that_are_no_flags_changed_a_table(folder, flags, cause):
    path = items(folder)
    text = path.read_text()
    path.write_text(re.sub(r'"level":1,"solved":\[\d,\d\]', f'"level":1,"solved":[{flags}]', text))
    assert path.read_text() != text
    (folder / "judged.jsonl").write_text('{"pair": "p0001", "annotator": "a", "answer": ">"}\n')
    refused("agreement", "judged.jsonl", "--pairs", path.name, cause=cause, place="pairs.jsonl:")


@pytest.mark.usefixtures("folder")
def test_bug_parquet_that_is_not_utf_8():
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    good = pyarrow.array([b"He go .", b"It rains .", b"He g\xff ."]).view(pyarrow.string())
    parquet.write_table(pyarrow.table({"source": good, "target": good}), "text.parquet")
    arguments = ["annotate", "text.parquet", "--columns", "source,target", "-p", "plain"]
    refused(*arguments, cause="column 'source' is not UTF-8: byte 0xff", place="text.parquet, sentence 3")
    score = ["score", "text.parquet", "--columns", "source=source,reference=target,output=target", "-p", "plain"]
    refused(*score, cause="column 'source' is not UTF-8: byte 0xff", place="text.parquet, sentence 3")


@pytest.mark.parametrize("data", [b"", b"PAR1", b"no Parquet at all"])
def test_bug_score_of_damaged_parquet(folder, data):
    pytest.importorskip("pyarrow.parquet")
    (folder / "text.parquet").write_bytes(data)
    refused("score", "text.parquet", "--columns", "output=a", *DATA, cause="not Parquet", place="text.parquet")


def test_bug_a_number_of_thousands_of_digits_in_cherrant(folder):
    (folder / "gold.m2").write_text(f"S a b\nT0-A{'9' * 5000} a c\nA 1 2|||R|||c|||REQUIRED|||-NONE-|||0\n")
    refused("convert", "gold.m2", cause="a line must start with", place="gold.m2:2")


@pytest.mark.parametrize("change", ["shorter", "longer"])
def test_bug_weights_of_another_length_with_mismatches_skip(folder, change):
    made("difficulty", "strong.txt", "rules.txt", *DATA, "--save-weights", "weights.txt", "-o", "out.txt")
    lines = (folder / "weights.txt").read_text().splitlines(keepends=True)
    (folder / "weights.txt").write_text("".join(lines[:-1] if change == "shorter" else [*lines, lines[-1]]))
    arguments = ["difficulty", "strong.txt", *DATA, "--weights", "weights.txt"]
    for more in ([], ["--mismatches", "skip"]):
        outcome = run_command([*arguments, *more])
        assert outcome.code == 3
        assert "sentences, but the corpus has 4" in outcome.stderr
        assert "--mismatches skip" not in outcome.stderr, "it would not help"


def judged(folder):
    path = items(folder)
    names = re.findall(r'"pair":"(\w+)"', path.read_text())
    answers = "".join(f'{{"pair": "{name}", "annotator": "anna", "answer": ">"}}\n' for name in names)
    (folder / "answers.jsonl").write_text(answers)
    made("judge", path.name, "--import", "answers.jsonl", "--export", "out.csv")
    return folder / "pairs.sqlite"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET person = 'nobody'",
        "UPDATE events SET item = 'p9999'",
        "UPDATE events SET answer = 'x'",
        "UPDATE events SET answer = x'ff'",
        "UPDATE events SET answer = CAST(x'ff' AS TEXT)",
        "UPDATE events SET kind = 'other'",
        "UPDATE events SET pass = 'two'",
        "UPDATE events SET pass = 0",
        "UPDATE events SET seconds = 9e999",
        "UPDATE events SET seconds = 'long'",
        "UPDATE people SET name = x'00'",
        "UPDATE people SET name = CAST(x'ff' AS TEXT)",
        "DELETE FROM people",
        "DELETE FROM settings WHERE name = 'secret'",
        "DELETE FROM settings WHERE name = 'tasks'",
        "UPDATE settings SET value = x'ff' WHERE name = 'secret'",
        "ALTER TABLE events DROP COLUMN note",
    ],
)
def test_bug_a_store_that_was_changed(folder, statement):
    path = judged(folder)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for trigger in ("events_stay", "events_are_kept", "people_stay", "people_are_kept"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement)
    refused("judge", "pairs.jsonl", "--export", "again.csv", cause="judgements", place="pairs.sqlite")


def test_bug_a_store_with_a_damaged_page(folder):
    path = judged(folder)
    whole = path.read_bytes()
    codes = set()
    for place in range(0, len(whole), 512):
        path.write_bytes(whole[:place] + b"\xa5" * 512 + whole[place + 512 :])
        for other in ("-wal", "-shm"):
            (folder / f"pairs.sqlite{other}").unlink(missing_ok=True)
        outcome = run_command(["judge", "pairs.jsonl", "--import", "answers.jsonl", "--export", "again.csv"])
        assert outcome.code in (0, 3), outcome.stderr
        codes.add(outcome.code)
    assert codes == {0, 3}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_bug_file_names_that_are_not_utf_8(folder):
    odd = os.fsdecode(b"str\xffng.txt")
    try:
        (folder / odd).write_bytes((folder / "strong.txt").read_bytes())
    except OSError:
        pytest.skip("this file system has no such names")
    for more in (["-f", "json"], ["--save", "saved.json"], ["-f", "table"]):
        refused("score", odd, *DATA, *more, cause="not UTF-8", place="str\\xffng.txt")
    refused("report", odd, *DATA, "-o", "report.html", cause="not UTF-8", place="str\\xffng.txt")
    made("score", odd, *DATA, "--name", "strong", "-f", "json")
    refused("score", odd, *DATA, "--name", os.fsdecode(b"\xff"), "-f", "json", cause="not UTF-8", place="<arguments>")


CLOSED = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"


@pytest.mark.parametrize(
    ("stream", "arguments", "code", "said"),
    [
        (1, ["explain", "He go .", "He goes ."], 3, b"<stdout>: cannot write"),
        (1, ["--version"], 3, b"<stdout>: cannot write"),
        (1, ["explain", "He go .", "He goes .", "-o", "out.txt"], 0, b""),
        (0, ["convert", "-"], 3, b"<stdin>: cannot read"),
        (2, ["convert", "nowhere.m2"], 3, b""),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bug_closed_streams(stream, arguments, code, said):
    finished = subprocess.run(
        [sys.executable, "-c", CLOSED, str(stream), *command(*arguments)[1:]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert finished.returncode == code, finished.stderr
    assert said in finished.stderr
    assert b"Traceback" not in finished.stderr


@pytest.mark.parametrize("address", ["tls://127.0.0.1:1", "ucx://127.0.0.1:1", "tcp://", "nonsense://x"])
@pytest.mark.usefixtures("folder")
def test_bug_a_cluster_that_dask_cannot_reach(address):
    """Its half-made client wrote a traceback at the end of the process; a process of its own shows that."""
    pytest.importorskip("distributed")
    finished = subprocess.run(
        command("annotate", "source.txt", "minimal.txt", "-p", "plain", "--cluster", address),
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert finished.returncode == 3, finished.stderr
    assert address in finished.stderr.decode()
    assert b"Traceback" not in finished.stderr


def test_a_short_run_of_the_fuzzer():
    """The same inputs every time; `python -m fuzz.commands --inputs 200000` looks further."""
    finished = subprocess.run(
        [sys.executable, "-m", "fuzz.commands", "--inputs", "200"],
        capture_output=True,
        cwd=ROOT,
        env=environment(PYTHONPATH=f"{ROOT / 'src'}:{ROOT}"),
        check=False,
    )
    assert finished.returncode == 0, finished.stdout.decode()
    codes = {int(code) for code in re.findall(rb"(-?\d+): \d+", finished.stdout)}
    assert {0, 3} <= codes <= EXITS
