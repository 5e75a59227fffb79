"""The two recordings: the bundled example's, and that of `../shared/data`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

import redink
from tools.recorded_runs.error_runs import error_runs
from tools.recorded_runs.example_files import PREPARED
from tools.recorded_runs.example_runs import compare_runs, conservatism_runs, difficulty_runs, score_runs
from tools.recorded_runs.other_runs import edit_runs, page_runs, people_runs, reference_runs
from tools.recorded_runs.run import Run
from tools.recorded_runs.running import fresh, record
from tools.recorded_runs.shared_runs import DATA, shared_runs


def example_runs() -> list[Run]:
    """All runs on the example but the first one, which prepares."""
    made = [
        *page_runs(), *score_runs(), *compare_runs(), *difficulty_runs(), *conservatism_runs(), *reference_runs(),
        *people_runs(), *edit_runs(), *error_runs(),
    ]  # fmt: skip
    names = [one.name for one in made]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"runs of the same name: {twice}")
    return made


def record_example(
    folder: Path, jobs: int, only: Sequence[str] = ("*",), runs: Sequence[Run] | None = None
) -> tuple[int, float]:
    """Record the runs on the example; give their number and the CPU seconds."""
    fresh(folder)
    with tempfile.TemporaryDirectory(prefix="example-") as place:
        start = Path(place) / "example"
        shutil.copytree(Path(redink.__file__).parent / "example", start, ignore=shutil.ignore_patterns("*.py*", "__*"))
        seconds = record([PREPARED], start, folder, 1, {})
        for name, text in PREPARED.files:
            (start / name).write_text(text, encoding="utf-8")
        shutil.copytree(folder / PREPARED.name / "files", start, dirs_exist_ok=True)
        chosen = [one for one in runs or example_runs() if any(fnmatch(one.name, pattern) for pattern in only)]
        seconds += record(chosen, start, folder, jobs, {})
    return len(chosen) + 1, seconds


def record_shared(folder: Path, jobs: int, only: Sequence[str] = ("*",)) -> tuple[int, float]:
    """Record the runs on `../shared/data`; give their number and the CPU seconds."""
    fresh(folder)
    chosen = [one for one in shared_runs() if any(fnmatch(one.name, pattern) for pattern in only)]
    with tempfile.TemporaryDirectory(prefix="shared-") as place:
        return len(chosen), record(chosen, Path(place), folder, jobs, {"data": DATA})
