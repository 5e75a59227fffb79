"""Several processes give the bytes of one, read little ahead, and fail with a word of explanation."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from redink.annotation import workers
from redink.annotation.annotator import CHUNK, Annotator
from redink.annotation.rendering import as_json
from redink.annotation.workers import _AHEAD, annotate_rows
from redink.errors import InputError, RedinkError
from redink.language.plain import PlainPipeline
from redink.reading.m2 import format_m2
from tests.cli.running import command, environment
from tests.language.counting import CountingPipeline, FussyPipeline

ROWS = [((f"s{i}", "a", "b"), ((f"s{i}", "b"), (f"s{i}", "a", "b"), None, ("c", "a"))) for i in range(5 * CHUNK + 3)]


needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


def process_id(_sentence):
    return os.getpid()


def rendered(rows, jobs, pipeline=None, render=format_m2):
    return list(annotate_rows(rows, Annotator(pipeline or PlainPipeline()), render, jobs=jobs))


@pytest.mark.parametrize("render", [format_m2, as_json])
def test_any_number_of_jobs_gives_the_same(render):
    alone = rendered(ROWS, 1, render=render)
    assert len(alone) == len(ROWS)
    assert rendered(ROWS, 2, render=render) == alone
    assert rendered(ROWS, 3, render=render) == alone


def test_few_rows_and_none():
    assert rendered([], 2) == []
    assert rendered(ROWS[:1], 3) == rendered(ROWS[:1], 1)


def test_the_work_is_done_elsewhere():
    workers = set(rendered(ROWS, 2, render=process_id))
    assert os.getpid() not in workers
    assert 1 <= len(workers) <= 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_are_read_only_a_few_chunks_ahead(jobs):
    read = 0

    def rows():
        nonlocal read
        for i in range(100 * CHUNK):
            read += 1
            yield (str(i),), (("x",),)

    stream = annotate_rows(rows(), Annotator(PlainPipeline()), format_m2, jobs=jobs)
    assert read == 0
    for done in range(1, 3 * CHUNK):
        next(stream)
        assert read <= done + CHUNK + (_AHEAD * jobs * CHUNK if jobs > 1 else 0)
    stream.close()


@needs_proc
def test_a_stream_that_is_left_behind_leaves_no_process():
    stream = annotate_rows(ROWS, Annotator(PlainPipeline()), process_id, jobs=2)
    worker = next(stream)
    assert Path(f"/proc/{worker}").exists()
    stream.close()
    assert not Path(f"/proc/{worker}").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_our_own_error_comes_back_from_a_worker(jobs):
    rows = [*ROWS, (("bad",), (("x",),))]
    with pytest.raises(InputError) as caught:
        rendered(rows, jobs, FussyPipeline())
    assert (caught.value.cause, caught.value.remedy) == ("a bad word", "use a better one")


def test_an_error_in_the_rows_ends_the_work():
    def rows():
        yield from ROWS[:CHUNK]
        raise InputError("line 129 is bad")

    with pytest.raises(InputError, match="line 129"):
        rendered(rows(), 2)


def test_a_worker_that_dies_is_our_error():
    with pytest.raises(RedinkError, match="a worker process died") as caught:
        rendered([(("kill",), (("x",),))], 2, FussyPipeline())
    assert "--jobs" in caught.value.remedy


def test_workers_share_the_model_of_their_parent():
    """Found here: a model that is loaded on first use was loaded by each worker for itself."""
    pipeline = CountingPipeline()
    rendered(ROWS, 2, pipeline)
    assert pipeline.calls == 1


@needs_proc
def test_workers_start_before_rows_are_read():
    """Found here: reading starts a progress bar's thread, and a fork among threads is not safe."""
    before = set(children(os.getpid()))
    started = []

    def rows():
        started.append(len(set(children(os.getpid())) - before))
        yield from ROWS

    rendered(rows(), 2)
    assert started == [2]


@pytest.fixture
def run_in_progress(tmp_path):
    """Start an annotation by two workers that waits for the rest of its standard input."""
    source, output = tmp_path / "source", tmp_path / "out.m2"
    source.write_text("a b c\n" * 4000)
    process = subprocess.Popen(
        command("annotate", source, "-", "-p", "plain", "-j", "2", "-o", output),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    process.stdin.write(b"a d c\n" * 1000)
    process.stdin.flush()
    workers = wait_for(lambda: children(process.pid) if len(children(process.pid)) == 2 else None)
    wait_for(lambda: not any(map(catches_interrupts, workers)))  # as Python does before it is told otherwise
    yield process, workers, output
    process.kill()
    process.communicate()


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def catches_interrupts(pid):
    mask = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())[1]
    return bool(int(mask, 16) >> (signal.SIGINT - 1) & 1)


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


@needs_proc
def test_ctrl_c_ends_workers_without_a_traceback(run_in_progress):
    """Found here: each worker printed a traceback of its own."""
    process, workers, output = run_in_progress
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaints.decode().strip() == "redink: interrupted"
    assert not any(map(is_running, workers))
    assert list(output.parent.iterdir()) == [output.parent / "source"]


@needs_proc
def test_workers_end_when_their_parent_is_killed(run_in_progress):
    """Found here: workers of a killed parent stayed for ever."""
    process, workers, output = run_in_progress
    process.kill()
    process.wait()
    wait_for(lambda: not any(map(is_running, workers)))
    assert not output.exists()


def test_bug_without_shared_memory_the_disk_was_called_full(monkeypatch):
    def refused():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(multiprocessing, "Lock", refused)
    with pytest.warns(UserWarning, match="worker processes cannot be started"):
        assert workers.possible_jobs(2) == 1
    assert workers.possible_jobs(1) == 1
