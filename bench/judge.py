"""`redink judge` under load: 50 people answer 2,000 pairs over loopback; how long they wait out.

Then 20 people answer 800 adaptive pairs, where the server chooses each pair from all answers so far.

Every person reads a page, thinks for a moment and answers, 40 times. Thinking takes 0.2 to 1 s, many times faster than
anybody judges, so that about 80 answers a second come in. An answer counts when the server has said that it is on disk.
"""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np

from bench.finding import Finding
from bench.workbench import REDINK, Workbench
from redink import example
from redink.evaluation.data import read
from redink.judging.draw import pairs
from redink.reading.judging_tasks import TaskSet, write_tasks

PEOPLE, FEWER, ANSWERS = 50, 20, 2000
_THINKING = (0.2, 1.0)
_FIELD = re.compile(r'name="(token|ticket)" value="([^"]+)"')


def judge(bench: Workbench) -> list[Finding]:
    """Measure how long people wait for an answer to be saved, and for the next pair."""
    share = 5 if bench.quick else 1
    plain = _measured(bench, "plain", _pairs(unlike=90, like=16), PEOPLE, ANSWERS // share)
    tasks = _pairs(count=800, judges=FEWER, adaptive=True, precision=1)
    return [*plain, *_measured(bench, "adaptive", tasks, FEWER, ANSWERS * 2 // 5 // share)]


def _measured(bench: Workbench, kind: str, tasks: TaskSet, people_at_once: int, answers: int) -> list[Finding]:
    items = bench.new_file(f"{kind}.jsonl")
    write_tasks(items, tasks)
    names = [f"person{number}" for number in range(people_at_once)]
    people = [part for name in names for part in ("--annotator", name)]
    command = [*REDINK, "judge", str(items), *people, "--port", "0", "--no-open", "--quiet"]
    before = _children_cpu()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            links = _links(server)
            waits = asyncio.run(_all([links[name] for name in names], answers // people_at_once))
        finally:
            server.send_signal(signal.SIGINT)
    flushes = _flushes(bench.new_file(f"probe-{kind}"))
    findings = _findings(waits, items.with_suffix(".sqlite"), flushes, f"{people_at_once} people, {kind} pairs")
    cpu = (_children_cpu() - before) / len(waits) * 1000
    about = f"ms of CPU an answer costs the server, {kind} pairs, start-up included"
    return [*findings, Finding("judge", "–", about, cpu, at_most=100)]


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _flushes(path: Path) -> list[float]:
    """Measure what one flush to this disk takes by itself, in seconds."""
    taken = []
    with path.open("wb", buffering=0) as out:
        for _ in range(100):
            started = time.perf_counter()
            out.write(b"x" * 4096)
            os.fsync(out.fileno())
            taken.append(time.perf_counter() - started)
            time.sleep(0.01)
    return taken


def _pairs(**plan: Any) -> TaskSet:
    """Draw pairs of the bundled example."""
    folder = example.path("systems")
    data = read(
        sorted(folder.glob("*.txt")),
        source=example.path("source.txt"),
        references=[example.path("reference-minimal.txt")],
    )
    return pairs(data, seed=0, **plan).tasks


def _links(server: subprocess.Popen[str]) -> dict[str, str]:
    links: dict[str, str] = {}
    assert server.stdout is not None
    while "organiser" not in links:
        name, _, link = server.stdout.readline().strip().partition(" ")
        if not name:
            raise RuntimeError("the server did not start")
        links[name] = link.strip()
    return links


async def _all(links: list[str], answers: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Let everybody answer at once.

    Gives (answers × 3) seconds: until saved, until the next page, and how late a mere timer of ours went off, which
    tells how busy the machine is with other things.
    """
    rng = np.random.default_rng(0)
    thinking = rng.uniform(*_THINKING, (len(links), answers))
    rows = await asyncio.gather(*(_person(link, own.tolist()) for link, own in zip(links, thinking, strict=True)))
    return np.array([row for own in rows for row in own])


async def _person(link: str, thinking: list[float]) -> list[tuple[float, float, float]]:
    address = urlsplit(link)
    browser = _Browser(*await asyncio.open_connection(address.hostname, address.port), address.netloc)
    try:
        entrance = await browser.request("GET", address.path)
        await browser.request("POST", address.path, urlencode(dict(_FIELD.findall(entrance))))
        page = await browser.request("GET", "/")
        waits = []
        for number, pause in enumerate(thinking):
            asked = time.perf_counter()
            await asyncio.sleep(pause)
            late = time.perf_counter() - asked - pause
            fields = dict(_FIELD.findall(page)) | {"answer": ("first", "second", "equal", "unsure")[number % 4]}
            started = time.perf_counter()
            await browser.request("POST", "/answer", urlencode(fields))
            saved = time.perf_counter()
            page = await browser.request("GET", "/")
            waits.append((saved - started, time.perf_counter() - saved, late))
        return waits
    finally:
        browser.writer.close()
        await browser.writer.wait_closed()


class _Browser:
    """One connection kept open, and its cookie."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self.reader, self.writer, self.host, self.cookie = reader, writer, host, ""

    async def request(self, method: str, path: str, body: str = "") -> str:
        """Send a request, and read the answer to its end."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}"]
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "", body]
        self.writer.write("\r\n".join(lines).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        for line in head:
            if line.lower().startswith("set-cookie: "):
                self.cookie = line[12:].partition(";")[0]
        text = (await self.reader.readexactly(int(headers["content-length"]))).decode()
        status = int(head[0].split()[1])
        if status not in (200, 303):
            raise RuntimeError(f"{method} {path}: {status}")
        return text


def _findings(
    waits: np.ndarray[tuple[int, int], np.dtype[np.float64]], store: Path, flushes: list[float], who: str
) -> list[Finding]:
    saved, shown = waits[:, 0] * 1000, waits[:, 1] * 1000
    details = {
        "answers": len(waits),
        "stored": _stored(store),
        "p50": float(np.percentile(saved, 50)),
        "p99": float(np.percentile(saved, 99)),
        "most": float(saved.max()),
    }
    if details["stored"] != len(waits):
        print(f"{len(waits)} answers were sent, {details['stored']} are there", file=sys.stderr)
    return [
        Finding("judge", "–", f"ms until an answer is saved, p95 of {len(waits)} by {who}",
                float(np.percentile(saved, 95)), at_most=100, details=details),
        Finding("judge", "–", f"ms until the next pair is there after that, p95, {who}",
                float(np.percentile(shown, 95)), at_most=100),
        Finding("judge", "–", "for scale: ms a timer of the client is late meanwhile, p95",
                float(np.percentile(waits[:, 2] * 1000, 95))),
        Finding("judge", "–", "for scale: ms a bare flush to this disk takes, p95",
                float(np.percentile(flushes, 95)) * 1000),
        Finding("judge", "–", "answers sent and not stored", float(len(waits) - _stored(store)), at_most=0),
    ]  # fmt: skip


def _stored(store: Path) -> int:
    import sqlite3

    connection = sqlite3.connect(store)
    try:
        return int(connection.execute("SELECT count(*) FROM events WHERE kind = 'answer'").fetchone()[0])
    finally:
        connection.close()
