"""Commands at the price of a fork: a process that has redink loaded waits, and becomes each command in turn.

Streams, folder, environment and exit code are those of a process of its own; only importing, and analysing the bundled
example, is done once for all.
What Python reads as it starts (PYTHON…, the locale) is that of the waiting process: there is one for each such setting.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_START = "from tools.forking import run_to_the_end, wait; wait(); run_to_the_end()"
_READ_AT_START = ("PYTHON", "COVERAGE", "LC_", "LANG", "OPENBLAS", "OMP_")
_LOADED = (
    "numpy", "scipy.optimize", "scipy.special", "jinja2", "rapidfuzz", "rich.table", "redink.cli",
    "redink.language.english.pipeline", "redink.questions.score.run", "redink.reports.rendering",
)  # fmt: skip
_EXTRA = ("redink.judging.app", "redink.judging.serving", "redink.judging.store")
MOST_STDIN = 50_000
"""Bytes that fit into a pipe which nobody reads yet."""


def run_forked(
    arguments: Sequence[str], environment: Mapping[str, str], *, stdin: bytes = b"", folder: Path, seconds: int = 300
) -> subprocess.CompletedProcess[bytes]:
    """Run `redink` with these arguments to its end; give the finished process with `stdout` and `stderr` as bytes."""
    server = _server(frozenset(read_at_start(environment).items()))
    with tempfile.TemporaryFile() as request, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        request.write(json.dumps([arguments, str(folder), dict(environment), seconds]).encode())
        request.flush()
        reading, writing = os.pipe()
        os.write(writing, stdin)
        os.close(writing)
        socket.send_fds(server, [b"r"], [reading, out.fileno(), err.fileno(), request.fileno()])
        os.close(reading)
        code = int(server.recv(10))
        for stream in (out, err):
            stream.seek(0)
        return subprocess.CompletedProcess(arguments, code, out.read(), err.read())


class Forked:
    """A running command, as `subprocess.Popen` shows it; its standard input is empty."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], *, folder: Path) -> None:
        server = _server(frozenset(read_at_start(environment).items()))
        self._keeper, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.returncode: int | None = None
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        self.stdout, self.stderr = (os.fdopen(stream, "rb", buffering=0) for stream in (out, err))
        with tempfile.TemporaryFile() as request, Path(os.devnull).open("rb") as stdin:
            request.write(json.dumps([arguments, str(folder), dict(environment), 0]).encode())
            request.flush()
            streams = [stdin.fileno(), out_end, err_end, request.fileno(), theirs.fileno()]
            socket.send_fds(server, [b"s"], streams)
            self.pid = int(self._keeper.recv(10))
        theirs.close()
        os.close(out_end)
        os.close(err_end)

    def poll(self) -> int | None:
        """Give the exit code; `None` while the command is running."""
        if self.returncode is None and select.select([self._keeper], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; give the exit code."""
        if self.returncode is None:
            if not select.select([self._keeper], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("redink", timeout or 0)
            self.returncode = int(self._keeper.recv(10))
            self._keeper.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the command has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the command."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Wait for the end; give what the command wrote, less what was read before."""
        with ThreadPoolExecutor(2) as readers:
            out, err = (readers.submit(stream.read) for stream in (self.stdout, self.stderr))
            try:
                self.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            written = out.result() or b"", err.result() or b""
        self.stdout.close()
        self.stderr.close()
        return written

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        self.stderr.close()
        self.wait()


def read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """Give the variables that a process cannot change any more when it has started."""
    return {name: value for name, value in environment.items() if name.startswith(_READ_AT_START)}


@cache
def _server(variables: frozenset[tuple[str, str]]) -> socket.socket:
    """Start a process that waits with these variables; give its socket."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    path = os.pathsep.join((str(_ROOT / "src"), str(_ROOT)))
    process = subprocess.Popen(
        [sys.executable, "-c", _START, str(theirs.fileno())],
        env={"OPENBLAS_NUM_THREADS": "1", **dict(variables), "PYTHONPATH": path},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def wait() -> None:
    """Load redink and fork for each request; return in the child, which then is the command."""
    server = socket.socket(fileno=int(sys.argv[1]))
    _load()
    while True:
        message, streams, *_ = socket.recv_fds(server, 1, 5)
        _reap_keepers()
        if not message:
            os._exit(0)
        keeps = message == b"s"
        if keeps and os.fork():  # the child is the keeper of one command, and tells how it ends
            for stream in streams:
                os.close(stream)
            continue
        teller = socket.socket(fileno=streams.pop()) if keeps else server
        child = os.fork()
        if not child:
            server.close()
            teller.close()
            _become(*streams)
            return
        for stream in streams:
            os.close(stream)
        if keeps:
            teller.send(str(child).encode())
        teller.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
        if keeps:
            os._exit(0)


def _load() -> None:
    """Import what commands import, and analyse the example."""
    for name in _LOADED:
        import_module(name)
    with suppress(ImportError):  # of an extra that is not installed
        for name in _EXTRA:
            import_module(name)
    registry = import_module("redink.registry")
    for group in ("redink.commands", "redink.sections"):
        for name in registry.names(group):
            registry.contribution(group, name)
    import_module("tools.remembering").remember_example("redink-en")
    gc.collect()
    gc.freeze()


def _reap_keepers() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def run_to_the_end() -> None:
    """Run the command; leave what was loaded before the fork as it is, since taking it apart is most of a short run."""
    try:
        import_module("redink.cli").main()
    except SystemExit as end:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        gc.collect()  # of what the command itself has made: its last words are heard
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)


def _become(stdin: int, stdout: int, stderr: int, request: int) -> None:
    arguments, folder, environment, seconds = json.loads(os.pread(request, os.fstat(request).st_size, 0))
    os.close(request)
    for number, stream in enumerate((stdin, stdout, stderr)):
        os.dup2(stream, number)
        os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old = getattr(sys, name)
        how = {"encoding": old.encoding, "errors": old.errors, "buffering": 1 if name == "stderr" else -1}
        setattr(sys, name, open(number, "w" if number else "r", closefd=False, **how))  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["redink", *arguments]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.alarm(seconds)
