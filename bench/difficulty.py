"""`redink difficulty` from ready M2 against the recorded cost of the published program: a workbench in, ratios out.

The published program has no licence and is not run here. Its cost was measured once on the same work (SPEC-difficulty
§1.5) on another day's machine: the targets leave a wide margin for that, and what we took is in the details.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.corpora import OFFICIAL, SHARED, shared_is_there
from bench.finding import Finding
from bench.workbench import Workbench

TEAMS_CPU = 11.4
"""CPU seconds of the published program: 13 systems × CoNLL-14."""
LONG_CPU, LONG_PEAK = 28.0, 1290.0
"""The same for 32,800 sentences and one system: CPU seconds, and MB."""
_LONG = 32_800
_GOLD = OFFICIAL / "official-2014.0.m2"
_ANNOTATED = SHARED / "golden" / "errant-3.0.2"


def difficulty(bench: Workbench) -> list[Finding]:
    """Weigh CoNLL-14 by 13 systems, and a corpus of FCE's size with one."""
    if not shared_is_there():
        return []
    teams = sorted(path for path in _ANNOTATED.glob("*.m2") if "official" not in path.name)
    return [*_teams(bench, teams), *_long(bench, teams[0])]


def _teams(bench: Workbench, teams: Sequence[Path]) -> list[Finding]:
    _, usage = bench.redink("difficulty", *teams, "--references", _GOLD, "--with-source", "--quiet")
    what = "times less CPU than the published program, 13 systems × CoNLL-14"
    details = {"ours": asdict(usage), "theirs (recorded)": TEAMS_CPU}
    return [Finding("difficulty", "–", what, TEAMS_CPU / usage.cpu, at_least=10, details=details)]


def _long(bench: Workbench, team: Path) -> list[Finding]:
    """Repeat CoNLL-14 up to FCE's size. `--name` tells the system from the gold file it is written beside."""
    gold, system = (_repeated(path, bench.new_file(path.name)) for path in (_GOLD, team))
    _, usage = bench.redink("difficulty", system, "--references", gold, "--name", "one", "--quiet")
    details = {"ours": asdict(usage), "theirs (recorded)": {"cpu": LONG_CPU, "peak": LONG_PEAK}}
    size = f"{_LONG:,} sentences, one system"
    return [
        Finding("difficulty", "–", f"times less CPU than the published program, {size}", LONG_CPU / usage.cpu,
                at_least=10, details=details),
        Finding("difficulty", "–", f"share of the published program's memory, {size}", usage.peak / LONG_PEAK,
                at_most=0.25, details=details),
    ]  # fmt: skip


def _repeated(path: Path, copy: Path) -> Path:
    """Write an M2 file over and over until it has enough sentences."""
    blocks = path.read_text(encoding="utf-8").strip("\n").split("\n\n")
    with copy.open("w", encoding="utf-8") as out:
        out.writelines(f"{blocks[number % len(blocks)]}\n\n" for number in range(_LONG))
    return copy
