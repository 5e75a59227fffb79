"""How tests start `redink`: in a process of its own, so that exit codes and streams are real.

It is forked where nothing speaks against it (`tools.forking`), since importing would take most of the CPU.
"""

import os
import subprocess
import sys
from pathlib import Path

import click

import redink
from redink.cli.main import redink as commands
from tools.forking import MOST_STDIN, Forked, read_at_start, run_forked

SRC = str(Path(redink.__file__).parents[1])
# A suite started in the background passes SIGINT on as ignored; a user's terminal does not.
START = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "sys.argv[0] = 'redink'; from redink.cli import main; main()"
)
# Ends a program that hangs. Long, since `redink demo` once took more than 60 s on a busy machine.
TIME_LIMIT = 300
COVERAGE = "COVERAGE_PROCESS_START" in os.environ or "COVERAGE_PROCESS_CONFIG" in os.environ
"""A process that is measured must be one from its start."""


def command(*arguments):
    return [sys.executable, "-c", START, *map(str, arguments)]


def environment(**changes):
    ours = {"NO_COLOR", "REDINK_TRACEBACK", "PYTHONUNBUFFERED", "PYTHONWARNINGS"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, "PYTHONPATH": SRC, **changes}


def run(*arguments, stdin=b"", env=None):
    """Run to the end; give the finished process with `stdout` and `stderr` as bytes."""
    variables = environment(**(env or {}))
    if read_at_start(variables) == read_at_start(environment()) and len(stdin) <= MOST_STDIN and not COVERAGE:
        words = list(map(str, arguments))
        return run_forked(words, variables, stdin=stdin, folder=Path.cwd(), seconds=TIME_LIMIT)
    return subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        env=variables,
        timeout=TIME_LIMIT,
        check=False,
    )


def start(*arguments):
    """Start a command without input; give the running process, whose streams are unbuffered pipes of bytes."""
    if not COVERAGE:
        return Forked(list(map(str, arguments)), environment(), folder=Path.cwd())
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command(*arguments), **pipes, bufsize=0, env=environment())


def run_python(code):
    """Run a script in a fresh interpreter and give what it prints."""
    finished = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env=environment(),
        timeout=TIME_LIMIT,
        check=True,
        text=True,
    )
    return finished.stdout


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def click_command(name):
    """Give one command as the command line builds it."""
    found = commands.get_command(click.Context(commands), name)
    assert found is not None
    return found
