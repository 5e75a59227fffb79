"""A short run of every fuzz target: long enough to notice a broken one, short enough for every day."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.seeds import seeds
from fuzz.targets import TARGETS, run_bytes
from tests.cli.running import environment

pytest.importorskip("atheris", reason="the fuzzer atheris is not installed")

ROOT = Path(__file__).parents[2]


def test_no_fault_is_found_in_a_few_seconds(tmp_path):
    # A fixed seed: CI must not fail by luck. `make fuzz` looks further.
    finished = subprocess.run(
        [sys.executable, "-m", "fuzz", "all", "-runs=1500", "-seed=1", f"-artifact_prefix={tmp_path}/"],
        capture_output=True,
        cwd=ROOT,
        env=environment(PYTHONPATH=f"{ROOT / 'src'}:{ROOT}"),
        timeout=600,
        check=False,
    )
    told = finished.stderr.decode(errors="replace")
    assert finished.returncode == 0, told[-2000:]
    assert list(tmp_path.iterdir()) == []
    each = dict(
        zip(re.findall(r"^target (\w+)$", told, re.MULTILINE), re.findall(r"Done (\d+) runs", told), strict=True)
    )
    assert each == dict.fromkeys(TARGETS, "1500")


@pytest.mark.parametrize("name", TARGETS)
def test_what_fuzzing_begins_from_is_read(name):
    """Seeds that are all refused would leave the readers behind the first check untried."""
    for seed in seeds(name):
        run_bytes(TARGETS[name], seed, strict=True)


def test_a_fault_would_be_seen():
    def careless(path):
        path.read_bytes()[3]

    with pytest.raises(IndexError):
        run_bytes(careless, b"abc")
