"""A command in, its CPU seconds, wall seconds and peak memory out.

CPU seconds are what a comparison may rest on: user and system time of the process and of every
process it waited for. Wall seconds depend on who else uses the machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).resolve().parents[1]
_LAUNCHER = Path(__file__).with_name("launcher.py")
_ERROR_LINES = 15


@dataclass(frozen=True, slots=True)
class Usage:
    """What a command took."""

    cpu: float
    """User and system seconds of the whole process tree."""
    wall: float
    """Seconds from start to end."""
    peak: float
    """Peak resident memory of its largest process, in MB (10⁶ bytes)."""


class FailedCommandError(Exception):
    """A measured command failed; its measurement would mean nothing."""


def run(command: Sequence[str], log: Path, **environment: str) -> Usage:
    """Run a command to its end and measure it; what it prints goes to `log`."""
    with log.open("wb") as out, tempfile.NamedTemporaryFile(prefix="redink-usage-") as report:
        launched = [sys.executable, "-I", "-S", str(_LAUNCHER), report.name, *command]
        done = subprocess.run(
            launched, cwd=ROOT, env=_environment(environment), stdout=out, stderr=subprocess.STDOUT, check=False
        )
        if not done.returncode:
            return Usage(**json.load(report))
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-_ERROR_LINES:])
    raise FailedCommandError(f"{' '.join(command)}\nexit code {done.returncode}\n{tail}")


def _environment(extra: dict[str, str]) -> dict[str, str]:
    """Give everybody one thread (spinning threads would count as work), UTF-8, and byte code that is kept.

    `PYTHONDONTWRITEBYTECODE` would compile every module again in each run of ours, but not an installed peer's.
    Settings of OpenBLAS, such as the kernels of an older processor, would slow our matrix products, but not those of
    spaCy, which has a library of its own.
    """
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    fixed = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE" and not name.startswith("OPENBLAS_")
    }
    return kept | fixed | {"PYTHONPATH": os.pathsep.join(filter(None, paths))} | extra


def total(usages: Sequence[Usage]) -> Usage:
    """Add up commands that run one after the other."""
    return Usage(sum(u.cpu for u in usages), sum(u.wall for u in usages), max(u.peak for u in usages))


def mean(usages: Sequence[Usage]) -> Usage:
    """Average repeated runs of one command; of memory, the worst."""
    return Usage(fmean(u.cpu for u in usages), fmean(u.wall for u in usages), max(u.peak for u in usages))
