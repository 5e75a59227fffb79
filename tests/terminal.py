"""A pseudo-terminal for tests of what a terminal is shown; skipped visibly where none can be opened."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

import pytest


def open_terminal():
    """Give the file descriptors of a new pseudo-terminal: the screen we read, the end a program writes to."""
    try:
        return pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal can be opened ({error}): is /dev/pts mounted?")


def screen_of_process(command, environment, *, columns, lines=200):
    """Run a program on a terminal, and give the lines that a reader sees when it has ended."""
    pyte = pytest.importorskip("pyte", reason="needs the extra [test]: pyte")
    leader, follower = open_terminal()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    screen = pyte.Screen(columns, lines)
    stream = pyte.ByteStream(screen)
    while True:
        try:
            shown = os.read(leader, 65536)
        except OSError:  # the program has ended
            break
        if not shown:
            break
        stream.feed(shown)
    os.close(leader)
    assert process.wait() == 0
    return [line.rstrip() for line in screen.display]
