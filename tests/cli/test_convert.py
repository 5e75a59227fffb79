"""`redink convert`: M2 to text, annotators picked out, gaps and clashes spoken of."""

import gzip
import os
import signal
import subprocess

import pytest

from tests.cli.running import command, environment, names_in, run
from tests.shared_files import DATA, needs_shared

M2 = """S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S Fine .
A 0 1|||R:ADJ|||Good|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(M2)
    return path


def test_text_of_annotator_0(gold):
    finished = run("convert", gold)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"He goes home .\nGood .\n", b"")


def test_text_of_another_annotator_with_a_count_of_its_gaps(gold):
    finished = run("convert", gold, "-a", "1", "--absent", "source")
    assert (finished.returncode, finished.stdout) == (0, b"He went home .\nFine .\n")
    shown = finished.stderr.decode()
    assert shown.startswith(f"redink: warning: {gold}: annotator 1 has no line for 1 of 2 sentences")
    assert len(shown.splitlines()) == 1


def test_quiet_keeps_warnings_back_but_not_errors(gold):
    assert run("convert", gold, "-a", "1", "--absent", "source", "-q").stderr == b""
    assert b"annotator 5 has no lines in this file" in run("convert", gold, "-a", "5", "-q").stderr


def test_absent_is_an_error_unless_told_otherwise(gold):
    finished = run("convert", gold, "-a", "1")
    assert finished.returncode == 3
    assert f"{gold}:5: annotator 1 has no line for this sentence".encode() in finished.stderr
    for option in (("--absent", "agree"), ("--preset", "conll14")):
        agreed = run("convert", gold, "-a", "1", *option)
        assert (agreed.stdout, agreed.stderr) == (b"He went home .\nGood .\n", b"")


def test_the_source(gold):
    assert run("convert", gold, "--source").stdout == b"He go home .\nFine .\n"


def test_m2_comes_back_byte_for_byte_and_from_standard_input(gold):
    assert run("convert", gold, "-f", "m2").stdout == M2.encode()
    assert run("convert", "-", "-f", "m2", stdin=gzip.compress(M2.encode())).stdout == M2.encode()


def test_some_annotators_as_m2(gold):
    finished = run("convert", gold, "-f", "m2", "-a", "1", "--absent", "source")
    assert finished.stdout == b"".join(line for line in M2.encode().splitlines(True) if not line.endswith(b"|0\n"))
    assert b"no line for 1 of 2 sentences" in finished.stderr


def test_output_to_a_file(gold, tmp_path):
    finished = run("convert", gold, "-o", tmp_path / "out.txt")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"", b"")
    assert (tmp_path / "out.txt").read_text() == "He goes home .\nGood .\n"
    assert names_in(tmp_path) == ["gold.m2", "out.txt"]


def test_a_file_can_be_converted_onto_itself(gold):
    assert run("convert", gold, "-f", "m2", "-a", "0", "-o", gold).returncode == 0
    assert gold.read_text() == "".join(line for line in M2.splitlines(True) if not line.endswith("|1\n"))


def test_bad_input_leaves_the_old_output(tmp_path):
    bad, out = tmp_path / "bad.m2", tmp_path / "out.txt"
    bad.write_text(M2 + "nonsense\n")
    out.write_text("old")
    finished = run("convert", bad, "-o", out)
    assert finished.returncode == 3
    assert f"{bad}:8: ".encode() in finished.stderr
    assert out.read_text() == "old"
    assert names_in(tmp_path) == ["bad.m2", "out.txt"]


def test_a_kill_in_the_middle_leaves_the_old_output(tmp_path):
    pipe, out = tmp_path / "pipe.m2", tmp_path / "out.txt"
    os.mkfifo(pipe)
    out.write_text("old")
    process = subprocess.Popen(command("convert", pipe, "-o", out), env=environment())
    with pipe.open("w") as writer:
        writer.write(M2 * 10_000)
        writer.flush()
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert out.read_text() == "old"


def test_an_unwritable_place_has_code_3(gold, tmp_path):
    finished = run("convert", gold, "-o", tmp_path / "no" / "out.txt")
    assert finished.returncode == 3
    assert b"cannot write here" in finished.stderr


def test_two_annotators_do_not_fit_into_text(gold):
    finished = run("convert", gold, "-a", "0", "-a", "1")
    assert finished.returncode == 2
    assert b"only one annotator" in finished.stderr


def test_annotators_are_numbered_from_0(gold):
    finished = run("convert", gold, "-a", "-1")
    assert finished.returncode == 2
    assert b"Invalid value for '-a'" in finished.stderr


CLASH = M2.replace("1|||R:ADJ", "2|||R:ADJ").replace("Good|||", "Good !|||") + (
    "S a b c\nA 0 2|||R:X|||x|||REQUIRED|||-NONE-|||0\nA 1 3|||R:X|||y|||REQUIRED|||-NONE-|||0\n\n"
)


def test_clashes_warn_in_m2_lose_the_second_in_text_and_can_be_refused(tmp_path):
    path = tmp_path / "clash.m2"
    path.write_text(CLASH)
    as_m2 = run("convert", path, "-f", "m2")
    assert (as_m2.returncode, as_m2.stdout) == (0, CLASH.encode())
    assert f"{path}:10: annotator 0's edit 1 3 overlaps".encode() in as_m2.stderr
    as_text = run("convert", path)
    assert as_text.stdout.splitlines()[-1] == b"x c"
    assert b"overlaps" in as_text.stderr
    refused = run("convert", path, "--overlaps", "error")
    assert refused.returncode == 3
    assert b"--overlaps first" in refused.stderr


def test_many_warnings_are_cut_short_but_none_of_another_kind_is_lost(tmp_path):
    """Bug: the count of an annotator's gaps was not shown after five warnings about clashes."""
    path = tmp_path / "clash.m2"
    path.write_text(CLASH * 9 + M2)
    shown = run("convert", path, "-a", "0").stderr.decode().splitlines()
    assert len(shown) == 6
    assert shown[-1].endswith("and more of this kind")
    shown = run("convert", path, "-a", "1", "-f", "m2", "--absent", "source").stderr.decode().splitlines()
    assert len(shown) == 7
    assert "annotator 1 has no line for 19 of " in shown[-1]


def test_bug_standard_input_was_called_dash_in_warnings():
    assert (
        b"<stdin>: annotator 1 has no line"
        in run("convert", "-", "-a", "1", "--absent", "source", stdin=M2.encode()).stderr
    )


@pytest.mark.parametrize("more", [["-f", "m2"], ["-a", "1"]])
def test_bug_options_that_contradict_source_were_ignored(gold, more):
    finished = run("convert", gold, "--source", *more)
    assert finished.returncode == 2
    assert b"--source" in finished.stderr


@needs_shared
def test_annotator_1_of_the_combined_file_of_conll_2014():
    combined = DATA / "conll14-official/noalt/official-2014.combined.m2"
    finished = run("convert", combined, "-a", "1", "--absent", "source")
    assert finished.returncode == 0
    assert finished.stdout.count(b"\n") == 1312
    assert b"no line for 88 of 1312 sentences" in finished.stderr
