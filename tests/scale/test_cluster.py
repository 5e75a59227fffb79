"""A real scheduler and real workers on loopback: the same bytes as one process, whoever dies on the way."""

import os
import random
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest

from redink import example, read
from redink.annotation.annotator import Annotator
from redink.annotation.inputs import tokenised_rows
from redink.annotation.rendering import renderer
from redink.errors import MissingExtraError, RedinkError
from redink.evaluation.statistics import Statistics
from redink.evaluation.workforce import Task
from redink.language.plain import PlainPipeline
from redink.scale import cluster as cluster_module
from redink.scale.cluster import Machines, Recipe, _awaited, _named_losses, annotate_on_cluster, connected
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures
from tests.cli.running import command, environment, run
from tests.scale.corpus import pairs, write_pairs

CommClosedError = pytest.importorskip("distributed.comm", reason="the extra `cluster` is not installed").CommClosedError

ROWS = 10_240


@contextmanager
def process(*arguments, until):
    """Start a part of Dask; wait for a line on its standard error and give the process with the match."""
    started = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stderr=subprocess.PIPE,
        env=environment(DASK_DISTRIBUTED__WORKER__DAEMON="False"),
        text=True,
        start_new_session=True,
    )
    try:
        lines = iter(started.stderr.readline, "")
        yield started, next(match for line in lines if (match := re.search(until, line)))
    finally:
        with started.stderr:
            if started.poll() is None:
                os.killpg(started.pid, signal.SIGKILL)
            started.wait(timeout=30)


@contextmanager
def cluster(workers):
    """Start a scheduler and workers on free ports; give its address, itself and the workers."""
    with ExitStack() as stack:
        scheduler, match = stack.enter_context(
            process(
                "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", until=r"Scheduler at:\s+(\S+)"
            )
        )
        address = match.group(1)
        yield address, scheduler, [stack.enter_context(worker(address)) for _ in range(workers)]


@contextmanager
def worker(address):
    """Start a worker of one thread."""
    alone = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
    with process("dask_worker", address, *alone, until="Registered to") as (started, _):
        yield started


@pytest.fixture(scope="module")
def calm_cluster():
    """Give the address of a cluster of one worker, for tests that leave it as it is."""
    with cluster(1) as (address, _, _):
        yield address


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_pairs(tmp_path_factory.mktemp("long"), ROWS)


@pytest.fixture(scope="module")
def calm(files, tmp_path_factory):
    output = tmp_path_factory.mktemp("calm") / "out.m2"
    assert run("annotate", *files, "-o", output).returncode == 0
    return output.read_bytes()


def started(*arguments):
    return subprocess.Popen(command(*arguments), stderr=subprocess.PIPE, env=environment())


def wait_for_rows(output, process):
    part = output.with_name(f"{output.name}.part")
    while process.poll() is None and not (part.exists() and part.stat().st_size):
        time.sleep(0.01)
    assert process.poll() is None, "it ended before anything could happen to it"


def test_a_worker_that_dies_has_its_chunks_redone(files, calm, tmp_path):
    output = tmp_path / "out.m2"
    with cluster(2) as (address, _, workers):
        annotating = started("annotate", *files, "-o", output, "--cluster", address)
        wait_for_rows(output, annotating)
        os.kill(workers[0].pid, signal.SIGKILL)
        _, complaints = annotating.communicate(timeout=120)
    assert annotating.returncode == 0, complaints
    assert output.read_bytes() == calm


def test_a_lost_scheduler_is_a_clear_error_and_the_work_goes_on_later(files, calm, tmp_path):
    output = tmp_path / "out.m2"
    with cluster(1) as (address, scheduler, _):
        annotating = started("annotate", *files, "-o", output, "--cluster", address)
        wait_for_rows(output, annotating)
        os.kill(scheduler.pid, signal.SIGKILL)
        _, complaints = annotating.communicate(timeout=120)
    assert annotating.returncode == 3
    assert b"scheduler is gone" in complaints
    assert b"--resume" in complaints
    assert b"Traceback" not in complaints
    assert not output.exists()
    assert run("annotate", *files, "-o", output, "--resume").returncode == 0
    assert output.read_bytes() == calm


def test_a_loss_counts_before_the_client_knows_of_it():
    """Seen once in twenty: a question was cut off while the client still believed in its scheduler."""
    unaware = SimpleNamespace(status="running", scheduler=object(), scheduler_comm=object())
    with pytest.raises(RedinkError, match="the Dask scheduler is gone"), cluster_module._named_losses(unaware):
        raise CommClosedError("connection reset by peer")
    with pytest.raises(OSError, match="of the input"), cluster_module._named_losses(unaware):
        raise OSError("disk of the input")


@pytest.mark.parametrize("module", ["distributed", "zstandard"])
def test_whatever_of_the_extra_is_missing_is_said_at_once(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match="cluster"), connected("tcp://127.0.0.1:9"):
        pass


