"""What a comparison found: findings in, a table and JSON out."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGES = ("errant", "spacy", "numpy", "rapidfuzz")


@dataclass(frozen=True, slots=True)
class Finding:
    """One number, with what it should be."""

    comparison: str
    """Name of the comparison."""
    pipeline: str
    """Language pipeline of redink."""
    what: str
    """What the number says."""
    value: float
    """The number."""
    at_least: float | None = None
    """Wanted: no less."""
    at_most: float | None = None
    """Wanted: no more."""
    details: Mapping[str, object] = field(default_factory=dict)
    """What it was computed from; JSON only."""

    @property
    def target(self) -> str:
        """The wish in words, empty where there is none."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return "" if self.at_most is None else f"≤ {self.at_most:g}"

    @property
    def verdict(self) -> str:
        """`met` or `missed`, empty where nothing was wished for."""
        if self.at_least is None and self.at_most is None:
            return ""
        low, high = self.at_least, self.at_most
        met = (low is None or self.value >= low) and (high is None or self.value <= high)
        return "met" if met else "missed"


def table(findings: Iterable[Finding]) -> str:
    """Lay findings out as a Markdown table."""
    head = ("comparison", "pipeline", "what", "value", "target", "")
    body = [(f.comparison, f.pipeline, f.what, _number(f.value), f.target, f.verdict) for f in findings]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    rule = tuple("-" * max(width, 3) for width in widths)
    return "\n".join(_line(row, widths) for row in (head, rule, *body))


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    return f"{value:.4f}" if abs(value) < 1 else f"{value:.2f}" if abs(value) < 100 else f"{value:,.0f}"


def save(findings: Sequence[Finding], folder: Path, *, quick: bool) -> Path:
    """Write findings with date, machine and versions as JSON; the file is named after the time."""
    folder.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    path = folder / f"{now:%Y-%m-%dT%H%M%S}.json"
    rows = [asdict(f) | {"target": f.target, "verdict": f.verdict} for f in findings]
    report = {"schema": 1, "date": now.isoformat(timespec="seconds"), "quick": quick} | machine()
    path.write_text(json.dumps(report | {"findings": rows}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def machine() -> dict[str, object]:
    """Tell where the numbers come from."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
