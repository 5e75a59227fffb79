"""The numbers that the test in the repository holds: recorded runs in, one JSON file out, and back.

Every number is kept with seven digits, so that the last bits of a float may differ between machines.
Of a long list the first numbers are kept, and a checksum of every thousand that follow.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from textwrap import wrap
from typing import TypeAlias

from tools.recorded_runs.example_files import PREPARED
from tools.recorded_runs.numbers import numbers_of
from tools.recorded_runs.recording import example_runs, record_example
from tools.recorded_runs.run import Run

HELD = Path(__file__).resolve().parents[2] / "tests" / "tools" / "recorded_numbers.json"

Held: TypeAlias = dict[str, dict[str, list[str]]]
"""Run, then stream or file, then its numbers in lines."""

_LEFT_OUT = (
    "help*", "completion.*", "error.*", "demo*", "score.measure.*", "score.saved", "score.names.json",
    "score.errant.json", "*.jobs", "*.cache", "compare.two.json", "report.stdout", "report.faithful*",
    "report.documents", "coverage.ref*", "coverage.texts.json", "faithfulness.texts.json", "annotate.errant",
    "reannotate.errant",
)  # fmt: skip
"""Runs that take long, or whose numbers others hold too."""
_FIRST = 400
_BLOCK = 1000
_WIDTH = 110


def held_numbers(jobs: int) -> Held:
    """Record the runs that are held and give their numbers."""
    with tempfile.TemporaryDirectory(prefix="held-") as place:
        record_example(Path(place) / "example", jobs, runs=_held_runs())
        return numbers_in(Path(place) / "example")


def numbers_in(recording: Path) -> Held:
    """Give the numbers of the runs that are held from a recording of the example."""
    names = [PREPARED.name, *(one.name for one in _held_runs())]
    return {name: _of_run(recording / name) for name in names if (recording / name).is_dir()}


def _held_runs() -> list[Run]:
    return [one for one in example_runs() if one.held and not any(fnmatch(one.name, pattern) for pattern in _LEFT_OUT)]


def _of_run(folder: Path) -> dict[str, list[str]]:
    codes = [path.read_text(encoding="utf-8").strip() for path in sorted(folder.glob("*.exit"))]
    found = {"exit": [" ".join(codes)]}
    if set(codes) <= {"0", "1"}:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = str(path.relative_to(folder))
            if path.suffix not in {".exit", ".stderr"} and name != "lines":
                content = path.read_bytes()
                texts = [] if b"\0" in content[:1000] else [one.text for one in numbers_of(content.decode("utf-8"))]
                if texts:
                    found[name] = compact(texts)
    return found


def compact(texts: Iterable[str]) -> list[str]:
    """Give numbers with seven digits each, in lines; the rest of a long list as checksums."""
    numbers = [f"{float(text):.7g}" for text in texts]
    lines = wrap(" ".join(numbers[:_FIRST]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    for start in range(_FIRST, len(numbers), _BLOCK):
        block = numbers[start : start + _BLOCK]
        digest = hashlib.sha256(" ".join(block).encode()).hexdigest()[:16]
        lines.append(f"numbers {start + 1} to {start + len(block)}: {digest}")
    return lines


def written(held: Mapping[str, Mapping[str, list[str]]]) -> str:
    """Give the JSON of the file."""
    return json.dumps(held, indent=0, ensure_ascii=False) + "\n"


def read(path: Path = HELD) -> Held:
    """Read the file that the test holds, or another one of its kind."""
    found: Held = json.loads(path.read_text(encoding="utf-8"))
    return found
