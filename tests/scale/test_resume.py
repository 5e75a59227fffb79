"""Kills at random moments: each run goes on where the last one died, and the bytes are those of a calm run."""

import json
import random
import signal
import time
from functools import cache

import pytest

from redink.reading.files import read_lines
from tests.cli.running import run, start
from tests.scale.corpus import write_pairs

ROWS = 14_000


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_pairs(tmp_path_factory.mktemp("long"), ROWS)


@pytest.fixture(scope="module")
def undisturbed(files, tmp_path_factory):
    """Give a function from a name to the bytes that a calm run writes there; one run a name."""

    @cache
    def bytes_of(name):
        output = tmp_path_factory.mktemp("calm") / name
        assert run("annotate", *files, "-p", "plain", "-o", output).returncode == 0
        return output.read_bytes()

    return bytes_of


def rows_in_log(output):
    """Count the rows the log calls safe, whatever state it is in."""
    try:
        lines = output.with_name(f"{output.name}.part.log").read_bytes().splitlines()[1:]
    except FileNotFoundError:
        return 0
    numbers = [json.loads(line)["rows"] for line in lines if line.endswith(b"}")]
    assert numbers == sorted(set(numbers)), "a block stands twice in the log"
    return numbers[-1] if numbers else 0


@pytest.mark.parametrize(("jobs", "name"), [(1, "out.m2.gz"), (2, "out.m2")])
def test_twenty_kills(files, undisturbed, jobs, name, tmp_path):
    """Ten for each number of processes."""
    dice, output = random.Random(jobs), tmp_path / name
    progress = []
    for _ in range(10):
        wanted = rows_in_log(output) + dice.choice([0, 1, 1])  # a third of the kills come before any work
        process = start("annotate", *files, "-p", "plain", "-j", jobs, "-o", output, "--resume")
        while process.poll() is None and rows_in_log(output) < wanted:
            time.sleep(0.005)
        time.sleep(dice.random() * 0.05)
        process.kill()
        _, complaints = process.communicate(timeout=30)
        assert complaints == b""
        progress.append(rows_in_log(output))
        if process.returncode == 0:
            break
    assert progress == sorted(progress), "work was lost"
    assert len(set(progress)) > 4, "too few kills came amid the work"
    finished = run("annotate", *files, "-p", "plain", "-j", jobs, "-o", output, "--resume")
    assert finished.returncode == 0, finished.stderr
    assert b"".join(line.encode() + b"\n" for line in read_lines(output)) == undisturbed("out.m2")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert output.read_bytes() == undisturbed(name)


def test_an_interrupt_keeps_what_is_done(files, undisturbed, tmp_path):
    output = tmp_path / "out.m2"
    process = start("annotate", *files, "-p", "plain", "-o", output)
    while process.poll() is None and not rows_in_log(output):
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"--resume" in complaints
    assert b"Traceback" not in complaints
    assert not output.exists()
    assert run("annotate", *files, "-p", "plain", "-o", output, "--resume").returncode == 0
    assert output.read_bytes() == undisturbed("out.m2")


@pytest.mark.parametrize("form", ["tsv", "json"])
def test_other_forms_are_resumed_too(form, tmp_path):
    """Rows of TSV are numbered, and numbers go on where they stopped."""
    files, output = write_pairs(tmp_path, 4000), tmp_path / "out"
    words = ("annotate", *files, "-p", "plain", "-f", form)
    assert 0 < stop_early(*words, "-o", output) < 4000
    assert run(*words, "-o", output, "--resume").returncode == 0
    assert output.read_bytes() == run(*words).stdout


def test_a_changed_input_or_setting_is_not_resumed(tmp_path):
    files, output = write_pairs(tmp_path, 5000), tmp_path / "out.m2"
    stopped = stop_early("annotate", *files, "-p", "plain", "-o", output)
    assert stopped > 0
    with_other_setting = run("annotate", *files, "-p", "plain", "-o", output, "--resume", "--merge", "all-split")
    assert with_other_setting.returncode == 3
    assert b"other conditions: settings" in with_other_setting.stderr
    files[1].write_text(files[1].read_text() + "\n")
    files[0].write_text(files[0].read_text() + "\n")
    changed = run("annotate", *files, "-p", "plain", "-o", output, "--resume")
    assert changed.returncode == 3
    assert b"other conditions: inputs" in changed.stderr
    assert rows_in_log(output) == stopped
    anew = run("annotate", *files, "-p", "plain", "-o", output)
    assert anew.returncode == 3
    assert b"unfinished run here" in anew.stderr


def stop_early(*arguments):
    """Kill a run once it has written something; give the rows that are safe."""
    output = arguments[-1]
    with start(*arguments) as process:
        while process.poll() is None and not rows_in_log(output):
            time.sleep(0.002)
        process.kill()
    return rows_in_log(output)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--resume"], b"only a file can be resumed"),
        (["-f", "parquet"], b"Parquet cannot be written to a pipe"),
        (["--cluster", "tcp://127.0.0.1:9", "--jobs", "2"], b"--cluster uses the processes of the cluster"),
        (["--columns", "a,b"], b"--columns names columns of one Parquet file"),
    ],
)
def test_options_that_make_no_sense(files, options, message):
    finished = run("annotate", *files, "-p", "plain", *options)
    assert finished.returncode == 2
    assert message in finished.stderr


def test_a_pipe_cannot_be_resumed(files, tmp_path):
    finished = run("annotate", files[0], "-", "-o", tmp_path / "out.m2", "--resume", stdin=b"x\n")
    assert finished.returncode == 2
    assert b"cannot be read again" in finished.stderr


def test_bug_a_missing_file_was_called_a_pipe(files, tmp_path):
    finished = run("annotate", files[0], tmp_path / "none.txt", "-o", tmp_path / "out.m2", "--resume")
    assert finished.returncode == 3
    assert b"none.txt: no such file" in finished.stderr
