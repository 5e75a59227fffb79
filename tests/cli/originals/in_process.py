"""Starts a command in this process: gives what it prints, and what it says beside."""

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout

from redink.cli.main import redink
from redink.cli.messages import set_quiet


def printed(*arguments):
    """Give standard output; the only line on standard error must name redink's way."""
    output, way = both(*arguments)
    assert way.count("\n") == 1
    return output


def both(*arguments):
    set_quiet(False)  # the --quiet of a command before holds for the whole process
    output, beside = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(beside):
        redink.main(list(map(str, arguments)), standalone_mode=False)
    return output.getvalue(), beside.getvalue()


def way(*arguments):
    """Give the words of the redink command that the line on standard error names."""
    beside = both(*arguments)[1]
    start = "redink: the same in redink's own words: redink "
    assert beside.startswith(start)
    return shlex.split(beside.removeprefix(start))
