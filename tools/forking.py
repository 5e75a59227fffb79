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
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
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
    for name in _LOADED:
        import_module(name)
    registry = import_module("redink.registry")
    for group in ("redink.commands", "redink.sections"):
        for name in registry.names(group):
            registry.contribution(group, name)
    import_module("tools.remembering").remember_example("redink-en")
    gc.collect()
    gc.freeze()
    while True:
        message, streams, *_ = socket.recv_fds(server, 1, 4)
        if not message:
            os._exit(0)
        child = os.fork()
        if not child:
            server.close()
            _become(*streams)
            return
        for stream in streams:
            os.close(stream)
        server.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


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
