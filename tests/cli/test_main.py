"""The command line as a whole: exit codes, streams, messages, and what it imports."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from redink.cli.building import _WRITTEN
from redink.cli.main import redink as group
from redink.signature import Signature
from redink.version import __version__
from tests.cli.running import command, environment, names_in, run, run_python
from tests.terminal import open_terminal

BLOCK = "S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n"
HEAVY = ("spacy", "scipy", "scipy.stats", "jinja2", "rich", "numpy", "nltk", "rapidfuzz", "msgspec")


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(BLOCK)
    return path


def commands():
    """Give all commands by name; of a command that is a group, those inside it (`ucca show`)."""
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    inner = {
        f"{name} {part}": command
        for name, one in found.items()
        if isinstance(one, click.Group)
        for part, command in one.commands.items()
    }
    return {name: one for name, one in found.items() if not isinstance(one, click.Group)} | inner


def test_help_goes_to_standard_output_with_code_0():
    for option in ("--help", "-h"):
        finished = run(option)
        assert (finished.returncode, finished.stderr) == (0, b"")
        assert b"Examples:" in finished.stdout
        assert b"convert" in finished.stdout


def test_a_slip_in_the_name_of_a_command_is_met_with_the_nearest():
    finished = run("scor")
    assert finished.returncode == 2
    assert b"No such command 'scor'. Did you mean score?" in finished.stderr


def test_bug_an_unknown_measure_after_others_was_looked_for_as_a_file():
    finished = run("score", "o.txt", "-s", "s.txt", "-r", "r.txt", "-m", "F0.5", "BLEU")
    assert finished.returncode == 2
    assert b"'BLEU' after -m is neither a measure nor a file" in finished.stderr


def test_the_version_is_a_signature():
    finished = run("--version")
    assert finished.returncode == 0
    signature = Signature.parse(finished.stdout.decode().strip())
    assert signature.to_dict()["redink"] == __version__


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["convert"],
        ["convert", "--nonsense", "x"],
        ["convert", "x", "-f", "pdf"],
        ["convert", "x", "-a", "one"],
        ["main"],
        ["options"],
        [],
    ],
)
def test_wrong_usage_has_code_2_and_speaks_on_standard_error(arguments):
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == b""
    assert b"Usage: redink" in finished.stderr
    assert b"Traceback" not in finished.stderr


def test_bad_input_has_code_3_and_names_file_and_line(tmp_path):
    path = tmp_path / "bad.m2"
    path.write_text("S He go\nA 1 9|||R|||x|||REQUIRED|||-NONE-|||0\n")
    finished = run("convert", path)
    assert (finished.returncode, finished.stdout) == (3, b"")
    first, second = finished.stderr.decode().splitlines()
    assert first == f"redink: error: {path}:2: the span 1 9 does not fit a sentence of 2 tokens"
    assert second.startswith("  spans count tokens from 0")


def test_a_missing_file_has_code_3(tmp_path):
    finished = run("convert", tmp_path / "absent.m2")
    assert finished.returncode == 3
    assert b"absent.m2: no such file\n  check the path" in finished.stderr
    assert b"Traceback" not in finished.stderr


@pytest.mark.parametrize("output", [[], ["-o"]])
def test_an_interrupt_has_code_130_and_leaves_nothing_behind(tmp_path, output):
    folder = tmp_path / "out"
    folder.mkdir()
    pipe = tmp_path / "pipe.m2"
    os.mkfifo(pipe)
    arguments = ["convert", pipe, *(["-o", folder / "x"] if output else [])]
    process = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    with pipe.open("w") as writer:  # opens only once redink has begun to read
        writer.write(BLOCK)
        writer.flush()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().strip() == "redink: interrupted"
    assert names_in(folder) == []


def test_bug_a_closed_pipe_had_the_code_of_a_failed_gate(tmp_path):
    path = tmp_path / "long.m2"
    path.write_text(BLOCK * 20_000)
    process = subprocess.Popen(
        command("convert", path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout.readline() == b"He goes home .\n"
    process.stdout.close()  # as `| head -1` does
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


def test_a_pipe_closed_before_the_first_byte_is_silent_too(gold):
    reader, writer = os.pipe()
    os.close(reader)
    finished = subprocess.run(
        command("convert", gold),
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (finished.returncode, finished.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_bug_a_full_disk_behind_standard_output_was_called_our_fault(gold):
    with Path("/dev/full").open("wb") as full:
        finished = subprocess.run(
            command("convert", gold),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    assert finished.returncode == 3
    assert b"cannot write" in finished.stderr
    assert b"Exception" not in finished.stderr


def test_bug_text_beyond_the_terminals_encoding_was_called_our_fault(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text("S na\u00efve \u4e2d\u6587\n\n", encoding="utf-8")
    finished = run("convert", path, env={"PYTHONIOENCODING": "ascii"})
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert finished.stdout.decode("utf-8") == "na\u00efve \u4e2d\u6587\n"


def seen_on_a_terminal(*arguments, **changes):
    leader, follower = open_terminal()
    finished = subprocess.run(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=follower,
        env=environment(**changes),
        timeout=60,
        check=False,
    )
    os.close(follower)
    shown = os.read(leader, 10_000)
    os.close(leader)
    assert finished.returncode == 3
    return shown


def test_bug_no_color_was_not_respected():
    assert b"\x1b[" in seen_on_a_terminal("convert", "absent.m2", TERM="xterm")
    assert b"\x1b[" not in seen_on_a_terminal("convert", "absent.m2", TERM="xterm", NO_COLOR="1")


def test_a_mistake_of_ours_is_named_without_a_traceback():
    code = (
        "import sys; sys.argv = ['redink', 'convert', 'x.m2']\n"
        "import redink.evaluation.edits as edits\n"
        "from redink.cli import main\n"
        "def broken(*a, **k): raise ZeroDivisionError('oops')\n"
        "edits.read_m2 = broken\n"
        "sys.stderr = sys.stdout\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    print(stop.code)\n"
    )
    shown = run_python(code)
    assert "this should not happen: ZeroDivisionError: oops" in shown
    assert "Traceback" not in shown
    assert shown.rstrip().endswith("70")


def test_neither_the_package_nor_its_help_imports_anything_heavy():
    ask = f"print([name for name in {HEAVY!r} if name in sys.modules])"
    assert run_python(f"import sys, redink; {ask}") == "[]\n"
    shown = run_python(
        "import sys; sys.argv = ['redink', '--help']\n"
        "from redink.cli import main\n"
        f"try:\n    main()\nexcept SystemExit:\n    {ask}\n"
    )
    assert shown.splitlines()[-1] == "[]"
    assert "convert" in shown


def test_the_help_names_every_command_once_with_a_whole_sentence():
    shown = run("--help").stdout.decode().partition("Begin:\n")[2].partition("Original programs:\n")[0]
    rows = [line.split()[0] for line in shown.splitlines() if line.startswith("  ") and line[2] != " "]
    assert sorted(rows) == sorted({name.split()[0] for name in commands()})
    assert "..." not in shown
    assert "More:" not in shown, "give the new command its place in redink.cli.main._KINDS"
    assert not any(one.get_short_help_str(limit=200).endswith("al.") for one in commands().values())


@pytest.mark.parametrize("name", commands())
def test_every_command_explains_itself(name):
    one = commands()[name]
    assert "Example" in one.help
    assert f"redink {name}" in one.help
    for parameter in one.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"


@pytest.mark.parametrize("name", commands())
def test_every_command_can_be_quiet_and_shows_its_help(name):
    assert "quiet" in {parameter.name for parameter in commands()[name].params}
    finished = run(*name.split(), "--help")
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert f"Usage: redink {name}".encode() in finished.stdout


@pytest.mark.parametrize(("name", "first"), [("score", "-s -r -m"), ("compare", "-s -r -m"), ("difficulty", "-s -r")])
def test_help_begins_with_the_options_of_every_run(name, first):
    shown = run(name, "--help").stdout.decode().partition("Options:\n")[2]
    options = re.findall(r"^  (-\w)", shown, re.MULTILINE)
    assert options[: len(first.split())] == first.split()


@pytest.mark.parametrize(
    "option",
    ["--name", "--seed", "--resamples", "--test", "--ci", "--cache", "--jobs", "--format", "--output"],
)
def test_an_option_that_means_the_same_everywhere_says_the_same(option):
    found = [one for own in commands().values() for one in own.params if option in one.opts]
    assert len(found) > 1
    assert len({one.help for one in found}) == 1


def test_bug_a_file_to_write_replaced_a_file_to_read(tmp_path):
    source, output = tmp_path / "source.txt", tmp_path / "output.txt"
    source.write_text("He go home .\n")
    output.write_text("He goes home .\n")
    link = tmp_path / "link.txt"
    link.symlink_to(source)
    files = (f"mine={output}", "-s", source, "-r", output)
    for arguments in (
        ("annotate", source, output, "-o", source),
        ("annotate", source, output, "-o", link),
        ("score", *files, "--save", output),
        ("report", *files, "-o", f"{tmp_path}/../{tmp_path.name}/output.txt"),
    ):
        finished = run(*map(str, arguments))
        assert finished.returncode == 2
        assert b"would be overwritten, although this command reads it" in finished.stderr
    twice = run(*map(str, ("score", *files, "--save", tmp_path / "x.json", "-o", tmp_path / "x.json")))
    assert (twice.returncode, b"would be written twice" in twice.stderr) == (2, True)
    assert (source.read_text(), output.read_text()) == ("He go home .\n", "He goes home .\n")


def test_every_option_that_writes_a_file_is_known_to_do_so():
    writes = re.compile(r"(File to write|Write (a |an |the )|(Also s|S)ave )")
    found = {
        option.name
        for command_ in commands().values()
        for option in command_.params
        if isinstance(option, click.Option) and option.metavar == "FILE" and writes.match(option.help or "")
    }
    assert found == set(_WRITTEN)


def test_the_program_ends_at_once_but_writes_everything_and_does_what_was_left_for_its_end():
    code = (
        "import atexit, sys\n"
        "sys.argv = ['redink', '--version']\n"
        "atexit.register(print, 'the end')\n"
        "from redink.__main__ import main\n"
        "main()"
    )
    assert run_python(code).splitlines()[1:] == ["the end"]


def test_the_program_waits_for_threads():
    code = (
        "import sys, threading\n"
        "sys.argv = ['redink', '--version']\n"
        "threading.Thread(target=lambda: (threading.main_thread().join(), print('done'))).start()\n"
        "from redink.__main__ import main\n"
        "main()"
    )
    assert run_python(code).splitlines()[1:] == ["done"]


def test_a_profiler_reports_what_the_program_took():
    asked = [sys.executable, "-m", "cProfile", "-m", "redink", "--version"]
    done = subprocess.run(asked, capture_output=True, env=environment(), check=True, text=True)
    assert "function calls" in done.stdout
