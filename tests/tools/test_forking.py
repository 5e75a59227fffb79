"""A forked command is a command: the bytes, the exit code, the folder and the variables of a process of its own."""

import os
import signal
import subprocess

import pytest

from redink import example
from tests.cli.running import command, environment
from tools.forking import Forked, run_forked

M2 = b"S He go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n"


@pytest.mark.parametrize(
    ("arguments", "stdin", "variables", "code"),
    [
        (["explain", "He go é .", "He goes é ."], b"", {}, 0),
        (["annotate", "a.txt", "b.txt"], b"", {"NO_COLOR": "1"}, 0),
        (["convert", "-"], M2, {}, 0),
        (["annotate", "a.txt", "nowhere.txt"], b"", {}, 3),
        (["scroe"], b"", {}, 2),
        (["explain", "a", "b"], b"", {"PYTHONIOENCODING": "latin-1", "LC_ALL": "C"}, 0),
        (["annotate", "a.txt", "b.txt", "-j", "2", "-o", "out.m2"], b"", {}, 0),
    ],
)
def test_it_is_as_a_fresh_process(arguments, stdin, variables, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("He go home .\n" * 3)
    (tmp_path / "b.txt").write_text("He goes home .\n" * 3)
    all_variables = environment(**variables)
    fresh = subprocess.run(command(*arguments), input=stdin, capture_output=True, env=all_variables, check=False)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "out.m2").unlink(missing_ok=True)
    forked = run_forked(arguments, all_variables, stdin=stdin, folder=tmp_path)
    assert (forked.returncode, forked.stdout, forked.stderr) == (fresh.returncode, fresh.stdout, fresh.stderr)
    assert fresh.returncode == code
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_it_has_the_numbers_of_a_fresh_process():
    """A forked process has the example analysed before it begins."""
    arguments = ["score", "systems/strong.txt", "-s", "source.txt", "-r", "reference-fluent.txt", "-m", "F0.5", "M2"]
    arguments += ["--by", "type", "-f", "json"]
    folder = example.path("")
    fresh = subprocess.run(command(*arguments), capture_output=True, env=environment(), cwd=folder, check=True)
    assert run_forked(arguments, environment(), folder=folder).stdout == fresh.stdout


def test_one_command_leaves_nothing_to_the_next(tmp_path):
    variables = environment()
    before = run_forked(["explain", "a", "b"], variables, folder=tmp_path)
    run_forked(["explain", "a", "c", "-o", "x"], {**variables, "REDINK_TRACEBACK": "1"}, folder=tmp_path)
    assert run_forked(["explain", "a", "b"], variables, folder=tmp_path).stdout == before.stdout


def test_it_can_be_killed_amid_its_work(tmp_path):
    fifo = tmp_path / "pipe.m2"
    os.mkfifo(fifo)
    with Forked(["convert", str(fifo)], environment(), folder=tmp_path) as waiting, fifo.open("w"):
        assert waiting.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.01)
        waiting.kill()
        assert waiting.communicate(timeout=30) == (b"", b"")
        assert waiting.returncode == -signal.SIGKILL
    with Forked(["convert", "nowhere.m2"], environment(), folder=tmp_path) as refused:
        assert b"nowhere.m2" in refused.communicate(timeout=30)[1]
    assert refused.poll() == 3
