"""`redink annotate`: files in, edits out, whole or not at all."""

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from redink import example
from redink.errors import MissingExtraError
from redink.reading.m2 import parse_m2
from tests.cli.running import click_command, command, environment, names_in, run
from tests.terminal import open_terminal

SOURCE = "He go home .\n\nYes\nI likes tea .\n"
FIRST = "He goes home .\n\nNo\nI like tea .\n"
SECOND = "He go home .\nHello .\n\nI like teas .\n"
M2 = """S He go home .
A 1 2|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||M:OTHER|||Hello .|||REQUIRED|||-NONE-|||1

S Yes
A 0 1|||R:OTHER|||No|||REQUIRED|||-NONE-|||0
A 0 1|||U:OTHER||||||REQUIRED|||-NONE-|||1

S I likes tea .
A 1 2|||R:OTHER|||like|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||like|||REQUIRED|||-NONE-|||1
A 2 3|||R:OTHER|||teas|||REQUIRED|||-NONE-|||1

"""


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / name for name in ("source", "first", "second")]
    for path, text in zip(paths, (SOURCE, FIRST, SECOND), strict=True):
        path.write_text(text)
    return paths


def annotate(*arguments, **more):
    finished = run("annotate", *arguments, "-p", "plain", **more)
    assert (finished.returncode, finished.stderr) == (0, b"")
    return finished.stdout.decode()


def test_several_corrections_are_several_annotators(files):
    assert annotate(*files) == M2


def test_text_does_not_pass_for_parquet(files, tmp_path):
    finished = run("annotate", *files, "-p", "plain", "-o", tmp_path / "edits.parquet")
    assert finished.returncode == 2
    assert b"add --format parquet" in finished.stderr
    assert not (tmp_path / "edits.parquet").exists()


def test_a_file_is_what_standard_output_would_be(files, tmp_path):
    assert annotate(*files, "-o", tmp_path / "out.m2") == ""
    assert (tmp_path / "out.m2").read_text() == M2


def test_any_number_of_jobs_gives_the_same_bytes(files):
    for path in files:
        path.write_text(path.read_text() * 200)
    assert annotate(*files) == annotate(*files, "--jobs", "2") == annotate(*files, "-j", "0") == M2 * 200


def test_one_token_and_empty_files(files):
    for path, text in zip(files, ("a\n", "b\n", "a\n"), strict=True):
        path.write_text(text)
    assert annotate(*files).startswith("S a\nA 0 1|||R:OTHER|||b|||")
    for path in files:
        path.write_text("")
    for jobs in ("1", "2"):
        assert annotate(*files, "-j", jobs) == ""
    assert annotate(*files, "-f", "json") == ""


def test_gzip_and_standard_input(files):
    source, first, second = files
    second.write_bytes(gzip.compress(SECOND.encode()))
    assert annotate(source, "-", second, stdin=FIRST.encode()) == M2
    assert annotate("-", first, second, stdin=gzip.compress(SOURCE.encode())) == M2


def test_standard_input_only_once():
    finished = run("annotate", "-", "-", "-p", "plain")
    assert finished.returncode == 3
    assert b"only one file can be read from standard input" in finished.stderr


def test_the_first_suspicious_line_of_unequal_files_is_named(files, tmp_path):
    source, correction, _ = files
    lines = ["The cat sleeps .\n", "We ate rice .\n", "Nobody knows why !\n", "It rains a lot .\n", "Good bye .\n"]
    source.write_text("".join(lines))
    correction.write_text("".join(lines[:2] + lines[3:]))
    finished = run("annotate", source, correction, "-p", "plain", "-o", tmp_path / "out.m2")
    assert finished.returncode == 3
    assert f"{correction}:3: 4 lines, but {source} has 5".encode() in finished.stderr
    assert not (tmp_path / "out.m2").exists()


def test_an_old_file_stays_when_something_goes_wrong(files, tmp_path):
    (tmp_path / "out.m2").write_text("old")
    files[1].write_bytes(b"a\n\xff\n")
    finished = run("annotate", *files, "-p", "plain", "-o", tmp_path / "out.m2")
    assert finished.returncode == 3
    assert f"{files[1]}:2: not UTF-8".encode() in finished.stderr
    assert (tmp_path / "out.m2").read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"source", "first", "second", "out.m2"}


