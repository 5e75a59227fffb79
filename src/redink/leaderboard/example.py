"""Nothing in; the leaderboard of the bundled example's six systems out."""

from __future__ import annotations

import shutil
from pathlib import Path

from redink import example
from redink.leaderboard.site import build
from redink.leaderboard.task import OUTPUT, TASK, read_task

FILES = (TASK, "source.txt", "essays.tsv", *(f"reference-{name}.txt" for name in example.REFERENCES))


def build_example(folder: Path) -> Path:
    """Make a task folder of the example, with a submission for each of its systems, and its pages."""
    targets = {name: folder / name for name in FILES}
    targets |= {f"systems/{name}.txt": folder / "submissions" / name / "1" / OUTPUT for name in example.SYSTEMS}
    for name, target in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(example.path(name), target)
    _, _, place = build(read_task(folder))
    return place / "index.html"
