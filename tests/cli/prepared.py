"""A process that has imported what commands need, and forks for each command: exit codes and streams are real, and the
imports are paid for once. Two of them take turns, since their sets and dictionaries of text are ordered differently."""

import atexit
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

_IMPORTED = (
    "numpy",
    "scipy.sparse",
    "scipy.special",
    "scipy.stats",
    "rich.console",
    "rich.progress",
    "rich.table",
    "jinja2",
    "redink.cli.main",
    "redink.evaluation.command_data",
    "redink.evaluation.preparation",
    "redink.questions.score.run",
    "redink.reports.output",
)
_START = (
    "import sys; from tests.cli.prepared import serve; serve(int(sys.argv[1])); from redink.cli import main; main()"
)


def serve(number):
    """Wait for commands; return in a child that is to run one."""
    for name in _IMPORTED:
        import_module(name)
    line = socket.socket(fileno=number)
    while True:
        message, streams, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not message:
            os._exit(0)
        child = os.fork()
        if child == 0:
            break
        for stream in streams:
            os.close(stream)
        line.sendall(f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    line.close()
    order = json.loads(message)
    for stream, place in zip(streams, (0, 1, 2), strict=True):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["redink", *order["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Prepared:
    """One such process, and how to give it a command."""

    def __init__(self, environment):
        self.line, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            # Pipes, so that Python makes streams for pipes, which commands get later.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        theirs.close()
        self.answers = self.line.makefile("r")
        atexit.register(self.stop)

    def stop(self):
        self.answers.close()
        self.line.close()
        self.process.communicate()

    def run(self, arguments, stdin, environment, limit):
        """Run a command to its end."""
        pipes = [os.pipe() for _ in range(3)]
        (given, write), (read_out, out), (read_err, err) = pipes
        order = {"arguments": arguments, "environment": environment, "folder": str(Path.cwd())}
        socket.send_fds(self.line, [json.dumps(order).encode()], [given, out, err])
        for stream in (given, out, err):
            os.close(stream)
        child = int(self.answers.readline())
        timer = threading.Timer(limit, os.kill, (child, signal.SIGKILL))
        timer.start()
        said = {}
        threads = [
            threading.Thread(target=_feed, args=(write, stdin)),
            *(threading.Thread(target=_drain, args=(stream, said)) for stream in (read_out, read_err)),
        ]
        for thread in threads:
            thread.start()
        code = int(self.answers.readline())
        timer.cancel()
        for thread in threads:
            thread.join()
        return subprocess.CompletedProcess(arguments, code, said[read_out], said[read_err])


def _feed(stream, text):
    with contextlib.suppress(BrokenPipeError), os.fdopen(stream, "wb") as opened:
        opened.write(text)


def _drain(stream, said):
    with os.fdopen(stream, "rb") as opened:
        said[stream] = opened.read()


_turns = None


def run_prepared(arguments, stdin, environment, limit):
    """Run a command in one of the two processes."""
    global _turns  # noqa: PLW0603 - they are started when they are first needed, once for each worker of the tests
    if _turns is None:
        root = os.pathsep.join([environment["PYTHONPATH"], str(_ROOT)])
        both = [Prepared({**environment, "PYTHONPATH": root, "PYTHONHASHSEED": str(seed)}) for seed in (1, 2)]
        _turns = itertools.cycle(both)
    return next(_turns).run([str(argument) for argument in arguments], stdin, environment, limit)


_ROOT = Path(__file__).resolve().parents[2]
