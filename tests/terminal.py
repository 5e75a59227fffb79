"""A pseudo-terminal for tests of what a terminal is shown; skipped visibly where none can be opened."""

import pty

import pytest


def open_terminal():
    """Give the file descriptors of a new pseudo-terminal: the screen we read, the end a program writes to."""
    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal can be opened ({error}): is /dev/pts mounted?")