def test_missing_files_have_code_3(files, tmp_path):
    for arguments in ((tmp_path / "absent", files[0]), (files[0], tmp_path / "absent"), (tmp_path, files[0])):
        finished = run("annotate", *arguments, "-p", "plain")
        assert finished.returncode == 3, arguments
        assert b"redink: error:" in finished.stderr


def test_a_name_too_long_for_any_file_has_code_3():
    """Found here: it was a crash, since asking whether such a file exists is an error of the system."""
    finished = run("annotate", "long " * 80, "x", "-p", "plain")
    assert finished.returncode == 3
    assert b"File name too long" in finished.stderr


def test_json_is_one_object_a_sentence(files):
    lines = [json.loads(line) for line in annotate(*files, "-f", "json").splitlines()]
    assert [line["tokens"] for line in lines] == [text.split() for text in SOURCE.splitlines()]
    assert lines[0]["corrections"] == [
        {
            "annotator": 0,
            "edits": [{"start": 1, "end": 2, "source": "go", "correction": "goes", "type": "R:OTHER"}],
        },
        {"annotator": 1, "edits": []},
    ]


def test_tsv_has_a_header_and_a_row_an_edit(files):
    header, *rows = (line.split("\t") for line in annotate(*files, "-f", "tsv").splitlines())
    assert header == ["sentence", "annotator", "start", "end", "source", "correction", "type", "text"]
    assert len(rows) == 7
    assert rows[0] == ["1", "0", "1", "2", "go", "goes", "R:OTHER", "He go home ."]


def test_running_text_keeps_character_offsets(files):
    source, correction, _ = files
    source.write_text("I  cant swim, but he cans.\n")
    correction.write_text("I can't swim, but he can.\n")
    (line,) = annotate(source, correction, "--tokenise", "generic", "-f", "json").splitlines()
    record = json.loads(line)
    assert record["tokens"] == ["I", "cant", "swim", ",", "but", "he", "cans", "."]
    edits = record["corrections"][0]["edits"]
    assert [(edit["characters"], edit["correction"]) for edit in edits] == [([3, 7], "can't"), ([21, 25], "can")]


def test_merging_and_costs_reach_the_annotator(files):
    source, correction, _ = files
    source.write_text("a b c d\n")
    correction.write_text("b a x d\n")
    counts = {
        options: annotate(source, correction, *options).count("\nA ")
        for options in (("--merge", "all-split"), ("--merge", "all-split", "--levenshtein"), ("--merge", "all-merge"))
    }
    assert list(counts.values()) == [2, 3, 1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--errant-compat", "--tokenise", "en"), b"--errant-compat works on tokenised text"),
        (("--merge", "none"), b"all-split"),
        (("-f", "xml"), b"json"),
        (("-j", "-1"), b"--jobs"),
    ],
)
def test_options_that_make_no_sense_have_code_2(files, options, words):
    finished = run("annotate", *files, *options, "-p", "plain")
    assert finished.returncode == 2
    assert words in finished.stderr


def test_english_is_classified_without_any_option(files):
    finished = run("annotate", *files)
    assert finished.returncode == 0
    assert b"A 1 2|||R:VERB:SVA|||goes|||" in finished.stdout