def test_no_scheduler_there(files, tmp_path):
    finished = run("annotate", *files, "-o", tmp_path / "out.m2", "--cluster", "tcp://127.0.0.1:9")
    assert finished.returncode == 3
    assert b"no Dask scheduler at tcp://127.0.0.1:9" in finished.stderr
    assert b"Traceback" not in finished.stderr


def test_rows_are_read_only_as_far_as_needed_and_other_versions_refused(calm_cluster):
    annotator = Annotator(PlainPipeline())
    taken = 0

    def rows():
        nonlocal taken
        for row in tokenised_rows(pairs(8_000)):
            taken += 1
            yield row

    with connected(calm_cluster) as client:
        recipe = Recipe.of("plain", annotator)
        found = annotate_on_cluster(rows(), client, recipe, renderer("m2"))
        first = next(found)
        assert taken < 4000
        assert [first, *found] == list(map(renderer("m2"), annotator.annotate(tokenised_rows(pairs(8_000)))))
        other = Recipe("plain", recipe.settings, ("0.0.0", "0"))
        with pytest.raises(RedinkError, match=r"but 0\.0\.0 and 0 were asked for"):
            list(annotate_on_cluster(tokenised_rows(pairs(1)), client, other, renderer("m2")))


def test_what_was_sent_is_not_kept(calm_cluster, monkeypatch):
    """Dask remembers messages: a corpus must not stay behind in them."""
    noise = random.Random(0)
    rows = ((("x",), ((noise.randbytes(50_000).hex(),),)) for _ in range(200))
    monkeypatch.setattr("redink.scale.cluster.CHUNK", 1)
    with connected(calm_cluster) as client:
        found = annotate_on_cluster(rows, client, Recipe.of("plain", Annotator(PlainPipeline())), renderer("m2"))
        tracemalloc.start()
        try:
            assert sum(map(len, found)) > 200 * 100_000
            kept, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert kept < 3_000_000, "200 chunks of 100,000 letters went through"


def test_no_workers_is_said_and_the_first_to_come_does_the_work(tmp_path):
    files = write_pairs(tmp_path, 600)
    with cluster(0) as (address, _, _):
        annotating = started("annotate", *files, "-p", "plain", "--cluster", address, "-o", tmp_path / "out.m2")
        with annotating.stderr:
            assert b"the cluster has no workers: waiting for one" in annotating.stderr.readline()
            with worker(address):
                assert annotating.wait(timeout=60) == 0
    assert run("annotate", *files, "-p", "plain", "-o", tmp_path / "alone.m2").returncode == 0
    assert (tmp_path / "out.m2").read_bytes() == (tmp_path / "alone.m2").read_bytes()


def test_only_the_command_that_can_resume_is_told_to():
    class Client:
        status = "closed"

    with pytest.raises(RedinkError, match="scheduler is gone") as caught, _named_losses(Client()):
        raise OSError
    assert caught.value.remedy.endswith(
        "run the same command again (redink annotate continues from here with --resume)"
    )


def test_work_that_ends_in_a_timeout_of_its_own_is_not_awaited_for_ever():
    class Future:
        status = "error"

        def result(self, timeout=None):  # noqa: ARG002
            raise TimeoutError(110, "the disk timed out")

    class Client:
        def nthreads(self):
            pytest.fail("asked again")

    with pytest.raises(TimeoutError, match="the disk"):
        _awaited(Future(), Client())


def test_scoring_goes_on_when_the_only_worker_is_replaced():
    data = read(
        [example.path(f"systems/{name}.txt") for name in ("speller", "strong", "fluent")],
        source=example.path("source.txt"),
        references=[example.path("reference-minimal.txt")],
    )
    measures = parse_measures(["GLEU", "EM"], Conventions())
    alone = [rows.tolist() for measure in measures for rows in Statistics(data).tables(measure)]
    with cluster(1) as (address, _, [first]), connected(address) as client:
        tasks = [Task(measure, system) for measure in measures for system in range(3)]
        counted = Machines(client).count(data, tasks)
        together = [next(counted)]
        os.kill(first.pid, signal.SIGKILL)
        with worker(address):
            together += counted
    rows = [
        (task.measure.stats_of(result) if task.measure.name == "GLEU" else result).tolist()
        for task, result in zip(tasks, together, strict=True)
    ]
    assert rows == alone


def test_systems_scored_by_a_cluster_have_the_same_digits(calm_cluster):
    systems = [example.path(f"systems/{name}.txt") for name in ("speller", "strong", "fluent")]
    words = [*systems, "-s", example.path("source.txt"), "-r", example.path("reference-minimal.txt"), "-f", "json"]
    measures = [part for name in ("F0.5", "M2", "GLEU", "EM") for part in ("-m", name)]
    alone = run("score", *words, *measures, "--ci")
    compared = run("compare", *words)
    with worker(calm_cluster):
        together = run("score", *words, *measures, "--ci", "--cluster", calm_cluster)
        assert run("compare", *words, "--cluster", calm_cluster).stdout == compared.stdout
    assert together.returncode == 0, together.stderr
    assert together.stdout == alone.stdout
    assert compared.returncode == 0
