import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.finding import Finding, save, table
from bench.measure import ROOT, FailedCommandError, Usage, mean, run, total

BUSY_CHILD = """
import subprocess, sys, time
if len(sys.argv) > 1:
    while time.process_time() < 0.3: pass
else:
    subprocess.run([sys.executable, __file__, "child"], check=True)
"""


def test_cpu_of_a_child_counts(tmp_path: Path) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY_CHILD)
    assert run([sys.executable, str(script)], tmp_path / "log").cpu >= 0.3


def test_peak_is_the_commands_own_and_in_megabytes(tmp_path: Path) -> None:
    ballast = bytearray(600_000_000)
    peak = run([sys.executable, "-c", "x = bytearray(300_000_000)"], tmp_path / "log").peak
    assert len(ballast) == 600_000_000
    assert 300 < peak < 400


def test_a_failing_command_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(FailedCommandError, match="exit code 3\nsome reason"):
        run([sys.executable, "-c", "import sys; print('some reason'); sys.exit(3)"], tmp_path / "log")


def test_total_adds_and_mean_averages_but_memory_is_the_worst() -> None:
    two = [Usage(1, 2, 30), Usage(3, 6, 20)]
    assert total(two) == Usage(4, 8, 30)
    assert mean(two) == Usage(2, 4, 30)


@pytest.mark.parametrize(
    ("finding", "target", "verdict"),
    [
        (Finding("a", "p", "w", 3.5, at_least=3.5), "≥ 3.5", "met"),
        (Finding("a", "p", "w", 3.4, at_least=3.5), "≥ 3.5", "missed"),
        (Finding("a", "p", "w", 1, at_most=0), "≤ 0", "missed"),
        (Finding("a", "p", "w", 1), "", ""),
    ],
)
def test_verdicts(finding: Finding, target: str, verdict: str) -> None:
    assert (finding.target, finding.verdict) == (target, verdict)
    assert f"| {verdict} |" in table([finding]) or not verdict


def test_saved_findings_tell_where_they_come_from(tmp_path: Path) -> None:
    path = save([Finding("a", "p", "w", 1, at_most=0, details={"x": 1})], tmp_path / "new", quick=True)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["quick"] is True
    assert report["findings"][0]["verdict"] == "missed"
    assert {"date", "python", "system", "cores", "packages"} <= report.keys()


def test_the_command_names_its_comparisons() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "nonsense"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "annotate-12" in done.stderr