def test_errant_names_the_types(files, run_with_errant):
    lines = run_with_errant("annotate", *files).splitlines()
    types = [line.split("|||")[1] for line in lines if line.startswith("A")]
    assert types[0] == "R:VERB:SVA"
    assert types[-1] == "R:NOUN:NUM"


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_an_interrupted_run_leaves_no_half_file(files, tmp_path, sign):
    source, output = files[0], tmp_path / "folder" / "out.m2"
    output.parent.mkdir()
    source.write_text("a b c\n" * 2000)
    process = subprocess.Popen(
        command("annotate", source, "-", "-p", "plain", "-o", output),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdin.write(b"a b d\n" * 1000)
    process.stdin.flush()
    wait_until_something_is_written(output.parent)
    process.send_signal(sign)
    _, complaints = process.communicate(timeout=30)
    assert not output.exists()
    assert b"Traceback" not in complaints
    assert process.returncode == (130 if sign == signal.SIGINT else -sign)
    if sign == signal.SIGINT:
        assert list(output.parent.iterdir()) == []


def wait_until_something_is_written(folder):
    end = time.monotonic() + 30
    while not any(path.stat().st_size for path in folder.iterdir()):
        assert time.monotonic() < end, "nothing was written"
        time.sleep(0.02)


def test_a_reader_who_has_had_enough_is_no_failure(files):
    files[0].write_text("a b c\n" * 20_000)
    process = subprocess.Popen(
        command("annotate", files[0], files[0], "-p", "plain"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdout.readline()
    process.stdout.close()
    with process.stderr as complaints:
        assert complaints.read() == b""
    assert process.wait(timeout=30) == 0


def test_a_terminal_sees_a_bar_and_a_quiet_user_nothing(files):
    shown = {}
    for options in ((), ("-q",)):
        screen, theirs = open_terminal()
        subprocess.run(
            command("annotate", *files, "-p", "plain", *options),
            stdout=subprocess.DEVNULL,
            stderr=theirs,
            env=environment(TERM="xterm"),
            timeout=60,
            check=True,
        )
        os.set_blocking(screen, False)
        os.close(theirs)
        try:
            shown[options] = os.read(screen, 100_000)
        except OSError:  # nothing was ever written
            shown[options] = b""
        os.close(screen)
    assert b"annotating" in shown[()]
    assert b"4/4" in shown[()]
    assert shown[("-q",)] == b""


def test_bars_that_m2_would_misread_are_refused(files, tmp_path):
    files[1].write_text("He || go home .\n\nNo\nI like tea .\n")
    finished = run("annotate", *files[:2], "-p", "plain", "-o", tmp_path / "out.m2")
    assert finished.returncode == 3
    assert not (tmp_path / "out.m2").exists()
    assert '"correction":"||"' in annotate(*files[:2], "-f", "json")


def test_blocks_are_what_our_reader_reads(files):
    sentences = list(parse_m2(annotate(*files).splitlines()))
    assert [len(sentence.tokens) for sentence in sentences] == [4, 0, 1, 4]


def test_bug_shifted_lines_were_annotated_silently(tmp_path):
    for name in ("source.txt", "systems/strong.txt"):
        lines = example.path(name).read_text().splitlines()
        shifted = lines[1:] + lines[:1] if "strong" in name else lines
        (tmp_path / Path(name).name).write_text("\n".join(shifted) + "\n")
    source, shifted, output = tmp_path / "source.txt", tmp_path / "strong.txt", tmp_path / "x.m2"
    finished = run("annotate", source, shifted, "-p", "plain", "-o", output)
    assert finished.returncode == 3
    assert b"all lines belong to source lines that stand 1 line later" in finished.stderr
    assert not output.exists()
    finished = run("annotate", source, shifted, "-p", "plain", "-o", output, "--errant-compat")
    assert finished.returncode == 0
    assert b"warning: " in finished.stderr
    assert b"all lines belong to source lines that stand 1 line later" in finished.stderr
    assert output.exists()


def test_other_oddities_are_warnings_without_options_that_annotate_lacks(tmp_path):
    lines = example.path("source.txt").read_text().splitlines()
    odd = [f"Corrected: {line}" for line in lines[:50]]
    odd += [line.replace(" ", "\u200b ") + " </s>" for line in lines[50:]]
    (tmp_path / "odd.txt").write_text("\n".join(odd) + "\n")
    finished = run("annotate", example.path("source.txt"), tmp_path / "odd.txt", "-p", "plain", "-o", tmp_path / "x.m2")
    assert finished.returncode == 0
    assert b"odd.txt:1: 50 of 175 lines begin with 'Corrected:'" in finished.stderr
    assert b"invisible characters" in finished.stderr
    assert b"125 of 175 lines end with '</s>', which the source does not have; take it away\n" in finished.stderr
    assert b"--clean" not in finished.stderr
    assert b"--normalise" not in finished.stderr


def test_bug_parquet_without_pyarrow_failed_after_the_work_and_left_files(files, monkeypatch, tmp_path):
    monkeypatch.setattr("redink.cli.annotate.find_spec", lambda _: None)
    before = names_in(tmp_path)
    arguments = [*map(str, files), "-o", str(tmp_path / "a.parquet"), "-f", "parquet"]
    found = CliRunner().invoke(click_command("annotate"), arguments)
    assert isinstance(found.exception, MissingExtraError)
    assert names_in(tmp_path) == before
