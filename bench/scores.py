"""M2 beside a textbook twin, all measures with intervals at once, I-measure, resampling: ratios and seconds out.

Unlike in the other comparisons some numbers are seconds, since the targets are: CPU seconds of whole commands on the
day's machine. The published M2 scorer (GPL, Python 2.7) is not run here; its cost was measured once (SPEC-scores).
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

from bench.corpora import DATA, OFFICIAL, SHARED, one_output, shared_is_there, teams
from bench.finding import Finding
from bench.workbench import Workbench

PUBLISHED = {"CAMB": 19.6, "a strong neural output": 48.0}
"""CPU seconds of the published M2 scorer, CoNLL-14."""
_GOLD = OFFICIAL / "official-2014.combined.m2"
_ANNOTATED = SHARED / "golden" / "errant-3.0.2"
_ALL = ("F0.5", "F0.5-detection", "F0.5-token", "F0.5-type", "M2", "GLEU", "EM")


def max_match(bench: Workbench) -> list[Finding]:
    """Score one strong output by M2, and CAMB's."""
    if not shared_is_there():
        return []
    strong, camb = one_output().corrections[0], DATA / "conll14-teams" / "CAMB"
    outputs = dict(zip(PUBLISHED, (camb, strong), strict=True))
    findings = []
    for name, seconds in PUBLISHED.items():
        ours = _twin(bench, "ours", outputs[name])
        what = f"times less CPU than the published M2 scorer (recorded), {name}"
        details = {"ours": ours, "theirs (recorded)": seconds}
        findings.append(Finding("m2", "–", what, seconds / ours["cpu"], at_least=50, details=details))
    slow = _twin(bench, "textbook", strong)
    same = float(slow["counts"] == ours["counts"])
    details = {"ours": ours, "textbook": slow}
    return [
        *findings,
        Finding("m2", "–", "times less CPU than a textbook twin, junczys-dowmunt2018", slow["cpu"] / ours["cpu"],
                details=details),
        Finding("m2", "–", "same counts as the twin (1: yes)", same, at_least=1, details=details),
    ]  # fmt: skip


def _twin(bench: Workbench, who: str, output: Path) -> dict[str, float]:
    printed, _ = bench.python("-m", "bench.max_match_twin", who, output, _GOLD)
    found: dict[str, float] = json.loads(printed.read_text().splitlines()[-1])
    return found


def scores(bench: Workbench) -> list[Finding]:
    """Score 12 teams and the source by all measures but I, with intervals; one team by I; then resampling alone."""
    if not shared_is_there():
        return []
    outputs = sorted(path for path in _ANNOTATED.glob("*.m2") if "official" not in path.name)
    gold = _ANNOTATED / "official-2014.combined.gold.m2"
    measures = [part for name in _ALL for part in ("-m", name)]
    common = ("--references", gold, "--with-source", "--quiet", "--format", "json")
    _, everything = bench.redink("score", *outputs, *common, *measures, "--ci", "--resamples", "1000")
    _, tested = bench.redink("compare", *outputs, *common, *measures)
    findings = [
        Finding("scores", "–", f"CPU s, 13 systems × {len(_ALL)} measures × 1,000 resamples, from M2", everything.cpu,
                at_most=60, details=asdict(everything)),
        Finding("scores", "–", "CPU s, the same with all 78 pairs tested (8,000 resamples)", tested.cpu, at_most=60,
                details=asdict(tested)),
    ]  # fmt: skip
    for name in ("I", "I-nomix"):
        camb = teams().corrections[1]
        _, usage = bench.redink("score", camb, "--references", _GOLD, "-m", name, "--quiet", "--format", "json")
        findings.append(Finding("scores", "–", f"CPU s, {name} of CAMB", usage.cpu, at_most=10, details=asdict(usage)))
    return [*findings, _resampling()]


def _resampling() -> Finding:
    """Draw 1,000 resamples of 1,312 sentences and score 12 systems' counts on each."""
    from redink.scoring.edit_overlap import precision_recall_f
    from redink.stats.intervals import interval
    from redink.stats.resampling import Resamples, bootstrap

    tables = np.random.default_rng(0).integers(0, 4, size=(12, 1312, 3)).astype(float)
    began = time.process_time()
    plan = Resamples.draw(1312, 1000, np.random.default_rng(0))
    for table in tables:
        interval(bootstrap(table, lambda sums: precision_recall_f(sums)[..., 2], plan))
    seconds = time.process_time() - began
    what = "CPU s, 1,000 resamples × 12 systems × 1,312 sentences, draws and intervals"
    return Finding("scores", "–", what, seconds, at_most=1)
