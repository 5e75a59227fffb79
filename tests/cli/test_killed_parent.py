"""Commands with `--jobs` that are ended by a signal leave no worker process behind."""

import os
import signal
import subprocess

import pytest

from tests.annotation.test_workers import children, is_running, needs_proc, wait_for
from tests.cli.running import command, environment


@pytest.fixture
def long_texts(tmp_path):
    """Write a source, a reference and two outputs that are not scored at once."""
    texts = {"source": "a b c d e", "reference": "a b x d e", "one": "a b x d f", "two": "a c c d e"}
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text} {name} .\n" * 20_000)
    return {name: str(tmp_path / name) for name in texts}


@needs_proc
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("verb", ["score", "compare"])
def test_bug_workers_outlived_a_killed_parent(verb, sign, long_texts):
    arguments = [long_texts["one"], long_texts["two"], "-s", long_texts["source"], "-r", long_texts["reference"]]
    with subprocess.Popen(
        command(verb, *arguments, "-m", "GLEU", "-j", "2"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    ) as process:
        workers = wait_for(lambda: children(process.pid) if len(children(process.pid)) == 2 else None)
        process.send_signal(sign)
        assert process.wait(30) == -sign
    try:
        wait_for(lambda: not any(map(is_running, workers)), 15)
    finally:
        for worker in filter(is_running, workers):
            os.kill(worker, signal.SIGKILL)
