"""`python -m bench.scale`: how time and memory of `redink annotate` grow with the corpus; a table, JSON and a plot out.

Corpora of 1,000 to 300,000 pairs are built from real ones by changing a word here and there, so that no
sentence comes twice and nothing is saved by remembering. Each is annotated by one process, by two, and by
a Dask cluster of two workers on this machine. Linear time is a flat line of CPU seconds per 1,000 pairs;
bounded memory is a flat line of the peak.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click
import psutil

from bench.corpora import one_output
from bench.measure import ROOT, Usage, run
from redink.reports.charts import Axis, Curve, curves
from redink.scale.cluster import connected

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
WAYS = ("1 process", "2 processes", "2 Dask workers")
FRUGAL = {
    "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "8",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}
"""For a scheduler that need not remember the last 1,000 messages to each worker, and for processes that need not look
at themselves 50 or 100 times a second; docs/scale.md advises all three."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run."""

    way: str
    pairs: int
    cpu: float
    """CPU seconds of everybody who worked, a scheduler included."""
    wall: float
    peak: float
    """Peak memory of the process that reads and writes, in MB."""
    scheduler: float
    """Peak memory of the scheduler, 0 where there is none."""


def write_pairs(folder: Path, count: int) -> tuple[Path, Path]:
    """Write `count` pairs of sentences, no two alike, with the words of the corpus they are made from."""
    corpus = one_output()
    sources = corpus.source.read_text(encoding="utf-8").splitlines()
    outputs = corpus.corrections[0].read_text(encoding="utf-8").splitlines()
    words = [word for line in sources for word in line.split()]
    dice, known = random.Random(0), set[int]()
    paths = folder / f"source-{count}.txt", folder / f"output-{count}.txt"
    with paths[0].open("w", encoding="utf-8") as left, paths[1].open("w", encoding="utf-8") as right:
        for number in range(count):
            pair = sources[number % len(sources)], outputs[number % len(sources)]
            changed = _changed(pair, dice, words)
            while hash(changed) in known:
                changed = _changed(changed, dice, words)
            known.add(hash(changed))
            left.write(changed[0] + "\n")
            right.write(changed[1] + "\n")
    return paths


def _changed(pair: tuple[str, str], dice: random.Random, words: list[str]) -> tuple[str, str]:
    """Put another word for one of the source's, wherever it stands in either; a word more for an empty line."""
    old, new = dice.choice(pair[0].split() or [""]), dice.choice(words)
    source, output = (" ".join(new if word == old else word for word in line.split()) or new for line in pair)
    return source, output


def measure(way: str, files: tuple[Path, Path], folder: Path) -> tuple[Usage, float]:
    """Annotate once in one of the ways; give what it took and the scheduler's peak."""
    output = folder / "out.m2"
    command = [sys.executable, "-m", "redink", "annotate", *map(str, files), "-o", str(output)]
    if way == "1 process":
        return run(command, folder / "log"), 0.0
    if way == "2 processes":
        return run([*command, "--jobs", "2"], folder / "log"), 0.0
    with cluster(2, folder) as (address, scheduler, workers):
        before = _cpu([scheduler, *workers])
        usage = run([*command, "--cluster", address], folder / "log")
        return replace(usage, cpu=usage.cpu + _cpu([scheduler, *workers]) - before), _peak(scheduler)


def _cpu(processes: list[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return float(sum(one.user + one.system for one in times))


def _peak(process: psutil.Process) -> float:
    """Give the peak in MB where the system tells it (Linux), else what it has now."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return float(process.memory_info().rss / 1e6)
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024 / 1e6


@contextmanager
def cluster(size: int, folder: Path) -> Iterator[tuple[str, psutil.Process, list[psutil.Process]]]:
    """Start a scheduler and its workers on loopback; give its address, itself and the workers."""
    with ExitStack() as stack:
        note = folder / "scheduler.json"
        note.unlink(missing_ok=True)
        here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(note)]
        scheduler = stack.enter_context(_part("dask_scheduler", *here, "--port", "0"))
        while not note.exists():
            time.sleep(0.1)
        alone = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        workers = [stack.enter_context(_part("dask_worker", *here, *alone)) for _ in range(size)]
        address = json.loads(note.read_text())["address"]
        _wait_for(address, size)
        yield address, scheduler, workers


@contextmanager
def _part(name: str, *options: str) -> Iterator[psutil.Process]:
    command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
    # What a nanny, whom we leave out so that workers can be measured, would set: threads that spin are no work.
    alone = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **FRUGAL}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT / "src", stderr=quiet, stdout=quiet, env=alone)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.kill()
        process.wait()


def _wait_for(address: str, size: int) -> None:
    with connected(address) as client:
        client.wait_for_workers(size)


def draw(found: list[Measured], folder: Path) -> None:
    """Write the two plots."""
    time_axis, memory_axis = Axis("CPU seconds per 1,000 pairs", low=0), Axis("Peak memory", unit="MB", digits=0, low=0)
    _plot(
        "Cost of redink annotate",
        time_axis,
        {one: 1000 * one.cpu / one.pairs for one in found},
        folder / "scale-time.svg",
    )
    _plot(
        "Memory of the process that reads and writes",
        memory_axis,
        {one: one.peak for one in found},
        folder / "scale-memory.svg",
    )


def _plot(title: str, axis: Axis, values: dict[Measured, float], path: Path) -> None:
    lines = []
    for way in WAYS:
        own = {float(one.pairs): value for one, value in values.items() if one.way == way}
        if own:
            lines.append(Curve(way, tuple(own), tuple(own.values())))
    pairs = Axis("Pairs", digits=0, whole=True, log=True)
    path.write_text(curves(title, lines, x_axis=pairs, y_axis=axis).svg, encoding="utf-8")


@click.command()
@click.option("--most", type=int, default=SIZES[-1], show_default=True, help="Pairs of the largest corpus.")
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "bench" / "results", metavar="FOLDER")
def main(most: int, output: Path) -> None:
    """Measure the cost curve of `redink annotate`; print a table, write JSON and two plots."""
    found: list[Measured] = []
    output.mkdir(parents=True, exist_ok=True)
    print(f"{'way':16} {'pairs':>8} {'CPU s':>8} {'wall s':>8} {'pairs per CPU s':>16} {'peak MB':>8} {'scheduler':>9}")
    with tempfile.TemporaryDirectory(prefix="redink-scale-") as folder:
        for size in (size for size in SIZES if size <= most):
            files = write_pairs(Path(folder), size)
            for way in WAYS:
                usage, scheduler = measure(way, files, Path(folder))
                one = Measured(way, size, usage.cpu, usage.wall, usage.peak, scheduler)
                found.append(one)
                print(
                    f"{way:16} {size:8} {one.cpu:8.2f} {one.wall:8.2f} {size / one.cpu:16,.0f} "
                    f"{one.peak:8.0f} {one.scheduler:9.0f}",
                    flush=True,
                )
    (output / "scale.json").write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
    draw(found, output)


if __name__ == "__main__":
    main()
