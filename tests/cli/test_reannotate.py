"""`redink reannotate`: an M2 file in, our edits or our types out."""

import gzip
import json
import signal
import subprocess

import pytest

from tests.cli.running import command, environment, run
from tests.cli.test_annotate import wait_until_something_is_written

M2 = """S He go to home .
A 1 4|||Vform|||goes home|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went|||OPTIONAL|||unsure|||1
A 2 3|||Um||||||REQUIRED|||-NONE-|||1

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Alone .

"""
GOLD = """S He go to home .
A 1 3|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||went|||OPTIONAL|||unsure|||1
A 2 3|||UNK||||||REQUIRED|||-NONE-|||1

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Alone .

"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(M2)
    return path


def reannotate(*arguments, **more):
    finished = run("reannotate", *arguments, "-p", "plain", **more)
    assert (finished.returncode, finished.stderr) == (0, b"")
    return finished.stdout.decode()


def test_gold_keeps_spans_marks_and_the_other_fields(gold):
    assert reannotate(gold, "--gold") == GOLD


def test_auto_finds_spans_anew(gold):
    assert reannotate(gold, "--auto") == GOLD.replace("OPTIONAL|||unsure", "REQUIRED|||-NONE-")


def test_spans_and_types_can_stay(gold):
    assert reannotate(gold, "--gold", "--no-minimise", "--keep-types") == M2
    assert "A 1 4|||R:OTHER|||goes home|||" in reannotate(gold, "--gold", "--no-minimise")
    assert "A 1 3|||Vform|||goes|||" in reannotate(gold, "--gold", "--keep-types")


def test_gzip_standard_input_and_an_output_file(gold):
    assert (
        reannotate(
            "-",
            "--gold",
            stdin=gzip.compress(M2.encode()),
        )
        == GOLD
    )
    assert reannotate(gold, "--gold", "-o", gold) == ""
    assert gold.read_text() == GOLD


def test_json_and_tsv(gold):
    records = [json.loads(line) for line in reannotate(gold, "--auto", "-f", "json").splitlines()]
    assert [len(record["corrections"]) for record in records] == [2, 1, 0]
    header, *rows = reannotate(gold, "--auto", "-f", "tsv").splitlines()
    assert header.startswith("sentence\tannotator\tstart")
    assert len(rows) == 3


def test_merging_reaches_the_annotator(gold):
    assert reannotate(gold, "--auto", "--merge", "all-split").count("\nA ") == 5


def test_a_mode_must_be_chosen(gold):
    finished = run("reannotate", gold, "-p", "plain")
    assert finished.returncode == 2
    assert b"give either --auto" in finished.stderr


def test_bad_m2_is_named_with_its_line(gold, tmp_path):
    gold.write_text(M2 + "S a\nA 0 9|||X|||b|||REQUIRED|||-NONE-|||0\n")
    finished = run("reannotate", gold, "--auto", "-p", "plain", "-o", tmp_path / "out.m2")
    assert finished.returncode == 3
    assert f"{gold}:12: the span 0 9 does not fit".encode() in finished.stderr
    assert not (tmp_path / "out.m2").exists()


def test_of_edits_that_clash_the_first_stays_and_a_warning_says_so(gold):
    gold.write_text("S a b c\nA 0 2|||X|||x|||REQUIRED|||-NONE-|||0\nA 1 3|||X|||y|||REQUIRED|||-NONE-|||0\n\n")
    finished = run("reannotate", gold, "--gold", "-p", "plain")
    assert finished.returncode == 0
    assert b"redink: warning:" in finished.stderr
    assert b"overlaps" in finished.stderr
    assert finished.stdout.decode().count("\nA ") == 1


def test_errant_names_the_types(gold, run_with_errant):
    text = run_with_errant("reannotate", gold, "--gold")
    assert "A 1 2|||R:VERB:TENSE|||went|||OPTIONAL|||unsure|||1" in text.splitlines()


def test_an_interrupted_run_leaves_no_half_file(tmp_path):
    output = tmp_path / "out.m2"
    process = subprocess.Popen(
        command("reannotate", "-", "--auto", "-p", "plain", "-o", output),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdin.write(M2.encode() * 1000)
    process.stdin.flush()
    wait_until_something_is_written(tmp_path)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=30)
    assert (process.returncode, complaints.decode().strip()) == (130, "redink: interrupted")
    assert list(tmp_path.iterdir()) == []
