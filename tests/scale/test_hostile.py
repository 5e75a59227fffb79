"""Input nobody would send on purpose: the right result or our error, never a traceback, never half a file."""

import contextlib
import gzip
import os
import signal
import subprocess
import sys
import time

import pytest

from redink.reading.corrections import apply_edits
from redink.reading.m2 import read_m2
from tests.cli.running import command, environment, names_in, run
from tests.scale.corpus import write_pairs

OURS = {0, 2, 3}
"""Exit codes a user may see: done, wrong usage, bad input."""


def lines(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


def calm(finished):
    assert finished.returncode in OURS, finished.stderr
    assert b"Traceback" not in finished.stderr
    assert b"this should not happen" not in finished.stderr
    return finished


def ringing(period, length):
    """Make a long line in which every word comes again and again."""
    return " ".join(f"w{number % period}" for number in range(length)) + "\n"


ODD = {
    "NUL bytes": ("a \0 b\nx\0y z\n", "a \0 c\nx\0y w\n"),
    "bidi marks and joiners": ("a \u202eb c\u200d d\n\u2067x\u2069 y\n", "a \u202eb cd d\n\u2067x y\n"),
    "zero-width and odd blanks": ("a\u200bb \ufeff c\u00a0d\n", "ab c\u3000d\n"),
    "emoji and combining marks": ("👩‍👩‍👧 e\u0301 z̸͖\n", "👩 é z\n"),
    "control characters": ("a\x1b[31m b\x07 \x85 c\n", "a b c\n"),
    "M2's own marks": ("S A ||| |||| -NONE- a\n", "A ||| noop b\n"),
    "a line of 1 MB": ("x" * 1_000_000 + " y\n", "x" * 999_999 + "z y\n"),
    "30,000 tokens": (
        " ".join(f"w{n % 877}" for n in range(30_000)) + "\n",
        " ".join(f"w{n % 811}" for n in range(30_000)) + "\n",
    ),
    "one word 5,000 times": ("the " * 5000 + "\n", "the " * 4000 + "\n"),
    "no line at all": ("", ""),
    "blank lines": ("\n" * 50_000, "\n" * 50_000),
    "no last newline": ("a b", "a c"),
    "Windows line ends": ("a b\r\nc\r\n", "a c\r\nc\r\n"),
}


LONG = {name for name, (source, _) in ODD.items() if len(source) > 100_000}
"""These take the same way with either pipeline."""
CASES = [
    (name, pipeline) for name in ODD for pipeline in ("plain", "redink-en") if name not in LONG or pipeline == "plain"
]


@pytest.mark.parametrize(("name", "pipeline"), CASES)
def test_odd_text_is_annotated_or_refused(name, pipeline, tmp_path):
    source, target = (lines(tmp_path, file, text) for file, text in zip("st", ODD[name], strict=True))
    output = tmp_path / "out.m2"
    finished = calm(run("annotate", source, target, "-p", pipeline, "-o", output))
    if finished.returncode:
        assert names_in(tmp_path) == ["s", "t"]
        return
    # What was written reads back, and its edits make the correction of the source.
    wanted = [tuple(line.split()) for line in ODD[name][1].replace("\r\n", "\n").split("\n")]
    sentences = list(read_m2(output))
    found = [apply_edits(one.tokens, one.edits_of(0) or ()) for one in sentences]
    assert found == wanted[: len(found)]
    assert not any(wanted[len(found) :])


@pytest.mark.parametrize("content", [b"\xed\xa0\x80 a\n", b"caf\xe9\n", b"\xff\xfea\x00\n\x00"])
def test_what_is_not_utf8_names_its_line(content, tmp_path):
    """Lone surrogates, Latin-1, UTF-16."""
    source, target = lines(tmp_path, "s", b"fine\n" + content), lines(tmp_path, "t", "fine\nfine\n")
    for pair in ((source, target), (target, source)):
        finished = calm(run("annotate", *pair, "-p", "plain", "-o", tmp_path / "out.m2"))
        assert finished.returncode == 3
        assert b":2" in finished.stderr
    assert names_in(tmp_path) == ["s", "t"]


M2_BOMBS = {
    "a huge span": "S a b\nA 0 1000000000000|||R:X|||c|||REQUIRED|||-NONE-|||0\n\n",
    "a huge annotator": "S a b\nA 0 1|||R:X|||c|||REQUIRED|||-NONE-|||999999999999\n\n",
    "digits without end": "S a b\nA 0 " + "9" * 10_000 + "|||R:X|||c|||REQUIRED|||-NONE-|||0\n\n",
    "a negative span": "S a b\nA -5 -3|||R:X|||c|||REQUIRED|||-NONE-|||0\n\n",
    "edits before any sentence": "A 0 1|||R:X|||c|||REQUIRED|||-NONE-|||0\n\n",
    "fields without end": "S a b\nA 0 1" + "|||x" * 50_000 + "\n\n",
    "alternatives without end": "S a b\nA 0 1|||R:X|||" + "||".join(["c"] * 50_000) + "|||REQUIRED|||-NONE-|||0\n\n",
    "30,000 annotators": "S a b\n"
    + "".join(f"A 0 1|||R:X|||c|||REQUIRED|||-NONE-|||{number}\n" for number in range(30_000))
    + "\n",
}


@pytest.mark.parametrize("name", M2_BOMBS)
def test_m2_bombs_do_not_go_off(name, tmp_path):
    gold, output = lines(tmp_path, "gold.m2", M2_BOMBS[name]), lines(tmp_path, "out.txt", "a c\n")
    finished = calm(run("score", output, "-r", gold, "-o", tmp_path / "table.txt"))
    assert (tmp_path / "table.txt").exists() == (finished.returncode == 0)


def test_a_packed_bomb_is_refused(tmp_path):
    bomb = lines(tmp_path, "bomb.gz", gzip.compress(bytes(80 << 20)))
    finished = calm(run("annotate", bomb, bomb, "-p", "plain", "-o", tmp_path / "out.m2"))
    assert finished.returncode == 3
    assert b"REDINK_UNPACK_RATIO" in finished.stderr
    assert names_in(tmp_path) == ["bomb.gz"]


def test_links_are_followed_and_circles_refused(tmp_path):
    (tmp_path / "real").write_text("a b\n")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert calm(run("annotate", tmp_path / "link", tmp_path / "real")).returncode == 0
    for bad in ("one", "dangling"):
        assert calm(run("annotate", tmp_path / bad, tmp_path / "real")).returncode == 3


@contextlib.contextmanager
def small_disk(folder, size):
    """Mount a disk of a few kilobytes; skips where one must be root for it and is not."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"cannot mount a small disk here: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_keeps_what_is_safe_and_is_resumed(tmp_path):
    files = write_pairs(tmp_path, 4000)
    whole = tmp_path / "whole.m2"
    assert run("annotate", *files, "-p", "plain", "-o", whole).returncode == 0
    with small_disk(tmp_path / "disk", "200k") as disk:
        output = disk / "out.m2"
        finished = calm(run("annotate", *files, "-p", "plain", "-o", output))
        assert finished.returncode == 3
        assert b"No space left" in finished.stderr
        assert b"rows are safe" in finished.stderr
        assert names_in(disk) == ["out.m2.part", "out.m2.part.log"]
        subprocess.run(["mount", "-o", "remount,size=20m", disk], check=True)
        assert calm(run("annotate", *files, "-p", "plain", "-o", output, "--resume")).returncode == 0
        assert output.read_bytes() == whole.read_bytes()
        assert names_in(disk) == ["out.m2"]


def test_bug_a_disk_that_is_full_from_the_start_was_called_standard_output(tmp_path):
    files = write_pairs(tmp_path, 10)
    with small_disk(tmp_path / "disk", "4k") as disk:
        (disk / "fill").write_bytes(b"x" * 4096)
        finished = calm(run("annotate", *files, "-p", "plain", "-o", disk / "out.m2"))
        assert finished.returncode == 3
        assert b"out.m2: cannot write: No space left" in finished.stderr


def test_a_read_only_disk_is_named(tmp_path):
    files = write_pairs(tmp_path, 10)
    with small_disk(tmp_path / "disk", "200k") as disk:
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for words in (
            ["annotate", *files, "-p", "plain", "-o", disk / "out.m2"],
            ["score", files[1], "-s", files[0], "-r", files[1], "-o", disk / "out.txt"],
        ):
            finished = calm(run(*words))
            assert finished.returncode == 3
            assert b"Read-only file system" in finished.stderr


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6])
def test_ctrl_c_at_any_moment(delay, tmp_path):
    files = write_pairs(tmp_path, 6000)
    output = tmp_path / "out.m2"
    process = subprocess.Popen(
        [sys.executable, "-c", "from redink.__main__ import main; main()", "annotate", *files, "-j", "2", "-o", output],
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=listen_to_ctrl_c,  # noqa: PLW1509 - no thread of ours is running
    )
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode in (0, 130, -signal.SIGINT) or python_gave_up(process.returncode, complaints), complaints
    if process.returncode == 130:
        assert b"Traceback" not in complaints
    assert output.exists() == (process.returncode == 0)


def listen_to_ctrl_c():
    """Undo what a suite in the background passes on: there SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def python_gave_up(code, complaints):
    """Tell whether the signal came before the first line of ours: Python then dies of it, or ends with 1 in two ways.

    It cannot start without the modules that it imports as it starts. Up to 3.11 it also turns the interrupt into
    another error where an enumeration is made, as in the standard library's `re`.
    """
    cannot_start = complaints.startswith(b"Fatal Python error: init_")
    in_disguise = b"\nRuntimeError: Error calling __set_name__ on" in complaints and b"redink/cli" not in complaints
    return code == 1 and (cannot_start or (in_disguise and sys.version_info < (3, 12)))


CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

class Member:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            if way == "in disguise":
                type("Enumeration", (), {"member": Member()})
            os.kill(os.getpid(), signal.SIGINT)

module, way = sys.argv[1:]
sys.argv = ["redink", "convert", "absent.m2"]
sys.meta_path.insert(0, Finder())
from redink.__main__ import main
main()
"""


@pytest.mark.parametrize("way", ["plain", "in disguise"])
@pytest.mark.parametrize("module", ["redink.cli.building", "redink.evaluation.edits"])
def test_ctrl_c_while_a_module_is_imported(module, way):
    """The first one is imported as the program starts, the second one when the command is known."""
    finished = subprocess.run(
        [sys.executable, "-c", CTRL_C, module, way], capture_output=True, env=environment(), check=False
    )
    assert (finished.returncode, finished.stderr.strip()) == (130, b"redink: interrupted")


def test_a_pipe_closed_by_its_reader_is_no_failure(tmp_path):
    files = write_pairs(tmp_path, 3000)
    reader, writer = os.pipe()
    process = subprocess.Popen(
        command("annotate", *files, "-p", "plain", "-f", "json"),
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(writer)
    os.read(reader, 100)
    os.close(reader)
    _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, b"")
