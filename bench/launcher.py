"""A report file and a command in; the command run, and what it took written to the report.

A child's peak memory begins with what its parent had when it was started, so that a large process measures
itself. This one is small: it imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path


def main(report: str, *command: str) -> int:
    """Run the command, tell its usage, give its exit code."""
    began = time.perf_counter()
    process = subprocess.Popen(command)
    # wait4 gives the usage of this very child; Linux includes the children it waited for.
    _, status, usage = os.wait4(process.pid, 0)
    kilobyte = 1 if sys.platform == "darwin" else 1024
    told = {
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": time.perf_counter() - began,
        "peak": usage.ru_maxrss * kilobyte / 1e6,
    }
    Path(report).write_text(json.dumps(told), encoding="utf-8")
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
