"""How tests start `redink judge`: in a process of its own, on a free port, and ended by the signal a test wants."""

import random
import select
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

import pytest

from redink.reading.judging_tasks import write_tasks
from tests.cli.running import start
from tests.judging.client import forms

PATIENCE = 60.0


class Server:
    """A running server and its links."""

    def __init__(self, process, links):
        self.process = process
        self.links = links
        self.base = next(iter(links.values())).partition("/enter/")[0]

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)


@contextmanager
def serving(items, *arguments, people=("anna", "ben"), port=0):
    """Serve a file of items; whatever happens, the process is gone at the end."""
    named = [part for name in people for part in ("--annotator", name)]
    with start("judge", items, *named, "--no-open", "--quiet", "--port", port, *arguments) as process:
        try:
            yield Server(process, _links(process, with_people="--no-tokens" not in arguments, people=people))
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()


def come_in(browser, link):
    """Open a personal link with a `urllib` opener that keeps cookies, and press its button; give the page."""
    with browser.open(link, timeout=PATIENCE) as response:
        fields = forms(response.read().decode())[urlsplit(link).path]
    with browser.open(link, urlencode(fields).encode(), timeout=PATIENCE) as response:
        return response.read().decode()


def _links(process, *, with_people, people):
    """Read the announced links; the organiser's comes last."""
    links, buffer, end = {}, b"", time.monotonic() + PATIENCE
    while "organiser" not in links:
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))
        chunk = process.stdout.read(4096) if ready else b""
        if not chunk:
            process.kill()
            raise AssertionError(f"the server did not start: {process.stderr.read().decode()}")
        buffer += chunk
        links = dict(line.split(None, 1) for line in buffer.decode().splitlines() if buffer.endswith(b"\n"))
    assert not with_people or set(people) <= set(links)
    return links


def items_file(folder, tasks):
    path = folder / "items.jsonl"
    write_tasks(path, tasks)
    return path


def free_port():
    # Below the ports the kernel hands out to clients: a client that knocks while nobody listens could otherwise be
    # given that very port, and be connected to itself.
    for port in random.sample(range(20_000, 32_000), 200):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    pytest.skip("there is no free port")
